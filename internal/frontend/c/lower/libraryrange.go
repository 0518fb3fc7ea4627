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

// steadyChange says which of the steady functions returns what an argument of a call gives from now on, if the call
// returns 0.
type steadyChange struct {
	function string
	argument int
	// IsChoice: it may return what it returned before as well. An unprivileged process keeps its real user.
	isChoice bool
	// KeepsAtAllOnes: an argument of -1 changes nothing; else the call fails then.
	keepsAtAllOnes bool
}

// steadyChanges are the functions of the table that change what steady functions return. So may those that are not in
// the table, as daemon, about which all is forgotten.
var steadyChanges = map[string][]steadyChange{
	"setuid":    {{"geteuid", 0, false, false}, {"getuid", 0, true, false}},
	"seteuid":   {{"geteuid", 0, false, false}},
	"setreuid":  {{"getuid", 0, false, true}, {"geteuid", 1, false, true}},
	"setresuid": {{"getuid", 0, false, true}, {"geteuid", 1, false, true}},
	"setgid":    {{"getegid", 0, false, false}, {"getgid", 0, true, false}},
	"setegid":   {{"getegid", 0, false, false}},
	"setregid":  {{"getgid", 0, false, true}, {"getegid", 1, false, true}},
	"setresgid": {{"getgid", 0, false, true}, {"getegid", 1, false, true}},
}

// idBits is the width of pid_t, uid_t and gid_t.
const idBits = 32

// forgottenAfter are the functions of the table after which all of them may return something else.
var forgottenAfter = makeSet("setpgid", "setsid", "fork")

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
	case steadyFunctions[c.def.Name] && v.scalar.Sort().Width == idBits: // as its header declares it
		b.steady(pos, c.def.Name, v.scalar)
	case forgottenAfter[c.def.Name]:
		b.forgetSteady(pos)
	}
	for _, change := range steadyChanges[c.def.Name] {
		b.changeSteady(pos, change, c, v.scalar)
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
		bounds = b.compareSigned(tree.GreaterEqual, end, b.zero(end.Sort()))
	}
	result := b.resizeBits(v, width, isSigned(c.def.Type.Result))
	kept := b.compareSigned(op, end, result)
	if bound.Below {
		kept = b.terms.And(kept, b.terms.Or(b.terms.Ne(end, result), b.terms.Eq(end, b.zero(end.Sort()))))
	}
	b.assumeTrue(pos, b.terms.Or(b.terms.Not(bounds), kept))
}

// steady says that a number is the one of an earlier call, or the one that a change since then may have made of it.
func (b libraryCalls) steady(pos source.Pos, name string, v *term.Term) {
	s := b.steadyState(name, v.Sort())
	b.assumeTrue(pos, b.terms.Or(b.terms.Not(s.known.Sym), b.terms.Eq(s.number.Sym, v), b.terms.Eq(s.other.Sym, v)))
	b.assign(pos, s.known, b.terms.True())
	b.assign(pos, s.number, v)
	b.assign(pos, s.other, v)
}

// changeSteady lets a steady function return what an argument of a call says, if the call returned 0.
func (b libraryCalls) changeSteady(pos source.Pos, change steadyChange, c tableCall, result *term.Term) {
	if !b.reach.steady[change.function] && change.keepsAtAllOnes {
		return
	}
	a := c.args[change.argument]
	if a.scalar == nil || a.typ.Kind != tree.Integer {
		b.forgetSteady(pos)
		return
	}
	value := b.zeroExtended(a.scalar, idBits)
	succeeds := b.terms.Eq(result, b.zero(result.Sort()))
	isAllOnes := b.terms.Eq(value, b.terms.BVNot(b.zero(value.Sort())))
	if !change.keepsAtAllOnes {
		b.assumeTrue(pos, b.terms.Not(b.terms.And(succeeds, isAllOnes)))
	}
	if !b.reach.steady[change.function] {
		return
	}
	changes := b.terms.And(succeeds, b.terms.Not(isAllOnes))
	s := b.steadyState(change.function, value.Sort())
	known := b.terms.True()
	if change.isChoice { // two numbers are kept, not three
		known = b.terms.And(s.known.Sym, b.terms.Eq(s.number.Sym, s.other.Sym))
	} else {
		b.assign(pos, s.number, b.terms.Ite(changes, value, s.number.Sym))
	}
	b.assign(pos, s.known, b.terms.Ite(changes, known, s.known.Sym))
	b.assign(pos, s.other, b.terms.Ite(changes, value, s.other.Sym))
}

// steadyState are the globals with what is known of the result of a steady function: whether anything is, and the
// two numbers that it may be.
type steadyState struct{ known, number, other *ir.Variable }

func (b libraryCalls) steadyState(name string, sort *term.Sort) steadyState {
	return steadyState{b.wasCalled(name), b.buffer("the result of "+name, sort), b.buffer("the other result of "+name, sort)}
}

// wasCalled is the global that says that a function returned what it returns from now on.
func (b libraryCalls) wasCalled(name string) *ir.Variable {
	return b.buffer("whether "+name+" was called", b.terms.Bool())
}
