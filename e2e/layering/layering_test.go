// Package layering keeps the import order of the module: a package imports only what stands above it.
//
// The test reads the import lines itself. Asking the go command from a test is cached and misses
// violations, since the go command's answer is no input of the test that the cache knows of; files that
// a test opens are.
package layering

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// order lists the packages, what is imported before what imports it. It is a policy, not a record: a
// new package is placed here first. "x/*" stands for the packages below x; those may import one another.
// A line is a layer of the architecture; within a line the order counts too.
var order = strings.Fields(`
	source assumption atomicfile bug deadline feature golden journal jsonedit shell textwrap store cluster board models/* term term/*
	ir ir/* solver solver/* pointsto memory guess element cases
	verdict
	property property/* rules frontend/* sem region
	sem/* unfold
	invariant certify/* certify sandbox coverage report/* report changes sarif gate page project settings
	prepare load
	confirm
	query
	induction
	simulation
	concolic
	refine refine/*
	interproc
	portfolio
	angelic/* angelic
	pipeline suppress
	trial remote
	bench/family bench/plot bench bench/tables conform mutate reduce bisect lsp
	cmd
`)

// forbidden lists imports that must never be there, wherever packages stand in the order.
var forbidden = map[string][]string{
	"certify":         {"refine", "region", "interproc", "invariant", "unfold", "induction", "simulation"}, // no proof is checked by the code that found it
	"confirm":         {"region", "unfold", "invariant"},                                                   // nor is evidence
	"certify/split":   {"memory"},                                                                          // no split by the code that made it
	"certify/guess":   {"guess"},                                                                           // nor a guess
	"certify/element": {"element"},                                                                         // nor a fact about elements
	"query":           {"region"},                                                                          // the must side knows nothing of regions
	"concolic":        {"region"},
	"refine":          {"certify"},
	"region":          {"sem/*"},
}

const root = "../.."

// TestOrderIsThere: every name of the lists is that of a package, or "x/*" of a folder with
// packages below it, so that none guards what has moved away.
func TestOrderIsThere(t *testing.T) {
	found := packages(t)
	names := order
	for importer, imported := range forbidden {
		names = append(append(names, importer), imported...)
	}
	for _, name := range names {
		if !slices.ContainsFunc(found, func(p string) bool { return matches(name, p) }) {
			t.Errorf("the lists name %s, and there is no such package", name)
		}
	}
}

func TestImportOrder(t *testing.T) {
	checked := 0
	eachFile(t, func(path string) {
		checked++
		checkFile(t, path)
	})
	if checked < 10 {
		t.Errorf("only %d files found: the test looks in the wrong place", checked)
	}
}

// packages lists the packages of the module that have a name of the order.
func packages(t *testing.T) []string {
	var out []string
	eachFile(t, func(path string) {
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		if name, ok := packageName(filepath.ToSlash(folder)); ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	})
	return out
}

// eachFile calls visit for every Go file that is not a test.
func eachFile(t *testing.T, visit func(path string)) {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".git") || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		visit(path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkFile checks the imports of one file that is not a test.
func checkFile(t *testing.T, path string) {
	folder, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	importer, ok := packageName(filepath.ToSlash(folder))
	if !ok {
		return // test support and programs outside internal: nobody below them
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if below, ok := strings.CutPrefix(imported, "yogi/"); ok {
			checkImport(t, path, importer, below)
		}
	}
}

func checkImport(t *testing.T, path, importer, folder string) {
	imported, ok := packageName(folder)
	if !ok {
		t.Errorf("%s imports %s, which only tests may", path, folder)
		return
	}
	from, to := rank(importer), rank(imported)
	switch {
	case from < 0:
		t.Errorf("%s: package %s has no place in the order", path, importer)
	case to < 0:
		t.Errorf("%s: package %s has no place in the order", path, imported)
	case to > from, to == from && importer != imported && !strings.HasSuffix(order[from], "/*"):
		t.Errorf("%s: %s stands below %s and must not be imported", path, imported, importer)
	}
	for _, name := range forbidden[importer] {
		if matches(name, imported) {
			t.Errorf("%s: %s must not import %s", path, importer, imported)
		}
	}
}

// packageName turns a folder into a name of the order: "internal/ir" is ir, "cmd/yogi" is cmd.
func packageName(folder string) (string, bool) {
	if below, ok := strings.CutPrefix(folder, "internal/"); ok {
		return below, true
	}
	if folder == "rules" || strings.HasPrefix(folder, "models/") {
		return folder, true // data that ships with the product
	}
	if strings.HasPrefix(folder, "cmd/") {
		return "cmd", true
	}
	return "", false
}

// rank is the position of a package in the order, or -1.
func rank(name string) int {
	for i, pattern := range order {
		if matches(pattern, name) {
			return i
		}
	}
	return -1
}

func matches(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(name, prefix+"/")
	}
	return pattern == name
}
