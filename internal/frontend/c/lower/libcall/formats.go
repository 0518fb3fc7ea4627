package libcall

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// This file reads the formats of printf and its relatives that are string literals: which of the
// arguments are strings, and which are written through.

// format is the number of the parameter that is a format of printf or its relatives; negative if
// there is none.
func (c Call) format() int {
	for i, p := range c.Known.Params {
		if p.Format.Is && !p.Format.Scans {
			return i
		}
	}
	return -1
}

// hasFormat says that there is one, and that it is not null where it may be.
func (c Call) hasFormat() bool {
	at := c.format()
	return at >= 0 && !(c.Known.Params[at].Optional && tree.IsNull(c.Args[at].Expr))
}

// conversions are those of a call whose format is a literal, with the arguments behind it.
func (c Call) conversions() (list []format.Printed, rest []emit.Argument, ok bool) {
	at := c.format()
	text, ok := format.Text(c.Args[at].Expr, c.Known.Params[at].Format)
	if ok {
		list, ok = format.ParsePrint(text)
	}
	return list, c.Args[len(c.Known.Params):], ok
}

// checkFormat checks what a format makes a call of printf or one of its relatives read.
func checkFormat(e Emitter, c Call) {
	isInside := IsModelFile(c.Pos.File) && c.isModelled() // a model reads the format and what it prints itself
	if isInside || !c.hasFormat() {
		return
	}
	list, rest, ok := c.conversions()
	isList := c.Known.Params[c.format()].Format.List
	switch {
	case !ok && (isList || hasPointer(rest)):
		checkGiven(e, c, rest)
	case isList && slices.ContainsFunc(list, format.Printed.IsText):
		e.RefuseCheck(c.Call, "call of "+c.Function.Name+" that prints strings of a list of arguments, where accesses are checked")
	case !isList:
		checkAllPrinted(e, c, list, rest)
	}
}

// checkAllPrinted checks the strings that a call prints, those of its arguments that are pointers.
func checkAllPrinted(e Emitter, c Call, list []format.Printed, rest []emit.Argument) {
	for _, p := range list {
		if p.IsText() && p.Argument < len(rest) && rest[p.Argument].Type.Kind == tree.Pointer {
			checkPrinted(e, c, p, rest)
		}
	}
}

// isGiven says that the format is one that callers may give: what is read of it is checked with what it converts.
func (c Call) isGiven(e Emitter) bool {
	if !c.hasFormat() || IsModelFile(c.Pos.File) {
		return false
	}
	_, rest, ok := c.conversions()
	at := c.format()
	return !ok && (c.Known.Params[at].Format.List || hasPointer(rest)) && len(e.FormatsOf(c.Args[at].Expr)) > 0
}

// checkGiven checks a call whose format is not known: where it is one of the literals that callers give, what that
// one converts. Those that convert no strings need no look.
func checkGiven(e Emitter, c Call, rest []emit.Argument) {
	at := c.format()
	terms, text := e.Terms(), e.Keep(c.Pos, c.Args[at].Value)
	isList := c.Known.Params[at].Format.List
	known := terms.False()
	if c.Known.Params[at].Optional {
		known = isNull(e, text)
	}
	for _, f := range e.FormatsOf(c.Args[at].Expr) {
		is := terms.Eq(text, f.Address)
		if !isList && len(rest) < argumentsOf(f.Conversions) {
			continue
		}
		known = terms.Or(known, is)
		if !slices.ContainsFunc(f.Conversions, format.Printed.IsText) {
			continue
		}
		e.Where(c.Pos, is, func() {
			args := rest
			if isList {
				if args = e.ListedArguments(c.Pos, c.Args[at+1].Value, f.Conversions); args == nil {
					e.RefuseCheck(c.Call, "call of "+c.Function.Name+" with such a list of arguments, where accesses are checked")
					return
				}
			}
			checkAllPrinted(e, c, f.Conversions, args)
		})
	}
	e.Where(c.Pos, terms.Not(known), func() {
		checkParameter(e, c, at)
		e.RefuseCheck(c.Call, "call of "+c.Function.Name+" with pointers for a format that is not a literal, where accesses are checked")
	})
}

// argumentsOf is how many arguments conversions read.
func argumentsOf(list []format.Printed) int {
	n := 0
	for _, p := range list {
		if n = max(n, p.Argument); p.Specifier != 'm' {
			n = max(n, p.Argument+1)
		}
	}
	return n
}

func hasPointer(args []emit.Argument) bool {
	for _, a := range args {
		if a.Type.Kind == tree.Pointer {
			return true
		}
	}
	return false
}

// checkPrinted checks a string that is printed. What a library does with a null pointer there is
// its own: glibc prints (null), and compilers make calls of other functions of some formats, which
// do not.
func checkPrinted(e Emitter, c Call, p format.Printed, rest []emit.Argument) {
	a, terms := rest[p.Argument], e.Terms()
	var n *term.Term
	switch {
	case p.Counted && rest[p.Argument-1].Type.Kind == tree.Integer:
		count := number(e, rest[p.Argument-1])
		n = terms.Ite(terms.BVSlt(count, address(e, 0)), address(e, 1<<(e.DataModel().PointerWidth-1)-1), count)
	case p.Precision >= 0:
		n = address(e, uint64(p.Precision))
	}
	unit := clib.String
	if p.Specifier == 'S' || p.Length == "l" {
		unit = clib.Wide
	}
	size := characterSize(unit)
	if tree.ShownObject(a.Expr) != nil || emit.Text(a.Expr) != nil {
		requireText(e, c, a, n, size)
		return
	}
	null := isNull(e, a.Value)
	if e.Checks(property.Null) {
		e.Where(c.Pos, null, func() { e.Refuse(c.Call, c.Function.Name+" prints a null pointer as a string") })
	}
	e.Where(c.Pos, terms.Not(null), func() { requireText(e, c, a, n, size) })
}

// countedSize is the size of what %n writes; a long and a pointer are as large as the data model says.
func countedSize(model *ir.DataModel, length string) int64 {
	switch length {
	case "hh":
		return 1
	case "h":
		return 2
	case "":
		return 4
	case "l":
		return int64(model.LongWidth / 8)
	case "z", "t":
		return int64(model.PointerWidth / 8)
	}
	return 8
}

// WriteCounts does what the conversions %n of a call do. It is false where that is not known: the
// format is not seen to be free of them and they may write through an argument, or a literal of the
// program has one, or they write through a list of arguments. A format may be put together of
// characters, so that no literal has one says nothing of arguments that are there for them.
func WriteCounts(e Emitter, c Call) bool {
	if !c.hasFormat() {
		return true
	}
	list, rest, ok := c.conversions()
	if !ok {
		mayCount := slices.ContainsFunc(rest, func(a emit.Argument) bool { return format.MayCount(a.Type) })
		if c.Known.Params[c.format()].Format.List {
			mayCount = e.PassesCounts()
		}
		return !mayCount && !e.SomeLiteral(format.Writes)
	}
	for _, p := range list {
		if p.Specifier != 'n' {
			continue
		}
		if c.Known.Params[c.format()].Format.List || p.Argument >= len(rest) || rest[p.Argument].Type.Kind != tree.Pointer {
			return false
		}
		writeCount(e, c, p, rest[p.Argument])
	}
	return true
}

// writeCount writes the number of characters so far; what it is is known where none of them was
// converted, and all of them were printed.
func writeCount(e Emitter, c Call, p format.Printed, to emit.Argument) {
	size := countedSize(e.DataModel(), p.Length)
	t := &tree.Type{Kind: tree.Integer, Name: "int", Size: size, Align: size, Signed: true}
	if behind := to.Pointee(); behind != nil && behind.Kind == tree.Integer && behind.Size == size {
		t = behind
	}
	count := e.Terms().BVConst(int(8*size), uint64(len(p.Before)))
	if !p.IsPlain || c.Known.Params[c.format()].Format.Wide || !printsAll(e, c) {
		count = e.Input(c.Pos, t, ir.MemoryWrite, c.Function.Name)
	}
	e.Store(c.Pos, emit.Place{Type: t, Address: to.Value}, count)
}

// printsAll says that nothing keeps a call from printing what its format says: it writes into
// memory, or to a stream that is taken not to fail.
func printsAll(e Emitter, c Call) bool {
	switch c.Function.Name {
	case "sprintf", "snprintf", "asprintf":
		return true
	case "printf":
	case "fprintf":
		if !libc.IsStandardOutput(c.Args[0].Expr) {
			return false
		}
	default:
		return false
	}
	if e.PrintingMayFail() {
		return false
	}
	e.Rely(assumption.PrintingSucceeds, c.Pos)
	return true
}
