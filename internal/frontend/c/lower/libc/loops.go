package libc

import (
	"fmt"
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Functions over bytes become functions of the program with one loop over an index.

// anyBytes begins the names of the loops that write any bytes; behind it is the function that does
// so.
const anyBytes = "any bytes of "

// Fill writes any bytes, as a function of the library does that is known by name.
func Fill(e emit.Emitter, pos source.Pos, function string, to, n *term.Term) {
	callLoop(e, pos, anyBytes+function, to, n)
}

// ReadText reads characters of so many bytes, to the end of a string or n of them (nil: any
// number). Where the end is known nothing is left to check.
func ReadText(e emit.Emitter, pos source.Pos, from, n *term.Term, size int64) {
	name, args := "string", []*term.Term{from}
	if size > 1 {
		name = "wide " + name
	}
	if n != nil {
		name, args = name+" of n", append(args, n)
	}
	unknown := e.Terms().True()
	if size == 1 && e.Checks(property.Bounds) {
		unknown = e.Terms().Eq(e.TextLength(pos, from), noLength(e))
	}
	e.Where(pos, unknown, func() { callLoop(e, pos, name, args...) })
}

// callLoop calls a loop function and returns its result, if it has one. Where the ends of the strings
// that it reads are known, and what it writes has room, it is one that checks no access.
func callLoop(e emit.Emitter, pos source.Pos, name string, args ...*term.Term) *term.Term {
	plain := loopFunction(e, name, checksEach)
	lengths := textLengths(e, pos, name, args)
	if len(lengths) == 0 {
		return callHelper(e, pos, plain, args, e.Temp)
	}
	terms := e.Terms()
	known := terms.True()
	for _, length := range lengths {
		known = terms.And(known, terms.Ne(length, noLength(e)))
	}
	if size := writtenBytes(e, name, args, lengths); size != nil {
		known = terms.And(known, writesApart(e, args, lengths, size), e.Accessible(args[0], size))
	}
	var result *ir.Variable
	if len(plain.Results) > 0 {
		result = e.Variable("result", plain.Results[0].Sort)
	}
	into := func(*term.Sort) *ir.Variable { return result } // there is at most one
	inside, checked, done := e.NewBlock("", pos), e.NewBlock("", pos), e.NewBlock("", pos)
	e.Branch(pos, known, inside, checked)
	e.Enter(inside)
	callHelper(e, pos, loopFunction(e, name, staysInside), append(args[:len(args):len(args)], lengths...), into)
	if searches[name] {
		assumeFound(e, pos, result.Sym, args[0], args[1])
	}
	e.Jump(pos, done)
	e.Enter(checked)
	callHelper(e, pos, plain, args, into)
	e.Jump(pos, done)
	e.Enter(done)
	if result == nil {
		return nil
	}
	if name == "strlen" { // the first zero, wherever another one was known
		e.NoteTextEnd(pos, args[0], terms.BVAdd(args[0], result.Sym), nil)
	}
	return result.Sym
}

// searches are the functions that look for a character in a string.
var searches = map[string]bool{"strchr": true, "strrchr": true}

// assumeFound says of the result of a search in a string whose end is known that it is null or leads to the character
// there, no further than to that end, and in front of it if it is another character. So a caller needs nothing of how
// the search went, nor of the string.
func assumeFound(e emit.Emitter, pos source.Pos, result, text, wanted *term.Term) {
	terms, model := e.Terms(), e.DataModel()
	found := e.Temp(terms.BV(8))
	e.Emit(&ir.Load{At: ir.At{Pos: pos}, Dst: found, Addr: result, Access: ir.Access{Type: "char"}})
	granule := func(a *term.Term) *term.Term { return terms.Extract(model.PointerWidth-1, model.GranuleBits, a) }
	offset := func(a *term.Term) *term.Term { return terms.Extract(model.GranuleBits-1, 0, a) }
	isInside := terms.And(
		terms.Eq(granule(result), granule(text)), terms.BVUle(offset(text), offset(result)), e.HasTextEnd(pos, result))
	character := terms.Trunc(8, wanted)
	isEnd := terms.Eq(character, terms.BVConst(8, 0))
	goesOn := terms.Or(isEnd, e.HasTextEnd(pos, terms.BVAdd(result, address(e, 1))))
	isThere := terms.And(isInside, terms.Eq(found.Sym, character), goesOn)
	e.Emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: terms.Or(terms.Eq(result, address(e, 0)), isThere)})
}

func callHelper(e emit.Emitter, pos source.Pos, f *ir.Function, args []*term.Term, into func(*term.Sort) *ir.Variable) *term.Term {
	results := make([]*ir.Variable, len(f.Results))
	var result *term.Term
	for i, r := range f.Results {
		results[i] = into(r.Sort)
		result = results[i].Sym
	}
	e.Emit(&ir.Call{At: ir.At{Pos: pos}, Callee: f, Args: args, Results: results})
	return result
}

// The variants of a loop: one checks each access to a string, one is told how long the strings are
// at most that it reads.
const (
	checksEach  = ""
	staysInside = " inside"
)

// readsTexts are the functions that read strings to their ends, or no further, by the numbers of
// their arguments.
var readsTexts = map[string][]int{
	"strlen": {0}, "strchr": {0}, "strrchr": {0}, "strcpy": {1}, "strncpy": {1}, "strcat": {0, 1}, "strcmp": {0, 1}, "strncmp": {0, 1},
}

// writtenBytes is how many bytes a loop writes at most at its first argument, given the lengths of
// what it reads; nil if it writes none.
func writtenBytes(e emit.Emitter, name string, args, lengths []*term.Term) *term.Term {
	terms := e.Terms()
	switch name {
	case "strcpy":
		return terms.BVAdd(lengths[0], address(e, 1))
	case "strcat":
		return terms.BVAdd(lengths[0], lengths[1], address(e, 1))
	case "strncpy":
		return args[2]
	}
	return nil
}

// writesApart is the condition that a loop leaves the string that it reads as it is: what it writes
// is in another granule, or in front of the string or behind its end. The string is in one granule.
func writesApart(e emit.Emitter, args, lengths []*term.Term, size *term.Term) *term.Term {
	terms, model := e.Terms(), e.DataModel()
	to, from, length := args[0], args[1], lengths[len(lengths)-1]
	granule := func(a *term.Term) *term.Term { return terms.Extract(model.PointerWidth-1, model.GranuleBits, a) }
	offset := func(a *term.Term) *term.Term { return terms.Extract(model.GranuleBits-1, 0, a) }
	last := terms.BVSub(size, address(e, 1))
	same := terms.Eq(granule(to), granule(from))
	stays := terms.And(terms.Eq(granule(last), emit.Zero(terms, granule(last).Sort())), terms.BVUle(offset(to), terms.BVNot(offset(last))))
	before, behind := terms.BVUle(terms.BVAdd(to, size), from), terms.BVUlt(terms.BVAdd(from, length), to)
	return terms.Or(terms.And(terms.Not(same), stays), terms.And(same, terms.Or(before, behind)))
}

// noLength is the length of a text that is not known.
func noLength(e emit.Values) *term.Term { return e.Terms().BVNot(address(e, 0)) }

// textLengths are how long the strings are at most that a loop reads.
func textLengths(e emit.Emitter, pos source.Pos, name string, args []*term.Term) []*term.Term {
	var out []*term.Term
	if !e.Checks(property.Bounds) {
		return nil
	}
	for _, i := range readsTexts[name] {
		out = append(out, e.TextLength(pos, args[i]))
	}
	return out
}

// loopFunction makes the function of a variant of a loop.
func loopFunction(e emit.Emitter, name, variant string) *ir.Function {
	return e.Helper(name, variant, func(inside emit.Emitter, f *ir.Function) {
		l := &loop{e: inside, terms: inside.Terms(), f: f, pos: f.Pos, isInside: variant == staysInside}
		l.ranged = l.isInside || strings.HasPrefix(name, "mem")
		l.build(name)
	})
}

// loop builds one loop function.
type loop struct {
	e     emit.Emitter // of the function
	terms *term.Builder
	f     *ir.Function
	pos   source.Pos
	to    *term.Term
	from  *term.Term
	index *ir.Variable
	// ranged says that callers check all accesses, or know that none needs a check.
	ranged bool
	// isInside says that how long the strings are at most that are read are parameters: lengths, by
	// the strings.
	isInside bool
	lengths  map[*term.Term]*term.Term
}

// knowsLengths makes the parameters for the lengths of strings, behind the others.
func (l *loop) knowsLengths(name string, texts ...*term.Term) {
	if !l.isInside {
		return
	}
	l.lengths = map[*term.Term]*term.Term{}
	for i, n := range readsTexts[name] {
		l.lengths[texts[n]] = l.f.NewParameter(fmt.Sprintf("length %d", i+1), texts[n].Sort()).Sym
	}
}

func (l *loop) build(name string) {
	address := l.terms.BV(l.e.DataModel().PointerWidth)
	l.to = l.f.NewParameter("to", address).Sym
	parameter := func(name string, s *term.Sort) *term.Term { return l.f.NewParameter(name, s).Sym }
	switch {
	case name == "strlen":
		l.knowsLengths(name, l.to)
		l.strlen()
	case searches[name]:
		c := parameter("c", l.terms.BV(32))
		l.knowsLengths(name, l.to)
		l.result(l.to.Sort())
		if wanted := l.terms.Trunc(8, c); name == "strchr" {
			l.strchr(wanted)
		} else {
			l.strrchr(wanted)
		}
	case name == "memset":
		l.memset(parameter("c", l.terms.BV(8)), parameter("n", address))
	case strings.HasPrefix(name, anyBytes):
		l.writeAny(name, parameter("n", address))
	case strings.HasPrefix(name, "string"), strings.HasPrefix(name, "wide string"):
		size := int64(1)
		if strings.HasPrefix(name, "wide") {
			size = 4
		}
		var n *term.Term
		if strings.HasSuffix(name, " of n") {
			n = parameter("n", address)
		}
		l.text(size, n)
	default:
		l.twoStrings(name, parameter("from", address))
	}
}

func (l *loop) address(a uint64) *term.Term {
	return l.terms.BVConst(l.e.DataModel().PointerWidth, a)
}

// intType is int.
var intType = &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Signed: true}

func (l *loop) twoStrings(name string, from *term.Term) {
	l.from = from
	address := from.Sort()
	needsCount := name == "memcpy" || name == "memmove" || name == "memcmp" || strings.HasPrefix(name, "strn")
	var n *term.Term
	if needsCount {
		n = l.f.NewParameter("n", address).Sym
	}
	l.knowsLengths(name, l.to, from)
	switch name {
	case "memcpy":
		l.copyForward(n)
		l.e.NoteTextCopied(l.pos, l.to, l.from, n)
		l.leaveWith(nil)
	case "memmove":
		l.memmove(n)
	case "memcmp":
		l.compare(n, bytesOfMemory)
	case "strcmp", "strncmp":
		l.compare(n, charactersOfStrings)
	case "strcpy":
		l.result(address)
		l.copyString(l.to)
		l.leaveWith(l.to)
	case "strcat":
		l.result(address)
		l.copyString(l.terms.BVAdd(l.to, l.endOf(l.to)))
		l.leaveWith(l.to)
	case "strncpy":
		l.result(address)
		l.strncpy(n)
	}
}

func (l *loop) result(s *term.Sort) { l.f.NewResult("return", s) }

// leaveWith returns, with a value if there is a result.
func (l *loop) leaveWith(t *term.Term) {
	if t != nil {
		l.e.Assign(l.pos, l.f.Results[0], t)
	}
	l.e.Return(l.pos)
}

// start makes the index and the head of the loop. It reads strings, of which it has come to no zero.
func (l *loop) start(initial *term.Term, texts ...*term.Term) *ir.Block {
	l.index = l.f.NewLocal("i", initial.Sort())
	l.e.Assign(l.pos, l.index, initial)
	head := l.e.NewBlock(ir.LoopLabel, l.pos)
	l.e.Jump(l.pos, head)
	l.e.Enter(head)
	for _, s := range texts {
		l.assumeBefore(s, l.terms.False())
	}
	return head
}

// assumeBefore says that the loop is not behind the end of a string that is known, unless it has
// passed that.
func (l *loop) assumeBefore(s, passed *term.Term) {
	if length := l.lengths[s]; length != nil {
		l.e.Assume(l.pos, l.terms.Or(passed, l.terms.BVUle(l.index.Sym, length)))
	}
}

func (l *loop) zeroIndex() *term.Term { return l.address(0) }

// step adds to the index and goes back.
func (l *loop) step(head *ir.Block) {
	l.e.Assign(l.pos, l.index, l.terms.BVAdd(l.index.Sym, l.address(1)))
	l.e.Jump(l.pos, head)
}

// split branches and enters the first block; the second is returned for later.
func (l *loop) split(cond *term.Term) *ir.Block {
	yes, no := l.e.NewBlock("", l.pos), l.e.NewBlock("", l.pos)
	l.e.Branch(l.pos, cond, yes, no)
	l.e.Enter(yes)
	return no
}

func (l *loop) at(base *term.Term) *term.Term { return l.terms.BVAdd(base, l.index.Sym) }

func (l *loop) readByte(address *term.Term) *term.Term { return l.readByteUnless(nil, address) }

// requireByte checks an access, unless skip holds; the functions that are given the number of bytes
// are checked where they are called.
func (l *loop) requireByte(skip, address *term.Term) {
	if !l.ranged {
		pointer := l.terms.BVSub(address, l.index.Sym)
		l.e.RequireAccess(l.pos, emit.Access{Pointer: pointer, Start: address, Size: 1, Skip: skip})
	}
}

// readByteUnless reads a byte that is not used where skip holds.
func (l *loop) readByteUnless(skip, address *term.Term) *term.Term {
	l.requireByte(skip, address)
	v := l.e.Temp(l.terms.BV(8))
	l.e.Emit(&ir.Load{At: ir.At{Pos: l.pos}, Dst: v, Addr: address, Access: ir.Access{Type: "char"}})
	return v.Sym
}

// readCharacter reads a character of so many bytes of the string at l.to.
func (l *loop) readCharacter(address *term.Term, size int64) *term.Term {
	l.e.RequireAccess(l.pos, emit.Access{Pointer: l.to, Start: address, Size: size})
	v := l.e.Temp(l.terms.BV(int(8 * size)))
	l.e.Emit(&ir.Load{At: ir.At{Pos: l.pos}, Dst: v, Addr: address, Access: ir.Access{Type: "char"}})
	return v.Sym
}

func (l *loop) writeByte(address, t *term.Term) {
	l.requireByte(nil, address)
	l.e.Emit(&ir.Store{At: ir.At{Pos: l.pos}, Addr: address, Value: t, Access: ir.Access{Type: "char"}})
}

func (l *loop) isZero(t *term.Term) *term.Term { return l.terms.Eq(t, emit.Zero(l.terms, t.Sort())) }

// copyForward copies n bytes and leaves the block after the loop as the current one.
func (l *loop) copyForward(n *term.Term) {
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	l.writeByte(l.at(l.to), l.readByte(l.at(l.from)))
	l.step(head)
	l.e.Enter(done)
}

// memmove copies backwards where the destination lies above the source. For objects apart both
// directions do the same, so the answer does not depend on their addresses.
func (l *loop) memmove(n *term.Term) {
	backward := l.split(l.terms.BVUle(l.to, l.from))
	l.copyForward(n)
	l.leaveWith(nil)
	l.e.Enter(backward)
	head := l.start(n)
	done := l.split(l.terms.Ne(l.index.Sym, l.address(0)))
	l.e.Assign(l.pos, l.index, l.terms.BVSub(l.index.Sym, l.address(1)))
	l.writeByte(l.at(l.to), l.readByte(l.at(l.from)))
	l.e.Jump(l.pos, head)
	l.e.Enter(done)
	l.leaveWith(nil)
}

func (l *loop) memset(c, n *term.Term) {
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	l.writeByte(l.at(l.to), c)
	l.step(head)
	l.e.Enter(done)
	l.e.NoteTextEnd(l.pos, l.to, l.lastOf(n), l.terms.And(l.isZero(c), l.terms.Not(l.isZero(n))))
	l.leaveWith(nil)
}

// lastOf is the address of the last of n bytes at the destination.
func (l *loop) lastOf(n *term.Term) *term.Term {
	return l.terms.BVAdd(l.to, l.terms.BVSub(n, l.address(1)))
}

// endOf is the length of the string at s; the block after the loop is the current one.
func (l *loop) endOf(s *term.Term) *term.Term {
	head := l.start(l.zeroIndex(), s)
	more := l.split(l.isZero(l.readByte(l.at(s))))
	after := l.e.Block()
	l.e.Enter(more)
	l.step(head)
	l.e.Enter(after)
	return l.index.Sym
}

func (l *loop) strlen() {
	l.result(l.to.Sort())
	l.leaveWith(l.endOf(l.to))
}

func (l *loop) strchr(wanted *term.Term) {
	head := l.start(l.zeroIndex(), l.to)
	x := l.readByte(l.at(l.to))
	other := l.split(l.terms.Eq(x, wanted))
	l.leaveWith(l.at(l.to))
	l.e.Enter(other)
	more := l.split(l.isZero(x))
	l.leaveWith(l.address(0))
	l.e.Enter(more)
	l.step(head)
}

// strrchr goes back from the end, so nothing that it finds is behind that. All characters up to there were read before.
func (l *loop) strrchr(wanted *term.Term) {
	end := l.endOf(l.to)
	l.ranged = true
	head := l.start(end)
	l.e.Assume(l.pos, l.terms.BVUle(l.index.Sym, end))
	other := l.split(l.terms.Eq(l.readByte(l.at(l.to)), wanted))
	l.leaveWith(l.at(l.to))
	l.e.Enter(other)
	more := l.split(l.isZero(l.index.Sym))
	l.leaveWith(l.address(0))
	l.e.Enter(more)
	l.e.Assign(l.pos, l.index, l.terms.BVSub(l.index.Sym, l.address(1)))
	l.e.Jump(l.pos, head)
}

// copyString copies from's string with its zero to an address.
func (l *loop) copyString(to *term.Term) {
	to = l.e.Keep(l.pos, to)
	head := l.start(l.zeroIndex(), l.from)
	x := l.readByte(l.at(l.from))
	l.writeByte(l.at(to), x)
	more := l.split(l.isZero(x))
	after := l.e.Block()
	l.e.Enter(more)
	l.step(head)
	l.e.Enter(after)
	l.e.NoteTextEnd(l.pos, l.to, l.at(to), nil)
}

// strncpy copies at most n bytes and fills the rest with zeros.
func (l *loop) strncpy(n *term.Term) {
	ended := l.f.NewLocal("ended", l.terms.Bool())
	l.e.Assign(l.pos, ended, l.terms.False())
	head := l.start(l.zeroIndex())
	l.assumeBefore(l.from, ended.Sym)
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	x := l.terms.Ite(ended.Sym, l.terms.BVConst(8, 0), l.readByteUnless(ended.Sym, l.at(l.from)))
	x = l.e.Keep(l.pos, x)
	l.writeByte(l.at(l.to), x)
	l.e.Assign(l.pos, ended, l.isZero(x))
	l.step(head)
	l.e.Enter(done)
	l.e.NoteTextEnd(l.pos, l.to, l.lastOf(n), l.terms.And(ended.Sym, l.terms.Not(l.isZero(n))))
	l.leaveWith(l.to)
}

// compared says what is compared: strings end at a 0.
type compared uint8

const (
	bytesOfMemory compared = iota + 1
	charactersOfStrings
)

// compare compares the first bytes that differ, as unsigned characters. Of a result that is not 0 C
// only says what the sign is.
func (l *loop) compare(n *term.Term, of compared) {
	l.result(l.terms.BV(32))
	equal := l.terms.BVConst(32, 0)
	head := l.start(l.zeroIndex(), l.to, l.from)
	l.within(n, equal)
	x, y := l.readByte(l.at(l.to)), l.readByte(l.at(l.from))
	same := l.split(l.terms.Ne(x, y))
	v := l.e.Input(l.pos, intType, ir.Unspecified, "magnitude")
	below := l.terms.BVOr(v, l.terms.BVConst(32, 1<<31))
	above := l.terms.Ite(l.terms.BVSlt(equal, v), v, l.terms.BVConst(32, 1))
	l.leaveWith(l.terms.Ite(l.terms.BVUlt(x, y), below, above))
	l.e.Enter(same)
	if of == charactersOfStrings {
		more := l.split(l.isZero(x))
		l.leaveWith(equal)
		l.e.Enter(more)
	}
	l.step(head)
}

// within leaves with a result behind the n-th round; nil: there is no bound.
func (l *loop) within(n, result *term.Term) {
	if n == nil {
		return
	}
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	inside := l.e.Block()
	l.e.Enter(done)
	l.leaveWith(result)
	l.e.Enter(inside)
}

// writeAny writes n bytes.
func (l *loop) writeAny(name string, n *term.Term) {
	t := &tree.Type{Kind: tree.Integer, Name: "char", Size: 1, Signed: true}
	l.ranged = true
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	l.writeByte(l.at(l.to), l.e.Input(l.pos, t, ir.MemoryWrite, strings.TrimPrefix(name, anyBytes)))
	l.step(head)
	l.e.Enter(done)
	l.leaveWith(nil)
}

// text reads a string.
func (l *loop) text(size int64, n *term.Term) {
	head := l.start(l.zeroIndex())
	l.within(n, nil)
	address := l.terms.BVAdd(l.to, l.terms.BVMul(l.index.Sym, l.address(uint64(size))))
	c := l.readCharacter(address, size)
	more := l.split(l.isZero(c))
	l.leaveWith(nil)
	l.e.Enter(more)
	l.step(head)
}
