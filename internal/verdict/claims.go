package verdict

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Claims say of a function what holds at the starts of its blocks in all runs that begin where the first claim holds.
// They are inductive: a step from where one holds leads to where the next does.
type Claims struct {
	Function *ir.Function
	Exit     Exit
	// Post is what is claimed to hold at no return, over results, globals and rigid symbols; it is for ReturnExit.
	Post  *term.Term
	Rigid []*term.Term
	At    []*term.Term // by block
	// Uses are the claims about a callee that the step of a call block relies on: those about its return, and those
	// about its errors.
	Uses func(b *ir.Block) (returns, fails []Use)
}

// regions are those of a location, where its claim holds and where it does not: 0 is none.
type regions struct{ in, out int }

// Graph is what claims say as a graph: a location has two regions, and no edge leads from the first of one to the
// second of another.
func (c Claims) Graph(terms *term.Builder) *Graph {
	g := &Graph{Function: c.Function.Name, Exit: c.Exit, Post: terms.True(), Rigid: c.Rigid, Trees: map[int]*SplitTree{}}
	g.Trees[ExitLocation] = &SplitTree{Region: 0}
	if c.Exit == ReturnExit {
		g.Post = c.Post
		g.Trees[ExitLocation] = &SplitTree{Pred: g.Post, Yes: &SplitTree{Region: 0}, No: &SplitTree{Region: 1}}
	}
	at, next := make([]regions, len(c.At)), 2
	for i, claim := range c.At {
		switch {
		case claim.IsTrue():
			at[i] = regions{in: next}
			g.Trees[i] = &SplitTree{Region: next}
		case claim.IsFalse():
			at[i] = regions{out: next}
			g.Trees[i] = &SplitTree{Region: next}
		default:
			at[i] = regions{next, next + 1}
			g.Trees[i] = &SplitTree{Pred: claim, Yes: &SplitTree{Region: next}, No: &SplitTree{Region: next + 1}}
		}
		next += 2
	}
	if entry := at[c.Function.Entry().Index].in; entry != 0 {
		g.NotMay = []int{entry}
	}
	for _, b := range c.Function.Blocks {
		c.leave(g, b, at)
	}
	return g
}

// leave writes down the absent edges out of a block.
func (c Claims) leave(g *Graph, b *ir.Block, at []regions) {
	from := at[b.Index].in
	if from == 0 {
		return
	}
	absent := func(to, target int, uses []Use) {
		g.Absent = append(g.Absent, AbsentEdge{From: from, To: to, Block: b.Index, Target: target, Uses: uses})
	}
	var returns []Use
	if call := b.Call(); call != nil {
		var fails []Use
		returns, fails = c.Uses(b)
		if call.Callee.CanError && c.Exit == ErrorExit {
			absent(0, CalleeFails, fails)
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i, target := range t.Targets {
			if to := at[target.Block.Index].out; to != 0 {
				absent(to, i, returns)
			}
		}
	case *ir.Return:
		if c.Exit == ReturnExit {
			absent(0, 0, returns)
		}
	case *ir.Error, *ir.Unsupported:
		if c.Exit == ErrorExit {
			absent(0, 0, returns)
		}
	}
}
