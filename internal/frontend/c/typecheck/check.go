package typecheck

import (
	"context"
	"fmt"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// The codes of the diagnostics.
const (
	CodeSyntax      source.Code = "syntax"
	CodeType        source.Code = "type"
	CodeName        source.Code = "name"
	CodeConstant    source.Code = "constant"
	CodeUnsupported source.Code = "unsupported"
	CodeLimit       source.Code = "limit"
)

// maxErrors ends the check: what follows is mostly noise. maxDepth bounds the nesting of the input, so
// that the stack does not overflow on hostile input.
const (
	maxErrors = 20
	maxDepth  = 10000
	maxParts  = 250 // pointers, arrays and functions of one declarator
)

// Options says what to check.
type Options struct {
	DataModel string   // "ILP32" or "LP64"
	Files     []string // one file
	Reading   preprocess.Reading
	// Source gives the contents of files by path instead of the file system's.
	Source map[string][]byte
	Scans  *preprocess.Scans // nil: none are kept
	Again  bool              // the file is read with these options again: see package preprocess
	// Decided is told of conditions: see package preprocess.
	Decided func(preprocess.Decision)
	// Rule is the text of a rule, as package slic weaves it, read behind the file.
	Rule string
}

// checker reads a file: the declarations and definitions of its level, and what is known at its end.
type checker struct {
	statements
	places    int             // of definitions of functions so far
	handled   map[string]bool // handlers read, by number and event
	enforced  []string        // functions whose contracts are enforced
	contracts []*contract     // of these
}

// Tokens preprocesses a file as Check does, without the declarations that come before it.
func Tokens(ctx context.Context, chosen *target.Target, options Options) ([]preprocess.Token, source.Diagnostics, error) {
	tokens, ds, err := preprocess.Run(ctx, options.Files[0], preprocess.Options{
		Target: options.Reading.Target(chosen), Reading: options.Reading, Overlay: options.Source, Scans: options.Scans, Again: options.Again, Decided: options.Decided, Prelude: prelude,
	})
	if err != nil || len(ds) > 0 {
		return nil, ds, err
	}
	begin := 0
	for begin < len(tokens) && tokens[begin].Pos.File == "<prelude>" {
		begin++
	}
	return tokens[begin : len(tokens)-1], nil, ctx.Err()
}

// Check preprocesses and checks one file. A program that a compiler would reject gives diagnostics and
// no tree; the error is for a wrong option or a context that ended.
func Check(ctx context.Context, options Options) (*tree.Unit, source.Diagnostics, error) {
	chosen, err := target.Named(options.DataModel)
	if err != nil {
		return nil, nil, fmt.Errorf("typecheck: %w", err)
	}
	if len(options.Files) != 1 {
		return nil, nil, fmt.Errorf("typecheck: %d files, want one", len(options.Files))
	}
	chosen = options.Reading.Target(chosen)
	tokens, ds, err := preprocess.Run(ctx, options.Files[0], preprocess.Options{
		Target: chosen, Reading: options.Reading, Overlay: options.Source, Scans: options.Scans, Again: options.Again, Decided: options.Decided,
		Prelude: prelude, Postlude: options.Rule,
	})
	if err != nil || len(ds) > 0 {
		return nil, ds, err
	}
	c := newChecker(ctx, withoutBrackets(tokens), chosen)
	c.olderThanC99 = options.Reading.OldInline()
	c.namedMembers = options.Reading.NamedMembers || chosen.MSKeywords
	c.zeroLocals = options.Reading.ZeroLocals
	c.gotoCC, c.enforced = options.Reading.GotoCC, options.Reading.Contracts
	if options.Rule != "" {
		c.texts = map[text]*tree.Object{}
	}
	c.run()
	if len(c.diagnostics) > 0 {
		return nil, c.diagnostics, ctx.Err()
	}
	return c.unit, nil, ctx.Err()
}

func newChecker(ctx context.Context, tokens []preprocess.Token, chosen *target.Target) *checker {
	c := &checker{}
	c.ctx, c.tokens, c.at = ctx, tokens, -1
	c.obey, c.parts = c.pragma, c
	c.typing.begin(chosen)
	c.symbols.begin()
	return c
}

func (c *checker) run() {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bailout); !ok {
				panic(r)
			}
		}
	}()
	c.next()
	for c.tok.Kind != preprocess.EOF {
		c.prelude = c.tok.Pos.File == "<prelude>"
		c.externalDeclaration()
		if c.tok.Kind == preprocess.EOF {
			c.enforceContracts()
		}
	}
	c.finish()
}

// finish completes tentative definitions and says what is only declared.
func (c *checker) finish() {
	c.resolveAliases()
	c.runByLoader()
	c.definedByAssembly()
	c.twoNames()
	c.unit.Types = c.file.types()
	for _, f := range c.unit.Functions {
		if f.Body != nil && f.Type.Unspecified {
			// The calls have been checked as C says; what the function takes is known by now.
			t := *f.Type
			t.Unspecified = false
			t.Name = typeName(&t, "")
			f.Type = &t
		}
	}
	for _, o := range c.aliased {
		if o.Extern {
			c.errorf(o.Pos, CodeName, "%s has another name (attribute alias), and is not defined", o.Name)
		}
	}
	for _, o := range c.unit.Objects {
		if o.Extern {
			continue
		}
		if o.Type.Kind == tree.Array && o.Type.Length < 0 && o.Type.LengthExpr == nil {
			// A tentative definition of an array without a length has one element.
			o.Type = c.arrayOf(o.Type.Elem, 1)
		}
		if o.Type.Size < 0 {
			c.errorf(o.Pos, CodeType, "the type %s of %s is incomplete", o.Type.Name, o.Name)
		}
	}
}

// externalDeclaration reads a declaration or definition of the file's level.
func (c *checker) externalDeclaration() {
	switch {
	case c.accept(";"):
		return
	case c.is("__yogi_handler"):
		c.handler()
		return
	case c.is(preprocess.ContractWord):
		c.contractElsewhere()
		return
	case c.is("__yogi_macro"):
		c.macroEvent()
		return
	case c.is("_Static_assert"):
		c.staticAssert()
		return
	case c.is("asm") || c.is("__asm__") || c.is("__asm"):
		c.fileAssembly()
		return
	}
	start := c.at
	s := c.specifiers(inDeclaration)
	if c.is(";") {
		c.next()
		return
	}
	if c.at == start && c.tok.Kind != preprocess.Identifier && !c.is("*") && !c.is("(") {
		c.syntaxError("expected a declaration")
	}
	d := c.declarator(s.typ, named)
	c.contractClauses(start, d)
	c.acslContracts(start, d)
	if len(d.parts) > 0 && d.parts[0].kind == tree.Function && !c.is(",") && !c.is(";") && !c.is("=") {
		if c.is("{") || c.isDeclaration() {
			head := c.tokens[start:c.at]
			c.functionDefinition(s, d)
			if f := c.functions[d.name]; f != nil && f.Body != nil && d.parts[0].params.identifiers == nil {
				f.Prototype = prototypeOf(head)
			}
			return
		}
	}
	if start == c.at-1 && !s.sawType && s.storage == "" {
		c.syntaxError("expected = , ; or {")
	}
	c.initDeclarators(s, d, len(c.lengths))
}
