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
	used := w.objectsOf(f)
	for _, o := range w.unit.Objects {
		if !w.isStream(o.Type) || o.Type.Const || !used[o] || o.Init != nil || o.Linkage == tree.NoLinkage || strings.HasPrefix(o.Name, "std") {
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

// isStream says that a type is FILE *, of a file that has the standard streams.
func (w *writer) isStream(t *tree.Type) bool {
	isPointer := func(t *tree.Type) bool { return t.Kind == tree.Pointer }
	at := slices.IndexFunc(w.unit.Objects, func(o *tree.Object) bool { return o.Extern && o.Name == "stdout" && isPointer(o.Type) })
	return at >= 0 && isPointer(t) && plain(t.Elem).Name != "" && plain(t.Elem).Name == plain(w.unit.Objects[at].Type.Elem).Name
}

// readers are functions of the C library that read a stream.
var readers = []string{"fgetc", "getc", "fgets", "fread", "fscanf", "getline", "getdelim", "fgetwc", "fgetws", "ungetc"}

// stream is a stream for a function that is given one: an object of zeros is none that the C library takes.
func (w *writer) stream(f *tree.FunctionDef) string {
	if slices.ContainsFunc(readers, func(name string) bool { return w.functionsOf(f)[name] }) {
		return "stdin"
	}
	return "stdout"
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
	out := map[*tree.Object]bool{}
	l.eachExprBelow(f, func(e tree.Expr) {
		if e, ok := e.(*tree.ObjectRef); ok {
			out[e.Object] = true
		}
	})
	return out
}

// functionsOf are the names of the functions that a function, and those that it calls, have to do with.
func (l *library) functionsOf(f *tree.FunctionDef) map[string]bool {
	out := map[string]bool{}
	l.eachExprBelow(f, func(e tree.Expr) {
		if e, ok := e.(*tree.FunctionRef); ok {
			out[e.Function.Name] = true
		}
	})
	return out
}

// eachExprBelow does something for the expressions of a function and of those that it has to do with.
func (l *library) eachExprBelow(f *tree.FunctionDef, do func(e tree.Expr)) {
	seen := map[*tree.FunctionDef]bool{}
	var visit func(f *tree.FunctionDef)
	visit = func(f *tree.FunctionDef) {
		if f = l.defined(f); f.Body == nil || seen[f] {
			return
		}
		seen[f] = true
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			do(e)
			if e, ok := e.(*tree.FunctionRef); ok {
				visit(e.Function)
			}
		})
	}
	visit(f)
}
