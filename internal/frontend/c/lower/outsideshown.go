package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// A function that a header of the system declares, that of the C library or of another library that is installed,
// and that has neither a body nor a model, may write through its pointer arguments and call the functions that it
// is given. An object that an argument shows whole then holds inputs; where it is not seen what is written, the
// call has no model. (Of functions that a header of the program declares the reading is that they write nothing:
// docs/semantics.md.)

// writeShown gives inputs to what a function of a header of the system may write; false if that is not seen.
func (b fromOutside) writeShown(pos source.Pos, def *tree.FunctionDef, args []argument) bool {
	if !IsStandardHeader(def.Pos.File) {
		return true
	}
	var shown []argument
	for i, a := range args {
		if a.expr == nil || a.typ.Kind != tree.Pointer || tree.IsNull(a.expr) || stringOf(a.expr) != nil {
			continue
		}
		if i < len(def.Type.Params) && def.Type.Params[i].Kind == tree.Pointer && def.Type.Params[i].Elem.Const {
			if tree.LeadsToWritable(def.Type.Params[i].Elem) {
				return false
			}
			continue
		}
		t := behind(a.expr)
		if t == nil || t.Const || (t.Kind == tree.Struct || t.Kind == tree.Union) && (t.Size < 0 || strings.HasPrefix(t.Tag, "_IO_")) {
			continue
		}
		whole := tree.ShownObject(a.expr)
		if whole == nil {
			return false
		}
		if _, ok := b.cellsOf(whole.ExprType()); !ok || tree.LeadsToWritable(whole.ExprType()) {
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
