package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The functions of scanf's family convert input that the world decides. Their result says what was
// written: the first so many of the arguments that a conversion is for (C11 7.21.6.2p16). A format
// that is not known may count and order its arguments otherwise.

func scanf(e emit.Emitter, c *emit.Call) (*term.Term, bool) { return scanInto(e, c, 1) }

func scanfAfterOne(e emit.Emitter, c *emit.Call) (*term.Term, bool) { return scanInto(e, c, 2) }

// scanInto scans into the arguments from first on; the one before is the format.
func scanInto(e emit.Emitter, c *emit.Call, first int) (*term.Term, bool) {
	if !c.Result().IsScalar() || e.Sort(c.Result()).Width != 32 {
		return e.Unmodelled(c, c.Function.Name+" with another result"), true
	}
	if first <= len(c.Args) {
		if text, ok := emit.LiteralText(c.Args[first-1].Expr); ok {
			if scanned, ok := format.ParseScan(text); ok && first+len(scanned.Writing) <= len(c.Args) {
				return scanConverted(e, c, first, scanned)
			}
			return e.Unmodelled(c, c.Function.Name+" with the format \""+text+"\""), true
		}
	}
	return e.Unmodelled(c, c.Function.Name+" with a format that is not a literal"), true
}

// scanResult is the number of arguments that a call has written: -1, for no input, to all of them.
func scanResult(e emit.Emitter, c *emit.Call, all int) *term.Term {
	result := e.Input(c.Pos, c.Result(), ir.UndefinedCall, c.Function.Name)
	e.FailWithErrno(c.Pos, e.Terms().True())
	e.Assume(c.Pos, e.Terms().And(
		e.Terms().BVSle(e.Terms().BVConst(32, 1<<32-1), result), e.Terms().BVSle(result, e.Terms().BVConst(32, uint64(all)))))
	return result
}

// isWritten says that a call with this result has written the argument of that number.
func isWritten(e emit.Emitter, i int, result *term.Term) *term.Term {
	return e.Terms().BVSlt(e.Terms().BVConst(32, uint64(i)), result)
}

func scanConverted(e emit.Emitter, c *emit.Call, first int, scanned format.Scan) (*term.Term, bool) {
	long := e.DataModel().LongWidth
	for i, conversion := range scanned.Writing {
		t := c.Args[first+i].Pointee()
		if t == nil || !conversion.Fits(t, int64(long/8), int64(e.DataModel().PointerWidth/8)) {
			return e.Unmodelled(c, c.Function.Name+" into an object of another type than the format says"), true
		}
		if !t.IsFloating() && conversion.IsNumber() {
			if _, _, ok := conversion.Bounds(e.Sort(t).Width, long); !ok {
				return e.Unmodelled(c, c.Function.Name+" of a number with so many digits"), true
			}
		}
	}
	result := scanResult(e, c, len(scanned.Writing))
	if scanned.TakesAny {
		e.Assume(c.Pos, e.Terms().Ne(result, emit.Zero(e.Terms(), result.Sort())))
	}
	e.InCall(c, func() { scanAll(e, c, first, scanned, result) })
	return result, true
}

// scanAll writes what the conversions of a call with this result have given.
func scanAll(e emit.Emitter, c *emit.Call, first int, scanned format.Scan, result *term.Term) {
	long := e.DataModel().LongWidth
	for i, conversion := range scanned.Writing {
		a := c.Args[first+i]
		e.Where(c.Pos, isWritten(e, i, result), func() {
			if conversion.IsNumber() {
				scanNumber(e, c, a, conversion, long)
			} else {
				scanText(e, c, a, conversion)
			}
		})
	}
}

// scanNumber writes a number that the conversion can give.
func scanNumber(e emit.Emitter, c *emit.Call, a emit.Argument, conversion format.Conversion, long int) {
	t := a.Pointee()
	v := e.Input(c.Pos, t, ir.MemoryWrite, c.Function.Name)
	if !t.IsFloating() {
		width := v.Sort().Width
		if low, high, _ := conversion.Bounds(width, long); low != nil {
			e.Assume(c.Pos, e.Terms().BVSle(e.Terms().BVBig(width, low), v))
			e.Assume(c.Pos, e.Terms().BVSle(v, e.Terms().BVBig(width, high)))
		}
	}
	e.Store(c.Pos, emit.Place{Type: t, Address: a.Value}, v)
}

// scanText writes a character, or a text of one to so many characters as the width says, and its
// end.
func scanText(e emit.Emitter, c *emit.Call, a emit.Argument, conversion format.Conversion) {
	t := a.Pointee()
	at := func(i int) emit.Place {
		return emit.Place{Type: t, Address: e.Terms().BVAdd(a.Value, address(e, uint64(i)))}
	}
	character := func() *term.Term { return e.Input(c.Pos, t, ir.MemoryWrite, c.Function.Name) }
	if conversion.Specifier == 'c' {
		e.Store(c.Pos, at(0), character())
		return
	}
	long := e.Input(c.Pos, c.Result(), ir.MemoryWrite, c.Function.Name)
	e.Assume(c.Pos, e.Terms().BVUle(e.Terms().BVConst(32, 1), long))
	e.Assume(c.Pos, e.Terms().BVUle(long, e.Terms().BVConst(32, uint64(conversion.Width))))
	for i := range conversion.Width + 1 {
		here := e.Terms().BVConst(32, uint64(i))
		e.Where(c.Pos, e.Terms().BVUle(here, long), func() {
			v := character()
			space := e.Terms().False()
			if conversion.Specifier == 's' {
				for _, n := range []uint64{' ', '\t', '\n', '\v', '\f', '\r'} {
					space = e.Terms().Or(space, e.Terms().Eq(v, e.Terms().BVConst(v.Sort().Width, n)))
				}
			}
			e.Assume(c.Pos, e.Terms().Or(e.Terms().Eq(here, long), e.Terms().Not(space)))
			e.Store(c.Pos, at(i), e.Terms().Ite(e.Terms().Eq(here, long), emit.Zero(e.Terms(), v.Sort()), v))
		})
	}
}
