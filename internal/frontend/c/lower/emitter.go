package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// emitter implements emit.Emitter on a frame, for a call of a library function or builtin, and what
// packages libcall and intrinsic ask for beyond that.
type emitter struct {
	b    *frame
	args []argument // of the call
	used *tree.Type // what its result, a void pointer, is converted to; nil: nothing else
}

var (
	_ libcall.Emitter   = emitter{}
	_ intrinsic.Emitter = emitter{}
)

func (e emitter) Terms() *term.Builder           { return e.b.terms }
func (e emitter) DataModel() *ir.DataModel       { return e.b.options.Model }
func (e emitter) Sort(t *tree.Type) *term.Sort   { return e.b.sortOf(t) }
func (e emitter) IsTrue(x *term.Term) *term.Term { return e.b.isTrue(x) }
func (e emitter) RoundingMode() *ir.Variable     { return e.b.rounding }
func (e emitter) ChoosesLocale() bool            { return e.b.reach.choosesLocale }

func (e emitter) Temp(s *term.Sort) *ir.Variable { return e.b.newTemp(s) }

func (e emitter) Variable(name string, s *term.Sort) *ir.Variable {
	return e.b.function.NewLocal(name, s)
}

func (e emitter) Assign(pos source.Pos, v *ir.Variable, x *term.Term) { e.b.assign(pos, v, x) }

func (e emitter) Keep(pos source.Pos, x *term.Term) *term.Term { return e.b.keep(pos, x) }

func (e emitter) Input(pos source.Pos, t *tree.Type, kind ir.InputKind, name string) *term.Term {
	return e.b.input(pos, t, kind, name)
}

func (e emitter) Choice(pos source.Pos, kind ir.InputKind, name string) *term.Term {
	v := e.b.newTemp(e.b.terms.Bool())
	e.b.havoc(pos, v, kind, name, "_Bool")
	return v.Sym
}

func (e emitter) Assume(pos source.Pos, cond *term.Term) { e.b.assumeTrue(pos, cond) }

func (e emitter) Checks(some property.Checks) bool { return e.b.checks(some) }

func (e emitter) Require(pos source.Pos, check property.Checks, cond *term.Term, what string) {
	e.b.require(pos, check, cond, what)
}

func (e emitter) Where(pos source.Pos, cond *term.Term, act func()) { e.b.where(pos, cond, act) }

func (e emitter) FloatToInteger(pos source.Pos, x *term.Term, to *tree.Type) *term.Term {
	return e.b.floatToInteger(pos, x, to)
}

func (e emitter) PrintingMayFail() bool { return e.b.printingMayFail() }

func (e emitter) Rely(on *assumption.Kind, pos source.Pos) { e.b.assume(on, pos) }

func (e emitter) Unmodelled(c *emit.Call, what string) *term.Term {
	return e.b.unmodelledCall(c.Pos, c.Want, what, c.Function.Name).scalar
}

func (e emitter) Unsupported(c *emit.Call, what string) *term.Term {
	return e.b.unsupportedValue(c.Pos, c.Want, what).scalar
}

func (e emitter) InCall(c *emit.Call, act func()) {
	e.b.inCall = c.Function.Name
	act()
	e.b.inCall = ""
}

func (e emitter) WriteCounts(c *emit.Call) bool {
	known, ok := libcall.Find(c)
	return !ok || libcall.WriteCounts(e, known)
}
