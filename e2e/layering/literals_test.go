package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// values are functions whose boolean parameter is a value that they are handed, as a number is, with
// the reason; true and false are readable arguments of them.
var values = map[string]string{
	"BoolValue": "the value of a term",
}

// TestLiteralsAreNamed: no call hands a literal true or false to a function of ours, since nobody can
// read there what it asks for. A function whose whole body is the call may: its name says it.
func TestLiteralsAreNamed(t *testing.T) {
	files := token.NewFileSet()
	var parsed []*ast.File
	eachFile(t, func(path string) {
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	})
	ours := boolParameters(parsed)
	if len(ours) < 20 {
		t.Errorf("only %d functions with boolean parameters found: the test looks in the wrong place", len(ours))
	}
	for _, file := range parsed {
		unreadable(file, ours, func(call *ast.CallExpr) {
			pos := files.Position(call.Pos())
			t.Errorf("%s:%d: %s with a literal true or false: make it two functions, or give the parameter a type",
				filepath.ToSlash(pos.Filename), pos.Line, calleeName(call))
		})
	}
}

// boolParameters lists by name the functions, methods, function variables and functions that
// interfaces and structs have, with the positions of their boolean parameters.
func boolParameters(files []*ast.File) map[string][]int {
	out := map[string][]int{}
	add := func(name *ast.Ident, f *ast.FuncType) {
		at := 0
		for _, field := range f.Params.List {
			for range max(1, len(field.Names)) {
				if isName(field.Type, "bool") {
					out[name.Name] = append(out[name.Name], at)
				}
				at++
			}
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(n.Name, n.Type)
			case *ast.Field:
				addAll(n.Names, n.Type, add)
			case *ast.ValueSpec:
				addAll(n.Names, n.Type, add)
			case *ast.AssignStmt:
				for i, value := range n.Rhs {
					name, isVariable := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident)
					if f, ok := value.(*ast.FuncLit); ok && isVariable {
						add(name, f.Type)
					}
				}
			}
			return true
		})
	}
	return out
}

func addAll(names []*ast.Ident, of ast.Expr, add func(*ast.Ident, *ast.FuncType)) {
	if f, ok := of.(*ast.FuncType); ok {
		for _, name := range names {
			add(name, f)
		}
	}
}

// unreadable visits the calls of a file that hand a literal to a boolean parameter, but those that are
// all that a function does.
func unreadable(file *ast.File, ours map[string][]int, visit func(*ast.CallExpr)) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && len(f.Body.List) == 1 && isCall(f.Body.List[0]) {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || values[calleeName(call)] != "" {
				return true
			}
			if slices.ContainsFunc(ours[calleeName(call)], func(at int) bool { return at < len(call.Args) && isTruth(call.Args[at]) }) {
				visit(call)
			}
			return true
		})
	}
}

// isCall says that a statement does nothing but call a function, whose result it may return.
func isCall(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return true
	case *ast.ReturnStmt:
		if len(s.Results) != 1 {
			return false
		}
		_, ok := s.Results[0].(*ast.CallExpr)
		return ok
	}
	return false
}

// calleeName is the last word of what is called, as "BoolValue" of term.BoolValue.
func calleeName(call *ast.CallExpr) string {
	called := call.Fun
	switch f := called.(type) {
	case *ast.IndexExpr:
		called = f.X
	case *ast.IndexListExpr:
		called = f.X
	}
	switch f := called.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func isTruth(e ast.Expr) bool { return isName(e, "true", "false") }

func isName(e ast.Expr, names ...string) bool {
	id, ok := e.(*ast.Ident)
	return ok && slices.Contains(names, id.Name)
}

// TestLiteralsAreFound: the test above finds what it looks for.
func TestLiteralsAreFound(t *testing.T) {
	const text = `package p
func wide(x int, signed bool) {}
func signed(x int) { wide(x, true) }
func two(x int) { wide(x, x > 0); var visit func(deep bool); visit = func(deep bool) { visit(true) } }
type w struct{}
func (w) write(a, b bool) int { return 0 }
func three() int { if (w{}).write(1 > 2, false) > 0 { return 1 }; return 0 }
func four() { for { wide(1, false) } }
`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	unreadable(file, boolParameters([]*ast.File{file}), func(call *ast.CallExpr) { found = append(found, calleeName(call)) })
	if got := strings.Join(found, " "); got != "visit write wide" {
		t.Errorf("found %q", got)
	}
}
