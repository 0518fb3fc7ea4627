package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file reads the formats of printf and its relatives that are string literals: which of the
// arguments are strings, and which are written through.

// formatOf is the number of the parameter that is a format of printf or its relatives; negative if
// there is none.
func (c tableCall) formatOf() int {
	for i, p := range c.Params {
		if p.Format.Is && !p.Format.Scans {
			return i
		}
	}
	return -1
}

// conversions are those of a call whose format is a literal, with the arguments behind it.
func (c tableCall) conversions() (list []format.Printed, rest []argument, ok bool) {
	at := c.formatOf()
	text, ok := format.Text(c.args[at].expr, c.Params[at].Format)
	if ok {
		list, ok = format.ParsePrint(text)
	}
	return list, c.args[len(c.Params):], ok
}

// checkFormat checks what a format makes a call of printf or one of its relatives read.
func (b libraryCalls) checkFormat(pos source.Pos, c tableCall) {
	at := c.formatOf()
	isInside := isModelFile(pos.File) && c.def.Body != nil // a model reads the format and what it prints itself
	if at < 0 || isInside || c.Params[at].Optional && isNull(c.args[at].expr) {
		return
	}
	list, rest, ok := c.conversions()
	isList := c.Params[at].Format.List
	if !ok && (isList || hasPointer(rest)) {
		b.unsupported(pos, "call of "+c.def.Name+" with pointers for a format that is not a literal, where accesses are checked")
		return
	}
	for _, p := range list {
		switch {
		case p.Specifier != 's' && p.Specifier != 'S':
		case isList:
			b.unsupported(pos, "call of "+c.def.Name+" that prints strings of a list of arguments, where accesses are checked")
			return
		case p.Argument < len(rest) && rest[p.Argument].typ.Kind == tree.Pointer:
			b.checkPrinted(pos, c, p, rest)
		}
	}
}

func hasPointer(args []argument) bool {
	for _, a := range args {
		if a.typ.Kind == tree.Pointer {
			return true
		}
	}
	return false
}

// checkPrinted checks a string that is printed. What a library does with a null pointer there is
// its own: glibc prints (null), and compilers make calls of other functions of some formats, which
// do not.
func (b libraryCalls) checkPrinted(pos source.Pos, c tableCall, p format.Printed, rest []argument) {
	a := rest[p.Argument]
	var n *term.Term
	switch {
	case p.Counted && rest[p.Argument-1].typ.Kind == tree.Integer:
		count := b.number(rest[p.Argument-1])
		n = b.terms.Ite(b.terms.BVSlt(count, b.addr(0)), b.addr(1<<(b.pointerWidth()-1)-1), count)
	case p.Precision >= 0:
		n = b.addr(uint64(p.Precision))
	}
	isWide := p.Specifier == 'S' || p.Length == "l"
	if shownObject(a.expr) != nil || stringOf(a.expr) != nil {
		b.requireText(pos, a, n, isWide)
		return
	}
	null := b.terms.Eq(a.scalar, b.zero(a.scalar.Sort()))
	if b.checks(property.Null) {
		b.where(pos, null, func() { b.refuse(pos, CodeUnmodelled, c.def.Name+" prints a null pointer as a string") })
	}
	b.where(pos, b.terms.Not(null), func() { b.requireText(pos, a, n, isWide) })
}

// countedSize is the size of what %n writes; a long and a pointer are as large as the data model says.
func (b libraryCalls) countedSize(length string) int64 {
	switch length {
	case "hh":
		return 1
	case "h":
		return 2
	case "":
		return 4
	case "l":
		return int64(b.options.Model.LongWidth / 8)
	case "z", "t":
		return int64(b.pointerWidth() / 8)
	}
	return 8
}

// writeCounts does what the conversions %n of a call do. It is false where that is not known: the
// format is not seen to be free of them and a literal of the program has one, or they write through
// a list of arguments.
func (b libraryCalls) writeCounts(pos source.Pos, c tableCall) bool {
	at := c.formatOf()
	if at < 0 || c.Params[at].Optional && isNull(c.args[at].expr) {
		return true
	}
	list, rest, ok := c.conversions()
	if !ok {
		return !b.someLiteralWrites()
	}
	for _, p := range list {
		if p.Specifier != 'n' {
			continue
		}
		if c.Params[at].Format.List || p.Argument >= len(rest) || rest[p.Argument].typ.Kind != tree.Pointer {
			return false
		}
		b.writeCount(pos, c, p, rest[p.Argument])
	}
	return true
}

// writeCount writes the number of characters so far; what it is is known where none of them was
// converted, and all of them were printed.
func (b libraryCalls) writeCount(pos source.Pos, c tableCall, p format.Printed, to argument) {
	size := b.countedSize(p.Length)
	t := &tree.Type{Kind: tree.Integer, Name: "int", Size: size, Align: size, Signed: true}
	if behind := b.pointeeOf(to); behind != nil && behind.Kind == tree.Integer && behind.Size == size {
		t = behind
	}
	count := b.terms.BVConst(int(8*size), uint64(len(p.Before)))
	if !p.IsPlain || c.Params[c.formatOf()].Format.Wide || !b.printsAll(pos, c) {
		count = b.input(pos, t, ir.MemoryWrite, c.def.Name)
	}
	b.storeScalar(pos, place{typ: t, address: to.scalar, pointer: to.scalar}, count)
}

// printsAll says that nothing keeps a call from printing what its format says: it writes into memory, or to a stream
// that is taken not to fail.
func (b libraryCalls) printsAll(pos source.Pos, c tableCall) bool {
	switch c.def.Name {
	case "sprintf", "snprintf", "asprintf":
		return true
	case "printf":
	case "fprintf":
		if !libc.IsStandardOutput(c.args[0].expr) {
			return false
		}
	default:
		return false
	}
	if b.printingMayFail() {
		return false
	}
	b.assume(assumption.PrintingSucceeds, pos)
	return true
}

// someLiteralWrites says that a literal of the program has a conversion that writes.
func (b libraryCalls) someLiteralWrites() bool {
	for _, o := range b.reach.objects {
		if o.String != nil && format.Writes(string(o.String)) {
			return true
		}
	}
	return false
}
