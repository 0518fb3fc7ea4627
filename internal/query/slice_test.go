package query

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"yogi/internal/term"
)

// TestPathIndexFollowsPaths takes an index from path to path, as the search does, and compares it with one made
// for each path alone.
func TestPathIndexFollowsPaths(t *testing.T) {
	b := term.NewBuilder()
	random := rand.New(rand.NewSource(1))
	f := b.Func("f", []*term.Sort{b.Int()}, b.Int())
	functions := func(t *term.Term) []*term.Func {
		if t.Features()&term.HasApplications != 0 {
			return []*term.Func{f}
		}
		return nil
	}
	var symbols []*term.Term
	for i := range 12 {
		symbols = append(symbols, b.Var(fmt.Sprintf("x%d", i), b.Int()))
	}
	symbol := func() *term.Term { return symbols[random.Intn(len(symbols))] }
	atom := func() *term.Term {
		switch x, y := symbol(), symbol(); random.Intn(8) {
		case 0:
			return b.Eq(b.Apply(f, x), y)
		case 1:
			return b.Le(b.Apply(f, b.IntConst(random.Int63n(4))), b.IntConst(3)) // no symbols
		case 2:
			return b.Le(x, b.IntConst(random.Int63n(4)))
		default:
			return b.Le(x, y)
		}
	}
	index := newPathIndex(functions)
	var path []*term.Term
	for round := range 400 {
		path = slices.Clone(path[:random.Intn(len(path)+1)])
		for range random.Intn(6) {
			conjunct := atom()
			if random.Intn(3) == 0 {
				conjunct = b.And(conjunct, atom())
			}
			path = append(path, conjunct)
		}
		alone := newPathIndex(functions)
		alone.align(path)
		index.align(path)
		if !slices.Equal(index.conjuncts, alone.conjuncts) {
			t.Fatalf("round %d: conjuncts %v, alone %v", round, index.conjuncts, alone.conjuncts)
		}
		demands := []*term.Term{atom()}
		here, symbolsHere := index.connected(demands)
		there, symbolsThere := alone.connected(demands)
		if !slices.Equal(here, there) || !slices.Equal(symbolsHere, symbolsThere) {
			t.Fatalf("round %d: slice %v, alone %v", round, here, there)
		}
		in := map[*term.Term]bool{}
		for _, c := range here {
			in[c] = true
		}
		for _, x := range symbols {
			sliced := slices.Contains(symbolsHere, x)
			if !slices.Equal(index.on(x), alone.on(x)) {
				t.Fatalf("round %d: %v: conjuncts %v, alone %v", round, x, index.on(x), alone.on(x))
			}
			for _, c := range index.on(x) {
				if sliced != in[c] {
					t.Fatalf("round %d: %v of %v is in the slice %v, its conjunct %v %v", round, x, demands, sliced, c, in[c])
				}
			}
		}
	}
}
