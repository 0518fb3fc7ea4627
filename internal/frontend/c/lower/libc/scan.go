package libc

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/tree"
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
			scanned, ok := format.ParseScan(text)
			ok = ok && (!scanned.Places || readsText(c)) // a driver's function has no input
			if ok && first+len(scanned.Writing) <= len(c.Args) {
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
	emit.FailWithErrno(e, c.Pos, e.Terms().True())
	e.Assume(c.Pos, e.Terms().And(
		e.Terms().BVSle(e.Terms().BVConst(32, 1<<32-1), result), e.Terms().BVSle(result, e.Terms().BVConst(32, uint64(all)))))
	return result
}

// readsText says that a call reads a text of the program.
func readsText(c *emit.Call) bool { return strings.HasSuffix(c.Function.Name, "sscanf") }

// isWritten says that a call with this result has written the argument of a conversion, or may have. Before a %n that
// does not follow at once the input may have been another than the format says; a part of several characters may be
// written and not count.
func isWritten(e emit.Emitter, c *emit.Call, conversion format.Conversion, result *term.Term) *term.Term {
	terms := e.Terms()
	before := terms.BVConst(32, uint64(conversion.Before))
	counted := terms.BVSlt(before, result)
	if !conversion.IsCount() && !conversion.IsPart() {
		return counted
	}
	if conversion.IsCount() && conversion.Follows {
		return terms.BVSle(before, result)
	}
	isHere := terms.Eq(before, result)
	if conversion.Before == 0 { // the input may have ended
		isHere = terms.BVSle(result, before)
	}
	return terms.Or(counted, terms.And(isHere, e.Choice(c.Pos, ir.MemoryWrite, c.Function.Name)))
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
	result := scanResult(e, c, scanned.Counted)
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
		e.Where(c.Pos, isWritten(e, c, conversion, result), func() {
			switch {
			case conversion.IsNumber():
				scanNumber(e, c, a, conversion, long)
			case conversion.IsCount():
				scanCount(e, c, a, conversion)
			default:
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

// scanCount writes how many characters of its text a call has read: one or more for each conversion that has written,
// and no more than there are. What does not fit is cut off.
func scanCount(e emit.Emitter, c *emit.Call, a emit.Argument, conversion format.Conversion) {
	t, terms := a.Pointee(), e.Terms()
	v := e.Input(c.Pos, t, ir.MemoryWrite, c.Function.Name)
	width, pointer := v.Sort().Width, e.DataModel().PointerWidth
	long := callLoop(e, c.Pos, "strlen", c.Args[0].Value)
	largest, count := terms.BVNot(address(e, 0)), emit.ZeroExtend(terms, v, max(pointer, width))
	if width <= pointer {
		largest = address(e, 1<<(width-1)-1)
	}
	fits := terms.BVUle(long, largest)
	inside := terms.And(
		terms.BVUle(terms.BVConst(count.Sort().Width, uint64(conversion.Before)), count),
		terms.BVUle(count, emit.ZeroExtend(terms, long, count.Sort().Width)))
	e.Assume(c.Pos, terms.Or(terms.Not(fits), inside))
	e.Store(c.Pos, emit.Place{Type: t, Address: a.Value}, v)
}

// widestUnrolled bounds the width of a text that is written without a loop: its length is an input
// before its characters. Where there is a loop a choice to go on is behind each character. The
// driver of a test knows that number, too (ctest).
const widestUnrolled = 64

// scanText writes a character, or a text of one to so many characters as the width says, and its
// end. Without a width it is as long as the input, which is the string that sscanf reads.
func scanText(e emit.Emitter, c *emit.Call, a emit.Argument, conversion format.Conversion) {
	s := scannedText{e: e, c: c, t: a.Pointee(), to: a.Value, conversion: conversion}
	if conversion.IsPart() {
		s.part()
		return
	}
	if conversion.Specifier == 'c' {
		s.store(address(e, 0), s.character())
		return
	}
	if conversion.Width > 0 && conversion.Width <= widestUnrolled {
		s.unrolled()
		return
	}
	s.loop()
}

// scannedText writes the text of one conversion.
type scannedText struct {
	e          emit.Emitter
	c          *emit.Call
	t          *tree.Type // of a character
	to         *term.Term
	conversion format.Conversion
}

func (s scannedText) store(at, x *term.Term) {
	s.e.Store(s.c.Pos, emit.Place{Type: s.t, Address: s.e.Terms().BVAdd(s.to, at)}, x)
}

func (s scannedText) character() *term.Term {
	return s.e.Input(s.c.Pos, s.t, ir.MemoryWrite, s.c.Function.Name)
}

// isTaken is the condition that the conversion takes a character.
func (s scannedText) isTaken(v *term.Term) *term.Term {
	terms := s.e.Terms()
	constant := func(b byte) *term.Term { return terms.BVConst(v.Sort().Width, uint64(b)) }
	if s.conversion.Specifier == 's' {
		space := terms.False()
		for _, b := range []byte{' ', '\t', '\n', '\v', '\f', '\r'} {
			space = terms.Or(space, terms.Eq(v, constant(b)))
		}
		return terms.Not(space)
	}
	if s.conversion.Set == nil {
		return terms.True()
	}
	some := terms.False()
	for _, r := range s.conversion.Set.Ranges() {
		some = terms.Or(some, terms.And(terms.BVUle(constant(r[0]), v), terms.BVUle(v, constant(r[1]))))
	}
	return some
}

// part writes one to so many characters as the width says, as many as there are.
func (s scannedText) part() {
	terms := s.e.Terms()
	long := s.e.Input(s.c.Pos, s.c.Result(), ir.MemoryWrite, s.c.Function.Name)
	for i := range s.conversion.Width {
		isThere := terms.True()
		if i > 0 {
			isThere = terms.BVUlt(terms.BVConst(32, uint64(i)), long)
		}
		s.e.Where(s.c.Pos, isThere, func() { s.store(address(s.e, uint64(i)), s.character()) })
	}
}

// unrolled writes a text of few characters one by one.
func (s scannedText) unrolled() {
	terms := s.e.Terms()
	long := s.e.Input(s.c.Pos, s.c.Result(), ir.MemoryWrite, s.c.Function.Name)
	s.e.Assume(s.c.Pos, terms.BVUle(terms.BVConst(32, 1), long))
	s.e.Assume(s.c.Pos, terms.BVUle(long, terms.BVConst(32, uint64(s.conversion.Width))))
	for i := range s.conversion.Width + 1 {
		here := terms.BVConst(32, uint64(i))
		s.e.Where(s.c.Pos, terms.BVUle(here, long), func() {
			v := s.character()
			s.e.Assume(s.c.Pos, terms.Or(terms.Eq(here, long), s.isTaken(v)))
			s.store(address(s.e, uint64(i)), terms.Ite(terms.Eq(here, long), emit.Zero(terms, v.Sort()), v))
		})
	}
	s.e.NoteTextEnd(s.c.Pos, s.to, terms.BVAdd(s.to, emit.ZeroExtend(terms, long, s.e.DataModel().PointerWidth)), nil)
}

// loop writes a text of many or any number of characters: behind each it may end.
func (s scannedText) loop() {
	e, pos, terms := s.e, s.c.Pos, s.e.Terms()
	index := e.Variable("i", terms.BV(e.DataModel().PointerWidth))
	limit := terms.BVNot(address(e, 0))
	if s.conversion.Width > 0 {
		limit = address(e, uint64(s.conversion.Width))
	}
	if readsText(s.c) {
		long := callLoop(e, pos, "strlen", s.c.Args[0].Value)
		limit = e.Keep(pos, terms.Ite(terms.BVUlt(long, limit), long, limit))
	}
	e.Assign(pos, index, address(e, 0))
	head, done := e.NewBlock(ir.LoopLabel, pos), e.NewBlock("", pos)
	e.Jump(pos, head)
	e.Enter(head)
	v := s.character()
	e.Assume(pos, s.isTaken(v))
	s.store(index.Sym, v)
	e.Assign(pos, index, terms.BVAdd(index.Sym, address(e, 1)))
	more := e.Choice(pos, ir.MemoryWrite, s.c.Function.Name)
	e.Branch(pos, terms.And(more, terms.BVUlt(index.Sym, limit)), head, done)
	e.Enter(done)
	s.store(index.Sym, emit.Zero(terms, v.Sort()))
	e.NoteTextEnd(pos, s.to, terms.BVAdd(s.to, index.Sym), nil)
}
