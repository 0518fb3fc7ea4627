package term_test

import (
	"fmt"
	"testing"

	"yogi/internal/term"
)

// names gives values to variables by name.
type names map[string]term.Value

func (n names) Lookup(v *term.Term) (term.Value, bool) { value, ok := n[v.Name()]; return value, ok }

func (n names) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// TestQuantifierOverSharedTerms: what a body shares is computed once for each value of the bound variables, and what
// does not have them once for all, though it may have so many other variables that a mask tells nothing. Without, the
// body below is computed more often than there are atoms.
func TestQuantifierOverSharedTerms(t *testing.T) {
	b := term.NewBuilder()
	byteSort := b.BV(8)
	values := names{}
	sum := b.BVConst(8, 0)
	for i := range 200 {
		name := fmt.Sprintf("v%d", i)
		values[name] = term.BVValue(8, uint64(i))
		sum = b.BVXor(b.BVAdd(sum, b.Var(name, byteSort)), b.BVMul(sum, b.BVConst(8, uint64(2*i+3))))
	}
	x, y := b.Var("x", byteSort), b.Var("y", byteSort)
	twice := func(from *term.Term) *term.Term {
		for i := range 100 {
			from = b.BVAdd(b.BVMul(from, b.BVConst(8, uint64(2*i+3))), b.BVXor(from, b.BVConst(8, uint64(i+1))))
		}
		return from
	}
	open := twice(b.BVXor(sum, b.BVMul(x, y)))
	at := func(xv, yv uint64) term.Value {
		values["x"], values["y"] = term.BVValue(8, xv), term.BVValue(8, yv)
		v, err := term.NewEvaluator().Eval(open, values)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	meets := func(want term.Value) bool {
		found := false
		for xv := range uint64(4) {
			for yv := range uint64(4) {
				found = found || at(xv, yv).Equal(want)
			}
		}
		return found
	}
	four := b.BVConst(8, 4)
	for _, c := range []uint64{0, 1, 77, at(2, 3).Uint64(), at(3, 1).Uint64()} {
		want := term.BVValue(8, c)
		body := b.And(b.BVUlt(x, four), b.BVUlt(y, four), b.Eq(open, b.Const(want)))
		exists := b.Exists([]*term.Term{x, y}, body, nil)
		expected := meets(want)
		// The variables have values outside of the quantifier, too.
		got, err := term.NewEvaluator().Holds(b.And(b.Eq(open, b.Const(at(1, 2))), exists), values)
		if err != nil || got != expected {
			t.Fatalf("%d: %v, want %v (%v)", c, got, expected, err)
		}
		if got, err = term.NewEvaluator().Holds(b.Forall([]*term.Term{x}, b.Forall([]*term.Term{y}, b.Not(body), nil), nil), values); err != nil || got == expected {
			t.Fatalf("%d: no such values: %v, want %v (%v)", c, got, !expected, err)
		}
	}
}
