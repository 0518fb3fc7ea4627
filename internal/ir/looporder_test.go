package ir_test

import (
	"slices"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// nested has a loop in a loop; what is behind the inner one has a smaller index than its body, and
// JUMP may lead into it.
const nested = `language "c"
entry main
function main {
  local |main::x| Bool
  block 0 ""
    goto JUMP
  block 1 "outer"
    goto |main::x| 4 (not |main::x|) 5
  block 2 "behind the inner one"
    goto true 1
  block 3 "body"
    goto true 4
  block 4 "inner"
    goto |main::x| 3 (not |main::x|) 2
  block 5 ""
    return
}
`

// TestLoopOrder: a run visits places in their order, a round of the outer loop begins the rounds of
// the inner one anew, and a loop that is entered elsewhere than at its head has no order.
func TestLoopOrder(t *testing.T) {
	parse := func(jump string) *ir.Function {
		p, err := ir.Parse(strings.ReplaceAll(nested, "JUMP", jump), term.NewBuilder())
		if err != nil {
			t.Fatal(err)
		}
		return p.Entry
	}
	f := parse("true 1")
	order := f.LoopOrder()
	if order == nil {
		t.Fatal("no order")
	}
	at, rounds := f.Blocks[0], order.Start(f)
	var before []int
	for i, next := range []int{1, 4, 3, 4, 3, 4, 2, 1, 4, 2, 1, 5} {
		to := f.Blocks[next]
		rounds = order.Rounds(at, rounds, to)
		at = to
		place := order.Place(at, rounds)
		if slices.Compare(before, place) >= 0 {
			t.Errorf("step %d: %v is not behind %v", i, place, before)
		}
		before = place
		want := map[int][]int{0: {0}, 1: {0, 0}, 3: {0, 1}, 5: {0, 2}, 6: {0}, 7: {1}, 8: {1, 0}, 11: {}}[i]
		if want != nil && !slices.Equal(rounds, want) {
			t.Errorf("step %d is in the rounds %v, not %v", i, rounds, want)
		}
		if again := order.Again(at, rounds); again != slices.Contains([]int{3, 5, 7, 10}, i) {
			t.Errorf("step %d begins a further round: %t", i, again)
		}
	}
	if parse("|main::x| 1 (not |main::x|) 3").LoopOrder() != nil {
		t.Error("a loop with two entries has an order")
	}
}
