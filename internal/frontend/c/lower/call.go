package lower

import (
	"slices"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
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
	if def == nil || !def.Unknown {
		b.givesArguments(e)
	}
	if def == nil {
		return b.indirectCalls().indirectCall(e, way, want)
	}
	if def.Name == beyondFunction {
		b.refuse(e.Pos, CodeBeyond, "beyond the models: "+literal(e.Args))
		return b.anyValue(e.Type)
	}
	if def.Name == uncheckedFunction {
		b.refuse(e.Pos, CodeUnsupported, literal(e.Args)+": nothing is checked")
		return b.anyValue(e.Type)
	}
	b.copiesToVariable(e, def)
	if isArgumentWord(def) {
		return b.argumentWord(e.Pos, def, b.arguments(e.Args))
	}
	if isOnlyNotesWord(def) {
		return b.onlyNotesCall(e.Pos, b.arguments(e.Args))
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
		return b.bodilessCalls().undefinedCall(pos, def, args, want)
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
		if isPromised(def) && want.discarded {
			b.leftOutOrCalled(pos, def, args, want)
			return b.anyValue(want.typ)
		}
		return b.callDefined(pos, def, args, want.typ)
	}
	if b.target.Narrow && !b.fitsNarrow(def) {
		return b.unsupportedValue(pos, want.typ, "a call of "+def.Name+" of "+b.target.Name)
	}
	libcall.Check(emitter{b: b.frame, args: args}, useOf(pos, def, args, want.typ))
	b.fromOutside().checkNonNull(pos, def, args)
	b.shadow().noteLibraryCall(pos, def, args)
	if !b.options.Open && !libcall.IsModelFile(pos.File) {
		libc.RefuseOverlap(emitter{b: b.frame, args: args}, useOf(pos, def, args, want.typ))
	}
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
	return b.bodilessCalls().undefinedCall(pos, def, args, want)
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
	b.shadow().noteModelCall(pos, def)
	if v, done := b.variableCall(pos, def, args, want); done {
		return v
	}
	v := b.callDefined(pos, def, args, want)
	b.programStart().knownOption(pos, def, v)
	b.programStart().knownCount(pos, def, args)
	return v
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
