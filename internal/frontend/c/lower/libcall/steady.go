package libcall

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What is known of the numbers that functions of the library return: the range that the table says,
// and that some give the same each time.

// steadyFunctions return the same number each time that a program calls them, unless it changes it.
// Not so getppid: the parent may end. They are in the order of the alphabet.
var steadyFunctions = []string{"getegid", "geteuid", "getgid", "getpgrp", "getpid", "getuid"}

// steadyChange says which of the steady functions returns what an argument of a call gives from now
// on, if the call returns 0.
type steadyChange struct {
	function string
	argument int
	// isChoice: it may return what it returned before as well. An unprivileged process keeps its
	// real user.
	isChoice bool
	// keepsAtAllOnes: an argument of -1 changes nothing; else the call fails then.
	keepsAtAllOnes bool
}

// steadyChanges are the functions of the table that change what steady functions return. So may those
// that are not in the table, as daemon, about which all is forgotten.
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
var forgottenAfter = []string{"setpgid", "setsid"}

// IsSteady says that a function returns the same number each time, as far as is known.
func IsSteady(name string) bool { return slices.Contains(steadyFunctions, name) }

// RestrictNumber says of the number that a call returns what is known of it.
func RestrictNumber(e Emitter, c Call, v *term.Term) {
	if v == nil || c.Result().Kind != tree.Integer || e.IsOpen() {
		return
	}
	if c.Known.Result.Kind == clib.Range {
		assumeBound(e, c, v, c.Known.Result.Low, atLeast)
		assumeBound(e, c, v, c.Known.Result.High, atMost)
	}
	name := c.Function.Name
	switch {
	case IsSteady(name) && v.Sort().Width == idBits: // as its header declares it
		steady(e, c, v)
	case slices.Contains(forgottenAfter, name):
		ForgetSteady(e, c.Pos)
	case name == "fork" && e.MayCall("getpid") && v.Sort().Width == idBits:
		fork(e, c, v)
	case name == "kill" && e.MayCall("getpid") && v.Sort().Width == idBits:
		killItself(e, c, v)
	}
	for _, change := range steadyChanges[name] {
		changeSteady(e, c, change, v)
	}
}

// ForgetSteady lets the numbers of steady functions be others from now on.
func ForgetSteady(e Emitter, pos source.Pos) {
	for _, name := range steadyFunctions {
		if e.MayCall(name) {
			e.Assign(pos, wasCalled(e, name), e.Terms().False())
		}
	}
}

// side says on which side of a bound a number is.
type side int

const (
	atLeast side = iota + 1
	atMost
)

// assumeBound says on which side of a bound v is. A negative argument bounds nothing: functions fail
// then.
func assumeBound(e Emitter, c Call, v *term.Term, bound *clib.Bound, is side) {
	if bound == nil {
		return
	}
	terms, width := e.Terms(), 2*e.DataModel().PointerWidth
	end, bounds := terms.BVBig(width, big.NewInt(bound.Const)), terms.True()
	if bound.Param > 0 {
		a := c.Args[bound.Param-1]
		if a.Value == nil || a.Type.Kind != tree.Integer {
			return
		}
		end = a.Resized(terms, width)
		bounds = terms.BVSle(emit.Zero(terms, end.Sort()), end)
	}
	result := emit.Resize(terms, v, width, isSigned(c.Result()))
	least, most := end, result
	if is == atMost {
		least, most = result, end
	}
	kept := terms.BVSle(least, most)
	if bound.Below {
		kept = terms.And(kept, terms.Or(terms.Ne(end, result), terms.Eq(end, emit.Zero(terms, end.Sort()))))
	}
	e.Assume(c.Pos, terms.Or(terms.Not(bounds), kept))
}

func isSigned(t *tree.Type) bool { return t.Kind == tree.Integer && t.Signed }

// steady says that a number is the one of an earlier call, or the one that a change since then may
// have made of it.
func steady(e Emitter, c Call, v *term.Term) {
	s, terms := steadyState(e, c.Function.Name, v.Sort()), e.Terms()
	if c.Function.Name == "getpid" {
		e.Assume(c.Pos, terms.Ne(v, otherProcess(e, v.Sort()).Sym))
	}
	e.Assume(c.Pos, terms.Or(terms.Not(s.known.Sym), terms.Eq(s.number.Sym, v), terms.Eq(s.other.Sym, v)))
	e.Assign(c.Pos, s.known, terms.True())
	e.Assign(c.Pos, s.number, v)
	e.Assign(c.Pos, s.other, v)
}

// fork says which number getpid does not return behind a call of fork: the parent's that of the child, and the
// child's that of its parent, where that has asked for it. The parent keeps its own.
func fork(e Emitter, c Call, child *term.Term) {
	s, terms := steadyState(e, "getpid", child.Sort()), e.Terms()
	none := emit.Zero(terms, child.Sort())
	isChild := terms.Eq(child, none)
	e.Assume(c.Pos, terms.Not(terms.And(s.known.Sym, terms.Eq(child, s.number.Sym))))
	e.Assign(c.Pos, otherProcess(e, child.Sort()), terms.Ite(isChild, terms.Ite(s.known.Sym, s.number.Sym, none), child))
	e.Assign(c.Pos, s.known, terms.And(s.known.Sym, terms.Not(isChild)))
}

// sigkill is the number of the signal that ends a process without fail, lastSignal is the greatest number of one.
const (
	sigkill    = 9
	lastSignal = 64
)

// killItself says that a program may send any signal to itself, and that it does not survive SIGKILL.
func killItself(e Emitter, c Call, result *term.Term) {
	if len(c.Args) < 2 || c.Args[0].Value == nil || c.Args[1].Value == nil {
		return
	}
	s, terms := steadyState(e, "getpid", result.Sort()), e.Terms()
	to, signal := c.Args[0].Resized(terms, idBits), c.Args[1].Resized(terms, idBits)
	isOwn := terms.And(s.known.Sym, terms.Eq(to, s.number.Sym), terms.BVUle(signal, terms.BVConst(idBits, lastSignal)))
	succeeds := terms.Eq(result, emit.Zero(terms, result.Sort()))
	e.Assume(c.Pos, terms.Or(terms.Not(isOwn), terms.And(succeeds, terms.Ne(signal, terms.BVConst(idBits, sigkill)))))
}

// otherProcess is the global with the number of the process on the other side of the last fork, or 0.
func otherProcess(e Emitter, s *term.Sort) *ir.Variable {
	return e.Global("what getpid does not return", s)
}

// changeSteady lets a steady function return what an argument of a call says, if the call returned
// 0.
func changeSteady(e Emitter, c Call, change steadyChange, result *term.Term) {
	if !e.MayCall(change.function) && change.keepsAtAllOnes {
		return
	}
	a, terms := c.Args[change.argument], e.Terms()
	if a.Value == nil || a.Type.Kind != tree.Integer {
		ForgetSteady(e, c.Pos)
		return
	}
	value := emit.ZeroExtend(terms, a.Value, idBits)
	succeeds := terms.Eq(result, emit.Zero(terms, result.Sort()))
	isAllOnes := terms.Eq(value, terms.BVNot(emit.Zero(terms, value.Sort())))
	if !change.keepsAtAllOnes {
		e.Assume(c.Pos, terms.Not(terms.And(succeeds, isAllOnes)))
	}
	if !e.MayCall(change.function) {
		return
	}
	changes := terms.And(succeeds, terms.Not(isAllOnes))
	s := steadyState(e, change.function, value.Sort())
	known := terms.True()
	if change.isChoice { // two numbers are kept, not three
		known = terms.And(s.known.Sym, terms.Eq(s.number.Sym, s.other.Sym))
	} else {
		e.Assign(c.Pos, s.number, terms.Ite(changes, value, s.number.Sym))
	}
	e.Assign(c.Pos, s.known, terms.Ite(changes, known, s.known.Sym))
	e.Assign(c.Pos, s.other, terms.Ite(changes, value, s.other.Sym))
}

// steadyGlobals are the globals with what is known of the result of a steady function: whether
// anything is, and the two numbers that it may be.
type steadyGlobals struct{ known, number, other *ir.Variable }

func steadyState(e Emitter, name string, s *term.Sort) steadyGlobals {
	return steadyGlobals{wasCalled(e, name), e.Global("the result of "+name, s), e.Global("the other result of "+name, s)}
}

// wasCalled is the global that says that a function returned what it returns from now on.
func wasCalled(e Emitter, name string) *ir.Variable {
	return e.Global("whether "+name+" was called", e.Terms().Bool())
}
