// Package unfold follows all paths of a program from its entry to their ends, one after the other, over terms.
//
// It is for programs, or questions about programs, that need no facts about loops: without inputs
// there is one path, and with few inputs, or loops of few rounds, there are few. A path branches
// only where a condition depends on an input. Of the edges there those are cut that no run takes,
// which a solver says; where every path ends without an error the cuts are a proof
// (verdict.Unfolding), which package certify follows again. Where a path gets to an error that a
// run may take, or the limits are reached, nothing is said: finding tests and facts is the search's
// work.
//
// Read paths.run first.
package unfold

import (
	"context"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Limits bound the work. All of them are on the paths of a program together.
type Limits struct {
	Blocks  int // executed
	Queries int // put to the solver
}

// Outcome is the result of following the paths.
type Outcome struct {
	// Unfolding is the proof that the program reaches no error, nil if there is none.
	Unfolding *verdict.Unfolding
	// Unrolling is the same of Joined.
	Unrolling *verdict.Unrolling
	// Blocks and Paths count what was executed, Queries what the solver was asked.
	Blocks, Paths, Queries int
	// Straight: there was no branch that depends on an input, up to the end or to a limit.
	Straight bool
}

// Run follows the paths of a program whose memory is lowered and whose calls are alone in their blocks.
func Run(ctx context.Context, p *ir.Program, s solver.Solver, limits Limits) Outcome {
	w := &paths{ctx: ctx, program: p, terms: p.Terms, solver: s, limits: limits}
	start, ok := w.start()
	if ok && w.run(start) {
		w.out.Unfolding = &verdict.Unfolding{Blocks: w.out.Blocks, Cuts: w.cuts}
	}
	w.out.Straight = ok && w.edges == 0 && w.out.Queries == 0
	return w.out
}

// paths is the walk over the paths.
type paths struct {
	ctx     context.Context
	program *ir.Program
	terms   *term.Builder
	solver  solver.Solver
	limits  Limits
	out     Outcome
	// edges counts the edges of branches that depend on inputs, in the order in which they are come
	// to; cuts are the numbers of those that no run takes.
	edges int
	cuts  []int
}

// run follows all paths from a state, the first edge of a branch first. It says whether all of them
// ended without an error.
func (w *paths) run(start *state) bool {
	for open := []*state{start}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		next, ok := w.follow(s)
		if !ok {
			return false
		}
		for i := len(next) - 1; i >= 0; i-- {
			open = append(open, next[i])
		}
	}
	return true
}

// follow executes a path up to its next branch, and returns the states behind it; none where the
// path has ended. ok is false if it got to an error, or the limits are reached.
func (w *paths) follow(s *state) (next []*state, ok bool) {
	for {
		if w.out.Blocks++; w.out.Blocks > w.limits.Blocks || w.ctx.Err() != nil {
			return nil, false
		}
		b := s.top.block
		if call := callOf(b); call != nil && !s.top.returned {
			s.call(call, sem.Bind(s, call))
			continue
		}
		s.top.returned = false
		if callOf(b) == nil && sem.Execute(s, b) >= 0 {
			w.out.Paths++
			return nil, true
		}
		switch t := b.Terminator.(type) {
		case *ir.Goto:
			edges := s.edges(t)
			if len(edges) == 1 && edges[0].guard.IsTrue() {
				s.top.block = edges[0].target
				continue
			}
			return w.branch(s, edges)
		case *ir.Return:
			if s.top.caller == nil {
				w.out.Paths++
				return nil, true
			}
			s.leave()
		case *ir.Halt:
			w.out.Paths++
			return nil, true
		default: // an error, or what is not modelled
			w.out.Paths++
			return nil, w.excluded(s.conditions, nil)
		}
	}
}

// callOf is the call of a call block, nil of others.
func callOf(b *ir.Block) *ir.Call {
	if len(b.Instructions) != 1 {
		return nil
	}
	call, _ := b.Instructions[0].(*ir.Call)
	return call
}

// edge is an edge that a run may take as far as its guard's form shows.
type edge struct {
	target *ir.Block
	guard  *term.Term
}

// branch are the states behind those edges of a branch that are not cut.
func (w *paths) branch(s *state, edges []edge) (next []*state, ok bool) {
	if len(edges) == 0 {
		w.out.Paths++
	}
	for i, e := range edges {
		number := w.edges
		w.edges++
		// The last edge needs no question where all others are cut: a path that nothing takes ends there all the same.
		if !e.guard.IsTrue() && (i < len(edges)-1 || len(next) > 0) && w.excluded(s.conditions, e.guard) {
			w.cuts = append(w.cuts, number)
			continue
		}
		if w.out.Queries > w.limits.Queries {
			return nil, false
		}
		behind := s
		if i < len(edges)-1 {
			behind = s.clone()
		}
		behind.require(e.guard)
		behind.top.block = e.target
		next = append(next, behind)
	}
	return next, true
}

// excluded says that no run satisfies the conditions of a path and of an edge.
func (w *paths) excluded(conditions []*term.Term, guard *term.Term) bool {
	path := conditions[:len(conditions):len(conditions)]
	if guard != nil {
		path = append(path, guard)
	}
	if len(path) == 0 {
		return false
	}
	w.out.Queries++
	answer := w.solver.Check(w.ctx, solver.Query{Path: path, Label: "unfold", StatusOnly: true})
	return answer.Status == solver.Unsat
}
