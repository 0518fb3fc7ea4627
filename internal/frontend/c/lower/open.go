package lower

import (
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file is about programs that are parts of others (Options.Open): what comes from outside is one
// input, so that a condition on it can be stated, and pointers from outside may alias one another.

// freedOutside marks in the shadow state of the heap what was freed. In an open program that is all that is
// known of what is given to free: any object may be one that somebody has got from malloc.
const freedOutside = 3

// releaseOutside checks a free in an open program: the object was not freed before.
func (b fromOutside) releaseOutside(pos source.Pos, pointer *term.Term) {
	null := b.terms.Eq(pointer, b.addr(0))
	freed := b.terms.Eq(b.terms.Select(b.shadowMaps.heap.Sym, b.granuleOf(pointer)), b.terms.BVConst(8, freedOutside))
	b.assume(assumption.OutsideFree, pos)
	if b.checks(property.InvalidFree) {
		b.require(pos, property.InvalidFree, b.terms.Or(null, b.allAlive(), b.terms.Not(freed)), "free of an object that was freed before")
	}
	b.writeEntry(pos, b.shadowMaps.heap, pointer, b.terms.BVConst(8, freedOutside))
	b.noteDeath(pos)
}

// noteDeath writes that some object has died. As long as none has, nothing need be known of the
// shadow state: of the objects of an open program it could only say that none of them is dead.
func (b fromOutside) noteDeath(pos source.Pos) {
	if b.shadowMaps.died != nil {
		b.assign(pos, b.shadowMaps.died, b.terms.True())
	}
}

// isOfOutside says that a pointer leads to no object of an open program. What the outside has there is
// as large as the program takes it to be: nothing tells how large it is.
func (b fromOutside) isOfOutside(pointer *term.Term) *term.Term {
	b.assume(assumption.OutsideSize, source.Pos{})
	unknown := b.terms.Eq(b.extentAt(pointer), b.addr(0))
	if b.checks(property.Null) {
		return b.terms.And(unknown, b.terms.Ne(pointer, b.addr(0)))
	}
	return unknown
}

// allAlive says that no object has died; false where that is not written down.
func (b fromOutside) allAlive() *term.Term {
	if b.shadowMaps.died == nil {
		return b.terms.False()
	}
	return b.terms.Not(b.shadowMaps.died.Sym)
}

// isUnknown says that a static object starts with contents that are not known. Constants keep their
// initialisers, and so do objects that only their file can name and that nothing there changes.
func (l *objectFacts) isUnknown(o *tree.Object) bool {
	if !l.options.Open || l.options.Harness || o.String != nil || l.reach.literals[o] != nil {
		return false
	}
	t := o.Type
	for t.Kind == tree.Array && !t.Const && t.Elem != nil {
		t = t.Elem
	}
	isNamed := o.Extern || o.IsShared() || o.OfRule // elsewhere too
	return !t.Const && (isNamed || l.maybeChanged()[o])
}

// initializeUnknown gives the registers of a static object any values; memory has any contents anyway.
func (b fromOutside) initializeUnknown(o *tree.Object, s *storage) {
	if s.address != nil {
		return
	}
	for i, c := range s.cells {
		if c.bitWidth == 0 && c.typ.Kind == tree.Pointer {
			b.assign(o.Pos, s.registers[i], b.outsidePointer(o.Pos, c.typ, o.Name+c.path))
		} else {
			b.havocScalar(o.Pos, s.registers[i], c.typ, ir.EntryParameter, o.Name+c.path)
		}
	}
}

// outsidePointer is a pointer from outside: null, or the start of an object outside.
func (b fromOutside) outsidePointer(pos source.Pos, t *tree.Type, name string) *term.Term {
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	v.Type = t.Name
	b.havoc(pos, v, ir.OutsidePointer, name, t.Name)
	b.assume(assumption.OutsidePointer, pos)
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.options.Model.OutsideStart(b.terms, v.Sym), Known: true})
	return v.Sym
}

// knownPointer says of a pointer that an open program loads what holds of every pointer that is null or
// points into or near an object: no sum of it and a distance inside an object is null.
func (b fromOutside) knownPointer(pos source.Pos, v *ir.Variable) {
	b.assume(assumption.OutsideMemory, pos)
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: b.options.Model.KnownPointer(b.terms, v.Sym)})
}

// knownSum says of a pointer that an open program computes that it is not null if the one that it was
// computed from is not. Distances that are constants are too small to wrap around.
func (b fromOutside) knownSum(pos source.Pos, base, sum *term.Term) {
	if !b.options.Open || base.IsConst() || b.terms.BVSub(sum, base).IsConst() {
		return
	}
	zero := b.zero(sum.Sort())
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: b.terms.Or(b.terms.Eq(base, zero), b.terms.Ne(sum, zero))})
}

// fillHandedOver writes inputs to the objects that a call hands over to a function without a body
// to be filled in: those whose address is taken in the argument (&x, a local array), and pointers
// behind pointers. Other objects are left as they were: the state that a caller has put into them
// is not forgotten at each call.
func (b fromOutside) fillHandedOver(pos source.Pos, def *tree.FunctionDef, args []argument) {
	b.assume(assumption.OutsideFills, pos)
	for i, a := range args {
		t := b.bodilessCalls().pointeeOf(a)
		if t == nil || t.Const {
			continue
		}
		named := namedObject(a.expr)
		if named != nil && named.Kind == tree.Array && named.Elem == t {
			t = named
		}
		if t.Size <= 0 || t.Kind != tree.Pointer && named == nil {
			continue
		}
		cells, ok := b.cellsOf(t)
		if !ok || len(cells) > maxFilled {
			b.assumeOf(assumption.OutsideWritesNo, t.Name, pos)
			continue
		}
		name := handedOverName(def, i)
		b.bodilessCalls().writeCells(pos, a.scalar, t, cells, func(c cell) *term.Term { return b.filledCell(pos, c, partName(name, c.path)) })
	}
}

// maxFilled bounds the cells of an object that a function without a body fills in.
const maxFilled = 64

// filledCell returns what a function without a body leaves in a cell of an open program: a pointer
// from outside, or any value.
func (b fromOutside) filledCell(pos source.Pos, c cell, name string) *term.Term {
	if c.bitWidth == 0 && c.typ.Kind == tree.Pointer {
		return b.outsidePointer(pos, c.typ, name)
	}
	return b.bodilessCalls().writtenCell(pos, c, name)
}

// namedObject is the type of the object whose address an argument takes: &x, or an array; nil for any other.
func namedObject(e tree.Expr) *tree.Type {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
			continue
		case *tree.AddressOf:
			return x.Operand.ExprType()
		case *tree.Decay:
			return x.Array.ExprType()
		}
		return nil
	}
}

// handedOverName names the object behind an argument after the call: f():*out.
func handedOverName(def *tree.FunctionDef, argument int) string {
	return def.Name + "():arg" + itoa(argument+1)
}

// partName is a part of the object that a name points at.
func partName(pointer, path string) string {
	head, name, _ := strings.Cut(pointer, ":")
	switch {
	case path == "":
		return head + ":*" + name
	case path[0] == '.':
		return head + ":" + name + "->" + path[1:]
	}
	return head + ":" + name + path
}

// controlFunctions are those of the functions that are not modelled after which a run goes on elsewhere.
var controlFunctions = makeSet(
	"pthread_create", "thrd_create", "fork", "vfork", "clone", "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp",
	"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "__builtin_setjmp", "__builtin_longjmp", "__builtin_apply",
	"getcontext", "setcontext", "swapcontext", "makecontext",
)

// isLeftOut says that a call of a library function that is not modelled is one of an unknown function in an
// open program: what it writes to memory is left out.
func (b fromOutside) isLeftOut(name string) bool {
	if !b.options.Open || controlFunctions[name] {
		return false
	}
	b.assumeOf(assumption.OutsideLeaves, name, source.Pos{})
	return true
}

// nullTest recognises a condition that compares a pointer with null; whenTrue says that it is null if the
// condition holds.
func nullTest(e tree.Expr) (whenTrue, ok bool) {
	switch x := e.(type) {
	case *tree.Unary:
		if x.Op == tree.LogicalNot {
			whenTrue, ok = nullTest(x.Operand)
			return !whenTrue, ok
		}
	case *tree.Convert:
		if x.Type.Kind != tree.Pointer && keepsTruth(x) {
			return nullTest(x.Operand)
		}
	case *tree.Binary:
		equal := x.Op == tree.Equal
		if !equal && x.Op != tree.NotEqual {
			return false, false
		}
		if isPointer(x.Left) && tree.IsNull(x.Right) || isPointer(x.Right) && tree.IsNull(x.Left) {
			return equal, true
		}
		return false, false
	}
	return false, isPointer(e)
}

func isPointer(e tree.Expr) bool { return e.ExprType().Kind == tree.Pointer }

// testsNull says that a condition has a part that compares a pointer with null, which must be a branch of
// its own to be noted.
func (b fromOutside) testsNull(e tree.Expr) bool {
	if !b.options.Open {
		return false
	}
	if x, ok := e.(*tree.Binary); ok && (x.Op == tree.LogicalAnd || x.Op == tree.LogicalOr) {
		return b.testsNull(x.Left) || b.testsNull(x.Right)
	}
	_, ok := nullTest(e)
	return ok
}

// noteNull returns the targets of a branch on e with the way on which a pointer is null going through a
// block that sets the ghost NullFound.
func (b fromOutside) noteNull(e tree.Expr, then, els *ir.Block) (*ir.Block, *ir.Block) {
	if !b.options.Open {
		return then, els
	}
	whenTrue, ok := nullTest(e)
	if !ok {
		return then, els
	}
	if b.program.NullFound == nil {
		b.names["null found"] = true
		b.program.NullFound = b.program.NewGlobal("null found", b.terms.Bool())
	}
	note := func(to *ir.Block) *ir.Block {
		pos := e.Position()
		block := b.newBlock("null", pos)
		block.Emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: b.program.NullFound, Src: b.terms.True()})
		block.Jump(pos, to)
		return block
	}
	if whenTrue {
		return note(then), els
	}
	return then, note(els)
}

// callOutside is a call through a pointer that names no function of the program: a function of the
// outside if the program is open.
func (b fromOutside) callOutside(e *tree.Call, temps []*ir.Variable, done *ir.Block) {
	const wrong = "call through a pointer that names no function of its type"
	if b.options.TypedCalls {
		b.assume(assumption.TypedCalls, e.Pos)
		b.end(&ir.Halt{At: ir.At{Pos: e.Pos}, What: wrong})
		b.block.Jump(e.Pos, done)
		return
	}
	if b.callsFunctions() {
		b.assume(assumption.CallsFunctions, e.Pos)
		b.end(&ir.Halt{At: ir.At{Pos: e.Pos}, What: wrong})
		b.block.Jump(e.Pos, done)
		return
	}
	if !b.options.Open {
		b.refuse(e.Pos, CodeValue, wrong)
		return
	}
	b.assume(assumption.OutsideFills, e.Pos) // which writes nothing here
	unnamed := &tree.FunctionDef{Name: "a function of the outside", Type: e.Callee.ExprType()}
	v := b.bodilessCalls().outsideResult(e.Pos, e.Type, ir.UndefinedCall, &outsideCall{def: unnamed})
	if e.Type.Kind != tree.Void {
		b.setTemps(e.Pos, e.Type, temps, v)
	}
	b.block.Jump(e.Pos, done)
}

// callsFunctions says that what a run does after a call through a pointer that names no function, or
// one that takes other arguments and was not cast, is not looked at: it is undefined, as an access outside
// of its object is.
func (b *frame) callsFunctions() bool { return b.options.RuleOnly && !b.options.Open }

// describeTypes records the layouts of the types of an open program.
func (l *lowerer) describeTypes() {
	if !l.options.Open {
		return
	}
	l.program.Layouts = map[string]*ir.Layout{}
	for o := range l.reach.seen {
		l.describeType(o.Type)
	}
	for _, f := range l.unit.Functions {
		l.describeType(f.Type.Result)
		for _, t := range f.Type.Params {
			l.describeType(t)
		}
	}
}

func (l *output) describeType(t *tree.Type) {
	if t == nil || l.program.Layouts[t.Name] != nil {
		return
	}
	out := &ir.Layout{Size: t.Size, Signed: isSigned(t), Pointer: t.Kind == tree.Pointer}
	l.program.Layouts[t.Name] = out
	if t.Elem != nil {
		out.Elem = t.Elem.Name
		l.describeType(t.Elem)
	}
	for _, f := range t.Fields {
		out.Fields = append(out.Fields, ir.LayoutField{Name: f.Name, Type: f.Type.Name, Offset: f.Offset, BitWidth: f.BitWidth})
		l.describeType(f.Type)
	}
}
