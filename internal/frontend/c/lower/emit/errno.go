package emit

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// errno may be set to a number that is not zero by any function of the C library, where C does not
// say otherwise (C11 7.5p3): functions without a body and those whose models are about the world
// leave it open. It costs nothing where the program does not look at errno. Functions of strings and
// of memory, and those with exact models, set it as they say.

// Errno is the errno of a program that looks at it.
type Errno interface {
	Type() *tree.Type
	Load(pos source.Pos) *term.Term
	Store(pos source.Pos, x *term.Term)
}

// lastError is the largest number of an error of the systems that are targets: 133 of Linux, 140 of
// Windows.
const lastError = 140

// ioError is EIO, which errno is where a function fails and the number that is chosen is that of no
// error. The driver of a test sets it too.
const ioError = 5

// FailWithErrno sets errno to the number of an error, or leaves it, where cond holds.
func FailWithErrno(e Emitter, pos source.Pos, cond *term.Term) { chooseErrno(e, pos, cond, nil) }

// ReturnWithErrno sets errno to the number of an error, or leaves it, at the end of a call. Where
// failed holds, which is nil if that is not known, it does not leave it.
func ReturnWithErrno(e Emitter, pos source.Pos, failed *term.Term) {
	chooseErrno(e, pos, e.Terms().True(), failed)
}

// LeaveErrno may set errno in a call of a function of the C library, whatever the call returns. That
// it does is an input of the function's name: it is no choice of the world's, and a test must see
// the machine do it.
func LeaveErrno(e Emitter, c *Call) {
	errno := e.Errno(c.Pos)
	if errno == nil {
		return
	}
	sets := e.Input(c.Pos, errno.Type(), ir.UndefinedCall, c.Function.Name+".errno")
	e.Assume(c.Pos, e.Terms().BVUle(sets, e.Terms().BVConst(sets.Sort().Width, 1)))
	chooseErrno(e, c.Pos, e.IsTrue(sets), nil)
}

// SetErrno sets errno to a number where cond holds.
func SetErrno(e Emitter, pos source.Pos, cond *term.Term, number uint64) {
	if cond.IsFalse() {
		return
	}
	if errno := e.Errno(pos); errno != nil {
		old := errno.Load(pos)
		errno.Store(pos, e.Terms().Ite(cond, e.Terms().BVConst(old.Sort().Width, number), old))
	}
}

// chooseErrno sets errno to the number of an error, or leaves it, where cond holds; where failed
// holds it does not leave it. No condition is one that never holds.
func chooseErrno(e Emitter, pos source.Pos, cond, failed *term.Term) {
	if cond.IsFalse() {
		return
	}
	errno := e.Errno(pos)
	if errno == nil {
		return
	}
	old, v, terms := errno.Load(pos), e.Input(pos, errno.Type(), ir.Unspecified, "errno"), e.Terms()
	width := v.Sort().Width
	if failed != nil {
		old = terms.Ite(failed, terms.BVConst(width, ioError), old)
	}
	isError := terms.And(e.IsTrue(v), terms.BVUle(v, terms.BVConst(width, lastError)))
	errno.Store(pos, terms.Ite(terms.And(cond, isError), v, old))
}
