package link

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file leaves out declarations that a file has from a header and never names, where another file defines
// something else under the name: a program may have a function shutdown of its own beside files that include
// <sys/socket.h>. No behaviour depends on such a declaration. So it is with a weak definition of another type: a
// program may have an err of its own beside models that have the library's.

// findUnnamed notes the declarations that are left out.
func (l *linker) findUnnamed(units []*tree.Unit) {
	objects, functions := l.definitions(units)
	for _, u := range units {
		var named map[any]bool
		leaveOut := func(declaration any) {
			if named == nil {
				named = namedIn(u)
			}
			if !named[declaration] {
				l.unnamed[declaration] = true
			}
		}
		for _, o := range u.Objects {
			if o.Extern && o.Linkage == tree.ExternalLinkage && o.Function == nil && isHeader(o.Pos.File) {
				object, function := objects[l.objectKey(o)], functions[l.objectKey(o)]
				if function != nil || object != nil && !sameObject(object, o) {
					leaveOut(o)
				}
			}
		}
		for _, f := range u.Functions {
			isOther := f.Body == nil && isHeader(f.Pos.File) || f.Body != nil && f.Weak
			if isOther && f.Linkage == tree.ExternalLinkage && !l.isModelled(f) {
				object, function := objects[l.functionKey(f)], functions[l.functionKey(f)]
				if object != nil || function != nil && !callableAs(function, f) {
					leaveOut(f)
				}
			}
		}
	}
}

// isHeader says that a file is one, also one of those that come with the product, whose names are <NAME.h>.
func isHeader(file string) bool { return strings.HasSuffix(strings.TrimSuffix(file, ">"), ".h") }

// definitions are the first ones of all names that other files can use; one that is weak gives way to one that is not.
func (l *linker) definitions(units []*tree.Unit) (map[string]*tree.Object, map[string]*tree.FunctionDef) {
	objects, functions := map[string]*tree.Object{}, map[string]*tree.FunctionDef{}
	for _, u := range units {
		for _, o := range u.Objects {
			if key := l.objectKey(o); !o.Extern && o.Linkage == tree.ExternalLinkage && o.Function == nil && objects[key] == nil {
				objects[key] = o
			}
		}
		for _, f := range u.Functions {
			old := functions[l.functionKey(f)]
			if key := l.functionKey(f); f.Body != nil && f.Exported && f.Linkage == tree.ExternalLinkage && (old == nil || old.Weak && !f.Weak) {
				functions[key] = f
			}
		}
	}
	return objects, functions
}

// namedIn are the objects and functions that something in a file refers to.
func namedIn(u *tree.Unit) map[any]bool {
	named := map[any]bool{}
	visit := func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			named[e.Object] = true
		case *tree.FunctionRef:
			named[e.Function] = true
		}
	}
	for _, o := range u.Objects {
		o.Init.EachValue(func(e tree.Expr) { tree.EachExpr(e, visit) })
	}
	body := func(f *tree.FunctionDef) {
		if f.Body != nil {
			tree.EachExprOf(f.Body, visit)
		}
	}
	for _, f := range u.Functions {
		body(f)
		for _, inlined := range f.Inlines {
			body(inlined)
		}
	}
	for _, h := range u.Handlers {
		named[h.Observed] = true
		body(h.Def)
	}
	return named
}
