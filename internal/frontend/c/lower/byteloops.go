package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Library functions over bytes become functions of the program with one loop over an index. The suffix
// of the name keeps them apart from functions of the user.
const librarySuffix = "@library"

// byteLoop calls the loop of a string function with arguments brought to its parameter types.
func (b *body) byteLoop(u *libraryUse) (value, bool) {
	if v, done := b.copyLiteral(u); done {
		return v, true
	}
	f := b.libraryFunction(u.name)
	if !u.integers(len(f.Params)) {
		return value{}, false
	}
	args := make([]*term.Term, len(f.Params))
	for _, a := range u.args[:len(args)] {
		if a.typ.Kind == tree.Pointer && b.checks(property.Null) {
			b.checkPointerBefore(u.pos, a.scalar)
		}
	}
	if f.Name == "memcmp"+librarySuffix {
		// Both objects have n bytes, wherever the first difference is (C11 7.24.4.1p2).
		b.requireBytes(u.pos, u.args[0].scalar, b.number(u.args[2]))
		b.requireBytes(u.pos, u.args[1].scalar, b.number(u.args[2]))
	}
	for i := range args {
		args[i] = b.resizeBits(u.args[i].scalar, f.Params[i].Sort.Width, isSigned(u.args[i].typ))
	}
	return value{scalar: b.callLibrary(u.pos, u.name, args...)}, true
}

// copyLiteral is strcpy of a string literal, whose length is known.
func (b *body) copyLiteral(u *libraryUse) (value, bool) {
	if u.name != "strcpy" || !u.integers(2) {
		return value{}, false
	}
	text, ok := LiteralText(u.args[1].expr)
	if !ok {
		return value{}, false
	}
	if end := strings.IndexByte(text, 0); end >= 0 {
		text = text[:end]
	}
	to, size := u.args[0].scalar, uint64(len(text)+1)
	b.requireBytes(u.pos, to, b.addr(size))
	b.emit(&ir.Copy{At: ir.At{Pos: u.pos}, To: to, From: u.args[1].scalar, Size: size})
	return value{scalar: to}, true
}

// callLibrary calls a loop function and returns its result, if it has one.
func (b *body) callLibrary(pos source.Pos, name string, args ...*term.Term) *term.Term {
	f := b.libraryFunction(name)
	results := make([]*ir.Variable, len(f.Results))
	var result *term.Term
	for i, r := range f.Results {
		results[i] = b.newTemp(r.Sort)
		result = results[i].Sym
	}
	b.emit(&ir.Call{At: ir.At{Pos: pos}, Callee: f, Args: args, Results: results})
	return result
}

// libraryFunction makes the function once.
func (l *lowerer) libraryFunction(name string) *ir.Function {
	if name == "bcmp" {
		name = "memcmp"
	}
	if f := l.library[name]; f != nil {
		return f
	}
	pos := source.Pos{File: "<library>"}
	f := l.program.NewFunction(name+librarySuffix, pos)
	l.library[name] = f
	loop := &byteLoopBody{body: l.newBody(f, &tree.FunctionDef{Name: name}), pos: pos}
	loop.ranged = strings.HasPrefix(name, "mem")
	address := l.terms.BV(l.pointerWidth())
	loop.to = f.NewParameter("to", address).Sym
	switch {
	case name == "strlen":
		loop.strlen()
	case name == "strchr":
		loop.strchr(f.NewParameter("c", l.terms.BV(32)).Sym)
	case name == "memset":
		loop.memset(f.NewParameter("c", l.terms.BV(8)).Sym, f.NewParameter("n", address).Sym)
	case strings.HasPrefix(name, anyBytes):
		loop.writeAny(name, f.NewParameter("n", address).Sym)
	case strings.HasPrefix(name, "string"), strings.HasPrefix(name, "wide string"):
		size := int64(1)
		if strings.HasPrefix(name, "wide") {
			size = 4
		}
		var n *term.Term
		if strings.HasSuffix(name, " of n") {
			n = f.NewParameter("n", address).Sym
		}
		loop.text(size, n)
	default:
		loop.twoStrings(name, f.NewParameter("from", address).Sym)
	}
	loop.finish()
	return f
}

// byteLoopBody builds one loop function.
type byteLoopBody struct {
	*body
	pos   source.Pos
	to    *term.Term
	from  *term.Term
	index *ir.Variable
	// ranged says that callers check all accesses.
	ranged bool
}

func (l *byteLoopBody) twoStrings(name string, from *term.Term) {
	l.from = from
	address := from.Sort()
	needsCount := name == "memcpy" || name == "memmove" || name == "memcmp" || strings.HasPrefix(name, "strn")
	var n *term.Term
	if needsCount {
		n = l.function.NewParameter("n", address).Sym
	}
	switch name {
	case "memcpy":
		l.copyForward(n)
		l.leaveWith(nil)
	case "memmove":
		l.memmove(n)
	case "memcmp", "strcmp", "strncmp":
		l.compare(n, name != "memcmp")
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

func (l *byteLoopBody) result(s *term.Sort) { l.function.NewResult("return", s) }

// leaveWith returns, with a value if there is a result.
func (l *byteLoopBody) leaveWith(t *term.Term) {
	if t != nil {
		l.assign(l.pos, l.function.Results[0], t)
	}
	l.block.Jump(l.pos, l.exitBlock(l.pos))
}

// start makes the index and the head of the loop.
func (l *byteLoopBody) start(initial *term.Term) *ir.Block {
	l.index = l.function.NewLocal("i", initial.Sort())
	l.assign(l.pos, l.index, initial)
	head := l.newBlock(ir.LoopLabel, l.pos)
	l.jumpTo(l.pos, head)
	return head
}

func (l *byteLoopBody) zeroIndex() *term.Term { return l.addr(0) }

// step adds to the index and goes back.
func (l *byteLoopBody) step(head *ir.Block) {
	l.assign(l.pos, l.index, l.terms.BVAdd(l.index.Sym, l.addr(1)))
	l.block.Jump(l.pos, head)
}

// split branches and enters the first block; the second is returned for later.
func (l *byteLoopBody) split(cond *term.Term) *ir.Block {
	yes, no := l.newBlock("", l.pos), l.newBlock("", l.pos)
	l.branch(l.pos, cond, yes, no)
	l.enter(yes)
	return no
}

func (l *byteLoopBody) at(base *term.Term) *term.Term { return l.terms.BVAdd(base, l.index.Sym) }

func (l *byteLoopBody) readByte(address *term.Term) *term.Term { return l.readByteUnless(nil, address) }

// requireByte checks an access, unless skip holds; the functions that are given the number of bytes are
// checked where they are called.
func (l *byteLoopBody) requireByte(skip, address *term.Term) {
	if !l.ranged && l.checks(memoryChecks) {
		pointer := l.terms.BVSub(address, l.index.Sym)
		l.requireRange(l.pos, accessRange{pointer: pointer, start: address, size: l.addr(1), known: 1, skip: skip})
	}
}

// readByteUnless reads a byte that is not used where skip holds.
func (l *byteLoopBody) readByteUnless(skip, address *term.Term) *term.Term {
	l.requireByte(skip, address)
	v := l.newTemp(l.terms.BV(8))
	l.emit(&ir.Load{At: ir.At{Pos: l.pos}, Dst: v, Addr: address, Access: ir.Access{Type: "char"}})
	return v.Sym
}

// readCharacter reads a character of so many bytes of the string at l.to.
func (l *byteLoopBody) readCharacter(address *term.Term, size int64) *term.Term {
	l.requireRange(l.pos, accessRange{pointer: l.to, start: address, size: l.addr(uint64(size)), known: size})
	v := l.newTemp(l.terms.BV(int(8 * size)))
	l.emit(&ir.Load{At: ir.At{Pos: l.pos}, Dst: v, Addr: address, Access: ir.Access{Type: "char"}})
	return v.Sym
}

func (l *byteLoopBody) writeByte(address, t *term.Term) {
	l.requireByte(nil, address)
	l.emit(&ir.Store{At: ir.At{Pos: l.pos}, Addr: address, Value: t, Access: ir.Access{Type: "char"}})
}

func (l *byteLoopBody) isZero(t *term.Term) *term.Term { return l.terms.Eq(t, l.zero(t.Sort())) }

// copyForward copies n bytes and leaves the block after the loop as the current one.
func (l *byteLoopBody) copyForward(n *term.Term) {
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	l.writeByte(l.at(l.to), l.readByte(l.at(l.from)))
	l.step(head)
	l.enter(done)
}

// memmove copies backwards where the destination lies above the source. For objects apart both
// directions do the same, so the answer does not depend on their addresses.
func (l *byteLoopBody) memmove(n *term.Term) {
	backward := l.split(l.terms.BVUle(l.to, l.from))
	l.copyForward(n)
	l.leaveWith(nil)
	l.enter(backward)
	head := l.start(n)
	done := l.split(l.terms.Ne(l.index.Sym, l.addr(0)))
	l.assign(l.pos, l.index, l.terms.BVSub(l.index.Sym, l.addr(1)))
	l.writeByte(l.at(l.to), l.readByte(l.at(l.from)))
	l.block.Jump(l.pos, head)
	l.enter(done)
	l.leaveWith(nil)
}

func (l *byteLoopBody) memset(c, n *term.Term) {
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	l.writeByte(l.at(l.to), c)
	l.step(head)
	l.enter(done)
	l.leaveWith(nil)
}

// endOf is the length of the string at s; the block after the loop is the current one.
func (l *byteLoopBody) endOf(s *term.Term) *term.Term {
	head := l.start(l.zeroIndex())
	more := l.split(l.isZero(l.readByte(l.at(s))))
	after := l.block
	l.enter(more)
	l.step(head)
	l.enter(after)
	return l.index.Sym
}

func (l *byteLoopBody) strlen() {
	l.result(l.to.Sort())
	l.leaveWith(l.endOf(l.to))
}

func (l *byteLoopBody) strchr(c *term.Term) {
	l.result(l.to.Sort())
	wanted := l.terms.Trunc(8, c)
	head := l.start(l.zeroIndex())
	x := l.readByte(l.at(l.to))
	other := l.split(l.terms.Eq(x, wanted))
	l.leaveWith(l.at(l.to))
	l.enter(other)
	more := l.split(l.isZero(x))
	l.leaveWith(l.addr(0))
	l.enter(more)
	l.step(head)
}

// copyString copies from's string with its zero to an address.
func (l *byteLoopBody) copyString(to *term.Term) {
	to = l.keep(l.pos, to)
	head := l.start(l.zeroIndex())
	x := l.readByte(l.at(l.from))
	l.writeByte(l.at(to), x)
	more := l.split(l.isZero(x))
	after := l.block
	l.enter(more)
	l.step(head)
	l.enter(after)
}

// strncpy copies at most n bytes and fills the rest with zeros.
func (l *byteLoopBody) strncpy(n *term.Term) {
	ended := l.function.NewLocal("ended", l.terms.Bool())
	l.assign(l.pos, ended, l.terms.False())
	head := l.start(l.zeroIndex())
	done := l.split(l.terms.BVUlt(l.index.Sym, n))
	x := l.terms.Ite(ended.Sym, l.terms.BVConst(8, 0), l.readByteUnless(ended.Sym, l.at(l.from)))
	x = l.keep(l.pos, x)
	l.writeByte(l.at(l.to), x)
	l.assign(l.pos, ended, l.isZero(x))
	l.step(head)
	l.enter(done)
	l.leaveWith(l.to)
}

// compare compares the first bytes that differ, as unsigned characters. Of a result that is not 0 C only says
// what the sign is.
func (l *byteLoopBody) compare(n *term.Term, strings bool) {
	l.result(l.terms.BV(32))
	equal := l.terms.BVConst(32, 0)
	head := l.start(l.zeroIndex())
	if n != nil {
		done := l.split(l.terms.BVUlt(l.index.Sym, n))
		inside := l.block
		l.enter(done)
		l.leaveWith(equal)
		l.enter(inside)
	}
	x, y := l.readByte(l.at(l.to)), l.readByte(l.at(l.from))
	same := l.split(l.terms.Ne(x, y))
	v := l.input(l.pos, &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Signed: true}, ir.Unspecified, "magnitude")
	below := l.terms.BVOr(v, l.terms.BVConst(32, 1<<31))
	above := l.terms.Ite(l.terms.BVSlt(equal, v), v, l.terms.BVConst(32, 1))
	l.leaveWith(l.terms.Ite(l.terms.BVUlt(x, y), below, above))
	l.enter(same)
	if strings {
		more := l.split(l.isZero(x))
		l.leaveWith(equal)
		l.enter(more)
	}
	l.step(head)
}
