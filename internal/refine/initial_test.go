package refine

import (
	"slices"
	"testing"
)

// The conditions that are carried over a block are some of the conjuncts of a term, which stays what it is.
func TestDemandBeforeLeavesTermsAlone(t *testing.T) {
	e := engineFor(t, adder)
	terms := e.terms
	cells := terms.Array(terms.BV(8), terms.BV(8))
	m, n, k := terms.Var("m", cells), terms.Var("n", cells), terms.Var("k", terms.BV(8))
	written := terms.Eq(terms.Store(m, k, k), n)
	demand := terms.And(written, terms.BVUlt(k, terms.BVConst(8, 5)), terms.Ne(m, n))
	b := e.Program.Entry.Blocks[0]
	steps := &substitution{engine: e}
	for range 2 {
		carried := steps.demandBefore(b, len(b.Instructions)+1, demand)
		if len(carried) != 2 || slices.ContainsFunc(carried, hasStore) {
			t.Errorf("%v is carried", carried)
		}
		if err := terms.Intact(); err != nil {
			t.Fatal(err)
		}
	}
}
