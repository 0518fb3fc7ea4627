package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The functions that print and read: nothing changes but what a format names.

// output is a function that changes nothing in the program; its result is an input.
func (b *body) output(u *libraryUse) (value, bool) {
	if b.mayWriteFormat(u) {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" with a format that may have %n"), true
	}
	if u.want.Kind == tree.Void || !u.result.IsScalar() || !isModelled(u.result) {
		return value{}, u.want.Kind == tree.Void
	}
	b.failWithErrno(u.pos, b.terms.True())
	v := b.input(u.pos, u.want, ir.UndefinedCall, u.def.Name)
	b.outputRange(u, v)
	return value{scalar: v}, true
}

// outputRange says what the result of a function of stdio.h can be: -1 where it fails, else a count, or the
// character that is written.
func (b *body) outputRange(u *libraryUse, v *term.Term) {
	if u.want.Kind != tree.Integer || u.want.Size != 4 || u.result.Size != 4 {
		return
	}
	constant := func(n uint64) *term.Term { return b.terms.BVConst(32, n) }
	failed := b.terms.Eq(v, constant(0xffffffff))
	switch u.name {
	case "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.BVSle(constant(0), v)))
	case "fflush":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, constant(0))))
	case "putchar", "fputc", "putc":
		if u.integers(1) {
			written := b.resizeBits(b.resizeBits(u.args[0].scalar, 8, false), 32, false)
			b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, written)))
		}
	}
}

func (b *body) scanf(u *libraryUse) (value, bool) { return b.scanInto(u, 1) }

func (b *body) scanfAfterOne(u *libraryUse) (value, bool) { return b.scanInto(u, 2) }

// scanInto writes inputs through the arguments after the format that a conversion is for; where the
// format is not known, through all. One that points at characters may then write any number of them.
func (b *body) scanInto(u *libraryUse, first int) (value, bool) {
	if first <= len(u.args) {
		if format, ok := LiteralText(u.args[first-1].expr); ok {
			if conversions, ok := scanConversions(format); ok && first+len(conversions) <= len(u.args) {
				return b.scanConverted(u, first, conversions)
			}
		}
	}
	for i := first; i < len(u.args); i++ {
		t := b.pointeeOf(u.args[i])
		if t == nil || !t.IsScalar() || t.Kind == tree.Integer && t.Size == 1 {
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" into something other than a number"), true
		}
		v := b.input(u.pos, t, ir.MemoryWrite, u.def.Name)
		b.storeScalar(u.pos, place{typ: t, address: u.args[i].scalar, pointer: u.args[i].scalar}, v)
	}
	return b.output(u)
}

func (b *body) scanConverted(u *libraryUse, first int, conversions []conversion) (value, bool) {
	for i, c := range conversions {
		a := u.args[first+i]
		t := b.pointeeOf(a)
		if t == nil || !c.fits(t, int64(b.pointerWidth()/8)) {
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" into an object of another type than the format says"), true
		}
		b.storeScalar(u.pos, place{typ: t, address: a.scalar, pointer: a.scalar}, b.input(u.pos, t, ir.MemoryWrite, u.def.Name))
	}
	return b.output(u)
}
