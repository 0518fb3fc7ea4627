// Package typecheck reads the tokens of a C translation unit and makes its typed tree. C can only be
// parsed knowing which names are types, and the layout pragmas stand between the tokens, so parsing,
// names, types, layout, conversions and constant folding are one pass over the tokens.
//
// Read checker first, then declaration.go, statement.go and expression.go, which follow the grammar of
// C; convert.go, fold.go and layout.go are what they use of its types.
package typecheck

import (
	"context"
	"fmt"
	"math/big"

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
	// Decided is told of conditions: see package preprocess.
	Decided func(preprocess.Decision)
	// Rule is the text of a rule, as package slic weaves it, read behind the file.
	Rule string
}

// bailout is the panic value that ends a check after its last diagnostic.
type bailout struct{}

type checker struct {
	ctx    context.Context
	target *target.Target
	unit   *tree.Unit
	fn     *function // whose body is read; nil: none
	position
	names
	types
	pragmas
	definitions
	situation
	basic
	diagnostics source.Diagnostics
}

// position is the place in the tokens that the parser has come to.
type position struct {
	tokens   []preprocess.Token
	at       int // index of tok
	tok      *preprocess.Token
	previous source.Pos
	depth    int // of nested constructs
}

// names are the scopes there.
type names struct {
	scope *scope
	file  *scope
}

// types holds what is known of types beside their trees.
type types struct {
	records  map[*tree.Type]*record
	pointers map[*tree.Type]*tree.Type
	plain    map[*tree.Type]*tree.Type // unqualified versions
	narrows  map[narrowType]*tree.Type
	lengths  []length // what is to be evaluated for the types that were read, in order
	tags     int      // structs, unions and enums so far
}

// pragmas are those in force at the position, and those for names.
type pragmas struct {
	packing    []packState
	pack       int64
	reversed   bool // #pragma scalar_storage_order: members are in the other order of bytes
	inSections []sectioned
	weak       map[string]bool   // #pragma weak
	renamed    map[string]string // #pragma redefine_extname
}

// definitions are the functions and objects of the file.
type definitions struct {
	functions map[string]*tree.FunctionDef
	// plainFunctions are those that functions with a check of sizes stand for.
	plainFunctions map[*tree.FunctionDef]*tree.FunctionDef
	places         int // of definitions of functions so far
	implicit       map[*tree.FunctionDef]bool
	given          map[*tree.FunctionDef][]*tree.Type // what the call with most arguments passes, where there is no prototype
	replaceable    map[*tree.FunctionDef]bool         // defined for inlining alone
	olderThanC99   bool                               // the standard is
	objects        map[string]*tree.Object
	aliases        []alias
	aliased        []*tree.Object // objects that have another name
	assembly       string         // between declarations
	literals       int            // compound literals so far
}

// situation says in what the position is, where that changes what is allowed.
type situation struct {
	prelude   bool            // reading the built-in declarations
	inHandler bool            // reading a rule's handler
	handled   map[string]bool // handlers read, by number and event
	constants int             // of the expressions being read that must be constant
	gotoCC    bool            // the file is read as goto-cc reads it
	enforced  []string        // functions whose contracts are enforced
	contracts []*contract     // of these
	// texts are the objects of string literals by element type and text, where a rule may watch them: gcc makes one
	// object of those of one text in a file. nil: each has its own.
	texts map[text]*tree.Object

	inParameters bool // reading a list of parameters
}

// Tokens preprocesses a file as Check does, without the declarations that come before it.
func Tokens(ctx context.Context, chosen *target.Target, options Options) ([]preprocess.Token, source.Diagnostics, error) {
	tokens, ds, err := preprocess.Run(ctx, options.Files[0], preprocess.Options{
		Target: options.Reading.Target(chosen), Reading: options.Reading, Overlay: options.Source, Scans: options.Scans, Decided: options.Decided, Prelude: prelude,
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
		Target: chosen, Reading: options.Reading, Overlay: options.Source, Scans: options.Scans, Decided: options.Decided,
		Prelude: prelude, Postlude: options.Rule,
	})
	if err != nil || len(ds) > 0 {
		return nil, ds, err
	}
	c := newChecker(ctx, tokens, chosen)
	c.olderThanC99 = options.Reading.OldInline()
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
	file := newScope(nil)
	c := &checker{
		ctx: ctx, target: chosen, unit: &tree.Unit{Pointer: int(chosen.Pointer()), Char: !chosen.CharUnsigned},
		position: position{tokens: tokens, at: -1}, names: names{scope: file, file: file},
		types: types{
			records: map[*tree.Type]*record{}, pointers: map[*tree.Type]*tree.Type{}, plain: map[*tree.Type]*tree.Type{},
			narrows: map[narrowType]*tree.Type{},
		},
		pragmas: pragmas{weak: map[string]bool{}, renamed: map[string]string{}},
		definitions: definitions{
			functions: map[string]*tree.FunctionDef{}, plainFunctions: map[*tree.FunctionDef]*tree.FunctionDef{},
			implicit: map[*tree.FunctionDef]bool{}, given: map[*tree.FunctionDef][]*tree.Type{}, replaceable: map[*tree.FunctionDef]bool{}, objects: map[string]*tree.Object{},
		},
	}
	c.basic = newBasic(chosen)
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

// next moves to the next token and obeys the pragmas before it.
func (c *checker) next() {
	if c.tok != nil {
		c.previous = c.tok.Pos
	}
	for {
		if c.at < len(c.tokens)-1 {
			c.at++
		}
		c.tok = &c.tokens[c.at]
		if c.at%4096 == 0 && c.ctx.Err() != nil {
			panic(bailout{})
		}
		if c.tok.Kind != preprocess.Pragma {
			return
		}
		c.pragma(c.tok.Text)
	}
}

// peek returns the n-th token after the current one.
func (c *checker) peek(n int) *preprocess.Token {
	i := c.at
	for n > 0 && i < len(c.tokens)-1 {
		i++
		if c.tokens[i].Kind != preprocess.Pragma {
			n--
		}
	}
	return &c.tokens[i]
}

func (c *checker) is(text string) bool { return c.tok.Is(text) }

func (c *checker) accept(text string) bool {
	if c.tok.Is(text) {
		c.next()
		return true
	}
	return false
}

func (c *checker) expect(text string) source.Pos {
	pos := c.tok.Pos
	if !c.accept(text) {
		c.syntaxError("expected %s", text)
	}
	return pos
}

// syntaxError ends the check: after it the tokens have no sure meaning.
func (c *checker) syntaxError(format string, args ...any) {
	found := c.tok.Text
	if c.tok.Kind == preprocess.EOF {
		found = "end of file"
	}
	c.diagnostics.Add(c.tok.Pos, CodeSyntax, "%s before %s", fmt.Sprintf(format, args...), found)
	panic(bailout{})
}

func (c *checker) errorf(pos source.Pos, code source.Code, format string, args ...any) {
	c.diagnostics.Add(pos, code, format, args...)
	if len(c.diagnostics) >= maxErrors {
		panic(bailout{})
	}
}

// enter counts nesting; the caller defers leave.
func (c *checker) enter() {
	c.depth++
	if c.depth > maxDepth {
		c.diagnostics.Add(c.tok.Pos, CodeLimit, "the program is nested more than %d deep", maxDepth)
		panic(bailout{})
	}
}

func (c *checker) leave() { c.depth-- }

func (c *checker) unsupported(pos source.Pos, t *tree.Type, format string, args ...any) tree.Expr {
	return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: pos}, Diagnostic: c.unsupportedDiagnostic(pos, format, args...)}
}

func (c *checker) unsupportedDiagnostic(pos source.Pos, format string, args ...any) *source.Diagnostic {
	return &source.Diagnostic{Pos: pos, Code: CodeUnsupported, Message: fmt.Sprintf(format, args...)}
}

// wrong stands for an expression that has been refused.
func (c *checker) wrong(pos source.Pos) tree.Expr {
	return &tree.Constant{Node: tree.Node{Type: c.intType, Pos: pos}, Int: new(big.Int)}
}
