package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// currentTime is time, which returns what it stores.
func currentTime(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) || c.Result().Kind != tree.Integer {
		return nil, false
	}
	now := e.Input(c.Pos, c.Result(), ir.UndefinedCall, c.Function.Name)
	to := c.Args[0].Value
	e.Where(c.Pos, e.Terms().Ne(to, emit.Zero(e.Terms(), to.Sort())), func() {
		e.Store(c.Pos, emit.Place{Type: c.Result(), Address: to}, now)
	})
	return now, true
}
