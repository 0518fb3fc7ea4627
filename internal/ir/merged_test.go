package ir

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestOwnersMerged: a map of owners of many choices is looked through by its parts.
func TestOwnersMerged(t *testing.T) {
	b := term.NewBuilder()
	p := NewProgram(b, nil)
	p.Owners = p.NewGlobal("owners", b.Array(b.BV(32), b.BV(32)))
	write := func(i int, before *term.Term) *term.Term {
		return b.Store(before, b.BVConst(32, uint64(i)), b.BVConst(32, 1))
	}
	c := &checker{program: p}
	if !c.isOfOwners(termtest.Merged(b, p.Owners.Sym, write)) {
		t.Error("what is made of owners by writes is refused")
	}
	if c.isOfOwners(termtest.Merged(b, b.Var("other", p.Owners.Sort), write)) {
		t.Error("another map is accepted")
	}
}
