package lower

import (
	"maps"
	"regexp"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
)

// touched has the effects of an expression or a call that another operand may notice.
type touched struct {
	reads, writes map[*tree.Object]bool
	// Locals that no pointer leads to, which no call notices; nil of a function, whose locals are its own.
	ownReads, ownWrites map[*tree.Object]bool
	// Memory behind pointers.
	readsMemory, writesMemory bool
	// The run may go wrong: an error, an event of a rule, what a check looks for.
	fails bool
	// The run may end without an error, or never come back.
	stops bool
	// Code that is not known here may run: behind a pointer, in a handler.
	runsAny bool
	// The outside is asked, and gets to know addresses.
	asks, tells bool
	calls       map[*tree.FunctionDef]bool // functions with a body, not yet looked into
}

func newTouched() *touched {
	return &touched{reads: map[*tree.Object]bool{}, writes: map[*tree.Object]bool{}, calls: map[*tree.FunctionDef]bool{}}
}

func (t *touched) add(other *touched) {
	maps.Copy(t.reads, other.reads)
	maps.Copy(t.writes, other.writes)
	t.readsMemory = t.readsMemory || other.readsMemory
	t.writesMemory = t.writesMemory || other.writesMemory
	t.fails = t.fails || other.fails
	t.stops = t.stops || other.stops
	t.runsAny = t.runsAny || other.runsAny
	t.asks = t.asks || other.asks
	t.tells = t.tells || other.tells
}

// minds says that a run in which t comes before the other may differ from one in which it comes behind.
func (t *touched) minds(other *touched) bool {
	return t.disturbs(other) || other.disturbs(t)
}

func (t *touched) disturbs(other *touched) bool {
	switch {
	case t.tells && other.asks, t.runsAny && other.isNoticed():
		return true
	case t.writesMemory && (other.readsMemory || other.writesMemory || anyInMemory(other.reads) || anyInMemory(other.writes)):
		return true
	case (other.readsMemory || other.writesMemory) && anyInMemory(t.writes):
		return true
	}
	for o := range t.writes {
		if other.reads[o] || other.writes[o] {
			return true
		}
	}
	for o := range t.ownWrites {
		if other.ownReads[o] || other.ownWrites[o] {
			return true
		}
	}
	return false
}

// collidesWith says that t writes a register that the other reads or writes.
func (t *touched) collidesWith(other *touched) bool {
	for o := range t.ownWrites {
		if o.Type.IsScalar() && !o.Type.Volatile && (other.ownReads[o] || other.ownWrites[o]) {
			return true
		}
	}
	return false
}

// hides says that t, if it comes first, may keep the other from going wrong.
func (o *orders) hides(t, other *touched) bool {
	return (t.stops || t.fails && o.options.Apart) && other.fails
}

// isNoticed says that code which is not known may see that t was before, or make it another.
func (t *touched) isNoticed() bool {
	return t.runsAny || t.readsMemory || t.writesMemory || t.fails || t.stops || len(t.reads) > 0 || len(t.writes) > 0
}

// anyInMemory says that a pointer may lead to one of the objects.
func anyInMemory(objects map[*tree.Object]bool) bool {
	for o := range objects {
		if o.AddressTaken || o.IsShared() {
			return true
		}
	}
	return false
}

func (l *watching) newOrders() *orders {
	o := &orders{watching: l, direct: map[*tree.FunctionDef]*touched{}, whole: map[*tree.FunctionDef]*touched{}, active: map[tree.Expr]bool{}, bounded: map[tree.Expr]bool{}}
	for _, object := range l.reach.objects {
		if object.Extern && !isConstant(object.Type) && !isLibraryObject(object) {
			o.outside = append(o.outside, object)
		}
		o.looksAtErrno = o.looksAtErrno || isErrno(object)
	}
	for _, def := range l.reach.functions {
		o.looksAtErrno = o.looksAtErrno || def.Name == errnoModel
	}
	o.endsWith = l.registered() != nil || len(l.atEnd()) > 0 || o.failsOn(leakChecks)
	return o
}

// failsOn says that a run fails where one of some checks is violated. So a program in which violations
// end runs unseen has its operands in the same orders as the one without these checks: a run of it is one
// of that.
func (o *orders) failsOn(some property.Checks) bool { return o.checks(some &^ o.options.Blocked) }

// changesRegisters says that a function without a body may change an object that no pointer leads to.
func (o *orders) changesRegisters() bool {
	return len(o.outside) > 0 || len(o.callbacks) > 0 || o.options.Undefined >= UndefinedHavocArgs
}

// of finds the effects of evaluating e, those in the functions that it calls included.
func (o *orders) of(e tree.Expr) *touched {
	out := newTouched()
	out.ownReads, out.ownWrites = map[*tree.Object]bool{}, map[*tree.Object]bool{}
	o.note(e, out)
	for def := range out.calls {
		out.add(o.function(def))
	}
	return out
}

// function finds the effects of a call of def.
func (o *orders) function(def *tree.FunctionDef) *touched {
	if known, ok := o.whole[def]; ok {
		return known
	}
	out := newTouched()
	const active, done = 1, 2
	states := map[*tree.FunctionDef]int{}
	var visit func(f *tree.FunctionDef)
	visit = func(f *tree.FunctionDef) {
		states[f] = active
		t := o.body(f)
		out.add(t)
		for callee := range t.calls {
			switch states[callee] {
			case active:
				out.stops = out.stops || callee != f || !comesBack(f) // a recursion that may have no end
			case done:
			default:
				visit(callee)
			}
		}
		states[f] = done
	}
	visit(def)
	o.whole[def] = out
	return out
}

// body finds what the body of a function touches, but for the functions that it calls. One with a loop may never come
// back, unless it is a model of the library's or the loop evidently ends.
func (o *orders) body(f *tree.FunctionDef) *touched {
	if known := o.direct[f]; known != nil {
		return known
	}
	t := newTouched()
	t.stops = o.mayStay(f.Body) && !libcall.IsModelFile(f.Pos.File)
	tree.EachExprOf(f.Body, func(e tree.Expr) { o.noteOne(e, t) })
	for _, label := range f.Labels {
		t.fails = t.fails || label.Name == o.options.ErrorLabel
	}
	o.direct[f] = t
	return t
}

// note notes what evaluating e touches, but for the places that it only takes the address of or assigns to.
func (o *orders) note(e tree.Expr, t *touched) {
	if a, ok := e.(*tree.AddressOf); ok {
		o.notePlace(a.Operand, t)
		return
	}
	tree.EachExpr(e, func(x tree.Expr) { o.noteOne(x, t) })
}

// notePlace notes what finding a place touches.
func (o *orders) notePlace(e tree.Expr, t *touched) {
	switch e := e.(type) {
	case *tree.ObjectRef:
	case *tree.Member:
		o.notePlace(e.Base, t)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			o.notePlace(inner, t)
			return
		}
		o.note(e.Pointer, t)
	default:
		o.note(e, t)
	}
}

// noteOne notes what e touches beside its operands.
func (o *orders) noteOne(e tree.Expr, t *touched) {
	t.stops = t.stops || o.options.Apart && mayBeBeyond(e)
	for _, target := range tree.Written(e) {
		switch root := objectOf(target); {
		case root == nil:
			t.writesMemory = true
		case noticed(root):
			t.writes[root] = true
		case t.ownWrites != nil:
			t.ownWrites[root] = true
		}
	}
	o.noteTrouble(e, t)
	switch e := e.(type) {
	case *tree.ObjectRef:
		switch {
		case e.Object.Type.Const:
		case noticed(e.Object):
			t.reads[e.Object] = true
		case t.ownReads != nil:
			t.ownReads[e.Object] = true
		}
	case *tree.Deref:
		if directPlace(e) == nil && e.Type.Kind != tree.Function {
			t.readsMemory = true
		}
	case *tree.StatementExpr:
		t.stops = t.stops || o.mayStay(e.Body)
	case *tree.Asm:
		t.writesMemory = t.writesMemory || e.Memory
	case *tree.VaArg:
		t.readsMemory, t.writesMemory = true, true
	case *tree.Call:
		o.noteCall(e, t)
	}
}

// mayBeBeyond says that e, but for its operands, may do what is not modelled: a run ends there that is about another
// place.
func mayBeBeyond(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Asm, *tree.VaArg:
		return true
	case *tree.Call:
		def := directCallee(e.Callee)
		return def != nil && (def.Name == beyondFunction || def.Name == uncheckedFunction || def.Body == nil && !def.Constant && !intrinsic.IsNondet(def.Name))
	}
	return !isModelled(e.ExprType()) || e.ExprType().Kind == tree.LongDouble
}

// noticed says that another function, or a pointer, may find an object.
func noticed(object *tree.Object) bool { return object.Static || object.AddressTaken }

// noteTrouble notes that the operator of e may violate a check, or end the run where none looks.
func (o *orders) noteTrouble(e tree.Expr, t *touched) {
	fails := func(check property.Checks) { t.fails = t.fails || o.failsOn(check) }
	endsUnless := func(check property.Checks) {
		fails(check)
		t.stops = t.stops || !o.failsOn(check)
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		if !e.Object.Static {
			fails(property.Uninitialized)
		}
	case *tree.Deref:
		if e.Type.Kind == tree.Function {
			return
		}
		fails(memoryChecks)
		if directPlace(e) == nil {
			endsUnless(property.Null)
		}
	case *tree.Constant:
		if e.Overflows {
			fails(property.Overflow)
		}
	case *tree.Unary:
		if e.Op == tree.Negate && isSigned(e.Type) {
			fails(property.Overflow)
		}
	case *tree.IncDec:
		if isSigned(e.Target.ExprType()) && !o.bounded[e] {
			fails(property.Overflow)
		}
	case *tree.Binary:
		o.noteOperator(e.Op, e.Type, e.Right, fails, endsUnless)
	case *tree.AssignOp:
		if !o.bounded[e] {
			o.noteOperator(e.Op, e.Common, e.Operand, fails, endsUnless)
		}
	}
}

// noteOperator is about an operator whose right operand is given, that computes in a type.
func (o *orders) noteOperator(op tree.Operator, t *tree.Type, right tree.Expr, fails, endsUnless func(property.Checks)) {
	if right.ExprType().Kind != tree.Integer || t == nil || t.Kind != tree.Integer {
		return
	}
	switch op {
	case tree.Add, tree.Subtract, tree.Multiply:
		if t.Signed {
			fails(property.Overflow)
		}
	case tree.ShiftLeft, tree.ShiftRight:
		fails(property.Shift)
		if t.Signed && op == tree.ShiftLeft {
			fails(property.Overflow)
		}
	case tree.Divide, tree.Remainder:
		if c := tree.ConstantOf(right); c != nil && c.Int.Sign() > 0 {
			return
		}
		endsUnless(property.Division)
		if t.Signed {
			endsUnless(property.Overflow) // of the lowest number by -1
		}
	}
}

func (o *orders) noteCall(e *tree.Call, t *touched) {
	def := directCallee(e.Callee)
	if def == nil {
		t.runAnything()
		return
	}
	if o.hasEvents(def, "call", "entry", "exit", "return") {
		t.fails, t.stops = true, true // the order of two events matters, too
	}
	for _, inlined := range def.Inlines {
		if inlined.Body != nil {
			t.calls[inlined] = true
		}
	}
	switch {
	case o.isErrorFunction(def):
		t.fails = true
		return
	case def.Body != nil:
		t.calls[def] = true
		if o.looksAtErrno && setsErrno(def) {
			t.writesMemory = true
		}
		if libcall.IsModelFile(def.Pos.File) {
			o.noteChanged(t, isLibraryVariable)
		}
		if def.Outside != nil {
			o.noteExternal(e, def.Outside, t)
			t.stops = t.stops || haltFunctions[def.Outside.Name]
		}
		return
	case intrinsic.IsAssertion(def.Name):
		t.fails = true
		return
	case intrinsic.IsAssumption(def.Name), intrinsic.IsNondet(def.Name):
		t.stops = t.stops || len(e.Args) > 0
		return
	case haltFunctions[def.Name] || def.NoReturn || orderlyFunctions[def.Name]:
		t.stops = true
		if o.endsWith {
			t.runAnything()
		}
	case def.Constant:
		return
	}
	if !haltFunctions[def.Name] {
		o.noteExternal(e, def, t)
	}
}

// noteExternal notes what a call of a function without a body touches. What is asked of the world has any result in
// either order; what is handed over is read and written.
func (o *orders) noteExternal(e *tree.Call, def *tree.FunctionDef, t *touched) {
	isOutside := !isOfSystem(def) && !IsLibrary(def.Name)
	t.fails = t.fails || o.failsOn(libcall.OfArguments|property.InvalidFree)
	t.fails = t.fails || o.options.Undefined == UndefinedError
	t.asks = t.asks || isOutside
	for i, a := range e.Args {
		p := a.ExprType()
		if p.Kind != tree.Pointer {
			continue
		}
		if p.Elem.Kind == tree.Function || setsRounding(def) {
			t.runAnything()
		}
		t.readsMemory = true
		t.writesMemory = t.writesMemory || !p.Elem.Const && (!onlyPrints[def.Name] || i >= len(def.Type.Params) && mayCount(e, def))
		t.tells = t.tells || isOutside
	}
	if o.looksAtErrno && !o.leavesErrno(def) {
		t.writesMemory = true
	}
	o.noteChanged(t, func(object *tree.Object) bool { return isOutside || isLibraryVariable(object) })
	if !isOutside {
		return
	}
	switch {
	case o.options.Undefined >= UndefinedHavocCalls, len(o.callbacks) > 0:
		t.runAnything()
	case o.options.Undefined >= UndefinedHavocArgs:
		t.readsMemory, t.writesMemory = true, true
	}
}

// noteChanged notes that a call may change those of the outside's objects that some are.
func (o *orders) noteChanged(t *touched, some func(*tree.Object) bool) {
	for _, object := range o.outside {
		if some(object) {
			t.writes[object] = true
		}
	}
}

// leavesErrno says that a function of the library without a body does not set errno.
func (o *orders) leavesErrno(def *tree.FunctionDef) bool {
	f, isKnown := clib.Lookup(modelName(def))
	return isKnown && !f.Errno || !isKnown && clib.Is(modelName(def), clib.Computes)
}

func (t *touched) runAnything() {
	t.readsMemory, t.writesMemory, t.fails, t.stops, t.runsAny = true, true, true, true, true
}

// onlyPrints are functions that change nothing which the program reads, but for what %n counts.
var onlyPrints = map[string]bool{"printf": true, "puts": true, "putchar": true, "fprintf": true, "fputs": true, "perror": true}

var counting = regexp.MustCompile(`%[^%A-Za-z]*[hlqjzt]*n`)

// mayCount says that the format of a call, its last argument before those that it is about, may have %n.
func mayCount(e *tree.Call, def *tree.FunctionDef) bool {
	n := len(def.Type.Params)
	if n == 0 || n > len(e.Args) {
		return true
	}
	text, ok := emit.LiteralText(e.Args[n-1])
	return !ok || counting.MatchString(text)
}
