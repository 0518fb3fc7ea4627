package typecheck

import (
	"context"
	"fmt"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/source"
)

// reader reads the tokens of a file, one after the other, and keeps what is wrong with it. What it has
// come to and in what situation is known to all that reads more than tokens.
type reader struct {
	ctx context.Context
	position
	situation
	diagnostics source.Diagnostics
	obey        func(pragma string) // is called for each pragma, before the token behind it is read
}

// position is the place in the tokens that the parser has come to.
type position struct {
	tokens   []preprocess.Token
	at       int // index of tok
	tok      *preprocess.Token
	previous source.Pos
	depth    int // of nested constructs
}

// situation says in what the position is, where that changes what is allowed.
type situation struct {
	fn           *function // whose body is read; nil: none
	prelude      bool      // reading the built-in declarations
	constants    int       // of the expressions being read that must be constant
	gotoCC       bool      // the file is read as goto-cc reads it
	olderThanC99 bool      // the standard is
	zeroLocals   bool      // automatic objects without an initialiser are zero
	namedMembers bool      // also a record with a name makes an anonymous member
}

// asmText reads adjacent string literals that make a template, a constraint, a clobber or a symbol's name.
func (c *reader) asmText() string {
	var text strings.Builder
	for c.tok.Kind == preprocess.String {
		literal := c.tok.Text
		part, ok := preprocess.DecodeString(literal[strings.IndexByte(literal, '"')+1:len(literal)-1], 1)
		if p := literalPrefix(literal); !ok || p != "" && p != "u8" {
			c.errorf(c.tok.Pos, CodeSyntax, "the string literal %s is wrong in assembly", literal)
		}
		text.Write(part)
		c.next()
	}
	return text.String()
}

func (c *reader) skipParentheses() {
	depth := 0
	for {
		switch {
		case c.tok.Kind == preprocess.EOF:
			c.syntaxError("expected )")
		case c.is("("):
			depth++
		case c.is(")"):
			depth--
		}
		c.next()
		if depth == 0 {
			return
		}
	}
}

// bailout is the panic value that ends a check after its last diagnostic.
type bailout struct{}

// next moves to the next token and obeys the pragmas before it.
func (c *reader) next() {
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
		c.obey(c.tok.Text)
	}
}

// peek returns the n-th token after the current one.
func (c *reader) peek(n int) *preprocess.Token {
	i := c.at
	for n > 0 && i < len(c.tokens)-1 {
		i++
		if c.tokens[i].Kind != preprocess.Pragma {
			n--
		}
	}
	return &c.tokens[i]
}

func (c *reader) is(text string) bool { return c.tok.Is(text) }

func (c *reader) accept(text string) bool {
	if c.tok.Is(text) {
		c.next()
		return true
	}
	return false
}

func (c *reader) expect(text string) source.Pos {
	pos := c.tok.Pos
	if !c.accept(text) {
		c.syntaxError("expected %s", text)
	}
	return pos
}

// syntaxError ends the check: after it the tokens have no sure meaning.
func (c *reader) syntaxError(format string, args ...any) {
	found := c.tok.Text
	if c.tok.Kind == preprocess.EOF {
		found = "end of file"
	}
	c.diagnostics.Add(c.tok.Pos, CodeSyntax, "%s before %s", fmt.Sprintf(format, args...), found)
	panic(bailout{})
}

func (c *reader) errorf(pos source.Pos, code source.Code, format string, args ...any) {
	c.diagnostics.Add(pos, code, format, args...)
	if len(c.diagnostics) >= maxErrors {
		panic(bailout{})
	}
}

// enter counts nesting; the caller defers leave.
func (c *reader) enter() {
	c.depth++
	if c.depth > maxDepth {
		c.diagnostics.Add(c.tok.Pos, CodeLimit, "the program is nested more than %d deep", maxDepth)
		panic(bailout{})
	}
}

func (c *reader) leave() { c.depth-- }

func (c *reader) unsupportedDiagnostic(pos source.Pos, format string, args ...any) *source.Diagnostic {
	return &source.Diagnostic{Pos: pos, Code: CodeUnsupported, Message: fmt.Sprintf(format, args...)}
}

// limitParts keeps types small enough to be written out.
func (c *reader) limitParts(n int) {
	if n > maxParts {
		c.diagnostics.Add(c.tok.Pos, CodeLimit, "a declarator has more than %d parts", maxParts)
		panic(bailout{})
	}
}

func (c *reader) identifierHere(what string) string {
	if c.tok.Kind != preprocess.Identifier || keywords[c.tok.Text] {
		c.syntaxError("expected %s", what)
	}
	name := c.tok.Text
	c.next()
	return name
}

func (c *reader) identifier(what string) string { return c.identifierHere(what) }

func (c *reader) memberName() string {
	if c.tok.Kind != preprocess.Identifier {
		c.syntaxError("expected the name of a member")
	}
	name := c.tok.Text
	c.next()
	return name
}

// textInParentheses returns what stands in the parentheses that come next; they are not read.
func (c *reader) textInParentheses() string {
	if !c.is("(") {
		return ""
	}
	text := ""
	for n := 1; ; n++ {
		t := c.peek(n)
		if t.Kind == preprocess.EOF || t.Is(")") {
			return text
		}
		text += t.Text
	}
}
