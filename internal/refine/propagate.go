package refine

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
)

// This file carries the obligations of a region backwards over the part of an abstract error path that
// no test has reached, before its frontier is worked on. A frontier says nothing of what comes behind it:
// at an unvisited block that has nothing to do with them the only reason to refute a step would be
// its branch condition, an accident of the test, and the predicates of such conditions multiply.
// Here a step is refuted by substitution alone, without a query: a state that does not meet the existential
// precondition of the obligations cannot take the step.

// substitution decides steps between regions of a graph by substitution alone.
type substitution struct {
	engine *Engine
	graph  *region.Graph
}

// propagate splits the unvisited regions from n on to the target, last first, so that each is on the
// side that can take the step after it. It reports whether the graph changed.
func (w *substitution) propagate(n *region.Node, walk *region.Backward) bool {
	var path []*region.Node
	for ; n != w.graph.Target; n = walk.Step(n).To {
		path = append(path, n)
	}
	to := w.graph.Target
	changed := false
	for _, from := range slices.Backward(path) {
		able, ok := w.carry(from, walk.Step(from).Edge, to)
		if able == nil {
			return true // the step is gone
		}
		changed = changed || ok
		to = able
	}
	return changed
}

// carry splits region s by the obligations of t, as seen before edge e; it returns the half that can take the step, s
// if there is nothing to split, or nil if the edge is gone.
func (w *substitution) carry(s *region.Node, e region.Edge, t *region.Node) (able *region.Node, changed bool) {
	terms := w.engine.terms
	have := map[*term.Term]bool{}
	for _, literal := range s.Literals() {
		have[literal] = true
		for _, part := range term.Conjuncts(literal) {
			have[part] = true
		}
	}
	var missing []*term.Term
	for _, literal := range w.carriedBefore(e, t.Obligations()) {
		switch {
		case literal.IsFalse() || have[terms.Not(literal)]:
			w.engine.Stats.ByKind["steps refuted by substitution"]++
			w.graph.Remove(s, e, t, nil)
			return nil, true
		case literal.IsTrue() || have[literal]:
			continue
		}
		for _, part := range term.Conjuncts(literal) {
			if !have[part] {
				missing = append(missing, part)
			}
		}
	}
	rho := terms.And(missing...)
	switch {
	case rho.IsTrue():
		return s, false
	case rho.IsFalse() || have[terms.Not(rho)]:
		w.graph.Remove(s, e, t, nil)
		return nil, true
	}
	w.engine.Stats.Splits++
	w.engine.Stats.ByKind["splits by substitution"]++
	able, rest := w.graph.Split(s, rho)
	w.graph.Remove(rest, e, t, nil)
	return able, true
}

// unchanged lists the literals that a call leaves alone.
func unchanged(call *ir.Call, literals []*term.Term) []*term.Term {
	touched := map[*term.Term]bool{}
	for _, v := range call.Changes() {
		touched[v.Sym] = true
	}
	var out []*term.Term
	for _, literal := range literals {
		if !slices.ContainsFunc(literal.Vars(), func(sym *term.Term) bool { return touched[sym] }) {
			out = append(out, literal)
		}
	}
	return out
}

// hasStore reports whether a write to a map is left in t: which cell it is only a path tells.
func hasStore(t *term.Term) bool {
	return t.Features()&term.HasArrays != 0 && t.HasOp(term.OpStore)
}
