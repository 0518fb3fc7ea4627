package feature

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSet: a set has what it was given, whatever the default is, and what was not named stays as it is.
func TestSet(t *testing.T) {
	for _, r := range Table {
		var s Set
		with, without := s.With(r.Name), s.Without(r.Name)
		if s.Has(r.Name) != r.On || !with.Has(r.Name) || without.Has(r.Name) || with.With(r.Name) != with || with.Without(r.Name) != without {
			t.Errorf("%s: %t, with %t, without %t", r.Name, s.Has(r.Name), with.Has(r.Name), without.Has(r.Name))
		}
		for _, other := range Table {
			if other.Name != r.Name && (with.Has(other.Name) != other.On || without.Has(other.Name) != other.On) {
				t.Errorf("%s changes %s", r.Name, other.Name)
			}
		}
		other, err := s.Switched(r.Other())
		if err != nil || other == s || other.String() != r.Other() || !slices.Equal(other.Flags(), []string{"--opt", r.Other()}) {
			t.Errorf("%s: %s %v", r.Other(), other, err)
		}
	}
	if got := (Set{}).Without(Cores, Models).With(Memo).String(); got != "cores=off models=off memo=on" {
		t.Error(got)
	}
	for _, wrong := range []string{"cores", "cores=maybe", "corse=off", "=on"} {
		if _, err := (Set{}).Switched(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestPasses: a pass is left out by its name, and that is no feature of the search.
func TestPasses(t *testing.T) {
	if _, err := (Set{}).WithoutPass("normal-form"); err == nil {
		t.Error("a pass is left out without which nothing works")
	}
	if _, err := (Set{}).Switched("copies=off"); err == nil {
		t.Error("a pass is switched as if it were a feature")
	}
	s, err := Without(Models).WithoutPass("propagate-constants")
	if err != nil || s.Has(PropagateConstants) || !s.Has(FixedGlobals) || !s.HasAll(Constants, Copies) || s.HasAll(Copies, Models) {
		t.Errorf("%v %s", err, s)
	}
	if flags := strings.Join(s.Flags(), " "); flags != "--opt models=off --without-pass propagate-constants" {
		t.Error(flags)
	}
}

// TestText: what is written of a set is the set again, in JSON too, and of what there is no more nothing is known.
func TestText(t *testing.T) {
	for _, s := range []Set{{}, Without(Cores, Copies).With(Memo), Without(Passes...)} {
		text, err := json.Marshal(s)
		var back Set
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || back != s {
			t.Errorf("%s: %s, %v", s, text, err)
		}
	}
	var s Set
	if err := s.UnmarshalText([]byte("cores=off dropped=off")); err != nil || s != Without(Cores) {
		t.Errorf("%s, %v", s, err)
	}
	for _, wrong := range []string{"cores", "cores=maybe"} {
		if s.UnmarshalText([]byte(wrong)) == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestRows: names are different, and each constant has a row.
func TestRows(t *testing.T) {
	constants := constantsByName(t)
	if len(constants) != len(Table)+len(Passes) || len(constants) > 64 {
		t.Errorf("%d constants, %d rows, %d passes", len(constants), len(Table), len(Passes))
	}
	for i, r := range Table {
		if constants[r.Name] == "" || index(r.Name) != i || r.Does == "" || r.From == "" || r.Read == "" {
			t.Errorf("row %d: %+v", i, r)
		}
	}
}

// TestRead: the package of a row asks for the feature, or its switch would do nothing.
func TestRead(t *testing.T) {
	constants := constantsByName(t)
	for _, r := range Table {
		if !slices.Contains(selected(t, filepath.Join("..", filepath.FromSlash(r.Read))), constants[r.Name]) {
			t.Errorf("internal/%s never asks for feature.%s: --opt %s changes nothing there", r.Read, constants[r.Name], r.Other())
		}
	}
}

// constantsByName are the identifiers of the constants by their values.
func constantsByName(t *testing.T) map[Feature]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "feature.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[Feature]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && fmt.Sprint(spec.Type) == "Feature" {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			found[Feature(value)] = spec.Names[0].Name
		}
		return true
	})
	return found
}

// selected are the names of this package that the files of a folder mention, tests apart.
func selected(t *testing.T, folder string) []string {
	t.Helper()
	var found []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !isSource(e) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && fmt.Sprint(s.X) == "feature" {
				found = append(found, s.Sel.Name)
			}
			return true
		})
	}
	return found
}

func isSource(e fs.DirEntry) bool {
	return strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go")
}

var entry = regexp.MustCompile("(?m)^- `([a-z-]+)`(?: \\(off\\))?: ")

// TestDocumented: docs/developing.md lists the features as the table has them.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "developing.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Features of the search\n")
	if !found {
		t.Fatal("docs/developing.md has no section about the features")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	flat := strings.Join(strings.Fields(section), " ")
	for _, r := range Table {
		state := ""
		if !r.On {
			state = " (off)"
		}
		want := fmt.Sprintf("- `%s`%s: %s. From %s; read by `%s`.", r.Name, state, r.Does, r.From, r.Read)
		if r.From == Ours {
			want = strings.Replace(want, "From ours;", "Ours;", 1)
		}
		if !strings.Contains(flat, want) {
			t.Errorf("docs/developing.md, Features of the search, does not have:\n%s", want)
		}
	}
	var listed []Feature
	for _, m := range entry.FindAllStringSubmatch(section, -1) {
		listed = append(listed, Feature(m[1]))
	}
	if !slices.Equal(listed, names()) {
		t.Errorf("docs/developing.md lists %v", listed)
	}
}
