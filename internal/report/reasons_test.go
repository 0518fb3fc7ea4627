package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// TestReasonsAreComplete: every reason that a verdict can have is explained, with something to try.
func TestReasonsAreComplete(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../verdict/verdict.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Reason" {
			return true
		}
		name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		found++
		if r := ReasonNamed(name); r == nil || r.Means == "" || len(r.Try) == 0 || r.Example == "" {
			t.Errorf("yogi explain has nothing on %s", name)
		}
		return true
	})
	if found != len(Reasons()) {
		t.Errorf("%d reasons in the code, %d explained", found, len(Reasons()))
	}
}
