package harness

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// An element of an array belongs to the object that holds the array, with all that it leads to: the library destroys it
// with that object, and has no function for it alone. A function that takes a pointer to a constant element leaves it
// to its caller, so in a filled harness such an element is one of another object, which is destroyed behind the call.

// holder is a structure of which one member leads to elements that another member counts, and what destroys it.
type holder struct {
	typ     *tree.Type
	member  *tree.Field
	destroy *tree.FunctionDef
}

// holderOf is what holds elements of a type; nil: nothing does that the function has to do with, and that a function
// destroys which leaves the structure itself alone.
func (w *writer) holderOf(elem *tree.Type) *holder {
	for _, f := range w.functions {
		if !isDestructor(f) || !isRecord(f.Params[0].Type.Elem) {
			continue
		}
		t := f.Params[0].Type
		destroy := w.destructor(t, "")
		if destroy == nil || t.Elem.Kind != tree.Struct || t.Elem.Size <= 0 || w.spelled(t.Elem) == "" || w.releases(destroy, 0, 0) {
			continue
		}
		at := slices.IndexFunc(t.Elem.Fields, func(m *tree.Field) bool {
			key := fieldKey(t.Elem, m)
			return m.Type.Kind == tree.Pointer && sameRecord(m.Type.Elem, elem) && w.held.used[key] && w.held.released[key] &&
				!w.held.tied[key] && len(countsOf(t.Elem, m)) > 0
		})
		if at >= 0 {
			return &holder{t, t.Elem.Fields[at], destroy}
		}
	}
	return nil
}

// heldElement makes an element of an object that is destroyed behind the call.
func (w *writer) heldElement(h *holder, f *tree.FunctionDef) (arg, what string) {
	v := w.variable("holder")
	w.line("static %s;", w.declared(plain(h.typ.Elem), v))
	w.fillRecord(v, h.typ.Elem, f, 0)
	w.handles = append(w.handles, handle{name: "&" + v, typ: h.typ})
	return v + "." + h.member.Name, "an element of another object, which " + h.destroy.Name + "() destroys behind the call"
}
