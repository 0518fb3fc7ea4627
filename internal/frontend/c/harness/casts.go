package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// What a pointer leads to whose type does not tell: a function that is handed to another one, to be called by that with
// what the caller has, takes a void pointer and converts it to one to the caller's structure; and a pointer to a number
// is one to an array where the function has an index into that.

// recordOf is the type of the structures that a function takes a void pointer to lead to, as it, or what it hands the
// pointer to in its file, converts it to a pointer to these; nil where that is none, or where it is to other types too.
func (l *library) recordOf(f *tree.FunctionDef, parameter int) *tree.Type {
	found := map[string]*tree.Type{}
	l.addTypes(found, f, parameter, 0)
	if len(found) != 1 {
		return nil
	}
	for _, t := range found {
		if isRecord(t) && t.Size >= 0 && l.spelled(t) != "" {
			return t
		}
	}
	return nil
}

// addTypes adds the types that the parameter leads to, by their names. The file need not know those of other files.
func (l *library) addTypes(found map[string]*tree.Type, f *tree.FunctionDef, parameter, depth int) {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded || l.bodies[f.Name] == f {
		return
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if c, ok := e.(*tree.Convert); ok && c.Type.Kind == tree.Pointer && c.Type.Elem.Kind != tree.Void && u.whole[objectOf(c.Operand)] {
			t := plain(c.Type.Elem)
			found[fmt.Sprint(t.Kind, t.Name)] = t
		}
		u.isHanded(e, func(callee *tree.FunctionDef, i int) bool {
			l.addTypes(found, callee, i, depth+1)
			return false
		})
	})
}

// indexed is how many elements there are at least behind a pointer, for the constants that a function has as indices
// into it, and whether it has others.
func (l *library) indexed(f *tree.FunctionDef, parameter, depth int) (elements int64, variable bool) {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return 0, false
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.PointerAdd:
			index := tree.ConstantOf(e.Index)
			switch {
			case !u.isPointer(e.Pointer) || e.Subtract:
			case index == nil || !index.Int.IsInt64() || !u.whole[objectOf(e.Pointer)]:
				variable = true
			default:
				elements = max(elements, index.Int.Int64()+1)
			}
		case *tree.IncDec:
			variable = variable || u.pointers[objectOf(e.Target)]
		}
		u.isHanded(e, func(callee *tree.FunctionDef, i int) bool {
			if known, ok := clib.Lookup(callee.Name); ok && l.defined(callee).Body == nil && i < len(known.Params) {
				variable = variable || known.Params[i].Read.Unit != clib.Nothing || known.Params[i].Write.Unit != clib.Nothing
			}
			n, isVariable := l.indexed(callee, i, depth+1)
			elements, variable = max(elements, n), variable || isVariable
			return false
		})
	})
	return elements, variable
}

// numbersRoom makes numbers for a pointer to one, of which nothing says how many there are: as many as the function has
// constants for as indices, and outputRoom if it has other indices too. The first ones, as many as a text has
// characters, have any values.
func (w *writer) numbersRoom(p *tree.Object, f *tree.FunctionDef) (arg, what string) {
	v := w.variable(p.Name)
	elem := plain(p.Type.Elem)
	if array := countsNull(f, p); array != nil {
		w.line("%s = 0;", w.declared(elem, v))
		return "&" + v, fmt.Sprintf("the address of a zero, as %s leads to a null pointer", array.Name)
	}
	n, variable := w.indexed(f, slices.Index(f.Params, p), 0)
	switch {
	case variable:
		n = max(n, outputRoom)
	case n <= 1:
		w.line("%s = %s;", w.declared(elem, v), w.any(elem))
		return "&" + v, "the address of one variable"
	case n > outputRoom:
		n = outputRoom
	}
	w.line("static %s[%d];", w.declared(elem, v), n)
	known := min(n, int64(w.length))
	w.fill(v, fmt.Sprint(known), elem)
	what = fmt.Sprintf("a pointer to %d elements", n)
	if known < n {
		what += fmt.Sprintf(", the first %d of any values, the others zeros", known)
	}
	return v, what
}

// countsNull is the parameter of a function that leads to a pointer, which is null in a harness, where another one
// leads to the number of what that leads to, by its name; nil: it leads to something else.
func countsNull(f *tree.FunctionDef, number *tree.Object) *tree.Object {
	name := strings.ToLower(number.Name)
	if t := number.Type.Elem; t.Kind != tree.Integer || t.Const || t.Size < 2 || !strings.HasPrefix(name, "n") && !hasWord(name, lengthWords) {
		return nil
	}
	for _, p := range f.Params {
		if t := p.Type; t.Kind == tree.Pointer && t.Elem.Kind == tree.Pointer && !t.Elem.Const && t.Elem.Elem.Kind != tree.Function {
			return p
		}
	}
	return nil
}
