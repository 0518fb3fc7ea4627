// Package analyze reads the tokens of a preprocessed C file and gives them their meaning: names, types,
// layout, conversions and constants, as a tree.Unit. Parsing and checking are one pass, because in C
// what a name is decides how a line parses.
//
// The grammar is C11 with the GNU extensions that drivers, kernels, CIL output and preprocessed tasks
// use; layout is gcc's. Errors that a compiler reports too are diagnostics. What C allows and we do not
// cover is an UnsupportedExpr or UnsupportedStmt in the tree, so that it matters only where it is
// reached.
package analyze

import (
	"context"
	"fmt"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Codes of the diagnostics.
const (
	CodeSyntax      source.Code = "syntax"
	CodeName        source.Code = "name"
	CodeType        source.Code = "type"
	CodeUnsupported source.Code = "unsupported"
)

// Options say what to check and how.
type Options struct {
	DataModel   string // ILP32 or LP64; "" is LP64
	Files       []string
	IncludeDirs []string
	Defines     []string // NAME or NAME=VALUE
	Undefines   []string
	Source      []byte // content of Files[0]; nil: read it
}

// Check preprocesses, parses and checks a program of one file.
func Check(ctx context.Context, options Options) (*tree.Unit, source.Diagnostics, error) {
	if len(options.Files) != 1 {
		return nil, nil, fmt.Errorf("want one C file, have %d", len(options.Files))
	}
	file := options.Files[0]
	pre := preprocess.Options{
		LP64: options.DataModel != "ILP32", IncludeDirs: options.IncludeDirs, Defines: options.Defines, Undefines: options.Undefines,
	}
	if options.Source != nil {
		pre.Overlay = map[string][]byte{file: options.Source}
	}
	raw, diagnostics, err := preprocess.Run(ctx, file, pre)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	tokens, diagnostics := decode(raw)
	if len(diagnostics) > 0 {
		return nil, diagnostics, nil
	}
	c := newChecker(options.DataModel, tokens)
	unit := c.unit()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	c.diagnostics.Sort()
	return unit, c.diagnostics, nil
}

// checker is the parser and its tables.
type checker struct {
	tokens      []token
	at          int
	types       *types
	scope       *scope
	out         *tree.Unit
	function    *functionState // nil at file scope
	diagnostics source.Diagnostics
	externals   map[string]*symbol // objects and functions with linkage
	unevaluated int                // inside sizeof, typeof
	strings     int
	anonymous   int
}

// functionState is what is known while a function body is read.
type functionState struct {
	definition *tree.FunctionDef
	labels     map[string]*tree.Label
	defined    map[string]bool
	switches   []*tree.Switch
	switchType []*tree.Type
}

// symbolKind is what a name stands for.
type symbolKind uint8

const (
	typedefSymbol symbolKind = iota + 1
	objectSymbol
	functionSymbol
	enumSymbol
)

type symbol struct {
	kind     symbolKind
	typ      *tree.Type
	object   *tree.Object
	function *tree.FunctionDef
	value    *tree.Constant
}

// scope is a block, a function prototype or the file.
type scope struct {
	parent *scope
	names  map[string]*symbol
	tags   map[string]*tree.Type
}

func newChecker(model string, tokens []token) *checker {
	c := &checker{tokens: tokens, types: newTypes(model), externals: map[string]*symbol{}}
	c.out = &tree.Unit{Pointer: int(c.types.pointerSize), Char: true}
	c.push()
	c.declareBuiltinTypes()
	return c
}

func (c *checker) push() {
	c.scope = &scope{parent: c.scope, names: map[string]*symbol{}, tags: map[string]*tree.Type{}}
}

func (c *checker) pop() { c.scope = c.scope.parent }

func (c *checker) lookup(name string) *symbol {
	for s := c.scope; s != nil; s = s.parent {
		if found := s.names[name]; found != nil {
			return found
		}
	}
	return nil
}

func (c *checker) lookupTag(name string) *tree.Type {
	for s := c.scope; s != nil; s = s.parent {
		if found := s.tags[name]; found != nil {
			return found
		}
	}
	return nil
}

// stop is the panic value of an error after which parsing cannot go on.
type stop struct{}

func (c *checker) fail(pos source.Pos, code source.Code, format string, args ...any) {
	c.diagnostics.Add(pos, code, format, args...)
	panic(stop{})
}

// report records an error and goes on.
func (c *checker) report(pos source.Pos, code source.Code, format string, args ...any) {
	if len(c.diagnostics) < 20 {
		c.diagnostics.Add(pos, code, format, args...)
	}
}

func (c *checker) unit() *tree.Unit {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stop); !ok {
				panic(r)
			}
		}
	}()
	for c.tok().kind != endToken {
		c.externalDeclaration()
	}
	c.finish()
	return c.out
}

func (c *checker) tok() *token { return &c.tokens[c.at] }

func (c *checker) ahead(n int) *token {
	if c.at+n < len(c.tokens) {
		return &c.tokens[c.at+n]
	}
	return &c.tokens[len(c.tokens)-1]
}

func (c *checker) advance() *token {
	t := &c.tokens[c.at]
	if t.kind != endToken {
		c.at++
	}
	return t
}

// is reports whether the current token is the operator or keyword.
func (c *checker) is(text string) bool {
	t := c.tok()
	return t.text == text && (t.kind == punctToken || t.kind == nameToken)
}

func (c *checker) accept(text string) bool {
	if c.is(text) {
		c.at++
		return true
	}
	return false
}

func (c *checker) expect(text string) *token {
	if !c.is(text) {
		c.fail(c.tok().pos, CodeSyntax, "expected %q before %q", text, c.tok().text)
	}
	return c.advance()
}

func (c *checker) acceptAny(texts ...string) bool {
	for _, text := range texts {
		if c.accept(text) {
			return true
		}
	}
	return false
}

// skipBalanced skips a parenthesised group, the opening token being current.
func (c *checker) skipBalanced() {
	depth := 0
	for {
		t := c.advance()
		if t.kind == endToken {
			c.fail(t.pos, CodeSyntax, "unbalanced parentheses")
		}
		if t.kind != punctToken {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 {
			return
		}
	}
}
