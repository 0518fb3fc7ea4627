package tree

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestContradiction: there is one exactly if no value of the parameter keeps to all requirements.
func TestContradiction(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	relations := []string{"<", "<=", ">", ">=", "==", "!="}
	found := 0
	for range 3000 {
		isSigned := r.IntN(2) == 0
		low, high := int64(0), int64(255)
		if isSigned {
			low, high = -128, 127
		}
		f := &FunctionDef{Params: []*Object{{Type: &Type{Kind: Integer, Size: 1, Signed: isSigned}}}}
		for range 1 + r.IntN(5) {
			limit := low + r.Int64N(4)
			if r.IntN(2) == 0 {
				limit = high - r.Int64N(4)
			}
			f.Requires = append(f.Requires, Requirement{Relation: relations[r.IntN(6)], Limit: big.NewInt(limit)})
		}
		some := false
		for n := low; n <= high; n++ {
			keeps := true
			for _, q := range f.Requires {
				sign := big.NewInt(n).Cmp(q.Limit)
				keeps = keeps && map[string]bool{"<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0, "==": sign == 0, "!=": sign != 0}[q.Relation]
			}
			some = some || keeps
		}
		if got := f.Contradiction() != nil; got == some {
			t.Fatalf("%v (signed: %v): contradiction %v, and some number keeps to it: %v", f.Requires, isSigned, got, some)
		}
		if !some {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d of the contracts are contradictory", found)
	}
}
