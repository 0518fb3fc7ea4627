// Package unfold follows all paths of a program from its entry to their ends, one after the other, over terms.
//
// It is for programs, or questions about programs, that need no facts about loops: without inputs
// there is one path, and with few inputs, or loops of few rounds, there are few. A path branches
// only where a condition depends on an input. Of the edges there those are cut that no run takes,
// which a solver says. A path that comes to a loop in a state in which another came there before
// ends, since all that it could do is followed already: a machine that goes round for ever, through
// modes of which there are few, has few paths too. Where every path ends without an error the cuts
// are a proof (verdict.Unfolding), which package certify follows again. Where a run gets to an
// error it is a test, if Limits asks for one. Where the limits are reached nothing is said.
//
// Joined does the same with paths that meet joined to one, so that loops can be unrolled (joined.go).
//
// Read paths.run first, then arrivals.go.
package unfold

import (
	"context"
	"slices"

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
	// States: of paths that come to a loop in the same state one is followed.
	States bool
	// Loose: conditions are left behind at a loop that have a symbol of which nothing is said but by conditions. More
	// states are one then, and something may be lost that excludes an error.
	Loose bool
	// Tests: a test is made of a path to an error.
	Tests bool
	// Ahead: the program is run on values before its paths are followed. Where there is one path that is several times
	// faster than to follow it, and an error at its end is a test.
	Ahead bool
}

// Outcome is the result of following the paths.
type Outcome struct {
	// Unfolding is the proof that the program reaches no error, nil if there is none.
	Unfolding *verdict.Unfolding
	// Unrolling is the same of Joined.
	Unrolling *verdict.Unrolling
	// Test, if set, reaches an error.
	Test *verdict.Test
	// Blocks and Paths count what was executed, Queries what the solver was asked.
	Blocks, Paths, Queries int
	// Arrivals at loops are those that were in a state of their own, Returns those in a state in which a path came
	// there before; in Concrete of the first all that matters is constant.
	Arrivals, Returns, Concrete int
	// Straight: no branch was taken in more ways than one, up to the end or to a limit, but for a few orders of
	// evaluation.
	Straight bool
}

// Returning says that paths often came to loops in states in which others came there before, or that their states
// had but constants in them: there may be few states.
func (o Outcome) Returning() bool {
	return o.Returns > 0 && o.Returns*returning >= o.Arrivals || o.Queries > 0 && o.Arrivals > 1 && o.Concrete == o.Arrivals
}

// returning is one of how many paths has to come back.
const returning = 4

// mostReordered is how often a walk may fork by an order of evaluation and still be about one path: the calls of a sum
// are made in either order, and each takes the same path in both.
const mostReordered = 7

// Run follows the paths of a program whose memory is lowered and whose calls are alone in their blocks.
func Run(ctx context.Context, p *ir.Program, s solver.Solver, limits Limits) Outcome {
	return NewWalk(p, limits).Run(ctx, s)
}

// Walk is the walk of Run, which goes on where it was if its time was over before its end.
type Walk struct {
	paths paths
	begun bool
	over  bool // it came to its end, or to an error or another limit
}

// NewWalk is the walk over the paths of a program that Run is about, at its beginning.
func NewWalk(p *ir.Program, limits Limits) *Walk {
	w := &Walk{paths: paths{program: p, terms: p.Terms, limits: limits}}
	if limits.States {
		w.paths.arrivals = newArrivals(p)
	}
	return w
}

// Run follows paths until all have ended, one got to an error, a limit is reached, or the context ends. What it returns
// is about the whole walk.
func (w *Walk) Run(ctx context.Context, s solver.Solver) Outcome {
	w.paths.ctx, w.paths.solver = ctx, s
	if !w.begun {
		w.begun = true
		if w.paths.limits.Ahead && w.paths.failsAhead() {
			w.over = true
			return w.paths.out
		}
		start := w.paths.start()
		start.binds = true
		w.paths.waiting = []*state{start}
	}
	if !w.over {
		done := w.paths.run()
		w.over = done || w.paths.cutOff == nil
		if done {
			w.paths.out.Unfolding = &verdict.Unfolding{Blocks: w.paths.out.Blocks, Cuts: w.paths.cuts, Kept: w.paths.arrivals.places(), Loose: w.paths.limits.Loose}
		}
		w.paths.out.Straight = !w.paths.forked && w.paths.reordered <= mostReordered
	}
	return w.paths.out
}

// paths is the walk over the paths.
type paths struct {
	ctx      context.Context
	program  *ir.Program
	terms    *term.Builder
	solver   solver.Solver
	limits   Limits
	out      Outcome
	arrivals *arrivals // at loops; nil: paths do not end there
	waiting  []*state  // at loops, the first to come first
	open     []*state  // behind branches, the last to come first
	cutOff   *state    // the path that was followed when the context ended; nil: it did not
	axioms   []*term.Term
	asking   slicing
	// edges counts the edges of branches that depend on inputs, and the paths that begin to wait, in
	// the order in which they are come to; cuts are the numbers of those that no run takes.
	edges int
	cuts  []int
	// forked: edges of one branch were taken that exclude each other; reordered counts the branches of which that was
	// so since operands are evaluated in either order, which is no fork.
	forked    bool
	reordered int
}

// run follows all paths there are. Those that begin at a loop have their turn in the order in
// which they came there, and behind a branch the first edge is followed first. It says whether all
// of them ended without an error.
func (w *paths) run() bool {
	if w.cutOff != nil {
		w.open = append(w.open, w.cutOff)
		w.cutOff = nil
	}
	for len(w.open) > 0 || len(w.waiting) > 0 {
		if len(w.open) == 0 {
			w.open, w.waiting = append(w.open, w.waiting[0]), w.waiting[1:]
		}
		s := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		next, ok := w.follow(s)
		if !ok {
			return false
		}
		slices.Reverse(next)
		w.open = append(w.open, next...)
	}
	return true
}

// follow executes a path up to its next branch, and returns the states behind it; none where the
// path has ended, or waits at a loop. ok is false if it got to an error, or the limits are reached.
func (w *paths) follow(s *state) (next []*state, ok bool) {
	for {
		if w.ctx.Err() != nil {
			w.cutOff = s
			return nil, false
		}
		if w.out.Blocks++; w.out.Blocks > w.limits.Blocks {
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
				if s.take(t, edges[0]); w.waits(s) {
					return nil, true
				}
				continue
			}
			return w.branch(s, t, edges)
		case *ir.Return:
			if s.top.caller == nil {
				w.out.Paths++
				return nil, true
			}
			s.leave()
		case *ir.Halt:
			w.out.Paths++
			return nil, true
		case *ir.Error:
			w.out.Paths++
			return nil, w.excluded(s.conditions, nil) || w.limits.Tests && w.fails(s)
		default: // what is not modelled
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
	number int // among the targets of the Goto
	target *ir.Block
	guard  *term.Term
}

// branch are the states behind those edges of a branch that are not cut.
func (w *paths) branch(s *state, t *ir.Goto, edges []edge) (next []*state, ok bool) {
	if len(edges) == 0 {
		w.out.Paths++
	}
	var taken []*state
	for i, e := range edges {
		number := w.edges
		w.edges++
		// The last edge needs no question where all others are cut: a path that nothing takes ends there all the same.
		if !e.guard.IsTrue() && (i < len(edges)-1 || len(taken) > 0) {
			status := w.askedOf(s, e.guard)
			if status == solver.Unsat {
				w.cuts = append(w.cuts, number)
				continue
			}
			s.assumed = s.assumed && status != solver.Sat
		}
		if w.out.Queries > w.limits.Queries {
			return nil, false
		}
		behind := s
		if i < len(edges)-1 {
			behind = s.clone()
		}
		behind.require(e.guard)
		behind.take(t, e)
		taken = append(taken, behind)
	}
	switch {
	case len(taken) <= 1:
	case s.drawn != nil && s.drawn.isOrder(edges[0].guard):
		w.reordered++
	default:
		w.forked = true
	}
	for _, behind := range taken {
		if !w.waits(behind) {
			next = append(next, behind)
		}
	}
	return next, true
}

// excluded says that no run satisfies the conditions of a path and of an edge.
func (w *paths) excluded(conditions []*term.Term, guard *term.Term) bool {
	return w.asked(conditions, guard) == solver.Unsat
}

// asked says, as far as it is known, whether a run satisfies the conditions of a path and of an edge.
func (w *paths) asked(conditions []*term.Term, guard *term.Term) solver.Status {
	path := slices.Concat(w.axioms, conditions)
	if guard != nil {
		path = append(path, guard)
	}
	if len(path) == 0 {
		return solver.Sat
	}
	if guard != nil && slices.Contains(conditions, w.terms.Not(guard)) {
		return solver.Unsat
	}
	return w.check(path)
}

// check puts a path to the solver.
func (w *paths) check(path []*term.Term) solver.Status {
	w.out.Queries++
	return w.solver.Check(w.ctx, solver.Query{Path: path, Label: "unfold", StatusOnly: true}).Status
}
