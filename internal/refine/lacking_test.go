package refine

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestConditions: what an unknown says of the search is in the language of the program, or is not said.
func TestConditions(t *testing.T) {
	terms := term.NewBuilder()
	in := func(language string, sort *term.Sort) (*ir.Program, *ir.Variable) {
		p := ir.NewProgram(terms, nil)
		p.Language = language
		v := p.NewGlobal(language+"::i", sort)
		v.Source, v.Type, v.Signed = "i", "int", language == "c"
		return p, v
	}
	c, i := in("c", terms.BV(32))
	unnamed := c.NewGlobal("c::temporary", terms.BV(32))
	u := c.NewGlobal("c::u", terms.BV(32))
	u.Source, u.Type = "u", "unsigned int"
	result := c.NewGlobal("c::return", terms.BV(32))
	result.Source, result.Type, result.Signed = "return", "int", true
	bpl, n := in("boogie", terms.Int())
	two := terms.BVConst(32, 2)
	for _, test := range []struct {
		program *ir.Program
		term    *term.Term
		want    string
	}{
		{c, terms.BVSlt(i.Sym, two), "i < 2"},
		{c, terms.BVUlt(i.Sym, two), "(unsigned int)i < 2U"},
		{c, terms.BVSlt(u.Sym, two), "(int)u < 2"},
		{c, terms.BVUlt(terms.BVAdd(u.Sym, i.Sym), two), "((unsigned int)i + u) < 2U"},
		{c, terms.BVSlt(result.Sym, two), ""},
		{c, terms.And(terms.BVSlt(i.Sym, two), terms.BVSlt(unnamed.Sym, two)), ""},
		{c, terms.Not(terms.BVSlt(unnamed.Sym, i.Sym)), ""},
		{bpl, terms.Lt(n.Sym, terms.Const(term.IntValue(2))), "i <= 1"},
		{bpl, terms.Not(terms.Eq(n.Sym, terms.Const(term.IntValue(2)))), "!(i == 2)"},
	} {
		got, ok := condition(test.program, test.term)
		if ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: %q, want %q", test.term, got, test.want)
		}
	}
}
