package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file reads the formats of printf and its relatives that are string literals: which of the
// arguments are strings, and which are written through.

// printed is a conversion of a format.
type printed struct {
	length    string // hh, h, l, ll, j, z, t, L or nothing
	specifier byte
	argument  int    // its number among the arguments of the format
	precision int    // the most characters of a string; negative: to its end
	counted   bool   // argument-1 is the precision
	before    string // where all in front of it is printed as it stands: that text
	isPlain   bool   // there is such a text
}

// printConversions lists the conversions of a format. It fails on what it does not know: numbers of
// arguments, %m is fine.
func printConversions(format string) (out []printed, ok bool) {
	argument, plain, isPlain := 0, "", true
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			plain += format[i : i+1]
			continue
		}
		c := printed{precision: -1}
		star := func() { // a width or a precision that is an argument
			argument++
			i++
		}
		digits := func() (n int) {
			for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
				n = min(10*n+int(format[i]-'0'), 1<<20)
			}
			return n
		}
		for i++; i < len(format) && isFlag(format[i]); i++ {
		}
		if i < len(format) && format[i] == '*' {
			star()
		} else {
			digits()
		}
		if i < len(format) && format[i] == '.' {
			i++
			if i < len(format) && format[i] == '*' {
				c.counted = true
				star()
			} else {
				c.precision = digits()
			}
		}
		length := i
		for i < len(format) && (isLengthLetter(format[i])) {
			i++
		}
		if i >= len(format) || format[i] == '$' {
			return nil, false
		}
		c.length, c.specifier = format[length:i], format[i]
		if c.specifier == '%' {
			plain += "%"
			continue
		}
		c.before, c.isPlain = plain, isPlain
		isPlain = isPlain && c.specifier == 'n'
		c.argument = argument
		if c.specifier != 'm' {
			argument++
		}
		out = append(out, c)
	}
	return out, true
}

func isFlag(c byte) bool {
	switch c {
	case '-', '+', ' ', '#', '0', '\'', 'I':
		return true
	}
	return false
}

// formatText is the text of a format that is a literal, of bytes or of wide characters that are
// ASCII's.
func formatText(e tree.Expr, f clib.Format) (string, bool) {
	if !f.Wide {
		return emit.LiteralText(e)
	}
	o := stringOf(e)
	if o == nil || o.Type.Elem.Size != 4 {
		return "", false
	}
	var text []byte
	for i := 0; i+4 < len(o.String); i += 4 {
		if o.String[i] >= 0x80 || o.String[i+1] != 0 || o.String[i+2] != 0 || o.String[i+3] != 0 {
			return "", false
		}
		text = append(text, o.String[i])
	}
	return string(text), true
}

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
func (c tableCall) conversions() (list []printed, rest []argument, ok bool) {
	at := c.formatOf()
	text, ok := formatText(c.args[at].expr, c.Params[at].Format)
	if ok {
		list, ok = printConversions(text)
	}
	return list, c.args[len(c.Params):], ok
}

// checkFormat checks what a format makes a call of printf or one of its relatives read.
func (b *body) checkFormat(pos source.Pos, c tableCall) {
	at := c.formatOf()
	if at < 0 || c.Params[at].Optional && isNull(c.args[at].expr) {
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
		case p.specifier != 's' && p.specifier != 'S':
		case isList:
			b.unsupported(pos, "call of "+c.def.Name+" that prints strings of a list of arguments, where accesses are checked")
			return
		case p.argument < len(rest) && rest[p.argument].typ.Kind == tree.Pointer:
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
func (b *body) checkPrinted(pos source.Pos, c tableCall, p printed, rest []argument) {
	a := rest[p.argument]
	var n *term.Term
	switch {
	case p.counted && rest[p.argument-1].typ.Kind == tree.Integer:
		count := b.number(rest[p.argument-1])
		n = b.terms.Ite(b.terms.BVSlt(count, b.addr(0)), b.addr(1<<(b.pointerWidth()-1)-1), count)
	case p.precision >= 0:
		n = b.addr(uint64(p.precision))
	}
	isWide := p.specifier == 'S' || p.length == "l"
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

// countedSizes are the sizes of what %n writes; a long and a pointer are as large as the data model
// says.
func (b *body) countedSize(length string) int64 {
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
func (b *body) writeCounts(pos source.Pos, c tableCall) bool {
	at := c.formatOf()
	if at < 0 || c.Params[at].Optional && isNull(c.args[at].expr) {
		return true
	}
	list, rest, ok := c.conversions()
	if !ok {
		return !b.someLiteralWrites()
	}
	for _, p := range list {
		if p.specifier != 'n' {
			continue
		}
		if c.Params[at].Format.List || p.argument >= len(rest) || rest[p.argument].typ.Kind != tree.Pointer {
			return false
		}
		b.writeCount(pos, c, p, rest[p.argument])
	}
	return true
}

// writeCount writes the number of characters so far; what it is is known where none of them was
// converted.
func (b *body) writeCount(pos source.Pos, c tableCall, p printed, to argument) {
	size := b.countedSize(p.length)
	t := &tree.Type{Kind: tree.Integer, Name: "int", Size: size, Align: size, Signed: true}
	if behind := b.pointeeOf(to); behind != nil && behind.Kind == tree.Integer && behind.Size == size {
		t = behind
	}
	count := b.terms.BVConst(int(8*size), uint64(len(p.before)))
	if !p.isPlain || c.Params[c.formatOf()].Format.Wide {
		count = b.input(pos, t, ir.MemoryWrite, c.def.Name)
	}
	b.storeScalar(pos, place{typ: t, address: to.scalar, pointer: to.scalar}, count)
}

// someLiteralWrites says that a literal of the program has a conversion that writes.
func (b *body) someLiteralWrites() bool {
	for _, o := range b.reach.objects {
		if o.String != nil && writesThroughFormat(string(o.String)) {
			return true
		}
	}
	return false
}
