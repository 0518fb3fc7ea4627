package link

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file leaves out declarations that a file has from a header and never names, where another file defines
// something else under the name: a program may have a function shutdown of its own beside files that include
// <sys/socket.h>. No behaviour depends on such a declaration.

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
			if f.Body == nil && f.Linkage == tree.ExternalLinkage && !l.isModelled(f) && isHeader(f.Pos.File) {
				object, function := objects[l.functionKey(f)], functions[l.functionKey(f)]
				if object != nil || function != nil && !callableAs(function, f) {
					leaveOut(f)
				}
			}
		}
	}
}

func isHeader(file string) bool { return strings.HasSuffix(file, ".h") }

// definitions are the first ones of all names that other files can use.
func (l *linker) definitions(units []*tree.Unit) (map[string]*tree.Object, map[string]*tree.FunctionDef) {
	objects, functions := map[string]*tree.Object{}, map[string]*tree.FunctionDef{}
	for _, u := range units {
		for _, o := range u.Objects {
			if key := l.objectKey(o); !o.Extern && o.Linkage == tree.ExternalLinkage && o.Function == nil && objects[key] == nil {
				objects[key] = o
			}
		}
		for _, f := range u.Functions {
			if key := l.functionKey(f); f.Body != nil && f.Exported && f.Linkage == tree.ExternalLinkage && functions[key] == nil {
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
