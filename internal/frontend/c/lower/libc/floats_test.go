package libc

import (
	"math"
	"math/rand/v2"
	"testing"

	"yogi/internal/term"
)

// TestExactRest compares the rest of constants with the standard library's, which is exact too: of numbers of all
// sizes, and of some whose quotient lies in the middle between two whole numbers.
func TestExactRest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	terms := term.NewBuilder()
	constant := func(x float64) *term.Term {
		return terms.FloatConst(term.BVValue(64, math.Float64bits(x)), 11, 53)
	}
	for range 20_000 {
		x, y := math.Float64frombits(random.Uint64()), math.Float64frombits(random.Uint64())
		switch random.IntN(4) {
		case 0:
			x, y = float64(random.IntN(41)-20)/2, float64(random.IntN(13)-6)
		case 1:
			x = math.Float64frombits(math.Float64bits(y) + uint64(random.IntN(9)<<50))
		}
		if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(y) || y == 0 {
			continue
		}
		if r := exactRest(terms, constant(x), constant(y), true); r != constant(math.Mod(x, y)) {
			t.Fatalf("fmod(%v, %v) is %v and not %v", x, y, math.Mod(x, y), r)
		}
		if r := exactRest(terms, constant(x), constant(y), false); r != constant(math.Remainder(x, y)) {
			t.Fatalf("remainder(%v, %v) is %v and not %v", x, y, math.Remainder(x, y), r)
		}
	}
}
