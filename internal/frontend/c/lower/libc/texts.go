package libc

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// untranslated is gettext or one of its relatives, where no catalogue has a translation: they return the text that they
// are given or, of two, the first where they speak of one thing.
func untranslated(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	texts := emit.Texts(c.Name)
	number := texts[len(texts)-1] + 1
	if !c.Integers(number) || c.Want.Kind != tree.Pointer {
		return nil, false
	}
	for _, n := range texts {
		if c.Args[n].Type.Kind != tree.Pointer {
			return nil, false
		}
	}
	text := c.Args[texts[0]].Value
	if len(texts) > 1 {
		if !c.Integers(number + 1) {
			return nil, false
		}
		count := c.Args[number].Value
		text = e.Terms().Ite(e.Terms().Eq(count, e.Terms().BVConst(count.Sort().Width, 1)), text, c.Args[texts[1]].Value)
	}
	e.Rely(assumption.Untranslated, c.Pos)
	return text, true
}
