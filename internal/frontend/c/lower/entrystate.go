package lower

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// An entry other than main is called by anybody, at any time. So objects with linkage have any
// values when it is called; others with static storage have those that the code of their files may
// have left: any value if some code writes them or takes their address, else their initial one.

// startsAnyhow says that static objects have at the start what callers and earlier calls may have left.
func (l *objectFacts) startsAnyhow() bool {
	return l.entry != nil && l.entry.Name != "main" && !l.options.Open && !l.options.InitialState && !l.options.RuleOnly
}

// leavesAnything says that an object has any value when an entry other than main is called.
func (l *objectFacts) leavesAnything(o *tree.Object) bool {
	isLibrarys := isLibraryObject(o) && !isLibraryState(o)
	if !l.startsAnyhow() || o.Extern || o.String != nil || l.reach.literals[o] != nil || isConstant(o.Type) || isLibrarys {
		return false
	}
	return o.IsShared() || !o.OfRule && l.maybeChanged()[o]
}

// isLibraryState says that an object of a model of the C library holds what earlier calls of anybody's have left
// there, and an entry may look at: errno, and where strtok has stopped.
func isLibraryState(o *tree.Object) bool {
	model := strings.TrimSuffix(path.Base(o.Pos.File), ".c")
	return libcall.IsModelFile(o.Pos.File) && (o.Name == "number" && model == errnoModel || o.Name == "stopped" && model == "strtok")
}

// maybeChanged are the objects that some function of the program writes or takes the address of, reached or not.
func (l *objectFacts) maybeChanged() map[*tree.Object]bool {
	if l.changed != nil {
		return l.changed
	}
	l.changed, l.kept, l.toldOf = map[*tree.Object]bool{}, map[*tree.Object]bool{}, map[*tree.Object]bool{}
	l.valued, l.stored, l.givenAway = map[*tree.FunctionDef]bool{}, map[*tree.FunctionDef]bool{}, map[*tree.FunctionDef]bool{}
	w := &writes{found: l.changed, kept: l.kept, shown: l.toldOf, valued: l.valued, stored: l.stored, givenAway: l.givenAway}
	for _, o := range l.unit.Objects {
		o.Init.EachValue(func(e tree.Expr) {
			w.expr(e)
			functionsIn(e, w.stored)
			if o.IsShared() {
				functionsIn(e, w.givenAway)
			}
		})
	}
	for _, f := range l.unit.Functions {
		if f.Body != nil {
			w.isShared = f.Linkage == tree.ExternalLinkage
			w.stmt(f.Body)
		}
	}
	return l.changed
}

// writes walks functions for the objects that they may change.
type writes struct {
	found map[*tree.Object]bool
	// kept are those whose addresses are more than compared and used.
	kept map[*tree.Object]bool
	// shown are those whose addresses the outside gets: a function with linkage returns one or puts it into an
	// object with linkage, or one without a body is given it.
	shown    map[*tree.Object]bool
	isShared bool // the function at hand has linkage
	// valued are the functions whose addresses are values; stored those of them that are assigned to something, or
	// in the initial value of an object with static storage; givenAway those whose addresses the outside gets in one
	// of these ways, or finds in the initial value of an object with linkage.
	valued, stored, givenAway map[*tree.FunctionDef]bool
}

func (w *writes) stmt(s tree.Stmt) {
	if r, ok := s.(*tree.Return); ok && r.X != nil && w.isShared {
		w.giveAway(r.X)
	}
	tree.Parts(s, w.expr, w.stmt)
}

// address puts the objects in a set whose addresses a value may be.
func (w *writes) address(e tree.Expr, in map[*tree.Object]bool) {
	addressesIn(e, func(lvalue tree.Expr) { w.root(lvalue, in) })
}

// giveAway notes what the outside gets in a value: objects, and functions.
func (w *writes) giveAway(e tree.Expr) {
	w.address(e, w.shown)
	functionsIn(e, w.givenAway)
}

// functionsIn puts the functions in a set whose addresses a value may be.
func functionsIn(e tree.Expr, in map[*tree.FunctionDef]bool) {
	addressesIn(e, func(lvalue tree.Expr) {
		if ref, ok := lvalue.(*tree.FunctionRef); ok {
			in[named(ref.Function)] = true
		}
	})
}

func (w *writes) expr(e tree.Expr) {
	for _, written := range tree.Written(e) {
		w.root(written, w.found)
	}
	switch e := e.(type) {
	case *tree.Assign:
		if to := objectOf(e.Target); to != nil && to.IsShared() && w.isShared {
			w.giveAway(e.Value)
		}
		functionsIn(e.Value, w.stored)
	case *tree.Call:
		if def := directCallee(e.Callee); w.isShared && (def == nil || def.Body == nil && !isOfSystem(def)) {
			for _, a := range e.Args {
				w.giveAway(a)
			}
		}
		if directCallee(e.Callee) != nil {
			for _, a := range e.Args {
				w.expr(a)
			}
			return
		}
	case *tree.FunctionRef:
		w.valued[named(e.Function)] = true
	case *tree.AddressOf:
		w.root(e.Operand, w.found)
		w.root(e.Operand, w.kept)
	case *tree.Decay:
		w.root(e.Array, w.found)
		w.root(e.Array, w.kept)
	case *tree.Binary:
		if e.Op.Decides() {
			w.compared(e.Left)
			w.compared(e.Right)
			return
		}
	case *tree.Deref:
		w.access(e.Pointer)
		return
	}
	tree.Operands(e, w.expr, w.stmt)
}

// compared visits an operand: an address in it goes nowhere.
func (w *writes) compared(e tree.Expr) {
	switch x := e.(type) {
	case *tree.Convert:
		w.compared(x.Operand)
	case *tree.AddressOf, *tree.Decay:
		w.access(e)
	default:
		w.expr(e)
	}
}

// access visits a pointer that is only used to access what it leads to.
func (w *writes) access(e tree.Expr) {
	switch e := e.(type) {
	case *tree.PointerAdd:
		w.access(e.Pointer)
		w.expr(e.Index)
	case *tree.Decay:
		w.place(e.Array)
	case *tree.AddressOf:
		w.place(e.Operand)
	default:
		w.expr(e)
	}
}

// place visits an lvalue of which nothing but its value is asked.
func (w *writes) place(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef, *tree.FunctionRef:
	case *tree.Member:
		w.place(e.Base)
	case *tree.Deref:
		w.access(e.Pointer)
	default:
		w.expr(e)
	}
}

// root puts the object that an lvalue is a part of in a set.
func (w *writes) root(e tree.Expr, in map[*tree.Object]bool) {
	if o := tree.VariableOf(e, func(e tree.Expr) tree.Expr { return e }); o != nil {
		in[o] = true
	}
}

// earlierPrefix begins the names of pointers that objects hold when an entry other than main is called.
const earlierPrefix = "earlier:"

// initializeAnyhow gives an object what callers and earlier calls may have left in it.
func (b fromOutside) initializeAnyhow(o *tree.Object, s *storage) {
	cells, ok := b.cellsOf(o.Type)
	if !ok || s.address != nil && len(cells) > maxFilled {
		return // memory has any contents
	}
	for i, c := range cells {
		isPointer := c.bitWidth == 0 && isFromOutside(c.typ)
		if isPointer {
			b.assumeLive()
		}
		switch {
		case isPointer && s.address == nil:
			b.assign(o.Pos, s.registers[i], b.outsideData(o.Pos, c, earlierPrefix+b.stateName(o), nil))
		case isPointer:
			b.storeCell(s.address, c, b.outsideData(o.Pos, c, earlierPrefix+b.stateName(o), nil), o.Pos)
		case s.address == nil:
			b.havocScalar(o.Pos, s.registers[i], c.typ, ir.EarlierState, b.stateName(o)+c.path)
		}
	}
}

// isInner says that pointers with static storage may lead to an object that only its file can name.
func (l *objectFacts) isInner(o *tree.Object) bool {
	return l.startsAnyhow() && !o.IsShared() && !o.OfRule && !o.Extern && o.String == nil && l.maybeChanged()[o] && l.kept[o]
}

// isShown says that callers of the program know an object that only its file can name.
func (l *objectFacts) isShown(o *tree.Object) bool { return l.maybeChanged() != nil && l.toldOf[o] }

// isGivenAway says that the outside knows a function that only its file can name when an entry is called.
func (l *objectFacts) isGivenAway(def *tree.FunctionDef) bool {
	return l.isInnerFunction(def) && l.givenAway[def] && !l.hasTwin(def)
}

// mayBeHeld says that what the program writes may hold such a function then.
func (l *objectFacts) mayBeHeld(def *tree.FunctionDef) bool {
	return l.isInnerFunction(def) && (l.givenAway[def] || l.stored[def]) && !l.hasTwin(def)
}

// hasTwin says that another function has the name of one, so that a test cannot tell them apart.
func (l *objectFacts) hasTwin(def *tree.FunctionDef) bool {
	return slices.ContainsFunc(l.unit.Functions, func(other *tree.FunctionDef) bool { return other != def && other.Name == def.Name })
}

// isInnerFunction says that a function that only its file can name is a value somewhere.
func (l *objectFacts) isInnerFunction(def *tree.FunctionDef) bool {
	if def.Body == nil || def.Linkage == tree.ExternalLinkage || l.isErrorFunction(def) || libcall.IsModelFile(def.Pos.File) {
		return false
	}
	return l.maybeChanged() != nil && l.valued[def]
}

// stateName is how a test names an object with static storage.
func (b fromOutside) stateName(o *tree.Object) string {
	if o.Function != nil {
		return o.Function.Name + ":" + o.Name
	}
	return o.Name
}

// callerArguments are the parameters of an entry that anybody calls. Pointers may lead into objects
// that others lead to: those to larger objects come first.
func (b fromOutside) callerArguments(entry *tree.FunctionDef) []*term.Term {
	order := slices.Clone(entry.Params)
	slices.SortStableFunc(order, func(x, y *tree.Object) int { return cmp.Compare(pointedSize(y.Type), pointedSize(x.Type)) })
	values := map[*tree.Object][]*term.Term{}
	number := map[*tree.Object]int{}
	next := 1
	if b.shapeOf(entry.Type.Result).byAddress {
		next++
	}
	for _, p := range entry.Params {
		number[p] = next
		if s := b.shapeOf(p.Type); s.byAddress {
			next++
		} else {
			next += len(s.cells)
		}
	}
	b.callers = nil
	inputs := map[*tree.Object]int{}
	for _, p := range order {
		values[p] = b.callerArgument(p)
		inputs[p] = b.inputs
		if p.Type.Kind == tree.Pointer && !p.Type.Restrict {
			b.callers = append(b.callers, callerPointer{p.Type.Elem, values[p][0], number[p]})
		}
	}
	b.callers = nil
	b.sizeCounted(entry, values, inputs)
	var out []*term.Term
	for _, p := range entry.Params {
		if len(values[p]) == 1 {
			b.callerKeeps(entry, p, values[p][0])
		}
	}
	if !b.assumesInside() {
		b.callersKeepConditions(entry, values)
	}
	for _, p := range entry.Params {
		out = append(out, values[p]...)
	}
	return out
}

// callerPointer is the value of a parameter of the entry, by its number.
type callerPointer struct {
	elem   *tree.Type
	value  *term.Term
	number int
}

func pointedSize(t *tree.Type) int64 {
	if t.Kind != tree.Pointer || t.Elem == nil {
		return -1
	}
	return t.Elem.Size
}

// withinOthers are the places in the objects of other parameters, of other types, that a pointer of
// a class may lead to.
func (b fromOutside) withinOthers(class *outsideClass) []origin {
	var out []origin
	for _, c := range b.callers {
		if sameType(c.elem, class.elem) || c.elem.Kind == tree.Void {
			continue
		}
		parts := b.partsFor(class.elem, c.elem, 0)
		if class.elem.Size == 1 && len(parts) == 0 {
			parts = []part{{count: 1}}
		}
		for _, p := range parts {
			place := b.terms.Ite(b.terms.Eq(c.value, b.addr(0)), b.addr(0), b.offset(c.value, p.offset))
			out = append(out, origin{place, p.step, p.count, ir.Origin{Argument: c.number, Offset: p.offset}})
		}
	}
	return out
}

// callerArgument is a parameter of such an entry.
func (b fromOutside) callerArgument(p *tree.Object) []*term.Term {
	s := b.shapeOf(p.Type)
	if s.byAddress {
		return []*term.Term{b.programStart().freshObject(b.entry.Pos, p.Type, p.Name, writtenByCaller)}
	}
	args := make([]*term.Term, len(s.cells))
	for i, c := range s.cells {
		if isToData(c.typ) && c.typ.Restrict && !b.options.Open {
			b.assumeOf(assumption.EntryRestrict, p.Name+c.path, p.Pos)
		}
		if c.bitWidth == 0 && isFromOutside(c.typ) {
			b.assumeLive()
		}
		if c.bitWidth == 0 && isFromOutside(c.typ) && !c.typ.Restrict && !b.options.Open {
			args[i] = b.outsideData(b.entry.Pos, c, p.Name, nil)
		} else {
			args[i] = b.programStart().outsideValue(b.entry.Pos, c, ir.EntryParameter, p.Name+c.path)
		}
	}
	return args
}

// assumeOnHeap notes that what the entry frees of what its caller hands over is of the heap.
func (b fromOutside) assumeOnHeap(pos source.Pos) {
	isPointer := func(p *tree.Object) bool { return p.Type.Kind == tree.Pointer }
	if b.startsAnyhow() && b.checks(property.InvalidFree) && slices.ContainsFunc(b.entry.Params, isPointer) {
		b.assume(assumption.EntryHeap, pos)
	}
}

// assumeLive notes that pointers that are there when the entry is called lead to nothing that is gone.
func (b fromOutside) assumeLive() {
	if b.startsAnyhow() && b.checks(property.UseAfterFree|property.InvalidFree) {
		b.assume(assumption.EntryLive, b.entry.Pos)
	}
}
