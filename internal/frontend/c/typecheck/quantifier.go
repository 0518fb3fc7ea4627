package typecheck

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// This file reads CBMC's __CPROVER_forall { int i; low <= i && i < high ==> what } and __CPROVER_exists
// { int i; low <= i && i < high && what }. What is said of the numbers between two limits is a loop
// over them: it is written as the tokens of one, in a statement expression, and these are read.

// maxQuantified is how large a limit may be for the loop to count up to it.
const maxQuantified = "0x3fffffffffffffff"

// quantifier is one in its parts.
type quantifier struct {
	isForall  bool
	variable  string
	typ       []preprocess.Token
	condition []preprocess.Token // of a number to be spoken of
	what      []preprocess.Token // is said of it; nil: nothing more
	low, high []preprocess.Token
	atMost    bool // high is one of the numbers
}

// quantified reads a quantifier.
func (c *expressions) quantified(pos source.Pos) tree.Expr {
	q := quantifier{isForall: c.is("__CPROVER_forall")}
	if c.fn == nil {
		c.errorf(pos, CodeSyntax, "a quantifier outside of a function")
		panic(bailout{})
	}
	begin := c.at
	c.next()
	if !c.is("{") {
		c.syntaxError("expected {")
	}
	end := closing(c.tokens, c.at)
	if end < 0 {
		c.syntaxError("expected } of a quantifier")
	}
	body := slices.DeleteFunc(slices.Clone(c.tokens[c.at+1:end]), func(t preprocess.Token) bool { return t.Kind == preprocess.Pragma })
	parts := splitTokens(body, ";")
	if n := len(parts); n > 0 && len(parts[n-1]) == 0 {
		parts = parts[:n-1]
	}
	if len(parts) != 2 || len(parts[0]) < 2 || !q.read(parts[0], parts[1]) {
		d := &source.Diagnostic{Pos: pos, Code: CodeUnsupported, Message: "a quantifier that is not about the numbers between two limits"}
		c.jump(end + 1)
		return &tree.UnsupportedExpr{Node: tree.Node{Type: c.boolType, Pos: pos}, Diagnostic: d}
	}
	c.tokens = slices.Concat(c.tokens[:begin], q.loop(pos), c.tokens[end+1:])
	c.jump(begin)
	return c.primary()
}

// jump makes a token the current one.
func (c *expressions) jump(to int) {
	c.at = to - 1
	c.next()
}

// read finds the parts of a quantifier in its declaration and what it says.
func (q *quantifier) read(declaration, says []preprocess.Token) bool {
	last := len(declaration) - 1
	q.variable, q.typ = declaration[last].Text, declaration[:last]
	if declaration[last].Kind != preprocess.Identifier {
		return false
	}
	q.condition = says
	if q.isForall {
		sides := splitImplication(stripped(says))
		if len(sides) != 2 {
			return false
		}
		q.condition, q.what = sides[0], sides[1]
	}
	for _, limit := range conjuncts(q.condition) {
		q.readLimit(limit)
	}
	if q.low == nil && q.isUnsigned() {
		q.low = []preprocess.Token{{Kind: preprocess.Number, Text: "0"}}
	}
	return q.low != nil && q.high != nil
}

// isUnsigned says that the type of the numbers has no sign, by its name.
func (q *quantifier) isUnsigned() bool {
	return slices.ContainsFunc(q.typ, func(t preprocess.Token) bool {
		return t.Text == "unsigned" || t.Text == "size_t" || t.Text == "__CPROVER_size_t" || strings.HasPrefix(t.Text, "uint")
	})
}

// readLimit takes a comparison of the number for a limit, if it is one and there is none yet.
func (q *quantifier) readLimit(tokens []preprocess.Token) {
	for _, operator := range []string{"<", "<=", ">", ">="} {
		sides := splitTokens(stripped(tokens), operator)
		if len(sides) != 2 {
			continue
		}
		left, right := stripped(sides[0]), stripped(sides[1])
		isLess := operator[0] == '<'
		if isName(right, q.variable) {
			left, right, isLess = right, left, !isLess
		}
		if !isName(left, q.variable) || slices.ContainsFunc(right, func(t preprocess.Token) bool { return t.Is(q.variable) }) {
			return
		}
		switch {
		case isLess && q.high == nil:
			q.high, q.atMost = right, len(operator) == 2
		case !isLess && q.low == nil:
			q.low = right
		}
		return
	}
}

func isName(tokens []preprocess.Token, name string) bool {
	return len(tokens) == 1 && tokens[0].Is(name)
}

// loop is a statement expression that looks at each of the numbers. One that is larger than the type
// of the numbers is none of them.
func (q *quantifier) loop(pos source.Pos) []preprocess.Token {
	const holds, counter = "yogi_holds", "yogi_counter"
	var out []preprocess.Token
	write := func(parts ...any) {
		for _, part := range parts {
			switch part := part.(type) {
			case string:
				for _, word := range strings.Fields(part) {
					out = append(out, written(word, pos))
				}
			case []preprocess.Token:
				out = append(out, written("(", pos))
				out = append(append(out, part...), written(")", pos))
			}
		}
	}
	until := "<"
	if q.atMost {
		until = "<="
	}
	write("( { _Bool", holds, "= ")
	write(map[bool]string{true: "1", false: "0"}[q.isForall], ";")
	write("if (", q.high, ">", maxQuantified, "||", q.low, "< 0 &&", q.low, "< -", maxQuantified, ")")
	out = append(out, preprocess.Token{Kind: preprocess.Identifier, Text: "yogi_unsupported", Pos: pos}, written("(", pos),
		preprocess.Token{Kind: preprocess.String, Text: `"a quantifier over very many numbers"`, Pos: pos}, written(")", pos), written(";", pos))
	write("for ( long long", counter, "=", q.low, ";")
	write(map[bool]string{true: "", false: "!"}[q.isForall], holds, "&&", counter, until, "( long long )", q.high, ";", counter, "++ ) {")
	out = append(out, q.typ...)
	write(q.variable, "=", counter, "; if (", q.variable, "!=", counter, ") break ;")
	if q.isForall {
		write("if (", q.condition, "&& !", q.what, ")", holds, "= 0 ;")
	} else {
		write("if", q.condition, holds, "= 1 ;")
	}
	write("} ", holds, "; } )")
	return out
}

// written is a token of a loop that stands for a quantifier.
func written(word string, pos source.Pos) preprocess.Token {
	t := preprocess.Token{Kind: preprocess.Punctuator, Text: word, Pos: pos, Space: true}
	switch first := word[0]; {
	case '0' <= first && first <= '9':
		t.Kind = preprocess.Number
	case first == '_' || 'a' <= first && first <= 'z' || 'A' <= first && first <= 'Z':
		t.Kind = preprocess.Identifier
	}
	return t
}

// closing is the index of the token that closes the bracket at an index; -1: there is none.
func closing(tokens []preprocess.Token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.Kind != preprocess.Punctuator:
		case t.Text == "{" || t.Text == "(" || t.Text == "[":
			depth++
		case t.Text == "}" || t.Text == ")" || t.Text == "]":
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// splitTokens splits tokens at a punctuator that stands in no bracket.
func splitTokens(tokens []preprocess.Token, at string) [][]preprocess.Token {
	var out [][]preprocess.Token
	begin := 0
	for i := 0; i < len(tokens); i++ {
		t := &tokens[i]
		if t.Kind != preprocess.Punctuator {
			continue
		}
		switch t.Text {
		case "{", "(", "[":
			if i = closing(tokens, i); i < 0 {
				return nil
			}
		case at:
			out = append(out, tokens[begin:i])
			begin = i + 1
		}
	}
	return append(out, tokens[begin:])
}

// splitImplication splits tokens at ==>, which is read as == and >.
func splitImplication(tokens []preprocess.Token) [][]preprocess.Token {
	sides := splitTokens(tokens, "==")
	for i := 1; i < len(sides); i++ {
		if len(sides[i]) == 0 || !sides[i][0].Is(">") || sides[i][0].Space {
			continue
		}
		left := len(tokens) - 1
		for _, s := range sides[i:] {
			left -= len(s) + 1
		}
		return [][]preprocess.Token{tokens[:left+1], tokens[left+3:]}
	}
	return nil
}

// conjuncts are the parts of a conjunction.
func conjuncts(tokens []preprocess.Token) [][]preprocess.Token {
	tokens = stripped(tokens)
	parts := splitTokens(tokens, "&&")
	if len(parts) < 2 || len(splitTokens(tokens, "||")) > 1 || len(splitTokens(tokens, "?")) > 1 {
		return [][]preprocess.Token{tokens}
	}
	var out [][]preprocess.Token
	for _, part := range parts {
		out = append(out, conjuncts(part)...)
	}
	return out
}

// stripped are tokens without the parentheses around all of them.
func stripped(tokens []preprocess.Token) []preprocess.Token {
	for len(tokens) > 1 && tokens[0].Is("(") && closing(tokens, 0) == len(tokens)-1 {
		tokens = tokens[1 : len(tokens)-1]
	}
	return tokens
}
