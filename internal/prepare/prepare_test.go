package prepare

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestOrder: each pass stands where what it needs holds, whatever is left out.
func TestOrder(t *testing.T) {
	if err := Table.Check(Made, Read); err != nil {
		t.Error(err)
	}
	if err := singleProcedure.Check(Read, Read); err != nil {
		t.Error(err)
	}
	if err := withElements.Check(Read, Read); err != nil {
		t.Error(err)
	}
}

// TestOrderIsGuarded: each of these changes of the order is a fault that Check finds.
func TestOrderIsGuarded(t *testing.T) {
	at := func(name string) int {
		for i, r := range Table {
			if r.Name == name {
				return i
			}
		}
		t.Fatalf("no row %s", name)
		return 0
	}
	for _, pair := range [][2]string{
		{"normal-form", "simplify"}, {"fixed-globals", "memory-maps"}, {"copies", "memory-maps"}, {"memory-maps", "guessed-index"},
		{"loops-as-recursion", "effects"},
	} {
		moved := slices.Clone(Table)
		row := moved[at(pair[0])]
		to := at(pair[1])
		moved = slices.Insert(slices.Delete(moved, at(pair[0]), at(pair[0])+1), to, row)
		if moved.Check(Made, Read) == nil {
			t.Errorf("%s may stand behind %s", pair[0], pair[1])
		}
	}
	for i, row := range Table {
		if row.Optional() {
			continue
		}
		if slices.Delete(slices.Clone(Table), i, i+1).Check(Made, Read) == nil {
			t.Errorf("nothing needs %s", row.Name)
		}
	}
}

// TestPassesAreRows: each of feature.Passes is a row, which is left out by that name.
func TestPassesAreRows(t *testing.T) {
	var named []feature.Feature
	for _, r := range Table {
		if name := feature.Feature(r.Name); slices.Contains(r.Of, name) && !feature.Exists(r.Name) {
			named = append(named, name)
		}
	}
	if !slices.Equal(named, feature.Passes) {
		t.Errorf("the rows that can be left out by their own names are %v, and the registry has %v", named, feature.Passes)
	}
}

// TestDocumented: docs/architecture.md lists the rows of the table, in their order, with what they
// do.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## The passes\n")
	if !ok {
		t.Fatal("docs/architecture.md has no section about the passes")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, item := range regexp.MustCompile(`(?m)^\d+\. `).Split(section, -1)[1:] {
		item, _, _ = strings.Cut(item, "\n\n")
		listed = append(listed, strings.Join(strings.Fields(item), " "))
	}
	var want []string
	for _, r := range Table {
		line := "**" + r.Name + "**"
		for _, f := range r.Of {
			if feature.Exists(string(f)) {
				line += " (`--opt " + string(f) + "`)"
			}
		}
		want = append(want, line+": "+r.Does+".")
	}
	if !slices.Equal(listed, want) {
		t.Errorf("docs/architecture.md lists the passes as\n%s\nand the table has\n%s", strings.Join(listed, "\n"), strings.Join(want, "\n"))
	}
}

// TestCallsAlike: without modification analysis every function is said to change what any of them
// does, and nothing that none of them changes.
func TestCallsAlike(t *testing.T) {
	p, err := ir.Parse(`language "c"
model "ILP32" 32 32 12
entry main
global a (_ BitVec 8)
global b (_ BitVec 8)
global fixed (_ BitVec 8)
function main {
  block 0 ""
    call sets ()
    call looks ()
    return
}
function sets {
  block 0 ""
    a := fixed
    goto (= a #x00) 1 (not (= a #x00)) 2
  block 1 ""
    error "found"
  block 2 ""
    return
}
function looks {
  block 0 ""
    goto (= b #x00) 1 (not (= b #x00)) 2
  block 1 ""
    error "found"
  block 2 ""
    return
}
`, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	apart := feature.Without(feature.LargeBlocks, feature.Constants).With(feature.LoopsAsRecursion)
	for features, want := range map[feature.Set]string{apart: "main a, sets a, looks", apart.Without(feature.Modification): "main a, sets a, looks a"} {
		out, err := Program(p, Options{Check: true, Features: features})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, f := range out.Functions {
			words := []string{f.Name}
			for _, v := range f.Modifies {
				words = append(words, v.Name)
			}
			said = append(said, strings.Join(words, " "))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %s, want %s", features, got, want)
		}
	}
}

// TestProgramsStay: what is given to a function of this package is the same behind it, word by word, whichever rows
// run. Passes change a program in place, and only copies are given to them.
func TestProgramsStay(t *testing.T) {
	files, err := filepath.Glob("../*/testdata/*.ir")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs: %v", len(files), err)
	}
	stays := func(file, what string, p *ir.Program, act func() error) {
		before := p.String()
		if err := act(); err != nil {
			t.Errorf("%s, %s: %v", file, what, err)
		}
		if p.String() != before {
			t.Errorf("%s: %s changed the program that it was given:\n%s\nwas\n%s", file, what, p, before)
		}
	}
	all := Options{Check: true, Features: feature.Set{}.With(feature.LoopsAsRecursion)}
	changed := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ir.Parse(string(text), term.NewBuilder())
		if err != nil {
			continue // a test of what does not parse
		}
		var made *ir.Program
		stays(file, "Program", p, func() (err error) { made, err = Program(p, all); return err })
		for _, row := range Table {
			if row.Optional() {
				without := Options{Check: true, Features: all.Features.Without(row.Of...)}
				stays(file, "Program without "+row.Name, p, func() error { _, err := Program(p, without); return err })
			}
		}
		if made == nil {
			continue
		}
		if made.String() != p.String() {
			changed++
		}
		var begun *Begun
		stays(file, "Begin", p, func() (err error) { begun, err = Begin(p, Options{}); return err })
		end := func(p *ir.Program) { p.Entry.Blocks[0].Terminator = &ir.Halt{} }
		stays(file, "Begun.Program", begun.program, func() error { _, err := begun.Program(Options{End: end}); return err })
		stays(file, "SingleProcedure", made, func() error { _, err := SingleProcedure(made, Options{}); return err })
		stays(file, "WithElements", made, func() error { _, err := WithElements(made, nil, Options{}); return err })
	}
	if changed < 10 {
		t.Errorf("the passes changed %d programs", changed)
	}
}
