package simulation

import (
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
	told := map[*term.Term]bool{}
	for _, a := range f.contexts {
		for _, exit := range a.exits {
			for _, known := range exit {
				for _, t := range []*term.Term{c.subjects[known.subject].index, known.value} {
					if t != nil {
						for _, sym := range t.Vars() {
							told[sym] = true
						}
					}
				}
			}
		}
	}
	f.rigid = map[*term.Term]*term.Term{}
	for _, p := range f.Params {
		if told[p.Sym] {
			f.rigid[p.Sym] = c.terms.Fresh("handed "+p.Name, p.Sort)
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

// write makes a graph.
func (c *writer) write(key graphKey) *verdict.Graph {
	f, rigid := key.of.function, c.rigid(key.of.function)
	claims := verdict.Claims{
		Function: f.Function, Exit: key.exit, At: make([]*term.Term, len(f.Blocks)),
		Uses: func(b *ir.Block) (returns, fails []verdict.Use) { return c.uses(key, b) },
	}
	var handed []*term.Term
	for _, p := range f.Params {
		if r := rigid[p.Sym]; r != nil {
			claims.Rigid = append(claims.Rigid, r)
			handed = append(handed, c.terms.Eq(r, p.Sym))
		}
	}
	if key.exit == verdict.ReturnExit {
		claims.Post = c.terms.Not(c.terms.Substitute(c.any(key.of.exits), rigid))
	}
	for i := range f.Blocks {
		claims.At[i] = c.terms.And(append(slices.Clone(handed), c.any(key.of.at[i]))...)
	}
	return claims.Graph(c.terms)
}

// uses are the claims about a callee that a step over its call relies on.
func (c *writer) uses(key graphKey, b *ir.Block) (returns, fails []verdict.Use) {
	call := b.Call()
	if !c.function(call.Callee).enters {
		return nil, nil
	}
	meaning := c.meaning(call)
	for _, callee := range calledIn(key.of, b) {
		returns = append(returns, verdict.Use{Graph: c.graph(callee, verdict.ReturnExit), Rigid: meaning})
		if call.Callee.CanError && key.exit == verdict.ErrorExit {
			fails = append(fails, verdict.Use{Graph: c.graph(callee, verdict.ErrorExit), Rigid: meaning})
		}
	}
	return returns, fails
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
