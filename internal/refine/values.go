package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// This file finds predicates where inputs of a block cannot be eliminated.

// byValues is the last resort where inputs of the block cannot be eliminated: it looks for facts of the
// tested state (the region's literals, the values that the path fixes) that contradict the demands
// whatever the inputs are. rho is the negation of those in the core: false if the demands contradict
// themselves. Cells of maps are few at first: most of what is left to this fails with any number of them.
func (x *splitter) byValues(b *ir.Block, at *concolic.State, demands []Demand) *term.Term {
	n := x.regionOf(at)
	if n == nil {
		return nil
	}
	free, _ := x.engine.Unrestricted(b, demands)
	for _, most := range []int{fewCells, manyCells} {
		facts, cut := x.valuesAt(at, free, most)
		for _, literal := range n.Literals() {
			if v := x.SymbolicAt(at.Path, literal); v.IsTrue() {
				facts = append(facts, literal)
			}
		}
		answer := x.engine.AskAnywhere(free, facts, x.Label("by values"))
		if answer.Status == solver.Unsat {
			core := make([]*term.Term, 0, len(answer.Core))
			for _, i := range answer.Core {
				core = append(core, facts[i])
			}
			return x.engine.terms.Not(x.engine.terms.And(core...))
		}
		if !cut {
			return nil
		}
	}
	return nil
}

// fewCells and manyCells are how many cells of one map are looked at. A table of functions that are called through it
// may have hundreds, and that each of them is one takes all.
const (
	fewCells  = 128
	manyCells = 1024
)

// valuesAt lists the values that a path fixes of the variables in some terms, and of at most so many cells of each map.
// cut says that a map has more.
func (x *paths) valuesAt(at *concolic.State, terms []*term.Term, most int) (facts []*term.Term, cut bool) {
	seen := map[*term.Term]bool{}
	for _, t := range terms {
		for _, sym := range t.Vars() {
			if _, _, ok := x.engine.slots.Of(sym); !ok || seen[sym] {
				continue
			}
			seen[sym] = true
			now := x.SymbolicAt(at.Path, sym)
			if now.IsConst() {
				facts = append(facts, x.engine.terms.Eq(sym, now))
			} else if sym.Sort().Kind == term.KindArray {
				cells := x.engine.knownCells(sym, now, most)
				facts, cut = append(facts, cells...), cut || len(cells) >= most
			}
		}
	}
	return facts, cut
}

// knownCells lists at most so many cells of an array that hold constants on the path: written, or zero since the
// start.
func (e *Engine) knownCells(array, now *term.Term, most int) []*term.Term {
	var facts []*term.Term
	seen := map[*term.Term]bool{}
	know := func(index, value *term.Term) {
		if !seen[index] && value.IsConst() {
			facts = append(facts, e.terms.Eq(e.terms.Select(array, index), value))
		}
		seen[index] = true
	}
	for ; now.Op() == term.OpStore && len(facts) < most; now = now.Args()[0] {
		if !now.Args()[1].IsConst() {
			return facts
		}
		know(now.Args()[1], now.Args()[2])
	}
	for _, r := range e.queries.CellsAtStart(now) {
		for a := r.From; a < r.To && len(facts) < most; a += uint64(r.CellBytes) {
			know(e.terms.BVConst(now.Sort().Index.Width, a), e.terms.BVConst(now.Sort().Elem.Width, r.Value))
		}
	}
	return facts
}
