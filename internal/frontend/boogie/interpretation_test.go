package boogie

import (
	"math/big"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"yogi/internal/term"
)

// bitAxioms states the laws in Boogie's words.
func bitAxioms() string {
	var members []string
	for bit := 0; bit < 32; bit++ {
		members = append(members, "n == "+strconv.FormatInt(1<<bit, 10))
	}
	flags := "n == 0 || n == -2147483648 || " + strings.Join(members, " || ")
	return `
function BAND(int, int): int;
function BOR(int, int): int;
function BNOT(int): int;
function POW2(int): bool;
axiom (forall n: int :: {BOR(n, 0)} BOR(n, 0) == n);
axiom (forall n: int :: {BOR(0, n)} BOR(0, n) == n);
axiom (forall n: int :: {BAND(n, n)} BAND(n, n) == n);
axiom (forall n: int :: {BAND(0, n)} BAND(0, n) == 0);
axiom (forall p, q, r: int :: {BOR(p, BOR(q, r))} BOR(p, BOR(q, r)) == BOR(BOR(p, q), r));
axiom (forall p, q, r: int :: {BAND(p, BOR(q, r))} BAND(p, BOR(q, r)) == BAND(BOR(q, r), p));
axiom (forall n: int :: {POW2(n)} ` + flags + ` ==> POW2(n));
axiom (forall n, m: int :: {BAND(n, m)} POW2(n) && POW2(m) && n != m ==> BAND(n, m) == 0);
axiom (forall n, k, m: int :: {BAND(BAND(n, k), m)} POW2(m) ==>
  BAND(BAND(n, k), m) == 0 || BAND(BAND(n, k), m) == BAND(n, m));
axiom (forall n, k, m: int :: {BAND(BOR(n, k), m)} (k != m && POW2(k) && POW2(m) ==> BAND(BOR(n, k), m) == BAND(n, m)) &&
  (k == m ==> BAND(BOR(n, k), m) == k));
axiom (forall n, k, m: int :: {BAND(BOR(k, n), m)} (k != m && POW2(k) && POW2(m) ==> BAND(BOR(k, n), m) == BAND(n, m)) &&
  (k == m ==> BAND(BOR(k, n), m) == k));
axiom (forall n, k, m: int :: {BAND(BAND(n, BNOT(k)), m)}
  (k != m && POW2(k) && POW2(m) ==> BAND(BAND(n, BNOT(k)), m) == BAND(n, m)) &&
  (k == m && POW2(k) && POW2(m) ==> BAND(BAND(n, BNOT(k)), m) == 0));
procedure main(a, b: int) { assert POW2(BAND(BOR(a, b), BNOT(a))); }
`
}

// bitAssignment is the interpretation with values for the bound variables.
type bitAssignment struct {
	Interpretation
	values map[*term.Term]term.Value
}

func (a bitAssignment) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := a.values[v]
	return value, ok
}

// sample draws what the axioms are about: flags, sums of flags, small and huge numbers.
func sample(random *rand.Rand) term.Value {
	flag := func() int64 { return 1 << random.Intn(34) }
	switch random.Intn(7) {
	case 0:
		return term.IntValue(lowest)
	case 1:
		return term.IntValue(flag())
	case 2:
		return term.IntValue(-flag())
	case 3:
		sum := flag()
		for range 3 {
			sum |= flag()
		}
		return term.IntValue(sum)
	case 4:
		return term.IntValue(random.Int63n(1<<34) - 1<<33)
	case 5:
		huge := new(big.Int).Lsh(big.NewInt(random.Int63()-random.Int63()), 40)
		return term.BigIntValue(huge.Add(huge, big.NewInt(random.Int63n(1<<33))))
	}
	return term.IntValue(int64(random.Intn(5) - 2))
}

func TestBitOperationsSatisfyTheAxioms(t *testing.T) {
	program, diagnostics := load(t, bitAxioms(), Options{})
	if len(diagnostics) > 0 || len(program.Axioms) != 12 {
		t.Fatal(diagnostics, len(program.Axioms))
	}
	samples := 100000
	if testing.Short() {
		samples = 5000
	}
	random := rand.New(rand.NewSource(1))
	interpretation := bitOperations()
	evaluator := term.NewEvaluator()
	for _, axiom := range program.Axioms {
		if !interpretation.Satisfies(program.Terms, axiom) {
			t.Errorf("not recognised: %s", axiom)
		}
		for range samples {
			a := bitAssignment{interpretation, map[*term.Term]term.Value{}}
			for _, v := range axiom.Bound() {
				a.values[v] = sample(random)
			}
			v, err := evaluator.Eval(axiom.Arg(0), a)
			if err != nil || !v.Bool() {
				t.Fatalf("%s\nis false (%v) at %v", axiom, err, a.values)
			}
		}
	}
}

// TestPlainAndIsNoModel shows why the interpretation swaps two numbers.
func TestPlainAndIsNoModel(t *testing.T) {
	low, high := int64(-1<<31), int64(1<<31)
	if low&high == 0 {
		t.Error("plain and would do")
	}
	v, ok := bitOperations().Apply(bitFunction("BAND"), []term.Value{term.IntValue(low), term.IntValue(high)})
	if !ok || !v.IsZero() {
		t.Errorf("BAND of the two is %s", v)
	}
}

func bitFunction(name string) *term.Func {
	terms := term.NewBuilder()
	return terms.Func(name, []*term.Sort{terms.Int(), terms.Int()}, terms.Int())
}

func TestUnknownAxiomIsNotSatisfied(t *testing.T) {
	program, diagnostics := load(t, `
function BAND(int, int): int;
axiom (forall n, m: int :: {BAND(n, m)} BAND(n, m) == BAND(m, n));
axiom BAND(3, 5) == 7;
procedure main() { assert BAND(1, 1) == 0; }`, Options{})
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	for _, axiom := range program.Axioms {
		if bitOperations().Satisfies(program.Terms, axiom) {
			t.Errorf("%s", axiom)
		}
	}
}

func TestDivision(t *testing.T) {
	for _, c := range []struct{ x, y, quotient, remainder string }{
		{"7", "-2", "-3", "1"},
		{"-7", "2", "-3", "-1"},
		{"5", "0", "0", "5"},
		{"-9223372036854775808", "-1", "9223372036854775808", "0"},
	} {
		x, _ := new(big.Int).SetString(c.x, 10)
		y, _ := new(big.Int).SetString(c.y, 10)
		args := []term.Value{term.BigIntValue(x), term.BigIntValue(y)}
		q, _ := bitOperations().Apply(bitFunction("INTDIV"), args)
		r, _ := bitOperations().Apply(bitFunction("INTMOD"), args)
		if q.Big().String() != c.quotient || r.Big().String() != c.remainder {
			t.Errorf("%s / %s = %s, %s", c.x, c.y, q, r)
		}
	}
}
