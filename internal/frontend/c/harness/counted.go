package harness

import "yogi/internal/frontend/c/tree"

// Counted says that a parameter counts the elements of what another one leads to.
type Counted struct {
	By   *tree.Object
	Unit int64 // bytes that it counts each time
}

// CountedBy are the parameters of a function that lead to bytes or numbers which another parameter counts, with that
// one, as the main of a harness has them.
func CountedBy(unit *tree.Unit, f *tree.FunctionDef) map[*tree.Object]Counted {
	l := newLibrary(unit, nil)
	out := map[*tree.Object]Counted{}
	for i, p := range f.Params {
		if !isNumbers(p.Type) {
			continue
		}
		c, found := l.countOf(f, i)
		if found && c.each == 0 && c.unit > 0 && isCount(f.Params[c.by]) {
			out[p] = Counted{By: f.Params[c.by], Unit: c.unit}
		}
	}
	return out
}
