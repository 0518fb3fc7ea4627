package link

import (
	"reflect"
	"testing"

	"yogi/internal/frontend/c/tree"
)

// list is a function with a parameter of a type that leads to itself and, behind that, to an array.
func list(name string, length int64, run tree.Expr) *tree.FunctionDef {
	node := &tree.Type{Kind: tree.Struct, Tag: "node", Size: 48}
	array := &tree.Type{Kind: tree.Array, Length: length, LengthExpr: run, Elem: &tree.Type{Kind: tree.Integer, Size: 4}}
	node.Fields = []*tree.Field{
		{Name: "next", Type: &tree.Type{Kind: tree.Pointer, Elem: node}}, {Name: "data", Type: array, Offset: 8, Index: 1},
	}
	return &tree.FunctionDef{Name: name, Type: &tree.Type{Kind: tree.Function, Params: []*tree.Type{{Kind: tree.Pointer, Elem: node}}}}
}

// about is another function of the same type.
func about(f *tree.FunctionDef, name string) *tree.FunctionDef {
	return &tree.FunctionDef{Name: name, Type: f.Type}
}

// TestSameness: one value is asked about many definitions and says of each pair what reflect.DeepEqual does, whatever
// it said of others.
func TestSameness(t *testing.T) {
	var all sameness
	ask := func(what string, x, y *tree.FunctionDef, want bool) {
		t.Helper()
		if got := all.same(x, y); got != want || reflect.DeepEqual(x, y) != want {
			t.Errorf("%s: the same is %v, want %v", what, got, want)
		}
	}
	one, two, other := list("f", 10, nil), list("f", 10, nil), list("f", 11, nil)
	ask("an array of another length", one, other, false)
	ask("again: nothing is kept of what was refused", about(one, "g"), about(other, "g"), false)
	ask("the type behind a pointer to itself", &tree.FunctionDef{Type: one.Type.Params[0].Elem.Fields[0].Type}, &tree.FunctionDef{Type: other.Type.Params[0].Elem.Fields[0].Type}, false)
	ask("a copy", one, two, true)
	if len(all.types) != 6 {
		t.Errorf("%d pairs of types are kept, want all 6", len(all.types))
	}
	ask("another function of these types", about(one, "g"), about(two, "g"), true)
	ask("one that differs beside them", about(one, "g"), about(two, "h"), false)
	ask("two of three types", two, other, false)

	length := &tree.ObjectRef{Object: &tree.Object{Name: "n"}}
	changing := list("f", -1, length)
	fixed := list("f", -1, &tree.ObjectRef{Object: &tree.Object{Name: "n"}})
	ask("a length that is computed", changing, fixed, true)
	length.Object = &tree.Object{Name: "m"}
	ask("the same when linking has changed it", changing, fixed, false)
}
