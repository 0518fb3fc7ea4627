package libcall

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Result returns the result of a call where the line of its function says that it is an argument, a
// pointer into what one points into, an object of the library, or -1 in the place of a pointer. ok is
// false where it may be anything.
func Result(e Emitter, c Call) (result *term.Term, ok bool) {
	switch {
	case c.returnsArgument():
		return argumentResult(e, c), true
	case c.returnsKept() && !e.IsOpen():
		return keptResult(e, c), true
	case c.returnsOwn() && !e.IsOpen():
		return ownResult(e, c), true
	case clib.Is(c.Name, clib.FailsAsOne) && c.Result().Kind == tree.Pointer:
		other := e.FromOutside(c.Call)
		return e.Terms().Ite(e.Fails(c.Call), e.Terms().BVNot(emit.Zero(e.Terms(), other.Sort())), other), true
	}
	return nil, false
}

// returnsArgument says that the result of a call is made of its arguments.
func (c Call) returnsArgument() bool {
	r := c.Known.Result
	return (r.Kind == clib.Argument || r.Kind == clib.Inside) && c.Result().Kind == tree.Pointer && c.Args[r.Param-1].Value != nil
}

// argumentResult is the result of a function that returns an argument or a pointer into what it
// points into, or something else that the table names.
func argumentResult(e Emitter, c Call) *term.Term {
	r, a, terms := c.Known.Result, c.Args[c.Known.Result.Param-1], e.Terms()
	v := a.Value
	if r.Kind == clib.Inside {
		v = somewhereIn(e, c, a)
	}
	null := emit.Zero(terms, v.Sort())
	if r.OrFresh {
		other := e.FromOutside(c.Call)
		v = terms.Ite(terms.Eq(a.Value, null), other, v)
	}
	if r.OrOwn {
		other := e.FromOutside(c.Call)
		e.KeepFromFree(c.Pos, other)
		v = terms.Ite(e.Fails(c.Call), other, v)
	}
	if r.OrNull {
		v = terms.Ite(e.Fails(c.Call), null, v)
	}
	return v
}

// Some functions of the library return an object of its own, the same each time, which each call
// overwrites: what an earlier call returned has other contents then. The pointer to the object is a
// global of the program, null until a call makes it. Neither it nor what its members lead to is an
// object that the program may free.

const (
	// keptText is how much of a text a call overwrites; that the rest stays is assumed.
	keptText = 256
	// maxKeptCells bounds the cells of an object of the library that are written one by one.
	maxKeptCells = 64
)

// returnsKept says that the result of a call is such an object.
func (c Call) returnsKept() bool {
	t := c.Result()
	return c.Known.Result.Kind == clib.Static && t.Kind == tree.Pointer && t.Elem != nil
}

// keptResult is the result of a function that returns an object of the library.
func keptResult(e Emitter, c Call) *term.Term {
	kept, elem := e.Global("the library's "+c.Known.Result.Buffer, e.Terms().BV(e.DataModel().PointerWidth)), c.Result().Elem
	null := address(e, 0)
	if renewed[c.Name] {
		ends := e.MayEnd(c.Pos, c.Function.Name, kept.Sym)
		e.Where(c.Pos, ends, func() { e.Assign(c.Pos, kept, null) })
	}
	isThere := e.Keep(c.Pos, e.Terms().Ne(kept.Sym, null))
	e.Where(c.Pos, e.Terms().Not(isThere), func() {
		e.Assign(c.Pos, kept, e.FreshObject(c.Pos, elem, c.Function.Name))
		e.KeepFromFree(c.Pos, kept.Sym)
	})
	overwrite(e, c, kept.Sym, elem, isThere)
	result := kept.Sym
	if moving[c.Name] {
		other := e.FromOutside(c.Call)
		e.Assume(c.Pos, e.Terms().Ne(other, null))
		e.KeepFromFree(c.Pos, other)
		result = e.Terms().Ite(e.ReturnsAgain(c.Call), kept.Sym, other)
	}
	if c.Known.Result.OrNull {
		return e.Terms().Ite(e.Fails(c.Call), null, result)
	}
	return result
}

// moving are functions that may return another object as well, which stays as it is: the entries of two folders are
// apart, and those of one may be. An entry that changes, or ends with its folder, is one of the runs in which it is the
// object that each call overwrites.
var moving = map[string]bool{"readdir": true, "readdir64": true}

// renewed are functions that free the text of the last call, or overwrite it.
var renewed = map[string]bool{"dlerror": true, "strerror_l": true}

// opens says that a function returns another object each time, until that is closed.
var opens = map[string]bool{"opendir": true, "fdopendir": true}

// returnsOwn says that the result of a call is an object of the library that is not of the others.
func (c Call) returnsOwn() bool {
	t := c.Result()
	return c.Known.Result.Kind == clib.Own && t.Kind == tree.Pointer && t.Elem != nil && t.Elem.Kind != tree.Function && !opens[c.Name]
}

// ownResult is the result of a function that returns an object of the library, which may be what an earlier call of it
// returned. A variable holds one of those, any one.
func ownResult(e Emitter, c Call) *term.Term {
	terms := e.Terms()
	kept := e.Global("the library's own "+c.Function.Name, terms.BV(e.DataModel().PointerWidth))
	other, null := e.FromOutside(c.Call), address(e, 0)
	isAgain := terms.And(e.ReturnsAgain(c.Call), terms.Ne(kept.Sym, null))
	v := terms.Ite(isAgain, kept.Sym, other)
	if c.Known.Result.OrNull {
		v = terms.Ite(terms.Eq(other, null), null, v)
	} else {
		e.Assume(c.Pos, terms.Ne(other, null))
	}
	result := e.Keep(c.Pos, v)
	isKept := terms.Or(terms.Eq(kept.Sym, null), e.ReturnsAgain(c.Call))
	e.Where(c.Pos, terms.And(isKept, terms.Ne(result, null)), func() { e.Assign(c.Pos, kept, result) })
	return result
}

// overwrite gives an object of the library any contents. Where it isThere since an earlier call, what its members lead
// to may be overwritten as well, or be freed because the library needs more room for it.
func overwrite(e Emitter, c Call, at *term.Term, t *tree.Type, isThere *term.Term) {
	name := c.Function.Name
	cells, ok := e.CellsOf(t)
	if ok && (t.Kind == tree.Struct || t.Kind == tree.Union) && len(cells) <= maxKeptCells {
		for _, cell := range cells { // all of them before there are new objects
			if cell.BitWidth == 0 && cell.Type.Kind == tree.Pointer {
				old := e.LoadCell(c.Pos, at, cell)
				overwriteBehind(e, c, old, cell.Type.Elem, isThere)
				e.Where(c.Pos, isThere, func() { e.MayEnd(c.Pos, name, old) })
			}
		}
		for _, cell := range cells {
			if cell.BitWidth == 0 && cell.Type.Kind == tree.Pointer {
				inside := e.NullOrFresh(c.Pos, cell.Type, name)
				e.KeepFromFree(c.Pos, inside)
				e.StoreCell(c.Pos, at, cell, inside)
			} else {
				e.StoreCell(c.Pos, at, cell, e.AnyCell(c.Pos, cell, name))
			}
		}
		return
	}
	size := t.Size
	if size <= 1 {
		size = keptText
		e.RelyOf(assumption.KeptText, name, c.Pos)
	}
	other := e.FreshBytes(c.Pos, size, t, name)
	e.Emit(&ir.Copy{At: ir.At{Pos: c.Pos}, To: at, From: other, Size: uint64(size)})
}

// overwriteBehind lets what a member of an object of the library led to be overwritten.
func overwriteBehind(e Emitter, c Call, old *term.Term, t *tree.Type, isThere *term.Term) {
	name := c.Function.Name
	isSome := e.Terms().And(isThere, e.Terms().Ne(old, address(e, 0)))
	if t.Kind == tree.Pointer && t.Elem.Kind != tree.Function { // the first of several texts
		e.Where(c.Pos, isSome, func() { overwriteBehind(e, c, e.LoadCell(c.Pos, old, Cell{Type: t}), t.Elem, isSome) })
	}
	e.Where(c.Pos, e.Terms().And(isSome, e.Fails(c.Call)), func() {
		other := e.FreshBytes(c.Pos, keptText, t, name)
		e.Emit(&ir.Copy{At: ir.At{Pos: c.Pos}, To: old, From: other, Size: keptText})
	})
	e.RelyOf(assumption.KeptText, name, c.Pos)
}
