package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// A function that a standard header declares, and that has neither a body nor a model, may write
// through its pointer arguments and call the functions that it is given. An object that an argument
// shows whole then holds inputs; where it is not seen what is written, the call has no model. (Of
// functions that the header of another library declares the reading is that they write nothing, see
// docs/semantics.md.)

// writeShown gives inputs to what a function of a standard header may write; false if that is not
// seen.
func (b libraryCalls) writeShown(pos source.Pos, def *tree.FunctionDef, args []argument) bool {
	if !IsStandardHeader(def.Pos.File) {
		return true
	}
	var shown []argument
	for i, a := range args {
		if a.expr == nil || a.typ.Kind != tree.Pointer || isNull(a.expr) || stringOf(a.expr) != nil {
			continue
		}
		if i < len(def.Type.Params) && def.Type.Params[i].Kind == tree.Pointer && def.Type.Params[i].Elem.Const {
			if leadsToWritable(def.Type.Params[i].Elem, map[*tree.Type]bool{}) {
				return false
			}
			continue
		}
		t := behind(a.expr)
		if t == nil || t.Const || (t.Kind == tree.Struct || t.Kind == tree.Union) && (t.Size < 0 || strings.HasPrefix(t.Tag, "_IO_")) {
			continue
		}
		whole := shownObject(a.expr)
		if whole == nil {
			return false
		}
		if _, ok := b.cellsOf(whole.ExprType()); !ok || leadsToWritable(whole.ExprType(), map[*tree.Type]bool{}) {
			return false
		}
		a.typ = whole.ExprType()
		shown = append(shown, a)
	}
	for _, a := range shown {
		cells, _ := b.cellsOf(a.typ)
		for _, c := range cells {
			v := b.newTemp(b.cellSort(c))
			b.havocScalar(pos, v, c.typ, ir.MemoryWrite, def.Name)
			b.storeCell(a.scalar, c, v.Sym, pos)
		}
	}
	return true
}

// leadsToWritable says that an object of a type may hold a pointer to one that is not constant, or
// to one that holds such a pointer: who is shown the object may write more than it.
func leadsToWritable(t *tree.Type, seen map[*tree.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case tree.Pointer:
		return t.Elem == nil || t.Elem.Kind != tree.Function && (!t.Elem.Const || leadsToWritable(t.Elem, seen))
	case tree.Array:
		return leadsToWritable(t.Elem, seen)
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			if leadsToWritable(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// shownObject is the object or the member that a pointer is made from, nil if it is not seen. It
// points at its start.
func shownObject(e tree.Expr) tree.Expr {
	switch x := e.(type) {
	case *tree.Convert:
		if x.Operand.ExprType().Kind == tree.Pointer {
			return shownObject(x.Operand)
		}
	case *tree.AddressOf:
		return namedPlace(x.Operand)
	case *tree.Decay:
		return namedPlace(x.Array)
	}
	return nil
}

func namedPlace(e tree.Expr) tree.Expr {
	for inner := e; ; {
		switch x := inner.(type) {
		case *tree.ObjectRef:
			return e
		case *tree.Member:
			inner = x.Base
		default:
			return nil
		}
	}
}
