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

// write makes a graph.
func (c *writer) write(key graphKey) *verdict.Graph {
	f := key.function
	claims := verdict.Claims{
		Function: f, Exit: key.exit, Rigid: c.rigidIn(f), At: make([]*term.Term, len(f.Blocks)),
		Uses: func(b *ir.Block) (returns, fails []verdict.Use) { return c.uses(key.exit, b) },
	}
	if key.exit == verdict.ReturnExit {
		claims.Post = c.terms.Not(c.terms.And(c.needed[c.points[f].returned]...))
	}
	for i, p := range c.points[f].blocks {
		claims.At[i] = c.terms.And(append(c.entered(f, claims.Rigid, i == f.Entry().Index), c.needed[p]...)...)
	}
	return claims.Graph(c.terms)
}

// uses are the claims about a callee that a step over its call relies on.
func (c *writer) uses(exit verdict.Exit, b *ir.Block) (returns, fails []verdict.Use) {
	call := b.Call()
	if call.Callee.CanError && exit == verdict.ErrorExit {
		fails = []verdict.Use{{Graph: c.graph(call.Callee, verdict.ErrorExit), Rigid: c.meaning(call, nil)}}
	}
	for _, frame := range c.frames[b] {
		returns = append(returns, verdict.Use{Graph: c.graph(call.Callee, verdict.ReturnExit), Rigid: c.meaning(call, frame)})
	}
	return returns, fails
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
