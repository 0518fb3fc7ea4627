package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// indirectCalls lowers calls through pointers to functions.
type indirectCalls struct{ *expressions }

func (b *expressions) indirectCalls() indirectCalls { return indirectCalls{b} }

// Calls through pointers.

// indirectCall goes to the function whose address the callee has.
func (b indirectCalls) indirectCall(e *tree.Call, way order, want resultUse) value {
	callee := calledPointer(e)
	pointer, args := b.calleeAndArguments(e, callee, way)
	b.checkPointer(e.Pos, place{pointer: pointer})
	done, wrong := b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	temps, result := []*ir.Variable(nil), value{}
	if e.Type.Kind != tree.Void {
		temps, result = b.joinTemps(e.Type)
	}
	dispatch := &ir.Goto{At: ir.At{Pos: e.Pos}}
	known := b.terms.False()
	var blocks []*ir.Block
	candidates := b.candidates(callee.ExprType().Elem, tree.TypesOf(e.Args), e.Type)
	for _, def := range candidates {
		guard := b.terms.Eq(pointer, b.functionAddress(e.Pos, def))
		block := b.newBlock(def.Name, e.Pos)
		blocks = append(blocks, block)
		dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: guard, Block: block})
		known = b.terms.Or(known, guard)
	}
	dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: b.terms.Not(known), Block: wrong})
	b.end(dispatch)
	for i, def := range candidates {
		b.enter(blocks[i])
		v := b.callAs(e.Pos, def, args, want)
		if e.Type.Kind != tree.Void {
			b.setTemps(e.Pos, e.Type, temps, v)
		}
		b.block.Jump(e.Pos, done)
	}
	b.enter(wrong)
	b.refuseCasts(e.Pos, pointer, callee.ExprType().Elem, candidates)
	b.fromOutside().callUnknown(e, callee.ExprType().Elem, pointer, args, want, temps, done)
	b.shadow().noteHanded(e.Pos, callee.ExprType().Elem, args)
	b.callsKernel(e, callee, pointer, args, want, temps, done)
	b.fromOutside().callOutside(e, temps, done)
	b.enter(done)
	return result
}

// calleeAndArguments evaluates what a call calls, and its arguments, in one of the two orders.
func (b indirectCalls) calleeAndArguments(e *tree.Call, callee tree.Expr, way order) (*term.Term, []argument) {
	if way == rightToLeft {
		args := b.calls().argumentsBack(e.Args, callee)
		return b.scalar(callee), args
	}
	pointer := b.stable(e.Pos, b.scalar(callee), e.Args...)
	return pointer, b.calls().arguments(e.Args)
}

// calledPointer is the pointer whose function a call calls.
func calledPointer(e *tree.Call) tree.Expr {
	if d, ok := e.Callee.(*tree.Deref); ok && d.ExprType().Kind == tree.Function {
		return d.Pointer
	}
	return e.Callee
}

// callees are the functions that a call may call: the one that it names, or those that its pointer may
// lead to.
func (l *functionFacts) callees(e *tree.Call) []*tree.FunctionDef {
	if def := directCallee(e.Callee); def != nil {
		return []*tree.FunctionDef{def}
	}
	return l.candidates(calledPointer(e).ExprType().Elem, tree.TypesOf(e.Args), e.Type)
}

// candidates are the functions that a pointer to a function of a type may name at a call with
// arguments and a result of these types: those that can be called so, and where calls are assumed to
// be typed, those of the type or whose address was cast to it.
func (l *functionFacts) candidates(of *tree.Type, args []*tree.Type, want *tree.Type) []*tree.FunctionDef {
	var out []*tree.FunctionDef
	for _, def := range l.reach.addressed {
		if l.isCallable(def, args, want) && (!l.options.TypedCalls || sameType(of, def.Type) || l.reach.casts.leads(def, of)) {
			out = append(out, def)
		}
	}
	return out
}

// sameType says that two types of functions are written alike, also in different files: structures are compared by
// their tags. Qualifiers do not count.
func sameType(x, y *tree.Type) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil || x.Kind != y.Kind {
		return false
	}
	switch x.Kind {
	case tree.Pointer:
		return sameType(x.Elem, y.Elem)
	case tree.Array:
		return x.Length == y.Length && sameType(x.Elem, y.Elem)
	case tree.Struct, tree.Union:
		return x.Tag == y.Tag && (x.Tag != "" || x.Name == y.Name)
	case tree.Integer:
		return x.Size == y.Size && x.Signed == y.Signed
	case tree.Function:
		return tree.SameSignature(x, y, sameType)
	}
	return x.Size == y.Size
}

func (l *functionFacts) isCallable(def *tree.FunctionDef, args []*tree.Type, want *tree.Type) bool {
	t := def.Type
	if len(t.Params) > len(args) || len(t.Params) < len(args) && !t.Variadic && !t.Unspecified {
		return false
	}
	for i, p := range t.Params {
		if !l.sameShape(p, args[i]) && !l.areWords(def, p, args[i]) {
			return false
		}
	}
	return want.Kind == tree.Void || l.sameShape(t.Result, want) || l.areWords(def, t.Result, want)
}

// areWords says that two types are passed and returned alike, in one machine word, though they
// differ in size: what the shorter one leaves of the word is any number. Calling a function so is
// undefined (C11 6.3.2.3p8), and works; it is asked only of functions whose address the program
// casts.
func (l *functionFacts) areWords(def *tree.FunctionDef, x, y *tree.Type) bool {
	isWord := func(t *tree.Type) bool {
		return (t.Kind == tree.Integer || t.Kind == tree.Pointer) && t.Size <= int64(l.pointerWidth()/8)
	}
	return l.reach.casts.has(def) && isWord(x) && isWord(y)
}

// callAs calls a function where a result of another type may be expected.
func (b indirectCalls) callAs(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	have, typ := def.Type.Result, want.typ
	if typ.Kind == tree.Void || b.sameShape(have, typ) {
		return b.calls().callFunction(pos, def, args, want)
	}
	want.typ = have
	v := b.calls().callFunction(pos, def, args, want)
	if have.Size >= typ.Size {
		return value{scalar: b.zeroExtended(v.scalar, int(typ.Size)*8)}
	}
	b.refuse(pos, CodeValue, "the result of "+def.Name+" as one of type "+typ.Name)
	return b.anyValue(typ)
}

func (l *functionFacts) sameShape(x, y *tree.Type) bool {
	if x.Kind == tree.Void || y.Kind == tree.Void {
		return x.Kind == y.Kind
	}
	if x.Size != y.Size || x.IsScalar() != y.IsScalar() {
		return false
	}
	left, right := l.shapeOf(x), l.shapeOf(y)
	if left.byAddress != right.byAddress || len(left.cells) != len(right.cells) {
		return false
	}
	for i := range left.cells {
		if l.cellSort(left.cells[i]) != l.cellSort(right.cells[i]) {
			return false
		}
	}
	return true
}
