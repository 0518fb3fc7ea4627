// Package boogie reads a Boogie program: text, checked tree, intermediate representation.
//
// Two styles of property are understood. Assertions, loop invariants and requires and ensures
// clauses that are not free become Error branches where they stand. A program in which nothing is
// checked and whose entry is an implementation marked {:entrypoint} asks whether that
// implementation can return: the return is then the Error (the programs of Microsoft's Static
// Driver Verifier are posed so). Calls of error procedures are Errors in addition.
package boogie

import (
	"context"
	"os"
	"slices"

	"yogi/internal/frontend/boogie/check"
	"yogi/internal/frontend/boogie/lower"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The settings of Options.FreeSpecs.
const (
	UseFreeSpecs    = "use"    // believe the free ensures clauses of procedures with a body, and free invariants
	IgnoreFreeSpecs = "ignore" // do not; the default. Free requires clauses are assumed in both.
)

// CodeNoProcedure marks names of procedures in the options that the program has not.
const CodeNoProcedure source.Code = "no-procedure"

// Options says what to load and how.
type Options struct {
	File       string
	Source     []byte // text of File; nil: read the file
	Entry      string // procedure to start in; "" chooses as package lower describes
	Open       bool   // see lower.Options
	NullChecks bool
	// FreeSpecs is UseFreeSpecs or IgnoreFreeSpecs.
	FreeSpecs       string
	ErrorProcedures []string // see lower.Options
	PropertyError   string
	EntryMayReturn  bool
	// Unknown are procedures that are called as those without a body are: their bodies are left out.
	Unknown []string
}

// Load reads a program. Diagnostics say what is wrong with the user's file; the program is then nil. The
// error is about the world: the file cannot be read, the context ended.
func Load(ctx context.Context, options Options, terms *term.Builder) (*ir.Program, source.Diagnostics, error) {
	checked, diagnostics, err := read(ctx, options)
	if checked == nil {
		return nil, diagnostics, err
	}
	program, diagnostics := lower.Program(ctx, checked, lower.Options{
		Entry:        options.Entry,
		UseFreeSpecs: options.FreeSpecs == UseFreeSpecs,
		Open:         options.Open, NullChecks: options.NullChecks, ErrorProcedures: options.ErrorProcedures,
		PropertyError: options.PropertyError, EntryMayReturn: options.EntryMayReturn,
	}, terms)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if len(diagnostics) > 0 {
		return nil, diagnostics, nil
	}
	interpret(program)
	return program, nil, nil
}

// read reads and checks the text; the result is nil with diagnostics or an error.
func read(ctx context.Context, options Options) (*check.Program, source.Diagnostics, error) {
	text := options.Source
	if text == nil {
		var err error
		if text, err = os.ReadFile(options.File); err != nil {
			return nil, nil, err
		}
	}
	file, diagnostic := syntax.Parse(ctx, options.File, text)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if diagnostic != nil {
		return nil, source.Diagnostics{diagnostic}, nil
	}
	checked, diagnostics := check.File(ctx, file)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if len(diagnostics) == 0 {
		diagnostics = leaveOut(checked, options.Unknown)
	}
	if len(diagnostics) > 0 {
		return nil, diagnostics, nil
	}
	return checked, nil, nil
}

// leaveOut takes the bodies of procedures away. It refuses names of which there is no procedure.
func leaveOut(checked *check.Program, names []string) source.Diagnostics {
	var missing source.Diagnostics
	for _, name := range names {
		p := checked.Procedures[name]
		if p == nil {
			missing.Add(source.Pos{File: checked.File.Name}, CodeNoProcedure, "no procedure %s to be unknown", name)
			continue
		}
		p.Implementations = nil
		checked.File.Implementations = slices.DeleteFunc(checked.File.Implementations, func(i *syntax.Implementation) bool { return i.Procedure == p })
	}
	return missing
}

// interpret gives the program the meaning of the bit operations, if its axioms say that its
// functions stand for them. Without such axioms a function of one of the names is any function.
func interpret(p *ir.Program) {
	meaning := bitOperations()
	stands, unchecked := false, []*term.Term(nil)
	for _, axiom := range p.Axioms {
		switch {
		case !axiom.HasQuantifier():
		case meaning.Satisfies(p.Terms, axiom):
			stands = stands || isAboutFlags(axiom)
		default:
			unchecked = append(unchecked, axiom)
		}
	}
	laws := true // the unused ones are all laws
	for _, axiom := range p.UnusedAxioms {
		isLaw := axiom.Fact != nil && meaning.Satisfies(p.Terms, axiom.Fact)
		stands = stands || isLaw && isAboutFlags(axiom.Fact)
		laws = laws && isLaw
	}
	if stands {
		p.Interpretation, p.UncheckedAxioms = meaning.Apply, unchecked
		if laws {
			p.UnusedAxioms = nil // they have a model
		}
		return
	}
	for _, axiom := range p.Axioms {
		if axiom.HasQuantifier() {
			p.UncheckedAxioms = append(p.UncheckedAxioms, axiom)
		}
	}
}

// isAboutFlags says that a law speaks of the numbers of a single bit, which only drivers' programs do.
func isAboutFlags(law *term.Term) bool {
	found := false
	term.Walker(func(t *term.Term) bool {
		found = found || t.Op() == term.OpApply && t.Func().Name == "POW2"
		return !found
	})(law)
	return found
}
