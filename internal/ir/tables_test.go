package ir_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestTables: every instruction and terminator has a row in the package comment, and is in the
// program of testdata/text.txtar, which prints back to itself.
func TestTables(t *testing.T) {
	comment := parseFile(t, "doc.go").Doc.Text()
	kinds := map[string]bool{}
	for _, d := range parseFile(t, "instruction.go").Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "isInstruction" && f.Name.Name != "isTerminator" {
			continue
		}
		name := f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
		kinds["*ir."+name] = false
		if !strings.Contains(comment, "\n\t"+name+" ") {
			t.Errorf("the package comment has no row for %s", name)
		}
	}
	program := ir.MustParse(golden.Open(t, "testdata/text.txtar").Input(t, "ir"), term.NewBuilder())
	for _, b := range program.Entry.Blocks {
		for _, i := range b.Instructions {
			kinds[fmt.Sprintf("%T", i)] = true
		}
		kinds[fmt.Sprintf("%T", b.Terminator)] = true
	}
	for name, there := range kinds {
		if !there {
			t.Errorf("testdata/text.txtar has no %s", name)
		}
	}
	if len(kinds) < 16 {
		t.Errorf("%d kinds of instructions and terminators: the test looks in the wrong place", len(kinds))
	}
}

func parseFile(t *testing.T, name string) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
