package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// The outside may keep a pointer that a function without a body was given, and return it at a later
// call. For each class of pointers it keeps one, the last that an input says.

// notesTold notes the classes of the arguments of a call of a function without a body, which runs so
// many times.
func (r *reach) notesTold(args []tree.Expr, times int) {
	for _, a := range args {
		if t := behind(a); a.ExprType().Kind == tree.Pointer && t != nil && t.Kind == tree.Function && !tree.IsNull(a) {
			r.outside.toldFunctions = append(r.outside.toldFunctions, t)
		}
		if t := behind(a); a.ExprType().Kind == tree.Pointer && t != nil && t.Kind != tree.Void && t.Kind != tree.Function && stringOf(a) == nil && !tree.IsNull(a) {
			for range times {
				r.outside.told = append(r.outside.told, t)
			}
		}
	}
}

// isTold says that pointers of a class are given to functions without a body, and that others come from outside.
func (b fromOutside) isTold(class *outsideClass) bool {
	if class.sites == 0 || class.elem.Kind == tree.Void {
		return false
	}
	for _, t := range b.reach.outside.told {
		if sameType(t, class.elem) {
			return true
		}
	}
	return false
}

// toldPointer is the pointer of a class that the outside has kept, and its number from 1.
func (b fromOutside) toldPointer(class *outsideClass) (*ir.Variable, int) {
	for i, known := range b.toldClasses {
		if known == class {
			return b.told[i], i + 1
		}
	}
	v := b.program.NewGlobal("kept:"+class.name, b.terms.BV(b.pointerWidth()))
	b.names[v.Name] = true
	v.Type = class.name
	b.toldClasses, b.told = append(b.toldClasses, class), append(b.told, v)
	return v, len(b.told)
}

// keepTold lets the outside keep the arguments of a call.
func (b fromOutside) keepTold(pos source.Pos, def *tree.FunctionDef, args []argument) {
	for i, a := range args {
		t := behindArgument(a)
		if t == nil || a.scalar == nil || a.scalar.Sort() != b.terms.BV(b.pointerWidth()) {
			continue
		}
		for _, class := range b.reach.outside.sorted() {
			if !b.isTold(class) || !sameType(class.elem, t) {
				continue
			}
			v, number := b.toldPointer(class)
			text := ir.Origins{Parameters: b.parameterKinds(&outsideCall{def: def, args: args}), List: []ir.Origin{{Argument: i + 1, Loaded: true, Step: int64(number), Count: 1}}}
			b.where(pos, b.terms.Ne(a.scalar, b.addr(0)), func() {
				keeps := b.newTemp(b.terms.BV(8))
				b.havoc(pos, keeps, ir.MemoryWrite, def.Name+"():kept", text.String())
				b.assign(pos, v, b.terms.Ite(b.terms.Eq(keeps.Sym, b.terms.BVConst(8, 0)), v.Sym, a.scalar))
			})
			break
		}
	}
}

func behindArgument(a argument) *tree.Type {
	if a.typ.Kind != tree.Pointer || a.expr == nil || tree.IsNull(a.expr) || stringOf(a.expr) != nil {
		return nil
	}
	return behind(a.expr)
}

// keptOrigins is the pointer of a class that the outside has kept.
func (b fromOutside) keptOrigins(class *outsideClass) []origin {
	if !b.isTold(class) {
		return nil
	}
	v, number := b.toldPointer(class)
	return []origin{{v.Sym, 0, 1, ir.Origin{Object: "kept:" + itoa(number)}}}
}

// startTold makes the first thing that a run does to say that nothing was kept.
func (l *lowerer) startTold() {
	first := l.program.Entry.Blocks[0]
	var start []ir.Instruction
	for _, v := range l.told {
		start = append(start, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: v, Src: l.addr(0)})
	}
	first.Instructions = append(start, first.Instructions...)
}
