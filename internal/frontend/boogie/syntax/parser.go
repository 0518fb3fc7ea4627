package syntax

import (
	"context"
	"fmt"
	"strings"

	"yogi/internal/source"
)

// CodeSyntax is the code of every diagnostic of this package.
const CodeSyntax source.Code = "boogie-syntax"

// maxDepth bounds the nesting of expressions, types and statements, so that junk cannot exhaust the stack.
const maxDepth = 10000

// maxOperators bounds the length of an expression for the same reason.
const maxOperators = 200000

// pollEvery is how many tokens are read between two looks at the context.
const pollEvery = 1 << 14

// Parse reads a file. The diagnostic, if any, is the first error; the tree is then nil. When the context ends,
// so does parsing, with a diagnostic that is of no interest.
func Parse(ctx context.Context, name string, text []byte) (*File, *source.Diagnostic) {
	p := &parser{ctx: ctx, file: &File{Name: name}}
	p.lexer = lexer{source: string(text), line: 1, fail: p.fail}
	p.token = p.lexer.next()
	p.peek = p.lexer.next()
	for p.token.Kind != EndOfFile {
		p.declaration()
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.file, nil
}

// parser is a recursive descent parser with one token of lookahead. After the first error it stands at
// the end of the file for good, so that every loop ends.
type parser struct {
	ctx   context.Context
	lexer lexer
	token Token
	peek  Token
	file  *File
	err   *source.Diagnostic
	depth int
	count int // tokens read
	// operators counts the binary operators of the outermost expression being read: a chain of them makes
	// a tree as deep as it is long.
	operators, expressionDepth int
}

func (p *parser) fail(pos Pos, format string, args ...any) {
	if p.err == nil {
		p.err = &source.Diagnostic{
			Pos:     p.file.At(pos),
			Code:    CodeSyntax,
			Message: fmt.Sprintf(format, args...),
		}
	}
	p.lexer.offset = len(p.lexer.source)
	p.token = Token{Kind: EndOfFile, Pos: pos}
	p.peek = p.token
}

// At turns a position of this file into a full one.
func (f *File) At(pos Pos) source.Pos {
	return source.Pos{File: f.Name, Line: int(pos.Line), Column: int(pos.Column)}
}

func (p *parser) failExpected(what string) {
	p.fail(p.token.Pos, "expected %s, found %s", what, describe(p.token))
}

func describe(t Token) string {
	switch t.Kind {
	case EndOfFile:
		return "the end of the file"
	case Identifier, Number, BVNumber, Decimal, FloatText:
		return fmt.Sprintf("%s %q", t.Kind, t.Text)
	case Text:
		return "a string"
	}
	return fmt.Sprintf("%q", t.Text)
}

func (p *parser) advance() Token {
	t := p.token
	if p.err != nil {
		return t
	}
	if p.count++; p.count%pollEvery == 0 && p.ctx.Err() != nil {
		p.fail(t.Pos, "interrupted")
		return t
	}
	p.token = p.peek
	if p.peek.Kind != EndOfFile {
		next := p.lexer.next()
		if p.err == nil {
			p.peek = next
		}
	}
	return t
}

func (p *parser) is(k Kind) bool { return p.token.Kind == k }

func (p *parser) accept(k Kind) bool {
	if p.token.Kind != k {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(k Kind) Token {
	if p.token.Kind != k {
		if k == Identifier {
			p.failExpected("a name")
		} else {
			p.failExpected(fmt.Sprintf("%q", k.String()))
		}
		return p.token
	}
	return p.advance()
}

// enter counts a level of nesting; the caller must leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(p.token.Pos, "nested more than %d levels deep", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// name reads an identifier.
func (p *parser) name() *Name {
	t := p.expect(Identifier)
	return &Name{Typed: Typed{At: At{t.Pos}}, Name: t.Text}
}

// names reads a comma-separated list of identifiers.
func (p *parser) names() []*Name {
	list := []*Name{p.name()}
	for p.accept(Comma) {
		list = append(list, p.name())
	}
	return list
}

// startsAttribute reports whether an attribute follows; "{" and ":" may be apart.
func (p *parser) startsAttribute() bool { return p.token.Kind == LBrace && p.peek.Kind == Colon }

func (p *parser) attributes() Attributes {
	var list Attributes
	for p.startsAttribute() {
		list = append(list, p.attribute())
	}
	return list
}

func (p *parser) attribute() *Attribute {
	a := &Attribute{Pos: p.advance().Pos}
	p.advance()
	a.Name = p.attributeName()
	for !p.is(RBrace) && p.err == nil {
		if p.is(Text) {
			t := p.advance()
			a.Args = append(a.Args, &TextLit{Typed: Typed{At: At{t.Pos}}, Value: t.Text})
		} else {
			a.Args = append(a.Args, p.expression())
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(RBrace)
	return a
}

// attributeName reads a name, which may be a keyword.
func (p *parser) attributeName() string {
	if p.token.Kind > keywordsStart && p.token.Kind < keywordsEnd {
		return p.advance().Text
	}
	return p.expect(Identifier).Text
}

// typeParams reads <a, b>.
func (p *parser) typeParams() []string {
	if !p.accept(Less) {
		return nil
	}
	var list []string
	for _, n := range p.names() {
		list = append(list, n.Name)
	}
	p.expect(Greater)
	return list
}

func (p *parser) typeExpr() TypeExpr {
	if !p.enter() {
		return &NamedType{At: At{p.token.Pos}}
	}
	defer p.leave()
	if p.is(Identifier) {
		t := p.advance()
		named := &NamedType{At: At{t.Pos}, Name: t.Text}
		for p.startsTypeArgument() {
			named.Args = append(named.Args, p.typeAtom())
		}
		return named
	}
	return p.typeAtom()
}

func (p *parser) startsTypeArgument() bool {
	switch p.token.Kind {
	case Identifier, KeyInt, KeyBool, KeyReal, LParen, LBracket, Less:
		return true
	}
	return false
}

func (p *parser) typeAtom() TypeExpr {
	at := At{p.token.Pos}
	switch p.token.Kind {
	case Identifier, KeyInt, KeyBool, KeyReal:
		return &NamedType{At: at, Name: p.advance().Text}
	case LParen:
		p.advance()
		t := p.typeExpr()
		p.expect(RParen)
		return t
	case LBracket, Less:
		m := &MapTypeExpr{At: at, Params: p.typeParams()}
		p.expect(LBracket)
		for !p.is(RBracket) && p.err == nil {
			m.Indices = append(m.Indices, p.typeExpr())
			if !p.accept(Comma) {
				break
			}
		}
		p.expect(RBracket)
		m.Result = p.typeExpr()
		return m
	case LBrace:
		p.skipBraces()
		return &UnsupportedTypeExpr{At: at, What: "structure type"}
	}
	p.failExpected("a type")
	return &NamedType{At: at}
}

// bvWidth returns N for a name bvN.
func bvWidth(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "bv")
	if !ok || digits == "" || len(digits) > 6 {
		return 0, false
	}
	width := 0
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) {
			return 0, false
		}
		width = width*10 + int(digits[i]-'0')
	}
	return width, true
}

// BVWidth returns N when the type is spelt bvN.
func (t *NamedType) BVWidth() (int, bool) { return bvWidth(t.Name) }
