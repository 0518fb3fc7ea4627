package link

import (
	"reflect"
	"slices"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// A file may define a function only to have it inlined, and another file define the same function (C11 6.7.4p7).
// Then each call in the first file takes one or the other, as the compiler likes.

// number gives the functions of each unit the number of their file. Those of a unit that was linked before have theirs.
func (l *linker) number(units []*tree.Unit) {
	last := 0
	for _, u := range units {
		for _, f := range u.Functions {
			last = max(last, f.Unit)
		}
	}
	for _, u := range units {
		last++
		for _, f := range u.Functions {
			if f.Unit == 0 {
				f.Unit = last
			}
		}
	}
}

// addInlines keeps the definitions that gave way.
func (l *linker) addInlines(out *tree.Unit) {
	for _, f := range l.inlines {
		chosen := l.function(f)
		if f == chosen {
			continue
		}
		f.Outside = nil // it is the chosen one
		chosen.Inlines = append(chosen.Inlines, f)
		out.Functions = append(out.Functions, f)
	}
}

// dropInlines makes functions of their files, that no name leads to, of the definitions that gave way, once every
// reference leads to what was chosen. It leaves out those that their own files do not call, and those that do what the
// chosen definition does: a header defines the function, and one file declares it extern; or a header of the system
// passes the call on to the library's function, and the chosen definition is the model of that.
func dropInlines(out *tree.Unit) {
	called := calledInUnits(out)
	dropped := map[*tree.FunctionDef]bool{}
	for _, f := range out.Functions {
		f.Inlines = slices.DeleteFunc(f.Inlines, func(inlined *tree.FunctionDef) bool {
			inlined.Linkage = tree.InternalLinkage
			same := f.Body != nil && (!called[unitCall{inlined.Unit, f}] || sameDefinition(f, inlined) || passesOn(f, inlined))
			dropped[inlined] = same
			return same
		})
	}
	out.Functions = slices.DeleteFunc(out.Functions, func(f *tree.FunctionDef) bool { return dropped[f] })
}

// passesOn says that a definition is a system header's which passes its further arguments on to the library, as that of
// error in <error.h>, and that a model, which is weak, stands for the library's function.
func passesOn(model, inlined *tree.FunctionDef) bool {
	passes := false
	if model.Weak && preprocess.IsStandardHeader(inlined.Pos.File) && !preprocess.IsStandardHeader(model.Pos.File) {
		tree.EachExprOf(inlined.Body, func(e tree.Expr) {
			ref, ok := e.(*tree.FunctionRef)
			passes = passes || ok && ref.Function.Builtin == "__builtin_va_arg_pack"
		})
	}
	return passes
}

// unitCall is a function that those of a unit name.
type unitCall struct {
	unit   int
	callee *tree.FunctionDef
}

// calledInUnits are the functions with definitions that gave way that each unit's functions name. Headers define
// hundreds that nobody calls.
func calledInUnits(out *tree.Unit) map[unitCall]bool {
	called := map[unitCall]bool{}
	if !slices.ContainsFunc(out.Functions, func(f *tree.FunctionDef) bool { return len(f.Inlines) > 0 }) {
		return called
	}
	for _, f := range out.Functions {
		if f.Body == nil {
			continue
		}
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			if ref, ok := e.(*tree.FunctionRef); ok && len(ref.Function.Inlines) > 0 {
				called[unitCall{f.Unit, ref.Function}] = true
			}
		})
	}
	return called
}

// sameDefinition says that two definitions are the same text about the same objects. References have been led to
// what was chosen. That it says no of some that are the same costs only time.
func sameDefinition(x, y *tree.FunctionDef) bool {
	a, b := *x, *y
	restore := func() { *x, *y = a, b }
	defer restore()
	for _, f := range []*tree.FunctionDef{x, y} {
		*f = tree.FunctionDef{Name: f.Name, Type: f.Type, Params: f.Params, Body: f.Body, Labels: f.Labels}
	}
	own := ownThings{}
	return !own.any(x) && reflect.DeepEqual(x, y)
}

// ownThings finds objects with static storage, and functions, of a file alone: two of them that look the same are two.
type ownThings struct{ found bool }

func (o *ownThings) any(f *tree.FunctionDef) bool {
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if d, ok := s.(*tree.Declare); ok {
			o.found = o.found || d.Object.Static
		}
	})
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			o.found = o.found || e.Object.Static && e.Object.Linkage != tree.ExternalLinkage
		case *tree.FunctionRef:
			o.found = o.found || e.Function.Linkage == tree.InternalLinkage
		}
	})
	return o.found
}
