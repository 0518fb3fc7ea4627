package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The functions that print and read: nothing changes but what a format names.

// output is a function that changes nothing in the program; its result is an input.
func output(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !e.WriteCounts(c) {
		return e.Unmodelled(c, c.Function.Name+" with a format that may have %n"), true
	}
	if c.Want.Kind == tree.Void || !c.Result().IsScalar() || !emit.IsModelled(c.Result()) {
		return nil, c.Want.Kind == tree.Void
	}
	e.FailWithErrno(c.Pos, e.Terms().True())
	v := e.Input(c.Pos, c.Want, ir.UndefinedCall, c.Function.Name)
	outputRange(e, c, v)
	return v, true
}

// outputRange says what the result of a function of stdio.h can be: -1 where it fails, else a
// count, or the character that is written.
func outputRange(e emit.Emitter, c *emit.Call, v *term.Term) {
	if c.Want.Kind != tree.Integer || c.Want.Size != 4 || c.Result().Size != 4 {
		return
	}
	constant := func(n uint64) *term.Term { return e.Terms().BVConst(32, n) }
	failed := e.Terms().Eq(v, constant(0xffffffff))
	switch c.Name {
	case "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs":
		e.Assume(c.Pos, e.Terms().Or(failed, e.Terms().BVSle(constant(0), v)))
	case "fflush":
		e.Assume(c.Pos, e.Terms().Or(failed, e.Terms().Eq(v, constant(0))))
	case "putchar", "fputc", "putc":
		if c.Integers(1) {
			written := emit.ZeroExtend(e.Terms(), emit.ZeroExtend(e.Terms(), c.Args[0].Value, 8), 32)
			e.Assume(c.Pos, e.Terms().Or(failed, e.Terms().Eq(v, written)))
		}
	}
}
