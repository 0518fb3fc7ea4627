package link

import "yogi/internal/frontend/c/tree"

// sameObject says that two declarations of an object agree on its representation. An array of unknown length
// agrees with one of any length.
func sameObject(x, y *tree.Object) bool {
	if x.Thread != y.Thread {
		return false
	}
	a, b := x.Type, y.Type
	if a.Volatile != b.Volatile {
		return false
	}
	if a.Kind == tree.Array && b.Kind == tree.Array && (a.Length < 0 || b.Length < 0) {
		a, b = a.Elem, b.Elem
	}
	return alike(a, b)
}

// callableAs says that calls written for the declaration other may go to the function chosen. What arguments a
// declaration without parameters passes is seen where they are passed.
func callableAs(chosen, other *tree.FunctionDef) bool {
	to, from := chosen.Type, other.Type
	return resultAs(to.Result, from.Result, from.Unspecified) && tree.SameParams(to, from, alike)
}

// resultAs says that a result of type from can be taken for one of type to. A caller that declares none ignores
// it. A caller without a prototype, which may be an implicit declaration that says int, takes the low bits of a
// longer result, and must not use the result of a void function.
func resultAs(from, to *tree.Type, old bool) bool {
	switch {
	case to.Kind == tree.Void, alike(from, to):
		return true
	case !old:
		return false
	case from.Kind == tree.Void:
		return true
	}
	return isWord(from) && isWord(to) && from.Size > to.Size
}

func isWord(t *tree.Type) bool { return t.Kind == tree.Integer || t.Kind == tree.Pointer }

// alike says that values of two types are the same bits with the same meaning to a machine. What an incomplete
// struct holds is not compared.
func alike(x, y *tree.Type) bool {
	if x == y {
		return true
	}
	if x.Kind != y.Kind {
		return false
	}
	if (x.Kind == tree.Struct || x.Kind == tree.Union) && (x.Size < 0 || y.Size < 0) {
		return x.Tag == y.Tag
	}
	if x.Size != y.Size {
		return false
	}
	switch x.Kind {
	case tree.Array, tree.Vector:
		return x.Length == y.Length && alike(x.Elem, y.Elem)
	case tree.Struct, tree.Union:
		return alikeFields(x.Fields, y.Fields)
	case tree.Complex:
		return x.Name == y.Name
	}
	return true
}

func alikeFields(x, y []*tree.Field) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		a, b := x[i], y[i]
		if a.Offset != b.Offset || a.BitOffset != b.BitOffset || a.BitWidth != b.BitWidth || !alike(a.Type, b.Type) {
			return false
		}
	}
	return true
}
