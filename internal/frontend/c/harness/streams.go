package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// A library that writes to a stream that the program has opened finds it in a variable, which is
// null where nothing has set it: each call would end there.

// streams has the variables for streams that a function has to do with hold stdout.
func (w *writer) streams(f *tree.FunctionDef, others []*tree.Unit) {
	at := slices.IndexFunc(w.unit.Objects, func(o *tree.Object) bool { return o.Extern && o.Name == "stdout" && o.Type.Kind == tree.Pointer })
	if at < 0 {
		return
	}
	stdout := w.unit.Objects[at]
	used := w.objectsOf(f)
	for _, o := range w.unit.Objects {
		isStream := o.Type.Kind == tree.Pointer && !o.Type.Const && plain(o.Type.Elem).Name == plain(stdout.Type.Elem).Name
		if !isStream || !used[o] || o.Init != nil || o.Linkage == tree.NoLinkage || strings.HasPrefix(o.Name, "std") {
			continue
		}
		if o.Extern && !isDefined(o.Name, others) {
			w.declare("%s;", w.declared(plain(o.Type), o.Name))
		}
		if assignment := o.Name + " = stdout;"; !slices.Contains(w.body, assignment) {
			w.line("%s", assignment)
		}
		w.assume("%s is stdout", o.Name)
	}
}

// isDefined says that some file defines a variable that others can name.
func isDefined(name string, units []*tree.Unit) bool {
	return slices.ContainsFunc(units, func(u *tree.Unit) bool {
		return slices.ContainsFunc(u.Objects, func(o *tree.Object) bool { return o.Name == name && o.IsShared() && !o.Extern })
	})
}

// declare adds a declaration, once.
func (w *writer) declare(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.declarations, text) {
		w.declarations = append(w.declarations, text)
	}
}

// objectsOf are the variables that a function, and those that it calls, have to do with.
func (l *library) objectsOf(f *tree.FunctionDef) map[*tree.Object]bool {
	out, seen := map[*tree.Object]bool{}, map[*tree.FunctionDef]bool{}
	var visit func(f *tree.FunctionDef)
	visit = func(f *tree.FunctionDef) {
		if f = l.defined(f); f.Body == nil || seen[f] {
			return
		}
		seen[f] = true
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			switch e := e.(type) {
			case *tree.FunctionRef:
				visit(e.Function)
			case *tree.ObjectRef:
				out[e.Object] = true
			}
		})
	}
	visit(f)
	return out
}
