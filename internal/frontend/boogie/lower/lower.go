package lower

import (
	"context"

	"yogi/internal/frontend/boogie/check"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The codes of the diagnostics.
const (
	CodeEntry          source.Code = "boogie-entry"
	CodeErrorProcedure source.Code = "boogie-error-procedure"
	CodeUnsupported    source.Code = "boogie-unsupported"
)

// Options are the choices of the user.
type Options struct {
	Entry        string // procedure to start in; "" chooses
	UseFreeSpecs bool   // believe the free ensures clauses of procedures with a body, and free invariants
	Open         bool   // note where {:ReachableStates} says that a state must be reachable
	NullChecks   bool   // an access to the memory of a program that SMACK made fails at address 0
	// ErrorProcedures are procedures whose call is an error: each has to be one of the program.
	ErrorProcedures []string
	// PropertyError is one that a property names for programs of all kinds: its call is an error in those that have it.
	PropertyError string
	// EntryMayReturn: a return of the entry is no error, even if nothing in the file is checked.
	EntryMayReturn bool
}

// Program lowers a checked file. When the context ends it returns nothing.
func Program(ctx context.Context, checked *check.Program, options Options, terms *term.Builder) (*ir.Program, source.Diagnostics) {
	l := newLowering(checked, options, terms)
	l.ctx = ctx
	if diagnostics := l.missingErrors(); len(diagnostics) > 0 {
		return nil, diagnostics
	}
	entries, diagnostic := l.entries()
	if diagnostic != nil {
		return nil, source.Diagnostics{diagnostic}
	}
	l.start(entries)
	for len(l.pending) > 0 && ctx.Err() == nil {
		next := l.pending[0]
		l.pending = l.pending[1:]
		next()
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	l.initialFacts()
	l.axioms()
	l.listUndefined()
	if l.blocked != nil {
		l.program.Entry.Blocks[0].Instructions = nil
		l.program.Entry.Blocks[0].Terminator = &ir.Unsupported{At: ir.At{Pos: l.blocked.Pos}, Diagnostic: l.blocked}
	}
	for _, f := range l.program.Functions {
		foldGuards(f)
		initializeLocals(f, l.input)
	}
	return l.program, nil
}

// lowering is the state of one run: what is made, and, in types each in the next, what is known before: the text, what
// of it is refused (refuse.go), and what is asked about it (choose.go).
type lowering struct {
	question

	ctx     context.Context
	terms   *term.Builder
	program *ir.Program

	functions map[*syntax.Implementation]*ir.Function
	dispatch  map[*syntax.ProcedureDecl]*ir.Function
	pending   []func()
	names     map[string]bool // of functions

	sorts      map[*syntax.Type]*term.Sort
	globals    map[*syntax.Object]*ir.Variable
	literals   map[*syntax.Object]syntax.Expr // constants that an axiom equates with a literal
	unique     map[*syntax.Object]bool        // constants marked unique
	nullary    map[*syntax.FunctionDecl]*ir.Variable
	uses       map[any]bool // what occurs of what axioms speak about: see symbols
	lambdas    *[]lambda    // those that are functions
	expansions map[expansion]*term.Term
	undefined  map[*syntax.ProcedureDecl]*ir.Undefined

	inputs  int
	polls   int
	stopped bool // the context has ended
	// blocked is why the whole program is unsupported.
	blocked *source.Diagnostic
	// returning is set when the question is whether the entry can return.
	returning bool
}

func newLowering(checked *check.Program, options Options, terms *term.Builder) *lowering {
	l := &lowering{
		question: question{
			refusal: refusal{text{checked.File}, map[*syntax.FunctionDecl]*source.Diagnostic{}}, checked: checked, options: options,
		},
		terms:      terms,
		program:    ir.NewProgram(terms, nil),
		functions:  map[*syntax.Implementation]*ir.Function{},
		dispatch:   map[*syntax.ProcedureDecl]*ir.Function{},
		names:      map[string]bool{},
		sorts:      map[*syntax.Type]*term.Sort{},
		globals:    map[*syntax.Object]*ir.Variable{},
		literals:   map[*syntax.Object]syntax.Expr{},
		unique:     map[*syntax.Object]bool{},
		nullary:    map[*syntax.FunctionDecl]*ir.Variable{},
		uses:       map[any]bool{},
		lambdas:    &[]lambda{},
		expansions: map[expansion]*term.Term{},
		undefined:  map[*syntax.ProcedureDecl]*ir.Undefined{},
	}
	l.program.Language = "boogie"
	l.program.Files = []string{checked.File.Name}
	l.findLiterals()
	return l
}

// ended reports whether to stop because the context has ended. It looks now and then.
func (l *lowering) ended() bool {
	if l.polls++; l.polls%1024 == 0 && l.ctx.Err() != nil {
		l.stopped = true
	}
	return l.stopped
}

func (l *lowering) input(kind ir.InputKind, name, typ string, pos source.Pos) *ir.Input {
	l.inputs++
	return &ir.Input{ID: l.inputs, Kind: kind, Name: name, Type: typ, Pos: pos}
}

// functionName returns a name for a function that no other function has.
func (l *lowering) functionName(name string) string {
	for l.names[name] {
		name += "'"
	}
	l.names[name] = true
	return name
}
