package induction

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestOrdersInMerged: the orders in a formula are found by its parts, however often these are shared.
func TestOrdersInMerged(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Var("x", b.BV(32)), b.Var("y", b.BV(32))
	if orders := ordersIn(termtest.Nested(b, b.BVUlt(x, y))); len(orders) != 1 || orders[0].less != x || orders[0].than != y {
		t.Errorf("%d orders", len(orders))
	}
}
