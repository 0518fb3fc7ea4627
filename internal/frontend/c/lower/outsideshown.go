package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A function that a header of the system declares, that of the C library or of another library that is installed,
// and that has neither a body nor a model, may write through its pointer arguments and call the functions that it
// is given. An object that an argument shows whole then holds inputs; where it is not seen what is written, the
// call has no model. (Of functions that a header of the program declares the reading is that they write nothing:
// docs/semantics.md.)

// shownArgument is the object that an argument shows whole.
type shownArgument struct {
	number int // of the argument, from 1
	at     *term.Term
	typ    *tree.Type
}

// writeShown gives inputs to what a function of a header of the system may write; false if that is not seen.
func (b fromOutside) writeShown(pos source.Pos, def *tree.FunctionDef, args []argument) bool {
	if !IsStandardHeader(def.Pos.File) {
		return true
	}
	shown, ok := b.objectsShown(def, args)
	if !ok {
		return false
	}
	b.missing[def.Name].Shown = b.missing[def.Name].Shown || len(shown) > 0
	w := &outsideWriter{frame: b.frame, pos: pos, call: &outsideCall{def: def, args: args, writes: true}, level: b.options.Undefined}
	for _, a := range shown {
		cells, _ := b.cellsOf(a.typ)
		if isOfSystem(def) {
			for _, c := range cells {
				v := b.newTemp(b.cellSort(c))
				b.havocScalar(pos, v, c.typ, ir.MemoryWrite, def.Name)
				b.storeCell(a.at, c, v.Sym, pos)
			}
			continue
		}
		w.cells(a.at, cells, ir.Origin{Argument: a.number, Count: 1})
	}
	return true
}

// objectsShown are the objects that a call shows; ok is false where it may write something else.
func (b fromOutside) objectsShown(def *tree.FunctionDef, args []argument) (shown []shownArgument, ok bool) {
	for i, a := range args {
		if a.expr == nil || a.typ.Kind != tree.Pointer || tree.IsNull(a.expr) || stringOf(a.expr) != nil {
			continue
		}
		if i < len(def.Type.Params) && def.Type.Params[i].Kind == tree.Pointer && def.Type.Params[i].Elem.Const {
			if tree.LeadsToWritable(def.Type.Params[i].Elem) {
				return nil, false
			}
			continue
		}
		t := behind(a.expr)
		if t == nil || t.Const || (t.Kind == tree.Struct || t.Kind == tree.Union) && (t.Size < 0 || strings.HasPrefix(t.Tag, "_IO_")) {
			continue
		}
		if !isOfSystem(def) && b.isHandle(t) {
			continue
		}
		whole := tree.ShownObject(a.expr)
		if whole == nil {
			return nil, false
		}
		typ := whole.ExprType()
		if _, ok := b.cellsOf(typ); !ok || tree.LeadsToWritable(typ) {
			return nil, false
		}
		shown = append(shown, shownArgument{number: i + 1, at: a.scalar, typ: typ})
	}
	return shown, true
}
