package lower

import (
	"maps"
	"math/big"
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What is known of the numbers that functions of the library return: the range that the table says,
// and that some give the same each time.

// steadyFunctions return the same number each time that a program calls them, unless it changes it.
// Not so getppid: the parent may end.
var steadyFunctions = makeSet("getpid", "getuid", "geteuid", "getgid", "getegid", "getpgrp")

// steadyChanges are the functions of the table that change it. So may those that are not in the
// table, as daemon and setresuid.
var steadyChanges = makeSet("setuid", "seteuid", "setreuid", "setgid", "setegid", "setregid", "setpgid", "setsid")

// knownNumber says of the result of a call what is known of it.
func (b libraryCalls) knownNumber(pos source.Pos, c tableCall, v value) {
	t := c.def.Type.Result
	if v.scalar == nil || t.Kind != tree.Integer || b.options.Open {
		return
	}
	if c.Result.Kind == clib.Range {
		b.assumeBound(pos, c, v.scalar, c.Result.Low, tree.LessEqual)
		b.assumeBound(pos, c, v.scalar, c.Result.High, tree.GreaterEqual)
	}
	switch {
	case steadyFunctions[c.def.Name]:
		b.steady(pos, c.def.Name, v.scalar)
	case steadyChanges[c.def.Name]:
		b.forgetSteady(pos)
	}
}

// forgetSteady lets the numbers of steadyFunctions be others from now on.
func (b libraryCalls) forgetSteady(pos source.Pos) {
	for _, name := range slices.Sorted(maps.Keys(b.reach.steady)) {
		b.assign(pos, b.wasCalled(name), b.terms.False())
	}
}

// assumeBound says that bound and v compare so. A negative argument bounds nothing: functions fail then.
func (b libraryCalls) assumeBound(pos source.Pos, c tableCall, v *term.Term, bound *clib.Bound, op tree.Operator) {
	if bound == nil {
		return
	}
	width := 2 * b.pointerWidth()
	end, bounds := b.terms.BVBig(width, big.NewInt(bound.Const)), b.terms.True()
	if bound.Param > 0 {
		a := c.args[bound.Param-1]
		if a.scalar == nil || a.typ.Kind != tree.Integer {
			return
		}
		end = b.resizeBits(a.scalar, width, isSigned(a.typ))
		bounds = b.compareIntegers(tree.GreaterEqual, true, end, b.zero(end.Sort()))
	}
	kept := b.compareIntegers(op, true, end, b.resizeBits(v, width, isSigned(c.def.Type.Result)))
	b.assumeTrue(pos, b.terms.Or(b.terms.Not(bounds), kept))
}

// steady says that a number is the one of an earlier call.
func (b libraryCalls) steady(pos source.Pos, name string, v *term.Term) {
	known, number := b.wasCalled(name), b.buffer("the result of "+name, v.Sort())
	b.assumeTrue(pos, b.terms.Or(b.terms.Not(known.Sym), b.terms.Eq(number.Sym, v)))
	b.assign(pos, known, b.terms.True())
	b.assign(pos, number, v)
}

// wasCalled is the global that says that a function returned what it returns from now on.
func (b libraryCalls) wasCalled(name string) *ir.Variable {
	return b.buffer("whether "+name+" was called", b.terms.Bool())
}
