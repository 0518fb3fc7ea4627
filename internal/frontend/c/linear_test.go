package c_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// integer is a C type with its range.
type integer struct {
	name   string
	width  uint
	signed bool
}

var integers = []integer{
	{"signed char", 8, true}, {"unsigned char", 8, false}, {"short", 16, true}, {"unsigned short", 16, false},
	{"int", 32, true}, {"unsigned", 32, false}, {"long", 64, true}, {"unsigned long", 64, false}, {"__int128", 128, true},
}

func (i integer) bounds() (low, high *big.Int) {
	one := big.NewInt(1)
	if i.signed {
		high = new(big.Int).Sub(new(big.Int).Lsh(one, i.width-1), one)
		return new(big.Int).Not(high), high
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, i.width), one)
}

func (i integer) contains(x *big.Int) bool {
	low, high := i.bounds()
	return low.Cmp(x) <= 0 && x.Cmp(high) <= 0
}

// pick is a value of the type: at its bounds, near zero, or anything of a random size.
func (i integer) pick(r *rand.Rand) *big.Int {
	low, high := i.bounds()
	x := big.NewInt(r.Int64N(7) - 3)
	switch r.IntN(4) {
	case 0:
		x.Add(x, low)
	case 1:
		x.Add(x, high)
	case 2:
		x.SetUint64(r.Uint64() >> r.IntN(64))
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
	}
	if !i.contains(x) {
		return new(big.Int)
	}
	return x
}

// outcome keeps what a function returned.
type outcome struct {
	value *big.Int
}

func (*outcome) Step(*concrete.Machine, *ir.Block, int) {}
func (*outcome) Enter(*concrete.Machine, *ir.Block)     {}
func (*outcome) Leave(*concrete.Machine, *ir.Block)     {}
func (o *outcome) Exit(m *concrete.Machine, _ *ir.Block) {
	for _, v := range m.Frame().Function.Results {
		x := m.Eval(v.Sym)
		switch {
		case x.Kind() == term.KindInt || !v.Signed:
			o.value = x.Big()
		default:
			o.value = x.BigSigned()
		}
	}
}

// evaluate returns what f(x, y) returns, nil if it does not.
func evaluate(t *testing.T, p *ir.Program, x, y *big.Int) *big.Int {
	t.Helper()
	test := &verdict.Test{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				h, ok := i.(*ir.Havoc)
				if !ok {
					continue
				}
				value := map[string]*big.Int{"x": x, "y": y}[h.Input.Name]
				if value == nil {
					continue // what C leaves open: zero
				}
				word := term.BigIntValue(value)
				if h.Dst.Sort.Kind == term.KindBV {
					word = term.BVBigValue(h.Dst.Sort.Width, value)
				}
				test.Inputs = append(test.Inputs, verdict.InputValue{Input: h.Input, Value: word})
			}
		}
	}
	o := &outcome{}
	out, err := concrete.Run(p, test, concrete.Limits{Observer: o})
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind != concrete.Returned {
		return nil
	}
	return o.value
}

func lowered(t *testing.T, text, arith string) *ir.Program {
	t.Helper()
	p := load(t, text, c.Options{Arith: arith, Entry: "f"}, "LP64")
	if err := memory.Lower(p, memory.Options{Split: true}); err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	return p
}

// Every operator and conversion over all pairs of integer types: where the exact result of +, -, * and << is
// in the range of its type, mathematical integers give what machine words give; a bit operation, a division and a
// conversion give it always.
func TestLinearOperators(t *testing.T) {
	operators := []struct {
		text string
		// exact is the result of an operation that may leave its type; nil: it never does.
		exact func(x, y *big.Int) *big.Int
	}{
		{"x + y", func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }},
		{"x - y", func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }},
		{"x * y", func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }},
		{"x << 3", func(x, _ *big.Int) *big.Int { return new(big.Int).Lsh(x, 3) }},
		{"x / y", nil}, {"x % y", nil}, {"x >> 2", nil}, {"x >> (y & 7)", nil},
		{"x & 255", nil}, {"x & y", nil}, {"x | y", nil}, {"x ^ y", nil}, {"~x", nil},
		{"x < y", nil}, {"x == y", nil}, {"x >= y", nil}, {"!x", nil}, {"x ? y : x", nil}, {"(U)x", nil}, {"(_Bool)x", nil},
		{"(short)x", nil}, {"(unsigned char)y", nil}, {"(x, y)", nil}, {"x && y", nil}, {"(int)(double)(short)x", nil},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, op := range operators {
		t.Run(op.text, func(t *testing.T) {
			compared := 0
			for _, left := range integers {
				right := integers[r.IntN(len(integers))]
				text := fmt.Sprintf("typedef %s T; typedef %s U; __typeof__(%s) f(T x, U y) { return %s; }",
					left.name, right.name, withOperands(op.text), op.text)
				bits, linear := lowered(t, text, "bits"), lowered(t, text, "linear")
				for range 40 {
					x, y := left.pick(r), right.pick(r)
					want := evaluate(t, bits, x, y)
					if want == nil || op.exact != nil && op.exact(x, y).Cmp(want) != 0 {
						continue // the machine ends the run, or wraps
					}
					compared++
					if have := evaluate(t, linear, x, y); have == nil || have.Cmp(want) != 0 {
						t.Fatalf("%s with x = %s, y = %s: %s, on the machine %s", text, x, y, have, want)
					}
				}
			}
			if compared < 100 {
				t.Errorf("only %d results were compared", compared)
			}
		})
	}
}

// withOperands is an expression over values of the types T and U alone.
func withOperands(text string) string {
	out := ""
	for _, c := range text {
		switch c {
		case 'x':
			out += "((T)1)"
		case 'y':
			out += "((U)1)"
		default:
			out += string(c)
		}
	}
	return out
}

// Integers do not wrap, in registers: the run that the machine makes is not one of theirs.
func TestLinearDoesNotWrap(t *testing.T) {
	for _, text := range []string{
		`int main(void) { int x = 2147483647; x++; CHECK(x > 0); unsigned u = 0; u -= 1; CHECK((long)u == -1); return 0; }`,
		`int main(void) { int x = 1; for (int i = 0; i < 40; i++) x = x * 2; CHECK(x / 1099511627776 == 1); return 0; }`,
		`int f(int x) { return x * x; } int main(void) { int x = f(65536); CHECK(x > 0 && f(x) / x == x); return 0; }`,
	} {
		if out := run(t, text, c.Options{Arith: "linear"}, "LP64", true); out.Kind != concrete.Returned {
			t.Errorf("%s: %v", text, out.Kind)
		}
		if out := run(t, text, c.Options{}, "LP64", true); out.Kind == concrete.Returned {
			t.Errorf("%s: over machine words it returns", text)
		}
	}
}
