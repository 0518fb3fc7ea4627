package libc

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// networkOrder is htonl, htons and their inverses: on machines whose first byte is the lowest, as those
// of all targets, each turns the bytes of its number around.
func networkOrder(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) || c.Args[0].Type.Kind != tree.Integer || c.Result().Kind != tree.Integer {
		return nil, false
	}
	width := 32
	if strings.HasSuffix(c.Name, "s") {
		width = 16
	}
	x, terms := c.Args[0].Resized(e.Terms(), width), e.Terms()
	parts := make([]*term.Term, 0, width/8)
	for at := 0; at < width; at += 8 {
		parts = append(parts, terms.Extract(at+7, at, x))
	}
	return terms.ZeroExtTo(32, terms.Concat(parts...)), true
}
