package lower

import (
	"yogi/internal/frontend/c/clib"
	library "yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/models/libc"
)

// What a function of the C library reads and writes is checked where it is called: that pointers
// are not null, that the objects behind them are alive, that what is read and written lies inside
// of them. The functions that the front end makes itself (strlen, memcpy, ...) and those with a
// model in C are loops over bytes that are checked as any; of the latter only that is checked here
// which the models do not do: they do not look at streams and formats, those that ask the world
// what a result is do not read texts, and none looks at more than it needs.

// checksItself says that a function of the library has a meaning of its own that checks what it
// accesses.
func checksItself(name string) bool {
	switch name {
	case "scanf", "fscanf", "sscanf", "fputc", "putc", "fflush":
		return false
	}
	return hasRow(name) && !isOutput(name) && !clib.Is(name, clib.Scans)
}

// checkLibraryCall checks what a function of the library does with its arguments. It emits nothing
// where no such check is on.
func (b libraryCalls) checkLibraryCall(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if !b.checks(memoryChecks|property.Null|property.Division|property.Overflow) || checksItself(modelName(def)) {
		return
	}
	c, ok := b.tableCall(def, args)
	if !ok {
		return
	}
	b.checkDivision(pos, c)
	if !b.checks(memoryChecks | property.Null) {
		return
	}
	b.inCall = def.Name
	defer func() { b.inCall = "" }()
	for i, p := range c.Params {
		if !p.IsPointer() || p.Optional && isNull(args[i].expr) || args[i].scalar == nil {
			continue
		}
		check := func() { b.checkParameter(pos, c, i) }
		if p.Optional && shownObject(args[i].expr) == nil {
			b.where(pos, b.terms.Ne(args[i].scalar, b.zero(args[i].scalar.Sort())), check)
		} else {
			check()
		}
	}
	b.checkFormat(pos, c)
}

// checkDivision checks what a function divides.
func (b libraryCalls) checkDivision(pos source.Pos, c tableCall) {
	var dividend *term.Term
	for i, p := range c.Params {
		x := c.args[i].scalar
		switch {
		case p.Role == clib.Dividend:
			dividend = x
		case p.Role == clib.Divisor && x != nil && dividend != nil && x.Sort().Kind == term.KindBV && x.Sort() == dividend.Sort():
			if b.checks(property.Division) {
				b.require(pos, property.Division, b.terms.Ne(x, b.zero(x.Sort())), "division by zero")
			}
			width := x.Sort().Width
			least := b.terms.BVShl(b.terms.BVConst(width, 1), b.terms.BVConst(width, uint64(width-1)))
			fits := b.terms.Or(b.terms.Ne(dividend, least), b.terms.Ne(x, b.terms.BVNot(b.zero(x.Sort()))))
			if b.checks(property.Overflow) {
				b.require(pos, property.Overflow, fits, "signed overflow in a division")
			}
		}
	}
}

// checkParameter checks what is done with an argument that is not null unless it must not be.
func (b libraryCalls) checkParameter(pos source.Pos, c tableCall, i int) {
	p, pointer := c.Params[i], c.args[i].scalar
	modelled := c.def.Body != nil // and the model checks what it accesses
	readsLess := modelled && libc.AsksWorld(c.def.Name)
	switch {
	case p.Role == clib.Callback || c.args[i].typ.Kind != tree.Pointer:
	case p.Role != clib.Ordinary:
		if !modelled || p.Role == clib.Stream {
			b.checkPointer(pos, place{pointer: pointer})
		}
		if p.Role == clib.Stream && !closers[c.def.Name] {
			b.checkStream(pos, pointer)
		}
	case p.Read.Unit == clib.String || p.Read.Unit == clib.Wide:
		if !modelled || readsLess {
			b.checkText(pos, c, i)
		}
	case p.Read.Unit != clib.Nothing && !p.Partly:
		b.checkAmount(pos, c, i, p.Read)
	case modelled:
	case p.Partly:
		b.checkPart(pos, c, i, p.Read)
	case p.All:
		b.checkAmount(pos, c, i, p.Write)
	default:
		b.checkPart(pos, c, i, p.Write)
	}
}

// checkAmount checks that all of an amount lies in an object.
func (b libraryCalls) checkAmount(pos source.Pos, c tableCall, i int, a clib.Amount) {
	if n, ok := b.bytes(c, i, a); ok {
		b.shadow().requireBytes(pos, c.args[i].scalar, n)
		return
	}
	b.checkPart(pos, c, i, a)
}

// checkPart checks an access to some bytes from a pointer on, at most so many. It is not known how
// many, so what goes wrong beyond the object is not known either.
func (b libraryCalls) checkPart(pos source.Pos, c tableCall, i int, a clib.Amount) {
	pointer := c.args[i].scalar
	n, ok := b.bytes(c, i, a)
	if !ok {
		n = b.addr(1)
	}
	none := b.terms.Eq(n, b.zero(n.Sort()))
	b.requirePointer(pos, pointer, none)
	if !b.checks(memoryChecks) {
		return
	}
	b.shadow().requireRange(pos, accessRange{pointer: pointer, start: pointer, size: b.addr(1), known: 1, skip: none})
	if !b.checks(property.Bounds) {
		return
	}
	all := b.terms.False()
	if ok {
		all = b.terms.Or(none, b.shadow().accessible(accessRange{pointer: pointer, start: pointer, size: n}, pointer))
	}
	b.where(pos, b.terms.Not(all), func() {
		b.unsupported(pos, "call of "+c.def.Name+" with an object that is smaller than what the function may access")
	})
}

// inWords says where an access of a library function is.
func (b libraryCalls) inWords(what string) string {
	if b.inCall == "" {
		return what
	}
	return what + property.InCall + b.inCall
}

// checkText checks that a string that is read ends in its object, or has as many characters as are
// read.
func (b libraryCalls) checkText(pos source.Pos, c tableCall, i int) {
	p := c.Params[i]
	var n *term.Term
	if len(p.Read.Count) > 0 {
		var ok bool
		if n, ok = b.product(c, p.Read.Count, 1); !ok {
			return
		}
	}
	b.requireText(pos, c.args[i], n, p.Read.Unit == clib.Wide)
	if p.Write.Unit != clib.Nothing && !p.All && len(p.Write.Count) > 0 {
		b.checkPart(pos, c, i, p.Write)
	}
}

// requireText checks a string that a function reads: to its end, or n characters of it.
func (b libraryCalls) requireText(pos source.Pos, a argument, n *term.Term, wide bool) {
	if stringOf(a.expr) != nil {
		return
	}
	size := int64(1)
	if wide {
		size = 4
	}
	none := b.terms.False()
	if n != nil {
		none = b.terms.Eq(n, b.addr(0))
	}
	b.requirePointer(pos, a.scalar, none)
	if !b.checks(memoryChecks) {
		return
	}
	b.where(pos, b.terms.Not(none), func() {
		b.shadow().requireRange(pos, accessRange{pointer: a.scalar, start: a.scalar, size: b.addr(uint64(size)), known: size})
		if b.checks(property.Bounds) {
			library.ReadText(emitter{b: b.body}, pos, a.scalar, n, size)
		}
	})
}

// requirePointer checks that a pointer is not null, or unless holds.
func (b libraryCalls) requirePointer(pos source.Pos, pointer, unless *term.Term) {
	some := b.terms.Or(unless, b.terms.Ne(pointer, b.zero(pointer.Sort())))
	if b.checks(property.Null) {
		b.require(pos, property.Null, some, b.inWords("access through a null pointer"))
		return
	}
	b.assumeTrue(pos, some)
}
