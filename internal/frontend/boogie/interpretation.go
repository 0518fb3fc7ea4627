package boogie

import (
	"math"
	"math/big"

	"yogi/internal/term"
)

// Function is the meaning of an uninterpreted function: total and without state.
type Function func(args []term.Value) term.Value

// Interpretation gives uninterpreted functions over the integers a fixed meaning, by name. A run found under
// an interpretation is a run of the program only if the axioms hold under it: Satisfies.
type Interpretation map[string]Function

// Apply returns the value of f at args, if the interpretation covers f: the name with integer parameters
// and the result that the meaning has. It fits term.Assignment.
func (i Interpretation) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	meaning := i[f.Name]
	if meaning == nil || !hasSignature(f) {
		return term.Value{}, false
	}
	return meaning(args), true
}

func hasSignature(f *term.Func) bool {
	want, ok := bitSignatures[f.Name]
	if !ok || len(f.Params) != want.arity || f.Result.Kind != want.result {
		return false
	}
	for _, s := range f.Params {
		if s.Kind != term.KindInt {
			return false
		}
	}
	return true
}

type signature struct {
	arity  int
	result term.Kind
}

var bitSignatures = map[string]signature{
	"BAND": {2, term.KindInt}, "BOR": {2, term.KindInt}, "BNOT": {1, term.KindInt}, "POW2": {1, term.KindBool},
	"INTDIV": {2, term.KindInt}, "INTMOD": {2, term.KindInt},
}

// bitOperations interprets the functions by which the programs of the Static Driver Verifier speak about
// bits of mathematical integers.
//
// Their axioms want 0, -2^31 and 2^0 to 2^31 in POW2, and BAND of two different members to be 0. In two's
// complement -2^31 has the bit 31 in common with 2^31, so plain bitwise and is not a model. Let s swap
// -2^31 and 2^32: then s maps the members of POW2 to 0 and to the single bits 0 to 32, and
//
//	BAND(x, y) = s(s(x) and s(y))    BOR(x, y) = s(s(x) or s(y))    BNOT(x) = s(not s(x))
//
// satisfy every axiom, because s is a bijection that keeps 0, and under it each axiom is a law of bitwise
// operations on integers where at most one bit of the members of POW2 is set.
//
// INTDIV and INTMOD are division towards zero and its remainder; no axiom speaks about them. Dividing by zero
// gives 0 and leaves the dividend.
func bitOperations() Interpretation {
	return Interpretation{
		"BAND": func(a []term.Value) term.Value {
			return bitwise(a[0], a[1], func(x, y int64) int64 { return x & y }, (*big.Int).And)
		},
		"BOR": func(a []term.Value) term.Value {
			return bitwise(a[0], a[1], func(x, y int64) int64 { return x | y }, (*big.Int).Or)
		},
		"BNOT": func(a []term.Value) term.Value {
			return bitwise(a[0], term.IntValue(-1), func(x, y int64) int64 { return x ^ y }, (*big.Int).Xor)
		},
		"POW2":   func(a []term.Value) term.Value { return term.BoolValue(isPower(a[0])) },
		"INTDIV": func(a []term.Value) term.Value { q, _ := divide(a[0], a[1]); return q },
		"INTMOD": func(a []term.Value) term.Value { _, r := divide(a[0], a[1]); return r },
	}
}

const (
	lowest  = -(int64(1) << 31)
	swapped = int64(1) << 32
)

// swap is the bijection s.
func swap(x int64) int64 {
	switch x {
	case lowest:
		return swapped
	case swapped:
		return lowest
	}
	return x
}

// bitwise computes s(op(s(x), s(y))): 64 bits of two's complement are enough when both fit.
func bitwise(x, y term.Value, small func(x, y int64) int64, large func(z, x, y *big.Int) *big.Int) term.Value {
	if x.FitsInt64() && y.FitsInt64() {
		return term.IntValue(swap(small(swap(x.Int64()), swap(y.Int64()))))
	}
	z := large(new(big.Int), swapLarge(x), swapLarge(y))
	if z.IsInt64() {
		return term.IntValue(swap(z.Int64()))
	}
	return term.BigIntValue(z)
}

func swapLarge(x term.Value) *big.Int {
	if x.FitsInt64() {
		return big.NewInt(swap(x.Int64()))
	}
	return x.Big()
}

func isPower(v term.Value) bool {
	if !v.FitsInt64() {
		return false
	}
	x := v.Int64()
	return x == lowest || x >= 0 && x <= 1<<31 && x&(x-1) == 0
}

func divide(x, y term.Value) (quotient, remainder term.Value) {
	switch {
	case y.IsZero():
		return term.IntValue(0), x
	case x.FitsInt64() && y.FitsInt64() && x.Int64() != math.MinInt64:
		return term.IntValue(x.Int64() / y.Int64()), term.IntValue(x.Int64() % y.Int64())
	}
	q, r := new(big.Int).QuoRem(x.Big(), y.Big(), new(big.Int))
	return term.BigIntValue(q), term.BigIntValue(r)
}

// Satisfies reports whether an axiom is known to hold under bitOperations, whatever else the program says:
// it is one of the laws that the comment there proves, up to the names of bound variables. False means not
// known.
func (Interpretation) Satisfies(terms *term.Builder, axiom *term.Term) bool {
	if axiom.Op() != term.OpForall {
		return false
	}
	laws := newBitLaws(terms)
	names := map[*term.Term]*term.Term{}
	for n, v := range axiom.Bound() {
		if n == len(laws.bound) || v.Sort().Kind != term.KindInt {
			return false
		}
		names[v] = laws.bound[n]
	}
	body := terms.Substitute(axiom.Arg(0), names)
	for _, law := range laws.all() {
		if law == body {
			return true
		}
	}
	return false
}

// bitLaws builds the laws as open terms over its bound variables, used in order.
type bitLaws struct {
	*term.Builder
	bound                [3]*term.Term
	and, or, not, power2 *term.Func
}

func newBitLaws(terms *term.Builder) *bitLaws {
	whole := terms.Int()
	l := &bitLaws{
		Builder: terms,
		and:     terms.Func("BAND", []*term.Sort{whole, whole}, whole),
		or:      terms.Func("BOR", []*term.Sort{whole, whole}, whole),
		not:     terms.Func("BNOT", []*term.Sort{whole}, whole),
		power2:  terms.Func("POW2", []*term.Sort{whole}, terms.Bool()),
	}
	for n, name := range []string{"law@1", "law@2", "law@3"} {
		l.bound[n] = terms.Var(name, whole)
	}
	return l
}

func (l *bitLaws) band(x, y *term.Term) *term.Term { return l.Apply(l.and, x, y) }
func (l *bitLaws) bor(x, y *term.Term) *term.Term  { return l.Apply(l.or, x, y) }
func (l *bitLaws) pow2(x *term.Term) *term.Term    { return l.Apply(l.power2, x) }

// all returns the laws. "Flag" below is a member of POW2.
func (l *bitLaws) all() []*term.Term {
	x, f, g := l.bound[0], l.bound[1], l.bound[2]
	zero := l.IntConst(0)
	laws := []*term.Term{
		// Units and idempotence.
		l.Eq(l.bor(x, zero), x),
		l.Eq(l.bor(zero, x), x),
		l.Eq(l.band(x, x), x),
		l.Eq(l.band(zero, x), zero),
		// Or associates; and commutes with an or.
		l.Eq(l.bor(x, l.bor(f, g)), l.bor(l.bor(x, f), g)),
		l.Eq(l.band(x, l.bor(f, g)), l.band(l.bor(f, g), x)),
		// Different flags have no bit in common.
		l.Implies(l.And(l.pow2(x), l.pow2(f), l.Ne(x, f)), l.Eq(l.band(x, f), zero)),
		// A flag is in the intersection of x and f entirely or not at all.
		l.Implies(l.pow2(g), l.Or(
			l.Eq(l.band(l.band(x, f), g), zero),
			l.Eq(l.band(l.band(x, f), g), l.band(x, g)))),
		l.flags(),
	}
	// Setting or clearing a flag changes this flag only.
	set := func(changed *term.Term) *term.Term {
		return l.And(
			l.Implies(l.And(l.Ne(f, g), l.pow2(f), l.pow2(g)), l.Eq(l.band(changed, g), l.band(x, g))),
			l.Implies(l.Eq(f, g), l.Eq(l.band(changed, g), f)))
	}
	cleared := l.band(x, l.Apply(l.not, f))
	clear := l.And(
		l.Implies(l.And(l.Ne(f, g), l.pow2(f), l.pow2(g)), l.Eq(l.band(cleared, g), l.band(x, g))),
		l.Implies(l.And(l.Eq(f, g), l.pow2(f), l.pow2(g)), l.Eq(l.band(cleared, g), zero)))
	return append(laws, set(l.bor(x, f)), set(l.bor(f, x)), clear)
}

// flags says which numbers are flags.
func (l *bitLaws) flags() *term.Term {
	x := l.bound[0]
	is := []*term.Term{l.Eq(x, l.IntConst(0)), l.Eq(x, l.IntConst(lowest))}
	for bit := 0; bit < 32; bit++ {
		is = append(is, l.Eq(x, l.IntConst(1<<bit)))
	}
	return l.Implies(l.Or(is...), l.pow2(x))
}
