package baseline

import (
	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/verdict"
)

// Directed is directed testing as a turn beside searches: tests are made as DART makes them, but the branches of the
// program have turns, and the one that was tried least often comes next. So what lies behind a row of comparisons (a
// keyword, a header) is found by about as many tests as there are comparisons, and no loop is followed for ever. It
// gives up where nothing is left to try, and proves nothing.
type Directed struct{}

// edge is a way on from a block, on whatever path.
type edge struct {
	from *ir.Block
	move concolic.Move
}

// turns are branches that wait, by their edges.
type turns struct {
	edges   []edge // in the order in which tests came to them
	waiting map[edge][]branch
	pushed  map[branch]bool
	tried   map[edge]int

	later     []branch // those that were tried with the places of memory that the test before accessed
	elsewhere bool     // only these are left
}

// Answer implements refine.Strategy.
func (Directed) Answer(x *refine.Explorer) (refine.Result, bool) {
	over := refine.Result{Kind: refine.Unknown, Reason: verdict.Divergence}
	e := x.Engine()
	t := &turns{waiting: map[edge][]branch{}, pushed: map[branch]bool{}, tried: map[edge]int{}}
	start := e.Forest.Origin()
	if start == nil {
		return over, true
	}
	end, err := e.Forest.RunTest(start)
	for err == nil {
		x.Update()
		if x.Fulfilled() != nil {
			return refine.Result{Kind: refine.Must, State: x.Fulfilled()}, true
		}
		x.Check()
		if end != nil {
			t.add(end.Path)
			end = nil
		}
		if reason := e.Stopped(); reason != "" {
			return refine.Result{Kind: refine.Unknown, Reason: reason}, true
		}
		b, ok := t.next()
		if t.elsewhere = !ok; t.elsewhere {
			if b, ok = t.again(); !ok {
				break
			}
		}
		next := b.from.Child(b.move)
		if len(next.States) > 0 || next.Depth > longestPath {
			continue
		}
		e.Stats.Iterations++
		end, err = t.take(x, b, next)
	}
	return over, true
}

// take runs a test along a path. It accesses memory where the test before did: where a pointer may lead anywhere, a
// question about all places can take all of the time. A branch that needs another place waits until there is no other.
func (t *turns) take(x *refine.Explorer, b branch, next *concolic.Path) (end *concolic.State, err error) {
	f := x.Engine().Forest
	path, assume := f.Constraint(next.Parent), branchConditions(f, next)
	if !t.elsewhere && x.Engine().Options.Features.Has(feature.FixedIndices) {
		base := f.PlanOf(next.Parent.States[0].Test)
		var fixed bool
		if path, assume, fixed = f.FixIndices(next, base, path, assume); fixed {
			t.later = append(t.later, b)
		}
	}
	end, _, err = askBranch(x, next, path, assume)
	return end, err
}

// add has the branches wait that lead off the path of a test.
func (t *turns) add(p *concolic.Path) {
	for _, q := range append([]*concolic.Path{p.Root()}, p.Steps()...) {
		if q.Location == verdict.ExitLocation {
			continue
		}
		block := q.Activation.Function.Blocks[q.Location]
		branches, ok := block.Terminator.(*ir.Goto)
		if !ok || block.Call() != nil || len(branches.Targets) < 2 {
			continue
		}
		for i := range branches.Targets {
			m := concolic.Move{Kind: concolic.StepMove, Target: i}
			at, b := edge{block, m}, branch{q, m}
			if c := q.Known(m); t.pushed[b] || c != nil && len(c.States) > 0 {
				continue
			}
			t.pushed[b] = true
			if _, known := t.waiting[at]; !known {
				t.edges = append(t.edges, at)
			}
			t.waiting[at] = append(t.waiting[at], b)
		}
	}
}

// next is the branch that has its turn: the latest of those at the edge that was tried least often.
func (t *turns) next() (next branch, ok bool) {
	var best edge
	for _, at := range t.edges {
		if len(t.waiting[at]) > 0 && (!ok || t.tried[at] < t.tried[best]) {
			best, ok = at, true
		}
	}
	if !ok {
		return next, false
	}
	last := len(t.waiting[best]) - 1
	next = t.waiting[best][last]
	t.waiting[best] = t.waiting[best][:last]
	t.tried[best]++
	return next, true
}

// again is the first of the branches that wait for other places.
func (t *turns) again() (next branch, ok bool) {
	if len(t.later) == 0 {
		return next, false
	}
	next, t.later = t.later[0], t.later[1:]
	return next, true
}
