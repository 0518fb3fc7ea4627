package lower

import (
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// calls evaluate calls: which function it is, its arguments, and what the call is lowered to.
type calls struct{ *expressions }

func (b *expressions) calls() calls { return calls{b} }

// argument is an evaluated argument of a call. An aggregate that is not split is the address of a
// copy.
type argument struct {
	value
	typ  *tree.Type
	expr tree.Expr
}

// resultUse says how the result of a call is used where the call is written.
type resultUse struct {
	typ       *tree.Type // of the call there, which may differ from the function's after a cast
	converted *tree.Type // what a void pointer is converted to at once; nil: nothing else
	discarded bool       // nobody looks at it
}

// useOfResult says how the result of a call is used.
func (b calls) useOfResult(e *tree.Call) resultUse {
	return resultUse{e.Type, b.reach.outside.usedAs[e], b.forEffect == e}
}

// call lowers a call of a known function or through a pointer.
func (b calls) call(e *tree.Call) value {
	def := directCallee(e.Callee)
	way := b.ordered[e]
	want := b.useOfResult(e)
	if args, ok := b.unpacked(b.def, e.Args); ok {
		e = &tree.Call{Node: e.Node, Callee: e.Callee, Args: args}
	}
	if def == nil {
		return b.indirectCalls().indirectCall(e, way, want)
	}
	if def.Name == beyondFunction {
		b.refuse(e.Pos, CodeBeyond, "beyond the models: "+literal(e.Args))
		return b.anyValue(e.Type)
	}
	if b.endsThread(def) && !b.isEndOfThread(e) {
		b.refuse(e.Pos, CodeBeyond, "beyond the models: a thread that ends before the end of its routine")
		return b.anyValue(e.Type)
	}
	if v, done := b.specialCall(e, def); done {
		return v
	}
	if choice := b.oneOfFormats(e, def); choice != nil && want.discarded {
		b.conditionalEffect(choice)
		return b.anyValue(e.Type)
	} else if choice != nil {
		return b.conditional(choice)
	}
	evaluate := b.arguments
	if way == rightToLeft {
		evaluate = func(exprs []tree.Expr) []argument { return b.argumentsBack(exprs) }
	}
	return b.callFunction(e.Pos, b.inlined(def, e.Args), evaluate(e.Args), want)
}

// arguments evaluates arguments from left to right.
func (b calls) arguments(exprs []tree.Expr) []argument {
	args := make([]argument, len(exprs))
	for i, e := range exprs {
		args[i] = b.argument(e, exprs[i+1:])
	}
	return args
}

// argumentsBack evaluates arguments from right to left, and then what is last.
func (b calls) argumentsBack(exprs []tree.Expr, last ...tree.Expr) []argument {
	args := make([]argument, len(exprs))
	for i, e := range slices.Backward(exprs) {
		args[i] = b.argument(e, slices.Concat(exprs[:i], last))
	}
	return args
}

// argument evaluates an argument and keeps it as it is then, whatever later ones do.
func (b calls) argument(e tree.Expr, later []tree.Expr) argument {
	t, v := e.ExprType(), b.value(e)
	switch {
	case v.scalar != nil:
		v.scalar = b.stable(e.Position(), v.scalar, later...)
	case v.address != nil:
		v = b.passAggregate(e.Position(), v, t)
	}
	for n, c := range v.cells {
		v.cells[n] = b.stable(e.Position(), c, later...)
	}
	return argument{value: v, typ: t, expr: e}
}

func (b calls) passAggregate(pos source.Pos, v value, t *tree.Type) value {
	if _, ok := b.cellsOf(t); ok {
		return value{cells: b.cellsOfValue(pos, v, t)}
	}
	return value{address: b.materialize(pos, v, t)}
}

// callFunction calls a function by name; its arguments are evaluated.
func (b calls) callFunction(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	if b.hasEvents(def, "call", "entry", "exit", "return") {
		observed := want
		observed.typ = b.within.ruleEvents().observedType(def, want.typ)
		observed.discarded = false // the rule may look at the result
		v := b.within.ruleEvents().observedCall(pos, def, args, observed)
		if want.typ.Kind == tree.Void {
			return value{}
		}
		return v
	}
	return b.plainCall(pos, def, args, want)
}

// plainCall calls a function without the events of a rule around the call.
func (b calls) plainCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	switch {
	case def.Unknown:
		return b.undefinedCall(pos, def, args, want)
	case b.options.RuleOnly && intrinsic.IsError(def.Name) && def.Body == nil:
		b.end(&ir.Halt{At: ir.At{Pos: pos}, What: def.Name + ir.IsCalled})
		return b.anyValue(want.typ)
	case b.isErrorFunction(def):
		b.end(&ir.Error{At: ir.At{Pos: pos}, What: def.Name + ir.IsCalled})
		return b.anyValue(want.typ)
	}
	if inlined, called := b.reusedCalls().inlineHere(def); inlined != nil {
		return b.eitherCall(pos, inlined, called, args, want)
	}
	return b.externalCall(pos, def, args, want)
}

// externalCall calls the definition that the linker takes.
func (b calls) externalCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	switch {
	case def.Body != nil && !libcall.IsModelFile(def.Pos.File):
		b.fromOutside().checkNonNull(pos, def, args)
		return b.callDefined(pos, def, args, want.typ)
	}
	if b.target.Narrow && !b.fitsNarrow(def) {
		return b.unsupportedValue(pos, want.typ, "a call of "+def.Name+" of "+b.target.Name)
	}
	libcall.Check(emitter{b: b.frame, args: args}, useOf(pos, def, args, want.typ))
	b.fromOutside().checkNonNull(pos, def, args)
	b.shadow().noteLibraryCall(pos, def, args)
	if def.Body != nil {
		return b.callModel(pos, def, args, want.typ)
	}
	if v, done := b.intrinsicCall(pos, def, args, want); done {
		return v
	}
	if v, done := b.haltingCall(pos, def, args, want); done {
		return v
	}
	if what := b.fromOutside().unmodelled(def); what != "" {
		return b.unmodelledCall(pos, want.typ, what, def.Name)
	}
	if intrinsic.IsNondet(def.Name) {
		return b.nondetCall(pos, def, want)
	}
	if v, done := b.libraryCall(pos, def, args, want); done {
		return v
	}
	return b.undefinedCall(pos, def, args, want)
}

// callModel calls a function of the C library that has a model in C, which does not know all that a
// format writes. Where one model calls another, that is known of the call of the first one.
func (b *frame) callModel(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) value {
	if def.Name == "raise" && b.reach.blocksSignals {
		return b.unmodelledCall(pos, want, "call of raise in a program that may keep signals waiting", def.Name)
	}
	c, ok := libcall.Find(useOf(pos, def, args, want))
	if ok && !libcall.IsModelFile(pos.File) && !libcall.WriteCounts(emitter{b: b, args: args}, c) {
		return b.unmodelledCall(pos, want, def.Name+" with a format that may have %n", def.Name)
	}
	b.fromOutside().changeLibrarys(pos, def, args)
	b.shadow().noteModelCall(pos)
	if v, done := b.variableCall(pos, def, args, want); done {
		return v
	}
	return b.callDefined(pos, def, args, want)
}

func (b *frame) callDefined(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) value {
	if def == b.entry && b.checks(leakChecks) && b.openLeaks == nil {
		return b.unsupportedValue(pos, want, "a call of "+def.Name+" where leaks are checked")
	}
	f := b.funcs[def]
	result := def.Type.Result
	var terms []*term.Term
	var address *term.Term
	if b.shapeOf(result).byAddress {
		v := b.newTemp(b.terms.BV(b.pointerWidth()))
		b.emit(b.alloc(pos, v, b.addr(uint64(max(result.Size, 0))), ir.StackObject, result.Name, ""))
		b.addressing().allocated(pos, v.Sym, result.Align)
		address = v.Sym
		terms = append(terms, address)
	}
	for i, p := range def.Params {
		if i >= len(args) {
			terms = append(terms, b.programStart().entryArgument(pos, p.Name, p.Type)...)
			continue
		}
		passed, ok := b.arrives(pos, args[i], def, i)
		if !ok {
			b.refuse(pos, CodeValue, "argument "+itoa(i+1)+" of "+def.Name+" has another type than its parameter")
			return b.anyValue(want)
		}
		terms = append(terms, passed...)
	}
	if b.takesArguments(def) {
		area, ok := b.passVariadic(pos, args[min(len(def.Params), len(args)):])
		if !ok {
			return b.unsupportedValue(pos, want, "a variable argument of this type")
		}
		terms = append(terms, area)
	}
	results, v := b.callResults(f, result, address)
	b.emit(&ir.Call{At: ir.At{Pos: pos}, Callee: f, Args: b.passed(f, terms), Results: results})
	if setsErrno(def) {
		emit.ReturnWithErrno(emitter{b: b}, pos, failed(b.terms, def, v))
	}
	return b.resultAs(pos, v, result, want)
}

// arrives turns an argument into the terms that parameter i of def takes. A call that was written
// with the function's prototype has converted it, and the definition of a function without one
// converts what it finds. Any other argument of another size is undefined (C11 6.5.2.2p6): a
// machine word that is too short arrives with any bits above it.
func (b *frame) arrives(pos source.Pos, a argument, def *tree.FunctionDef, i int) ([]*term.Term, bool) {
	t := def.Params[i].Type
	if !t.IsScalar() || !a.typ.IsScalar() || t.Size == a.typ.Size {
		return b.fit(pos, a, t)
	}
	takes := t // as it is passed
	if i < len(def.Type.Params) {
		takes = def.Type.Params[i]
	}
	word := int64(b.pointerWidth() / 8)
	switch constant, isConstant := a.expr.(*tree.Constant); {
	case takes.Size == a.typ.Size:
		return b.fit(pos, a, t)
	case t.IsFloating() || a.typ.IsFloating() || t.Kind == tree.Bool || t.Size > word || a.typ.Size > word:
		return nil, false
	case t.Size < a.typ.Size, isConstant && constant.Int != nil && constant.Int.Sign() >= 0:
		return b.fit(pos, a, t)
	}
	return []*term.Term{b.input(pos, t, ir.Unspecified, "argument "+itoa(i+1)+" of "+def.Name)}, true
}

// fit turns an argument into the terms that a parameter of type t takes.
func (b *frame) fit(pos source.Pos, a argument, t *tree.Type) ([]*term.Term, bool) {
	if t.IsScalar() != a.typ.IsScalar() {
		return nil, false
	}
	if t.IsScalar() {
		if (t.IsFloating()) != (a.typ.IsFloating()) || !isModelled(t) && b.sortOf(t) != b.sortOf(a.typ) {
			return nil, false
		}
		return []*term.Term{b.reread(pos, a.scalar, a.typ, t)}, true
	}
	if t.Size != a.typ.Size {
		return nil, false
	}
	if b.shapeOf(t).byAddress {
		return []*term.Term{a.address}, a.address != nil
	}
	cells := b.shapeOf(t).cells
	if len(cells) != len(a.cells) {
		return nil, false
	}
	for i, c := range cells {
		if b.cellSort(c) != a.cells[i].Sort() {
			return nil, false
		}
	}
	return a.cells, true
}

// reread is a scalar of one type that a callee or a caller takes for one of another.
func (b *frame) reread(pos source.Pos, x *term.Term, from, to *tree.Type) *term.Term {
	switch {
	case from.Kind == tree.Pointer && to.Kind == tree.Integer:
		return b.addressing().toInteger(pos, x, from, to)
	case from.Kind == tree.Integer && to.Kind == tree.Pointer:
		return b.addressing().toPointer(pos, x, from, to)
	case x.Sort() == b.sortOf(to):
		return x
	}
	return b.coerce(pos, x, from, to)
}

func (b *frame) callResults(f *ir.Function, t *tree.Type, address *term.Term) ([]*ir.Variable, value) {
	if address != nil {
		return make([]*ir.Variable, len(f.Results)), value{address: address}
	}
	results := make([]*ir.Variable, len(f.Results))
	syms := make([]*term.Term, len(f.Results))
	for i, r := range f.Results {
		results[i] = b.newTemp(r.Sort)
		if t, ok := b.mathematical.registers[r]; ok {
			b.mathematical.registers[results[i]] = t
		}
		syms[i] = b.read(results[i])
	}
	switch {
	case t.Kind == tree.Void:
		return results, value{}
	case t.IsScalar():
		return results, value{scalar: syms[0]}
	}
	return results, value{cells: syms}
}

// resultAs is a function's result at a call that expects type want.
func (b *frame) resultAs(pos source.Pos, v value, have, want *tree.Type) value {
	switch {
	case want.Kind == tree.Void:
		return value{}
	case have.IsScalar() && want.IsScalar():
		v.scalar = b.reread(pos, v.scalar, have, want)
		return v
	case have.Kind == tree.Void && want.IsScalar():
		return value{scalar: b.input(pos, want, ir.UninitializedRead, "result of a void function")}
	case have.Size == want.Size && have.Kind == want.Kind:
		return v
	}
	return b.unsupportedValue(pos, want, "a call whose result has another type than the function's")
}

// undefinedCall calls a function without a body: its result is an input, a pointer is null or a
// fresh object.
func (b *frame) undefinedCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
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
	e := emitter{b: b, args: args, used: want.converted}
	known, isKnown := libcall.Find(useOf(pos, def, args, want.typ))
	u := b.missing[def.Name]
	u.Library = isKnown && (u.Library || u.Calls == 1)
	_, isNamed := clib.Lookup(modelName(def))
	isOutside := !b.options.Open && !isOfSystem(def) && (!IsLibrary(def.Name) || isNamed && !isKnown)
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

func (b *frame) noteUndefined(pos source.Pos, def *tree.FunctionDef) {
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
func (b *frame) outsideResult(pos source.Pos, t *tree.Type, kind ir.InputKind, call *outsideCall) value {
	name := call.def.Name
	if t.Kind == tree.Void {
		return value{}
	}
	s := b.shapeOf(t)
	if s.byAddress {
		return value{address: b.programStart().freshObject(pos, t, name)}
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
func (b *frame) leadsOutside(c cell, call *outsideCall) bool {
	return c.bitWidth == 0 && isFromOutside(c.typ) && !b.options.Open && !b.isAllocator(call.def)
}

// havocPointee writes inputs to the object that a pointer argument points at, if it has a known
// type that is not constant.
func (b *frame) havocPointee(pos source.Pos, a argument, name string) {
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
func (b *frame) writtenCell(pos source.Pos, c cell, name string) *term.Term {
	v := b.newTemp(b.cellSort(c))
	b.havocScalar(pos, v, c.typ, ir.MemoryWrite, name)
	return v.Sym
}

// writeCells writes the cells of the object of type t at an address, unless that is null.
func (b *frame) writeCells(pos source.Pos, at *term.Term, t *tree.Type, cells []cell, content func(cell) *term.Term) {
	b.where(pos, b.terms.Ne(at, b.zero(at.Sort())), func() {
		b.shadow().requireBytes(pos, at, b.addr(uint64(t.Size)))
		for _, c := range cells {
			b.storeCell(at, c, content(c), pos)
		}
	})
}

// pointeeOf is the type of the object behind a pointer argument before it was converted to void *.
func (b *frame) pointeeOf(a argument) *tree.Type {
	return emit.Argument{Type: a.typ, Expr: a.expr}.Pointee()
}
