//go:build cgo

// This file has the solvers that paths are asserted in, and which of them a query goes to. A query that has little in
// common with the one before would throw away what that one asserted, and the next asserts it again: a question about
// a block alone, between questions about a long path, most of all. So there are a few.

package z3

/*
#include <z3.h>
*/
import "C"

import "yogi/internal/term"

const (
	// queriesPerSolver is when a solver is replaced: what it learned long ago is rarely of use.
	queriesPerSolver = 2000
	// conjunctsPerScope is how many conjuncts of a path share a scope. A scope costs more than asserting a few
	// conjuncts again that the next path has too.
	conjunctsPerScope = 16
	// longStacks is how many solvers there are for long paths; shortPath is the longest path that goes to the one for
	// the others.
	longStacks = 3
	shortPath  = conjunctsPerScope
)

// stack is a solver and the conjuncts asserted in it; a scope begins before each whose number is a multiple of
// conjunctsPerScope.
type stack struct {
	solver  C.Z3_solver
	path    []*term.Term
	queries int
	latest  int  // query, of all
	isFlat  bool // it has no scopes, and so is asked once
}

// stacks are solvers of one kind.
type stacks struct {
	short   *stack
	long    []*stack
	queries int
}

// stackFor picks the solver for a path: of those for long paths the one that keeps the most, if that is half of the
// path; else a new one, or the one that was not used for longest.
func (b *Backend) stackFor(path []*term.Term) *stack {
	if len(path) <= shortPath {
		b.plain.short = b.renewed(b.plain.short, forPaths)
		return b.plain.short
	}
	b.want(path)
	best, most, oldest := -1, 0, 0
	for i, s := range b.plain.long {
		if kept := b.kept(s); kept > most {
			best, most = i, kept
		}
		if s.latest < b.plain.long[oldest].latest {
			oldest = i
		}
	}
	if 2*most < len(path) {
		best = oldest
		if len(b.plain.long) < longStacks {
			best = len(b.plain.long)
			b.plain.long = append(b.plain.long, nil)
		}
	}
	s := b.renewed(b.plain.long[best], forPaths)
	b.plain.queries++
	s.latest = b.plain.queries
	b.plain.long[best] = s
	return s
}

// renewed is s, or a new stack if s is none or old.
func (b *Backend) renewed(s *stack, tuned tuning) *stack {
	if s != nil && s.queries >= queriesPerSolver {
		b.drop(s)
		s = nil
	}
	if s == nil {
		s = &stack{solver: b.newSolver(tuned)}
	}
	return s
}

func (b *Backend) dropStacks() {
	for _, s := range b.plain.long {
		b.drop(s)
	}
	b.drop(b.plain.short)
	b.drop(b.special)
	b.plain, b.special = stacks{}, nil
}

func (b *Backend) drop(s *stack) {
	if s != nil && s.solver != nil {
		C.Z3_solver_dec_ref(b.context, s.solver)
		s.solver = nil
	}
}

// want makes a path the one that is to be asserted.
func (b *Backend) want(path []*term.Term) {
	b.wanted.Clear()
	for _, t := range path {
		b.wanted.Add(t)
	}
}

// kept is how many of the conjuncts asserted in s, from the first on, are wanted.
func (b *Backend) kept(s *stack) int {
	n := 0
	for n < len(s.path) && b.wanted.Has(s.path[n]) {
		n++
	}
	return n
}

// align makes the asserted conjuncts those of the path. They are kept up to the first that the path has not,
// whatever their order: a path with a few more conjuncts in between, and the one without them after it, cost these
// alone. It ends early, and says so, when the query's time is over: an interrupt ends at most what Z3 is doing, and a
// long path is many calls.
func (b *Backend) align(s *stack, path []*term.Term) (aligned bool) {
	b.want(path)
	kept := b.kept(s)
	if kept < len(s.path) {
		whole := kept / conjunctsPerScope
		scopes := (len(s.path) + conjunctsPerScope - 1) / conjunctsPerScope
		C.Z3_solver_pop(b.context, s.solver, C.uint(scopes-whole))
		s.path = s.path[:whole*conjunctsPerScope]
	}
	for _, t := range s.path {
		b.wanted.Remove(t)
	}
	for _, t := range path {
		if !b.wanted.Remove(t) {
			continue
		}
		if b.over.Load() {
			return false
		}
		a := b.translate(t)
		if !s.isFlat && len(s.path)%conjunctsPerScope == 0 {
			C.Z3_solver_push(b.context, s.solver)
		}
		C.Z3_solver_assert(b.context, s.solver, a)
		b.checkError("assert")
		s.path = append(s.path, t)
	}
	b.releaseTemps()
	return true
}
