package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// dividers are the folders whose packages may ask how much time is left, with the reason.
var dividers = map[string]string{
	"internal/deadline":      "it divides the time",
	"internal/solver/smtlib": "it tells a process its limit",
}

// TestTimeIsDividedInOnePlace: no package works out shares of the time that is left by itself, so that
// there is one unit of them.
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
			call, ok := n.(*ast.SelectorExpr)
			if !ok || !isName(call.X, "time") || call.Sel.Name != "Until" {
				return true
			}
			if asked[folder] = true; dividers[folder] == "" {
				t.Errorf("%s: how much time is left is asked: package deadline knows it", files.Position(call.Pos()))
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
