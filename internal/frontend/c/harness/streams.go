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

// stream is a stream for parameter i of a function: an object of zeros is none that the C library takes. A function of
// which is not seen what it does with this one is looked at as a whole.
func (w *writer) stream(f *tree.FunctionDef, i int) string {
	reads, writes := w.streamUse(f, i, 0)
	if !reads && !writes {
		reads = slices.ContainsFunc(readers, func(name string) bool { return w.functionsOf(f)[name] })
	}
	if reads {
		return "stdin"
	}
	return "stdout"
}

// streamUse says whether a function reads from the stream that parameter i is, and whether it does anything else with
// it, itself or by functions that it hands it to.
func (l *library) streamUse(f *tree.FunctionDef, i, depth int) (reads, writes bool) {
	f = l.defined(f)
	if f.Body == nil || depth > maxHanded || i >= len(f.Params) {
		return false, false
	}
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		call, _ := e.(*tree.Call)
		if call == nil {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		for a, arg := range call.Args {
			switch {
			case !direct || objectOf(arg) != f.Params[i]:
			case l.defined(callee.Function).Body != nil:
				r, w := l.streamUse(callee.Function, a, depth+1)
				reads, writes = reads || r, writes || w
			case slices.Contains(readers, callee.Function.Name):
				reads = true
			default:
				writes = true
			}
		}
	})
	return reads, writes
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
