package confirm

import (
	"testing"

	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestConfirmers: whoever of the solvers answered a step, another one confirms it.
func TestConfirmers(t *testing.T) {
	solverOf := map[string]string{"cvc5-pipe": "cvc5", "z3": "z3", "z3-pipe": "z3", "bitwuzla-pipe": "bitwuzla"}
	for _, refuters := range [][]string{nil, {"z3"}, {"cvc5"}, {"cvc5", "z3"}, {"bitwuzla", "z3"}, {"bitwuzla", "cvc5", "z3"}} {
		for _, made := range append([]string{"z3"}, refuters...) {
			if refuters != nil && made == "z3" && len(refuters) == 1 && refuters[0] != "z3" {
				continue // it refuted nothing
			}
			independent := false
			for _, backend := range confirmers(refuters) {
				independent = independent || solverOf[backend] != made
			}
			if !independent {
				t.Errorf("refuted by %v: a step of %s is confirmed by %v", refuters, made, confirmers(refuters))
			}
		}
	}
	if got := confirmers([]string{verdict.NoSolver}); len(got) == 0 {
		t.Error("nobody confirms what was found without a solver")
	}
	b := term.NewBuilder()
	s, err := second(b, []string{"cvc5", "z3"})
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	x := b.Var("x", b.BV(8))
	for _, c := range []struct {
		path *term.Term
		want solver.Status
	}{
		{b.And(b.BVUlt(x, b.BVConst(8, 3)), b.Eq(b.BVMul(x, x), b.BVConst(8, 9))), solver.Unsat},
		{b.Eq(b.BVMul(x, x), b.BVConst(8, 9)), solver.Sat},
	} {
		if a := s.Check(t.Context(), solver.Query{Path: []*term.Term{c.path}}); a.Status != c.want {
			t.Errorf("%s: %s (%s), want %s", c.path, a.Status, a.Reason, c.want)
		}
	}
}
