package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/term"
)

func abs(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	emit.RequireNegatable(e, c.Pos, c.Args[0].Type, x) // 7.22.6.1p2
	return e.Terms().Ite(e.Terms().BVSlt(x, emit.Zero(e.Terms(), x.Sort())), e.Terms().BVNeg(x), x), true
}
