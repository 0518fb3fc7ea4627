package term_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestParseErrors: text that is no term is an error, never a crash.
func TestParseErrors(t *testing.T) {
	b := term.NewBuilder()
	g := termtest.New(b, 1, everything)
	scope := func(name string) (*term.Term, *term.Func) {
		for _, v := range g.Vars {
			if v.Term.Name() == name {
				return v.Term, nil
			}
		}
		return nil, nil
	}
	r := rand.New(rand.NewPCG(3, 4))
	broken := 0
	for range 2000 {
		s := g.Next().Term
		if s.Size() > 300 {
			continue
		}
		words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s.String()))
		at := r.IntN(len(words))
		switch r.IntN(3) {
		case 0:
			words = append(words[:at], words[at+1:]...)
		case 1:
			words[at] = []string{"(", ")", "bvadd", "_", "as", "let", "5", "#b1", "true", "fp", "ite", "x", "||"}[r.IntN(13)]
		case 2:
			words = words[:at]
		}
		if _, err := b.Parse(strings.Join(words, " "), scope); err != nil {
			broken++
		}
	}
	if broken < 100 {
		t.Errorf("only %d texts were refused", broken)
	}
	for _, text := range []string{"", "()", "(let)", "(forall ((x Int)) x)", "(_ bv3 0)", "((_ extract 9 0) #b1)", "(fp #b0 #b1 #b1)", "(bvadd)", "((_ to_fp 0 0) #b1)", "(and 5 true)", "(select true 1)", "((as const Int) 5)", "(_ BitVec)", "(! true)", "(!)", "((_ zero_extend) #b1)", "(fp.to_sbv RTZ 5)"} {
		if _, err := b.Parse(text, scope); err == nil && text != "(! true)" {
			t.Errorf("%q was read", text)
		}
	}
}
