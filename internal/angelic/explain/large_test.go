package explain

import (
	"context"
	"math/rand"
	"testing"

	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

// Whatever the condition: where its atoms are collected without a normal form and none excludes it, there is no
// specification of its normal form either; and a specification that is found that way excludes it.
func TestLargeAgreesWithTheNormalForm(t *testing.T) {
	b := term.NewBuilder()
	s, err := chain.New(b, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rand.New(rand.NewSource(7))
	m := b.Var("m", b.Array(b.Int(), b.Int()))
	var value func(depth int) *term.Term
	value = func(depth int) *term.Term {
		switch n := r.Intn(6); {
		case n == 0 || depth == 0:
			return b.IntConst(int64(r.Intn(2)))
		case n < 3:
			return b.Var(string(rune('v'+r.Intn(3))), b.Int())
		case n == 3:
			return b.Select(b.Store(m, value(depth-1), value(depth-1)), value(depth-1))
		case n == 4:
			return b.Ite(b.Eq(value(depth-1), value(depth-1)), value(depth-1), value(depth-1))
		}
		return b.Select(m, value(depth-1))
	}
	condition := func() *term.Term {
		x, y, z := value(2), value(2), value(2)
		switch r.Intn(4) {
		case 0:
			return b.And(b.Eq(x, y), b.Lt(z, x))
		case 1:
			return b.Or(b.Eq(x, y), b.Lt(y, z))
		case 2:
			return b.Ne(x, y)
		}
		return b.Eq(x, y)
	}
	none, found := 0, 0
	for range 400 {
		q := Question{
			Failing: condition(), Guards: []*term.Term{condition()}, UseGuards: r.Intn(2) == 0, Shape: CNF, MaxClause: 3, MaxCNF: 4,
			Admits: func(atom *term.Term) bool { return atom.Op() == term.OpNot && atom.Arg(0).Op() == term.OpEq },
		}
		if !q.UseGuards {
			q.Given = q.Guards
		}
		if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{q.Failing, q.Guards[0]}}); a.Status == solver.Unsat {
			continue // no path fails so
		}
		e := &explainer{ctx: context.Background(), terms: b, solver: s, q: q}
		answer := e.large()
		switch {
		case answer.Found():
			found++
			a := s.Check(context.Background(), solver.Query{Path: []*term.Term{q.Failing, q.Guards[0], answer.Formula(b)}})
			if a.Status != solver.Unsat {
				t.Errorf("%s does not exclude %s and %s", answer.Formula(b), q.Failing, q.Guards[0])
			}
		case answer.Reason == NoAtoms, answer.Reason == NoCover:
			none++
			if normal := Explain(context.Background(), b, s, q); normal.Found() {
				t.Errorf("%s: %s, but for %s and %s", answer.Reason, normal.Formula(b), q.Failing, q.Guards[0])
			}
		}
	}
	if none < 50 || found < 50 {
		t.Errorf("%d conditions without a specification, %d with one: the test says little", none, found)
	}
}
