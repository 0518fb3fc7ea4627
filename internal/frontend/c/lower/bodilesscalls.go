package lower

import (
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// bodilessCalls are calls of functions without a body and without a model: what they do is not known.
type bodilessCalls struct{ *frame }

func (b *frame) bodilessCalls() bodilessCalls { return bodilessCalls{b} }

// undefinedCall calls a function without a body: its result is an input, a pointer is null or a
// fresh object.
func (b bodilessCalls) undefinedCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	b.noteUndefined(pos, def)
	if def.Weak {
		b.checkPointer(pos, place{pointer: b.terms.Ite(b.isDefined(def.Name), b.addr(1), b.addr(0))})
	}
	if b.options.Undefined == UndefinedError && b.options.RuleOnly {
		return b.unsupportedValue(pos, want.typ, def.Name+" has no body")
	}
	if b.options.Undefined == UndefinedError && b.checks(property.Reach) {
		b.end(&ir.Error{At: ir.At{Pos: pos}, What: def.Name + "() has no body"})
		return b.anyValue(want.typ)
	}
	if b.reusedCalls().isConstantCall(def, args) {
		return b.resultAs(pos, b.reusedCalls().constantCall(pos, def, args), def.Type.Result, want.typ)
	}
	if b.isUnknownResult(def) {
		return b.unmodelledCall(pos, want.typ, "call of "+def.Name+", of whose result nothing is known", def.Name)
	}
	if what := b.unmodelledLifetimes(def, args); what != "" {
		return b.unmodelledCall(pos, want.typ, what, def.Name)
	}
	e := emitter{b: b.frame, args: args, used: want.converted}
	known, isKnown := libcall.Find(useOf(pos, def, args, want.typ))
	u := b.missing[def.Name]
	u.Library = isKnown && (u.Library || u.Calls == 1)
	_, isNamed := clib.Lookup(modelName(def))
	isOutside := !b.options.Open && !isOfSystem(def) && (!IsLibrary(def.Name) || isNamed && !isKnown)
	if isOutside && b.isGivenFunctions(def, args) {
		return b.refuseCall(pos, want.typ, CodeBeyond, "beyond the models: "+def.Name+" is given functions of the program", ownDefinition(def.Name))
	}
	switch {
	case isKnown:
		if !libcall.Write(e, known) && !b.fromOutside().isLeftOut(def.Name) {
			return b.unmodelledCall(pos, want.typ, "call of "+def.Name+", which may write through its arguments", def.Name)
		}
	case isOutside && b.options.Undefined < UndefinedHavocArgs && !b.fromOutside().writeShown(pos, def, args):
		return b.unseenWrite(pos, want.typ, def.Name)
	case isOutside:
		b.fromOutside().showArguments(pos, args)
		b.fromOutside().keepTold(pos, def, args)
		b.fromOutside().changeOutside(pos, def, args)
		b.missing[def.Name].CallsBack = b.callingBack != nil
		b.fromOutside().callBack(pos)
	case b.options.Undefined >= UndefinedHavocArgs:
		for _, a := range args {
			b.havocPointee(pos, a, def.Name)
		}
	case b.options.Open:
		b.shadow().noteHanded(pos, def.Type, args)
		b.fromOutside().fillHandedOver(pos, def, args)
	case !b.fromOutside().writeShown(pos, def, args):
		return b.unseenWrite(pos, want.typ, def.Name)
	}
	if !isOutside {
		b.fromOutside().changeLibrarys(pos, def, args)
	}
	b.shadow().takeBack(pos, def, args)
	if isKnown && endsKept[modelName(def)] != "" {
		kept := b.buffer("the library's "+endsKept[modelName(def)], b.terms.BV(b.pointerWidth()))
		ends := b.shadow().mayEnd(pos, def.Name, kept.Sym)
		b.where(pos, ends, func() { b.assign(pos, kept, b.addr(0)) })
	}
	if isKnown {
		b.shadow().close(pos, def, args)
	} else {
		libcall.ForgetSteady(e, pos)
	}
	var v value
	isSaid := false
	if isKnown {
		v.scalar, isSaid = libcall.Result(e, known)
	}
	if !isSaid {
		v = b.outsideResult(pos, def.Type.Result, ir.UndefinedCall, outsideCallOf(def, args, want))
	}
	if isKnown {
		libcall.RestrictNumber(e, known, v.scalar)
		libcall.Terminate(e, known, v.scalar)
	}
	if isKnown && returnsOwnText(def, known.Known) && b.isAllocator(def) {
		e.KeepFromFree(pos, v.scalar)
	} else if isKnown && b.returnsOthers(def, known.Known) {
		entry := uint64(0)
		if known.Known.Result.Kind == clib.OpenStream {
			entry = openStream
		}
		b.shadow().mayBeLibrarys(pos, def, v.scalar, entry)
	}
	b.shadow().countGiven(pos, def, known.Known, args, v)
	if !isKnown || known.Known.Errno {
		emit.ReturnWithErrno(e, pos, failed(b.terms, def, v))
	}
	b.fromOutside().returnsNonNull(pos, def, v)
	if def.NoReturn {
		if b.termination != nil {
			return b.unmodelledCall(pos, want.typ, "call of "+def.Name+", which does not return and may end the program with functions of atexit or destructors", def.Name)
		}
		b.shadow().requireNoLeak(pos, runIsAborted)
		b.end(&ir.Halt{At: ir.At{Pos: pos}, What: def.Name + ir.DoesNotReturn})
		return b.anyValue(want.typ)
	}
	return b.resultAs(pos, v, def.Type.Result, want.typ)
}

// IsStandardHeader says that a file is a header that comes with the checker or with the system.
func IsStandardHeader(file string) bool { return preprocess.IsStandardHeader(file) }

// isOfSystem says that what defines a function without a body is there wherever the program is linked: a header that
// comes with the checker declares it, or one of the system, and it is one of glibc or has a name that is reserved. The
// headers of other libraries that are installed (zlib.h, curses.h) lie in the same folders.
func isOfSystem(def *tree.FunctionDef) bool {
	name := modelName(def)
	isKnown := strings.HasPrefix(def.Pos.File, "<") || strings.HasPrefix(name, "_") || clib.IsExported(name) || IsLibrary(name)
	return isKnown && IsStandardHeader(def.Pos.File)
}

func (b bodilessCalls) noteUndefined(pos source.Pos, def *tree.FunctionDef) {
	u := b.missing[def.Name]
	if u == nil {
		u = &ir.Undefined{Name: def.Name, Pos: pos, Standard: isOfSystem(def), Implicit: def.Implicit}
		b.missing[def.Name] = u
		if !b.options.Open && isToData(def.Type.Result) {
			u.Returns = ir.ReturnsPointer
			if b.isAllocator(def) {
				u.Returns = ir.ReturnsFresh
			}
		}
		b.program.Undefined = append(b.program.Undefined, u)
	}
	u.Calls++
}

// outsideResult is a value of type t that comes from outside the program.
func (b bodilessCalls) outsideResult(pos source.Pos, t *tree.Type, kind ir.InputKind, call *outsideCall) value {
	name := call.def.Name
	if t.Kind == tree.Void {
		return value{}
	}
	s := b.shapeOf(t)
	if s.byAddress {
		return value{address: b.programStart().freshObject(pos, t, name, writtenByCaller)}
	}
	cells := make([]*term.Term, len(s.cells))
	for i, c := range s.cells {
		if b.leadsOutside(c, call) {
			cells[i] = b.fromOutside().outsideData(pos, c, name, call)
		} else {
			cells[i] = b.programStart().outsideValue(pos, c, kind, name+c.path)
		}
	}
	if t.IsScalar() {
		return value{scalar: cells[0]}
	}
	return value{cells: cells}
}

// outsideCallOf is a call of a function without a body, for its result.
func outsideCallOf(def *tree.FunctionDef, args []argument, want resultUse) *outsideCall {
	return &outsideCall{def: def, args: args, used: want.converted}
}

// leadsOutside says that a cell of the result of a call is a pointer to any object that the outside
// knows.
func (b bodilessCalls) leadsOutside(c cell, call *outsideCall) bool {
	return c.bitWidth == 0 && isFromOutside(c.typ) && !b.options.Open && !b.isAllocator(call.def)
}

// havocPointee writes inputs to the object that a pointer argument points at, if it has a known
// type that is not constant.
func (b bodilessCalls) havocPointee(pos source.Pos, a argument, name string) {
	t := b.pointeeOf(a)
	if t == nil || t.Const {
		return
	}
	cells, ok := b.cellsOf(t)
	if (!ok || t.Size < 0) && b.options.Open {
		b.assumeOf(assumption.OutsideWritesNo, t.Name, pos)
		return
	}
	if !ok || t.Size < 0 {
		b.refuse(pos, CodeUnmodelled, name+" writes to an object of type "+t.Name)
		return
	}
	b.writeCells(pos, a.scalar, t, cells, func(c cell) *term.Term { return b.writtenCell(pos, c, name) })
}

// writtenCell returns what a function without a body leaves in a cell: any value.
func (b bodilessCalls) writtenCell(pos source.Pos, c cell, name string) *term.Term {
	v := b.newTemp(b.cellSort(c))
	b.havocScalar(pos, v, c.typ, ir.MemoryWrite, name)
	return v.Sym
}

// writeCells writes the cells of the object of type t at an address, unless that is null.
func (b bodilessCalls) writeCells(pos source.Pos, at *term.Term, t *tree.Type, cells []cell, content func(cell) *term.Term) {
	b.where(pos, b.terms.Ne(at, b.zero(at.Sort())), func() {
		b.shadow().requireBytes(pos, at, b.addr(uint64(t.Size)))
		for _, c := range cells {
			b.storeCell(at, c, content(c), pos)
		}
	})
}

// pointeeOf is the type of the object behind a pointer argument before it was converted to void *.
func (b bodilessCalls) pointeeOf(a argument) *tree.Type {
	return emit.Argument{Type: a.typ, Expr: a.expr}.Pointee()
}
