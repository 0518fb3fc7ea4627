package simulation

import (
	"cmp"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file writes what is known as a certificate. Each context of a function has a graph for its return, and one for
// its errors if it can fail. A location has two regions, where what is known of it holds and where it does not, and no
// edge leads from the first of one to the second of another.

type graphKey struct {
	of   *summary
	exit verdict.Exit
}

type writer struct {
	*simulator
	graphs map[graphKey]int
	queue  []graphKey
	out    *verdict.Certificate
}

// certificate is the proof that what is known where the program starts leads to no error.
func (s *simulator) certificate(main *summary) *verdict.Certificate {
	c := &writer{simulator: s, graphs: map[graphKey]int{}, out: &verdict.Certificate{}}
	c.graph(main, verdict.ErrorExit)
	for i := 0; i < len(c.queue); i++ {
		c.out.Graphs[i] = c.write(c.queue[i])
	}
	return c.out
}

// graph is the number of a graph, which is to be written.
func (c *writer) graph(of *summary, exit verdict.Exit) int {
	key := graphKey{of, exit}
	n, known := c.graphs[key]
	if !known {
		n = len(c.queue)
		c.graphs[key] = n
		c.queue = append(c.queue, key)
		c.out.Graphs = append(c.out.Graphs, nil)
	}
	return n
}

// rigid are the symbols for values of parameters of which callers learn something, by the parameters' symbols.
func (c *writer) rigid(f *function) map[*term.Term]*term.Term {
	if f.rigid != nil {
		return f.rigid
	}
	f.rigid = map[*term.Term]*term.Term{}
	for _, a := range f.contexts {
		for _, exit := range a.exits {
			for _, known := range exit {
				about := c.subjects[known.subject]
				if about.index == nil {
					continue
				}
				for _, sym := range slices.Concat(about.index.Vars(), known.value.Vars()) {
					if v := c.program.VariableOf(sym); v != nil && v.Kind == ir.Parameter && f.rigid[sym] == nil {
						f.rigid[sym] = c.terms.Fresh("handed "+v.Name, v.Sort)
					}
				}
			}
		}
	}
	return f.rigid
}

// any says that one of several lists of facts holds.
func (c *writer) any(of map[string]facts) *term.Term {
	var out []*term.Term
	for _, key := range slices.Sorted(maps.Keys(of)) {
		out = append(out, c.term(of[key]))
	}
	return c.terms.Or(out...)
}

// regions are those of a location: 0 is none.
type regions struct{ in, out int }

// write makes a graph.
func (c *writer) write(key graphKey) *verdict.Graph {
	f := key.of.function
	rigid := c.rigid(f)
	g := &verdict.Graph{Function: f.Name, Exit: key.exit, Post: c.terms.True(), Trees: map[int]*verdict.SplitTree{}}
	var handed []*term.Term
	for sym, r := range rigid {
		g.Rigid = append(g.Rigid, r)
		handed = append(handed, c.terms.Eq(r, sym))
	}
	slices.SortFunc(g.Rigid, func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	g.Trees[verdict.ExitLocation] = &verdict.SplitTree{Region: 0}
	if key.exit == verdict.ReturnExit {
		g.Post = c.terms.Not(c.terms.Substitute(c.any(key.of.exits), rigid))
		g.Trees[verdict.ExitLocation] = &verdict.SplitTree{Pred: g.Post, Yes: &verdict.SplitTree{Region: 0}, No: &verdict.SplitTree{Region: 1}}
	}
	at, next := make([]regions, len(f.Blocks)), 2
	for i := range f.Blocks {
		known := c.terms.And(append(slices.Clone(handed), c.any(key.of.at[i]))...)
		switch {
		case known.IsTrue():
			at[i] = regions{in: next}
			g.Trees[i] = &verdict.SplitTree{Region: next}
		case known.IsFalse():
			at[i] = regions{out: next}
			g.Trees[i] = &verdict.SplitTree{Region: next}
		default:
			at[i] = regions{next, next + 1}
			g.Trees[i] = &verdict.SplitTree{Pred: known, Yes: &verdict.SplitTree{Region: next}, No: &verdict.SplitTree{Region: next + 1}}
		}
		next += 2
	}
	g.NotMay = []int{at[f.Entry().Index].in}
	for _, b := range f.Blocks {
		c.leaveOut(g, key.of, b, at)
	}
	return g
}

// leaveOut writes down the absent edges out of a block.
func (c *writer) leaveOut(g *verdict.Graph, of *summary, b *ir.Block, at []regions) {
	from := at[b.Index].in
	if from == 0 {
		return
	}
	absent := func(to, target int, uses []verdict.Use) {
		g.Absent = append(g.Absent, verdict.AbsentEdge{From: from, To: to, Block: b.Index, Target: target, Uses: uses})
	}
	var returns []verdict.Use
	if call := b.Call(); call != nil && c.function(call.Callee).enters {
		var fails []verdict.Use
		meaning := c.meaning(call)
		for _, callee := range calledIn(of, b) {
			returns = append(returns, verdict.Use{Graph: c.graph(callee, verdict.ReturnExit), Rigid: meaning})
			if call.Callee.CanError && g.Exit == verdict.ErrorExit {
				fails = append(fails, verdict.Use{Graph: c.graph(callee, verdict.ErrorExit), Rigid: meaning})
			}
		}
		if len(fails) > 0 {
			absent(0, verdict.CalleeFails, fails)
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
		if g.Exit == verdict.ReturnExit {
			absent(0, 0, returns)
		}
	case *ir.Error, *ir.Unsupported:
		if g.Exit == verdict.ErrorExit {
			absent(0, 0, returns)
		}
	}
}

// calledIn are the activations that are entered at a call.
func calledIn(of *summary, b *ir.Block) (out []*summary) {
	for _, key := range slices.Sorted(maps.Keys(of.at[b.Index])) {
		if callee := of.calls[b.Index][key]; callee != nil && !slices.Contains(out, callee) {
			out = append(out, callee)
		}
	}
	return out
}

// meaning gives the rigid symbols of a callee the terms that they stand for at a call.
func (c *writer) meaning(call *ir.Call) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	rigid := c.rigid(c.function(call.Callee))
	for k, p := range call.Callee.Params {
		if r := rigid[p.Sym]; r != nil {
			out[r] = call.Args[k]
		}
	}
	return out
}
