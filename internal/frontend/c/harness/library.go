package harness

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file finds out what the functions of a library do with its objects, by types and names.

// isNumbers says that a pointer may lead to bytes or numbers.
func isNumbers(t *tree.Type) bool {
	if t.Kind != tree.Pointer {
		return false
	}
	switch t.Elem.Kind {
	case tree.Void, tree.Integer, tree.Float, tree.LongDouble, tree.Bool:
		return true
	}
	return false
}

func isCharacter(t *tree.Type) bool { return t.Kind == tree.Integer && t.Size == 1 }

// lengthWords are parts of the names of parameters that say how many bytes there are.
var lengthWords = []string{"len", "size", "sz", "count", "cnt", "bytes", "num"}

// isLength says that a parameter is a number of bytes.
func isLength(p *tree.Object) bool {
	if p.Type.Kind != tree.Integer || p.Type.Size < 2 {
		return false
	}
	name := strings.ToLower(p.Name)
	if name == "n" || name == "l" {
		return true
	}
	return hasWord(name, lengthWords)
}

func hasWord(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// sameObject says that two pointers lead to one type of structures, whatever qualifies it.
func sameObject(x, y *tree.Type) bool {
	return x.Kind == tree.Pointer && y.Kind == tree.Pointer && (x.Elem.Kind == tree.Struct || x.Elem.Kind == tree.Union) &&
		plain(x.Elem).Name == plain(y.Elem).Name
}

// constructor is the function that makes an object of a type: the one with the fewest arguments, of
// which none is such an object.
func (w *writer) constructor(t *tree.Type, user *tree.FunctionDef) *tree.FunctionDef {
	var found *tree.FunctionDef
	for _, f := range w.unit.Functions {
		if f == user || f.Body == nil || f.Linkage != tree.ExternalLinkage || !sameObject(f.Type.Result, t) || f.Type.Variadic {
			continue
		}
		if !hasWord(strings.ToLower(f.Name), []string{"new", "create", "alloc", "make", "open", "init", "parse"}) || takes(f, t) {
			continue
		}
		if found == nil || len(f.Params) < len(found.Params) {
			found = f
		}
	}
	return found
}

// takes says that a function takes such an object, or the address of a pointer to one.
func takes(f *tree.FunctionDef, t *tree.Type) bool {
	for _, p := range f.Params {
		if sameObject(p.Type, t) {
			return true
		}
	}
	return false
}

// initializer is the function that initialises an object and takes nothing else.
func (w *writer) initializer(t *tree.Type, user *tree.FunctionDef) *tree.FunctionDef {
	for _, f := range w.unit.Functions {
		if f != user && f.Body != nil && len(f.Params) == 1 && sameObject(f.Params[0].Type, t) && strings.Contains(strings.ToLower(f.Name), "init") {
			return f
		}
	}
	return nil
}

// destructor is the function that destroys what a pointer leads to.
func (w *writer) destructor(t *tree.Type) *tree.FunctionDef {
	for _, f := range w.unit.Functions {
		if isDestructor(f) && f.Linkage == tree.ExternalLinkage && sameObject(f.Params[0].Type, t) {
			return f
		}
	}
	return nil
}

// isDestructor says that a function destroys what its only argument leads to.
func isDestructor(f *tree.FunctionDef) bool {
	return f.Body != nil && len(f.Params) == 1 && f.Params[0].Type.Kind == tree.Pointer &&
		hasWord(strings.ToLower(f.Name), []string{"free", "delete", "destroy", "close", "release", "unref", "decref", "put"})
}

// isConsumer says that what a function returns may be what it was given, so that destroying both
// would destroy it twice.
func isConsumer(f *tree.FunctionDef) bool { return takes(f, f.Type.Result) }

// plain is a type without its qualifiers.
func plain(t *tree.Type) *tree.Type {
	out := *t
	out.Const, out.Volatile = false, false
	out.Name = strings.TrimPrefix(strings.TrimPrefix(out.Name, "const "), "volatile ")
	return &out
}

// declared declares a variable of a type.
func (w *writer) declared(t *tree.Type, name string) string {
	spelled := w.spelled(t)
	if strings.HasSuffix(spelled, "*") {
		return spelled + name
	}
	return spelled + " " + name
}

// spelled is a type as a declaration begins with it; "" if it has no name.
func (w *writer) spelled(t *tree.Type) string {
	if t.Kind == tree.Pointer {
		elem := w.spelled(t.Elem)
		if elem == "" {
			return ""
		}
		if t.Elem.Const && t.Elem.Kind != tree.Pointer {
			elem = "const " + elem
		}
		return elem + " *"
	}
	switch t.Kind {
	case tree.Struct, tree.Union, tree.Integer, tree.Float, tree.LongDouble, tree.Bool, tree.Void:
	default:
		return ""
	}
	name := plain(t).Name
	if !strings.Contains(name, "<") {
		return name
	}
	for _, named := range w.unit.Types {
		if !strings.Contains(named.Name, " ") && plain(named.Type).Name == name {
			return named.Name
		}
	}
	return ""
}
