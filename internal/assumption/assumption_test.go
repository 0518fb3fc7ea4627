package assumption

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"yogi/internal/golden"
	"yogi/internal/source"
	"yogi/internal/textwrap"
)

const (
	root      = "../.."
	semantics = root + "/docs/semantics.md"
	heading   = "## Assumptions\n"
)

// TestDocumentation: the documentation lists every kind as the registry has it, and no other.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile(semantics)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), heading)
	section, after, last := strings.Cut(rest, "\n## ")
	text, _, hasList := strings.Cut(section, "\n- `")
	if !found || !last || !hasList {
		t.Fatal("docs/semantics.md has no section Assumptions with a list")
	}
	var list strings.Builder
	for _, k := range Kinds() {
		item := "- `" + k.Name + "`: *" + k.Says + "*. " + k.Meaning + " Example: `" + k.Example + "`"
		list.WriteString("\n" + textwrap.Indented(item, textwrap.PageWidth, "", "  "))
	}
	golden.ExpectFile(t, semantics, before+heading+text+list.String()+"\n\n## "+after)
}

// TestRegistry: names are kebab-case and each stands once, and nothing is left unsaid.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(k.Name) || seen[k.Name] {
			t.Errorf("%q is no name, or one of two kinds", k.Name)
		}
		seen[k.Name] = true
		if k.Says == "" || k.Meaning == "" || k.Example == "" || Named(k.Name) != k {
			t.Errorf("%s is not explained", k.Name)
		}
	}
}

// TestNoOtherKinds: nothing outside of this package makes a kind, so what a report can say is in
// the registry; and each kind of the registry is used somewhere.
func TestNoOtherKinds(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".git") || path == filepath.Join(root, "internal", "assumption")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if isOfPackage(n.Type, "Kind") {
					t.Errorf("%s makes a kind of its own", path)
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "assumption" {
					used[n.Sel.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range declared(t) {
		if !used[name] {
			t.Errorf("nothing assumes %s", name)
		}
	}
}

func isOfPackage(e ast.Expr, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == "assumption"
}

// declared are the names of the kinds in the program.
func declared(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "registry.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				if name := s.(*ast.ValueSpec).Names[0].Name; ast.IsExported(name) {
					out = append(out, name)
				}
			}
		}
	}
	if len(out) != len(registry) {
		t.Errorf("%d kinds have a name in the program, the registry has %d", len(out), len(registry))
	}
	return out
}

// TestList: one kind about one thing stands once, with its places in order, and comes back from JSON.
func TestList(t *testing.T) {
	var l List
	l.Add(DataModel, "LP64", source.Pos{})
	if l.Beyond() {
		t.Error("the data model is more than the data model")
	}
	for _, line := range []int{7, 3, 7, 5, 9, 8, 6} {
		l.Add(AddressAsNumber, "", source.Pos{File: "a.c", Line: line, Column: 4})
	}
	l.Add(LargeEnough, "table", source.Pos{})
	l.Join(List{{Kind: LargeEnough, Of: "other"}, {Kind: AddressAsNumber, Places: []source.Pos{{File: "<library>"}, {File: "<memcpy>"}}}})
	if len(l) != 4 || !l.Beyond() || !l.Has(LargeEnough) || l.Has(MallocNeverFails) {
		t.Errorf("the list is %q", l.Texts())
	}
	const says = "addresses: a.c:3, a.c:5, a.c:6, a.c:7, a.c:8, 1 more line and a function of the library use the numeric value of an address"
	if got := l[1].String(); got != says {
		t.Errorf("it says %q", got)
	}
	l[2].Use, l[2].Note = NotUsed, "2 accesses"
	data, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	var back List
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(l, back) {
		t.Errorf("%s comes back as %v (%v)", data, back, err)
	}
	for _, change := range [][2]string{{"data-model", "data"}, {"LP64\",\"says", "ILP32\",\"says"}, {"not checked", ""}} {
		if err := json.Unmarshal([]byte(strings.Replace(string(data), change[0], change[1], 1)), &back); err == nil {
			t.Errorf("%q is read in the place of %q", change[1], change[0])
		}
	}
}

// TestOfLine: an assumption is found by its line in a report, whatever it is about and of how many places.
func TestOfLine(t *testing.T) {
	pos := source.Pos{File: "a.c", Line: 7}
	for _, k := range Kinds() {
		for _, places := range [][]source.Pos{nil, {pos}, {pos, {File: "a.c", Line: 9}}} {
			a := Assumption{Kind: k, Of: "f", Places: places, Note: "2 calls, 1 in the test"}
			if strings.Contains(k.Says, "{place}") != (len(places) > 0) {
				continue
			}
			if got := OfLine("assumed: " + a.String()); got != k {
				t.Errorf("%s: taken for %v", a, got)
			}
		}
	}
	if k := OfLine("assumed: nothing of the kind"); k != nil {
		t.Errorf("taken for %s", k.Name)
	}
}
