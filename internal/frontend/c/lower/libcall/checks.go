package libcall

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	library "yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/term"
	"yogi/models/libc"
)

// What a function of the C library reads and writes is checked where it is called: that pointers
// are not null, that the objects behind them are alive, that what is read and written lies inside
// of them. The functions that the front end makes itself (strlen, memcpy, ...) and those with a
// model in C are loops over bytes that are checked as any; of the latter only that is checked here
// which the models do not do: they do not look at streams and formats, those that ask the world
// what a result is do not read texts, and none looks at more than it needs, as of a word that it looks for.

// memoryChecks are those of accesses to objects.
const memoryChecks = property.Bounds | property.UseAfterFree

// OfArguments are the checks that Check makes of a call: one of others does not look at it.
const OfArguments = memoryChecks | property.Null | property.Division | property.Overflow

// checksItself says that a function of the library has a meaning of its own that checks what it
// accesses.
func checksItself(name string) bool {
	switch name {
	case "scanf", "fscanf", "sscanf", "fputc", "putc", "fflush":
		return false
	}
	return library.Model(name) != nil && !clib.Is(name, clib.Prints) && !clib.Is(name, clib.Scans)
}

// closers are the functions that take back what another one gave: its address may come again.
var closers = map[string]bool{
	"fclose": true, "pclose": true, "endmntent": true, "closedir": true, "endpwent": true, "endgrent": true, "freelocale": true, "dlclose": true,
}

// Closes says that a function takes back what another one gave.
func Closes(name string) bool { return closers[name] }

// seekers are the functions that read all of their second argument, a word or a set of characters to look for, before
// they look for it. Their models end at the first character that tells.
var seekers = map[string]bool{
	"strspn": true, "strcspn": true, "strpbrk": true, "strtok": true, "strtok_r": true, "strsep": true, "strstr": true, "strcasestr": true,
	"wcsspn": true, "wcscspn": true, "wcspbrk": true, "wcsstr": true,
}

// Check checks what a function of the library does with its arguments. It emits nothing where no
// such check is on.
func Check(e Emitter, called *emit.Call) {
	if !e.Checks(OfArguments) || checksItself(called.Name) {
		return
	}
	c, ok := Find(called)
	if !ok {
		return
	}
	checkDivision(e, c)
	if !e.Checks(memoryChecks | property.Null) {
		return
	}
	e.InCall(called, func() {
		for i, p := range c.Known.Params {
			a := c.Args[i]
			if i == c.format() && c.isGiven(e) {
				continue // see checkGiven
			}
			if !p.IsPointer() || p.Optional && tree.IsNull(a.Expr) || a.Value == nil {
				continue
			}
			check := func() { checkParameter(e, c, i) }
			if p.Optional && tree.ShownObject(a.Expr) == nil {
				e.Where(c.Pos, isSome(e, a.Value), check)
			} else {
				check()
			}
		}
		checkFormat(e, c)
	})
}

// checkDivision checks what a function divides.
func checkDivision(e Emitter, c Call) {
	var dividend *term.Term
	terms := e.Terms()
	for i, p := range c.Known.Params {
		x := c.Args[i].Value
		switch {
		case p.Role == clib.Dividend:
			dividend = x
		case p.Role == clib.Divisor && x != nil && dividend != nil && x.Sort().Kind == term.KindBV && x.Sort() == dividend.Sort():
			zero := emit.Zero(terms, x.Sort())
			if e.Checks(property.Division) {
				e.Require(c.Pos, property.Division, terms.Ne(x, zero), "division by zero")
			}
			width := x.Sort().Width
			least := terms.BVShl(terms.BVConst(width, 1), terms.BVConst(width, uint64(width-1)))
			fits := terms.Or(terms.Ne(dividend, least), terms.Ne(x, terms.BVNot(zero)))
			if e.Checks(property.Overflow) {
				e.Require(c.Pos, property.Overflow, fits, "signed overflow in a division")
			}
		}
	}
}

// checkParameter checks what is done with an argument that is not null unless it must not be.
func checkParameter(e Emitter, c Call, i int) {
	p, pointer := c.Known.Params[i], c.Args[i].Value
	modelled := c.isModelled() // and the model checks what it accesses
	readsLess := modelled && libc.AsksWorld(c.Function.Name)
	switch {
	case p.Role == clib.Callback || c.Args[i].Type.Kind != tree.Pointer:
	case p.Role != clib.Ordinary:
		if !modelled || p.Role == clib.Stream {
			e.RequireNotNull(c.Pos, pointer)
		}
		switch {
		case closers[c.Function.Name]:
		case p.Role == clib.Stream:
			checkOpen(e, c, pointer, "a stream that was closed")
		case p.Role == clib.Opaque:
			checkOpen(e, c, pointer, "an object whose lifetime has ended")
		}
	case p.Read.Unit == clib.String || p.Read.Unit == clib.Wide:
		if !modelled || readsLess || i == 1 && seekers[c.Function.Name] {
			checkText(e, c, i)
		}
	case p.Read.Unit != clib.Nothing && !p.Partly:
		checkAmount(e, c, i, p.Read)
	case modelled:
	case p.Partly:
		checkPart(e, c, i, p.Read)
	case p.All:
		checkAmount(e, c, i, p.Write)
	default:
		checkPart(e, c, i, p.Write)
	}
}

// checkOpen checks that what a function uses, and programs do not look into, was not closed or freed.
func checkOpen(e Emitter, c Call, object *term.Term, ended string) {
	if e.Checks(property.UseAfterFree) {
		open := e.Terms().Not(e.HasEnded(object))
		e.Require(c.Pos, property.UseAfterFree, open, inWords(c, "use of "+ended))
	}
}

// checkAmount checks that all of an amount lies in an object.
func checkAmount(e Emitter, c Call, i int, a clib.Amount) {
	if n, ok := c.bytes(e, i, a); ok {
		e.RequireBytes(c.Pos, c.Args[i].Value, n)
		return
	}
	checkPart(e, c, i, a)
}

// checkPart checks an access to some bytes from a pointer on, at most so many. It is not known how
// many, so what goes wrong beyond the object is not known either.
func checkPart(e Emitter, c Call, i int, a clib.Amount) {
	pointer, terms := c.Args[i].Value, e.Terms()
	n, ok := c.bytes(e, i, a)
	if !ok {
		n = address(e, 1)
	}
	none := terms.Eq(n, emit.Zero(terms, n.Sort()))
	requirePointer(e, c, pointer, none)
	if !e.Checks(memoryChecks) {
		return
	}
	e.RequireAccess(c.Pos, emit.Access{Pointer: pointer, Start: pointer, Size: 1, Skip: none})
	if !e.Checks(property.Bounds) {
		return
	}
	all := terms.False()
	if ok {
		all = terms.Or(none, e.Accessible(pointer, n))
	}
	e.Where(c.Pos, terms.Not(all), func() {
		e.RefuseCheck(c.Call, "call of "+c.Function.Name+" with an object that is smaller than what the function may access")
	})
}

// inWords says where an access of a library function is.
func inWords(c Call, what string) string { return what + property.InCall + c.Function.Name }

// checkText checks that a string that is read ends in its object, or has as many characters as are
// read.
func checkText(e Emitter, c Call, i int) {
	p := c.Known.Params[i]
	var n *term.Term
	if len(p.Read.Count) > 0 {
		var ok bool
		if n, ok = c.product(e, p.Read.Count, 1); !ok {
			return
		}
	}
	requireText(e, c, c.Args[i], n, characterSize(p.Read.Unit))
	if p.Write.Unit != clib.Nothing && !p.All && len(p.Write.Count) > 0 {
		checkPart(e, c, i, p.Write)
	}
}

// characterSize is the size of a character of a string.
func characterSize(of clib.Unit) int64 {
	if of == clib.Wide {
		return 4
	}
	return 1
}

// requireText checks a string that a function reads: to its end, or n characters of it.
func requireText(e Emitter, c Call, a emit.Argument, n *term.Term, size int64) {
	if emit.Text(a.Expr) != nil {
		return
	}
	none := e.Terms().False()
	if n != nil {
		none = e.Terms().Eq(n, address(e, 0))
	}
	requirePointer(e, c, a.Value, none)
	if !e.Checks(memoryChecks) {
		return
	}
	e.Where(c.Pos, e.Terms().Not(none), func() {
		e.RequireAccess(c.Pos, emit.Access{Pointer: a.Value, Start: a.Value, Size: size})
		if e.Checks(property.Bounds) {
			library.ReadText(e, c.Pos, a.Value, n, size)
		}
	})
}

// requirePointer checks that a pointer is not null, or unless holds.
func requirePointer(e Emitter, c Call, pointer, unless *term.Term) {
	some := e.Terms().Or(unless, isSome(e, pointer))
	if e.Checks(property.Null) {
		e.Require(c.Pos, property.Null, some, inWords(c, "access through a null pointer"))
		return
	}
	e.Assume(c.Pos, some)
}
