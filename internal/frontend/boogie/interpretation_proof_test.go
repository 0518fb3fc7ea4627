package boogie

import (
	"context"
	"testing"

	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

// proofWidth is enough bits for a counterexample over all integers: those that s and POW2 speak about, 0 to 32, the
// sign, and a bit for each of the at most six disequalities of an axiom. Every other bit obeys the same law as these.
const proofWidth = 33 + 1 + 6

// inBits is an axiom's body over two's complement numbers, with the interpretation written out.
type inBits struct {
	terms *term.Builder
	t     *testing.T
}

func (b inBits) number(x int64) *term.Term { return b.terms.Const(term.BVValue(64, uint64(x))) }

func (b inBits) constant(x int64) *term.Term { return b.terms.Trunc(proofWidth, b.number(x)) }

// swap is s.
func (b inBits) swap(x *term.Term) *term.Term {
	low, high := b.constant(lowest), b.constant(swapped)
	return b.terms.Ite(b.terms.Eq(x, low), high, b.terms.Ite(b.terms.Eq(x, high), low, x))
}

func (b inBits) isPower(x *term.Term) *term.Term {
	in := b.terms.Or(b.terms.Eq(x, b.constant(0)), b.terms.Eq(x, b.constant(lowest)))
	for bit := range 32 {
		in = b.terms.Or(in, b.terms.Eq(x, b.constant(1<<bit)))
	}
	return in
}

func (b inBits) translate(x *term.Term) *term.Term {
	var args []*term.Term
	for _, a := range x.Args() {
		args = append(args, b.translate(a))
	}
	switch x.Op() {
	case term.OpVar:
		return b.terms.Var(x.Name(), b.terms.BV(proofWidth))
	case term.OpConst:
		v, _ := x.Value()
		if v.Kind() == term.KindBool {
			return x
		}
		return b.constant(v.Int64())
	case term.OpNot:
		return b.terms.Not(args[0])
	case term.OpAnd:
		return b.terms.And(args...)
	case term.OpOr:
		return b.terms.Or(args...)
	case term.OpEq:
		return b.terms.Eq(args[0], args[1])
	case term.OpIte:
		return b.terms.Ite(args[0], args[1], args[2])
	case term.OpApply:
		switch x.Func().Name {
		case "BAND":
			return b.swap(b.terms.BVAnd(b.swap(args[0]), b.swap(args[1])))
		case "BOR":
			return b.swap(b.terms.BVOr(b.swap(args[0]), b.swap(args[1])))
		case "BNOT":
			return b.swap(b.terms.BVNot(b.swap(args[0])))
		case "POW2":
			return b.isPower(args[0])
		}
	}
	b.t.Fatalf("no meaning of %s", x)
	return nil
}

// The twelve axioms are proved of the interpretation, with its definition written out over bits; the definition is
// compared with the code at samples.
func TestAxiomsAreProved(t *testing.T) {
	program, diagnostics := load(t, bitAxioms(), Options{})
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	s, err := chain.New(program.Terms, solver.Config{Layers: "none"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b := inBits{program.Terms, t}
	for _, axiom := range program.Axioms {
		if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{program.Terms.Not(b.translate(axiom.Arg(0)))}}); a.Status != solver.Unsat {
			t.Errorf("%s: %s", axiom, a.Status)
		}
	}
}
