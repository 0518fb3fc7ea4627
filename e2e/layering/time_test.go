package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// dividers are the folders whose packages may ask how much time is left, with the reason.
var dividers = map[string]string{
	"internal/deadline":      "it divides the time",
	"internal/solver/smtlib": "it tells a process its limit",
}

// TestTimeIsDividedInOnePlace: no package works out shares of the time that is left by itself, nor a
// part of a limit, so that there is one unit of them and each has a name.
func TestTimeIsDividedInOnePlace(t *testing.T) {
	asked := map[string]bool{}
	files := token.NewFileSet()
	eachFile(t, func(path string) {
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), root+"/")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if !isName(n.X, "time") || n.Sel.Name != "Until" {
					return true
				}
				if asked[folder] = true; dividers[folder] == "" {
					t.Errorf("%s: how much time is left is asked: package deadline knows it", files.Position(n.Pos()))
				}
			case *ast.BinaryExpr:
				if subtractsPassed(n) && dividers[folder] == "" {
					t.Errorf("%s: what is left of a limit is worked out: package deadline does so", files.Position(n.Pos()))
				}
				if dividesLimit(n) && dividers[folder] == "" {
					t.Errorf("%s: a limit of time is divided: a part of one is a share, by deadline.Of", files.Position(n.Pos()))
				}
			}
			return true
		})
	})
	for folder := range dividers {
		if !asked[folder] {
			t.Errorf("%s does not ask how much time is left, and may", folder)
		}
	}
}

// share matches a constant that is a part of some time, by its name.
var share = regexp.MustCompile(`(?m)^(?:\t|const )\w+Share += [0-9]`)

// TestSharesAreInOneFile: a package that divides time has the parts in its file shares.go, but for those
// that are rows of the table of attempts.
func TestSharesAreInOneFile(t *testing.T) {
	files := 0
	eachFile(t, func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		line := share.Find(text)
		switch {
		case line == nil:
		case filepath.Base(path) == "shares.go":
			files++
		default:
			t.Errorf("%s: %s: shares are in shares.go", path, line)
		}
	})
	if files < 2 {
		t.Errorf("%d files have shares", files)
	}
}

// TestDivisionIsSeen: what TestTimeIsDividedInOnePlace looks for.
func TestDivisionIsSeen(t *testing.T) {
	for text, want := range map[string]bool{
		"timeout / 10": true, "o.Timeout * 7 / 10": true, "7 * (budget) / 10": true, "float64(k.oracle.timeout) * share": true,
		"2 * o.Timeout": false, "timeout / time.Second": false, "timeout - spent": false, "limit / 2": false,
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := dividesLimit(e.(*ast.BinaryExpr)); got != want {
			t.Errorf("%s divides a limit: %v", text, got)
		}
	}
}

// dividesLimit says that an expression is a part of a time whose name says that it is a limit: a
// quotient, or a product of it as a number. A multiple is none, nor is a number of units of time.
func dividesLimit(e *ast.BinaryExpr) bool {
	switch e.Op {
	case token.QUO:
		unit, isUnit := e.Y.(*ast.SelectorExpr)
		return isLimit(e.X) && !(isUnit && isName(unit.X, "time"))
	case token.MUL:
		return isNumberOfLimit(e.X) || isNumberOfLimit(e.Y)
	}
	return false
}

// subtractsPassed says that an expression is something without the time that has passed.
func subtractsPassed(e *ast.BinaryExpr) bool {
	call, ok := e.Y.(*ast.CallExpr)
	if !ok || e.Op != token.SUB {
		return false
	}
	of, ok := call.Fun.(*ast.SelectorExpr)
	return ok && isName(of.X, "time") && of.Sel.Name == "Since"
}

func isNumberOfLimit(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && isName(call.Fun, "float64") && len(call.Args) == 1 && isLimit(call.Args[0])
}

// isLimit says that an expression is a limit of time by its name, or a multiple of one.
func isLimit(e ast.Expr) bool {
	name := ""
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isLimit(e.X)
	case *ast.BinaryExpr:
		return e.Op == token.MUL && (isLimit(e.X) || isLimit(e.Y))
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	}
	name = strings.ToLower(name)
	return strings.Contains(name, "timeout") || strings.Contains(name, "budget")
}
