package induction

import (
	"cmp"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file writes claims as a certificate: each function has a graph for its errors, and one for its return if there
// are claims about that. A location with claims has two regions, where they hold and where they do not, and no edge
// leads from the first of one to the second of another.

// certificate is the proof of all goals.
func (w *prover) certificate() *verdict.Certificate {
	c := &writer{prover: w, needed: map[*point][]*term.Term{}, frames: map[*ir.Block][]map[*term.Term]*term.Term{}, number: map[graphKey]int{}, out: &verdict.Certificate{}}
	c.need()
	c.graph(w.program.Entry, verdict.ErrorExit)
	for i := 0; i < len(c.queue); i++ {
		c.out.Graphs[i] = c.write(c.queue[i])
	}
	return c.out
}

type graphKey struct {
	function *ir.Function
	exit     verdict.Exit
}

type writer struct {
	*prover
	needed map[*point][]*term.Term
	// frames are, by call, what the claims about the return of the callee are used with.
	frames map[*ir.Block][]map[*term.Term]*term.Term
	number map[graphKey]int
	queue  []graphKey
	out    *verdict.Certificate
}

// need finds the claims that the goals rest on.
func (c *writer) need() {
	taken := map[*fact]bool{}
	var work []*obligation
	for _, g := range c.goals {
		work = append(work, g.obligation)
	}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range o.supports {
			if s.fact.at.block == atReturn {
				c.use(o.edge.block, s.frame)
			}
			if !taken[s.fact] {
				taken[s.fact] = true
				c.needed[s.fact.at] = append(c.needed[s.fact.at], s.fact.term)
				work = append(work, s.fact.obligations...)
			}
		}
	}
}

// use notes a use of what is claimed about the return of a callee.
func (c *writer) use(call *ir.Block, frame map[*term.Term]*term.Term) {
	if !slices.ContainsFunc(c.frames[call], func(f map[*term.Term]*term.Term) bool { return maps.Equal(f, frame) }) {
		c.frames[call] = append(c.frames[call], frame)
	}
}

// graph is the number of a graph, which is to be written.
func (c *writer) graph(f *ir.Function, exit verdict.Exit) int {
	key := graphKey{f, exit}
	n, known := c.number[key]
	if !known {
		n = len(c.queue)
		c.number[key] = n
		c.queue = append(c.queue, key)
		c.out.Graphs = append(c.out.Graphs, nil)
	}
	return n
}

// rigidIn are the symbols of a function's claims that keep their values.
func (c *writer) rigidIn(f *ir.Function) []*term.Term {
	found := map[*term.Term]bool{}
	c.points[f].each(func(p *point) {
		for _, t := range c.needed[p] {
			for _, sym := range t.Vars() {
				if _, is := c.rigid[sym]; is {
					found[sym] = true
				}
			}
		}
	})
	return slices.SortedFunc(maps.Keys(found), func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
}

// regions are those of a location: 0 is none.
type regions struct{ in, out int }

// write makes a graph.
func (c *writer) write(key graphKey) *verdict.Graph {
	f := key.function
	g := &verdict.Graph{Function: f.Name, Exit: key.exit, Post: c.terms.True(), Rigid: c.rigidIn(f), Trees: map[int]*verdict.SplitTree{}}
	if key.exit == verdict.ReturnExit {
		g.Post = c.terms.Not(c.terms.And(c.needed[c.points[f].returned]...))
		g.Trees[verdict.ExitLocation] = &verdict.SplitTree{Pred: g.Post, Yes: &verdict.SplitTree{Region: 0}, No: &verdict.SplitTree{Region: 1}}
	} else {
		g.Trees[verdict.ExitLocation] = &verdict.SplitTree{Region: 0}
	}
	at, next := make([]regions, len(f.Blocks)), 2
	for i, p := range c.points[f].blocks {
		claims := c.terms.And(c.needed[p]...)
		claims = c.terms.And(append(c.entered(f, g.Rigid, i == f.Entry().Index), claims)...)
		switch {
		case claims.IsTrue():
			at[i] = regions{in: next}
			g.Trees[i] = &verdict.SplitTree{Region: next}
		case claims.IsFalse():
			at[i] = regions{out: next}
			g.Trees[i] = &verdict.SplitTree{Region: next}
		default:
			at[i] = regions{next, next + 1}
			g.Trees[i] = &verdict.SplitTree{Pred: claims, Yes: &verdict.SplitTree{Region: next}, No: &verdict.SplitTree{Region: next + 1}}
		}
		next += 2
	}
	if entry := at[f.Entry().Index].in; entry != 0 {
		g.NotMay = []int{entry}
	}
	for _, b := range f.Blocks {
		c.leave(g, b, at)
	}
	return g
}

// entered says what the symbols for the state at the entry of a function stand for, there or anywhere in it.
func (c *writer) entered(f *ir.Function, rigid []*term.Term, isEntry bool) (out []*term.Term) {
	for _, sym := range rigid {
		for v, ghost := range c.ghosts[f] {
			if ghost == sym && (isEntry || c.kept[f][sym] != nil) {
				out = append(out, c.terms.Eq(sym, v.Sym))
			}
		}
	}
	return out
}

// leave writes down the absent edges out of a block.
func (c *writer) leave(g *verdict.Graph, b *ir.Block, at []regions) {
	from := at[b.Index].in
	if from == 0 {
		return
	}
	absent := func(to, target int, uses []verdict.Use) {
		g.Absent = append(g.Absent, verdict.AbsentEdge{From: from, To: to, Block: b.Index, Target: target, Uses: uses})
	}
	var uses []verdict.Use
	if call := b.Call(); call != nil {
		if call.Callee.CanError && g.Exit == verdict.ErrorExit {
			fails := verdict.Use{Graph: c.graph(call.Callee, verdict.ErrorExit), Rigid: c.meaning(call, nil)}
			absent(0, verdict.CalleeFails, []verdict.Use{fails})
		}
		for _, frame := range c.frames[b] {
			uses = append(uses, verdict.Use{Graph: c.graph(call.Callee, verdict.ReturnExit), Rigid: c.meaning(call, frame)})
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i, target := range t.Targets {
			if to := at[target.Block.Index].out; to != 0 {
				absent(to, i, uses)
			}
		}
	case *ir.Return:
		if g.Exit == verdict.ReturnExit {
			absent(0, 0, uses)
		}
	case *ir.Error, *ir.Unsupported:
		if g.Exit == verdict.ErrorExit {
			absent(0, 0, uses)
		}
	}
}

// meaning gives the rigid symbols of a callee the terms that they stand for at a call.
func (c *writer) meaning(call *ir.Call, frame map[*term.Term]*term.Term) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for _, sym := range c.rigidIn(call.Callee) {
		switch value := cmp.Or(c.enteredWith(call, sym), frame[sym]); {
		case value != nil:
			out[sym] = value
		default:
			out[sym] = c.terms.Const(term.ZeroValue(sym.Sort()))
		}
	}
	return out
}
