package builtin

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// FirstArgument is a hint whose value is its first argument: __builtin_expect and its like.
func FirstArgument(_ emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	return c.Args[0].Value, true
}

// NoEffect is a hint, or a fence: there is one thread.
func NoEffect(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	return emit.Nothing(e, c), true
}

// ConstantChoice is 0 or 1: whether the compiler knows a value depends on its optimisations.
func ConstantChoice(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	known := e.Choice(c.Pos, ir.Unspecified, c.Function.Name)
	return emit.TruthValue(e, known, c.Want), true
}
