package ir_test

import (
	"reflect"
	"slices"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// printed are the fields of a program that its text form has.
var printed = []string{
	"Terms", "Model", "Globals", "Functions", "Entry", "Axioms", "Initial", "InitialRanges", "Objects", "AllocCounter",
	"FirstFree", "Places", "Owners", "Assumptions", "Undefined", "Language", "Files",
}

// leftOut are the others, each with a program that has it.
var leftOut = map[string]func(p *ir.Program){
	"Interpretation":  func(p *ir.Program) { p.Interpretation = zero },
	"UncheckedAxioms": func(p *ir.Program) { p.UncheckedAxioms = []*term.Term{p.Terms.True()} },
	"UnusedAxioms":    func(p *ir.Program) { p.UnusedAxioms = []ir.UnusedAxiom{{}} },
	"PlainBytes":      func(p *ir.Program) { p.PlainBytes = true },
	"Events":          func(p *ir.Program) { p.Events = []ir.RuleEvent{{Function: "open"}} },
	"Misspelt":        func(p *ir.Program) { p.Misspelt = []ir.Misspelt{{Function: "opne", Near: "open"}} },
	"Unplaced":        func(p *ir.Program) { p.Unplaced = []ir.Misspelt{{Function: "f"}} },
	"UnreadContracts": func(p *ir.Program) { p.UnreadContracts = []ir.UnreadContract{{Function: "main", Text: "ensures"}} },
	"Everywhere":      func(p *ir.Program) { p.Everywhere = []ir.EveryMember{{Struct: "struct s"}} },
	"Counted":         func(p *ir.Program) { p.Counted = []ir.Counted{{Unit: 1}} },
	"Symbols":         func(p *ir.Program) { p.Symbols = map[string]string{"open": "open64"} },
	"Contradiction":   func(p *ir.Program) { p.Contradiction = "n < 3" },
	"Prototype":       func(p *ir.Program) { p.Prototype = "int f(void)" },
	"Models":          func(p *ir.Program) { p.Models = []string{"qsort"} },
	"Checked":         func(p *ir.Program) { p.Checked = true },
	"KeepsRule":       func(p *ir.Program) { p.KeepsRule = true },
	"NullFound":       func(p *ir.Program) { p.NullFound = p.NewGlobal("null found", p.Terms.Bool()) },
	"Guesses":         func(p *ir.Program) { p.Guesses = []ir.Guess{{}} },
	"Elements":        func(p *ir.Program) { p.Elements = &ir.Elements{} },
	"CallsAlike":      func(p *ir.Program) { p.CallsAlike = true },
	"SitesAlike":      func(p *ir.Program) { p.SitesAlike = true },
	"Open":            func(p *ir.Program) { p.Open = true },
	"Layouts":         func(p *ir.Program) { p.Layouts = map[string]*ir.Layout{"struct s": {}} },
	"Scalars":         func(p *ir.Program) { p.AddScalar("enum e", ir.Scalar{}) },
	// What objects, functions without a body and locals have beside what is printed of them.
	"Object.Declared":    func(p *ir.Program) { p.Objects = []*ir.Object{{Name: "errno", Declared: true}} },
	"Undefined.Standard": func(p *ir.Program) { p.Undefined = []*ir.Undefined{{Name: "read", Standard: true}} },
	"Variable.Note": func(p *ir.Program) {
		p.Entry.NewLocal("note", p.Terms.Bool()).Note = &ir.Note{Kind: ir.NoteValue}
	},
}

func zero(f *term.Func, _ []term.Value) (term.Value, bool) { return term.ZeroValue(f.Result), true }

// TestUnprinted: each field of a program is in its text form or told of by Unprinted, and a program
// that has none of these is told to be printed whole.
func TestUnprinted(t *testing.T) {
	const whole = "entry main\nfunction main {\n  block 0 \"\"\n    return\n}\n"
	program := reflect.TypeFor[ir.Program]()
	for i := range program.NumField() {
		f := program.Field(i)
		if f.IsExported() && slices.Contains(printed, f.Name) == (leftOut[f.Name] != nil) {
			t.Errorf("is %s in the text form of a program? Say so here, and in Unprinted if it is not", f.Name)
		}
	}
	if out := ir.MustParse(whole, term.NewBuilder()).Unprinted(); len(out) > 0 {
		t.Errorf("of a program that is printed whole it is said that this is left out: %q", out)
	}
	for name, add := range leftOut {
		p := ir.MustParse(whole, term.NewBuilder())
		if add(p); len(p.Unprinted()) != 1 {
			t.Errorf("a program with %s leaves out of its text %q", name, p.Unprinted())
		}
	}
}
