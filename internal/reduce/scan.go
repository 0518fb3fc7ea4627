package reduce

import (
	"path/filepath"
	"strings"
)

// text is a program's text as tokens and a tree of brackets. Neither knows more of C or Boogie than where tokens end: a
// candidate that is no program shows nothing.
type text struct {
	source string
	boogie bool
	tokens []token
	root   *group
}

// kind is the kind of a token.
type kind int

const (
	word kind = iota + 1 // a name, a keyword or a number
	number
	literal // a string or a character
	comment
	directive // of the preprocessor: its lines
	mark      // punctuation
)

// token is a part of the text from start to end.
type token struct {
	kind       kind
	start, end int
}

// group holds what brackets enclose; the root is the file. Items are its statements, declarations or arguments.
type group struct {
	open, close byte // 0 for the root
	start, end  int  // with the brackets
	closed      bool // the closing bracket is there
	depth       int
	items       []item
}

// item is a part of a group.
type item struct {
	start, end int
	groups     []*group // in it, of the next depth
}

// inside is where the text between the brackets is.
func (g *group) inside() (start, end int) {
	switch {
	case g.open == 0:
		return g.start, g.end
	case !g.closed:
		return g.start + 1, g.end
	}
	return g.start + 1, g.end - 1
}

// operators of more than one character, the longest first.
var operators = []string{"<==>", "<<=", ">>=", "...", "==>", "<==", "==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ":=", "::"}

// scan reads a text. What is not closed is closed at its end.
func scan(name, source string) text {
	t := text{source: source, boogie: filepath.Ext(name) == ".bpl"}
	for at := 0; at < len(source); {
		next := t.next(at)
		if next.kind != 0 {
			t.tokens = append(t.tokens, next)
		}
		at = next.end
	}
	t.root = &group{end: len(source)}
	position := 0
	t.fill(t.root, &position)
	return t
}

// next is the token at a place; its kind is 0 for white space.
func (t *text) next(at int) token {
	rest := t.source[at:]
	until := func(k kind, length int) token { return token{k, at, min(at+max(length, 1), len(t.source))} }
	switch c := rest[0]; {
	case isSpace(c):
		return until(0, 1)
	case strings.HasPrefix(rest, "//"):
		return until(comment, upTo(rest, "\n", 0))
	case strings.HasPrefix(rest, "/*"):
		return until(comment, upTo(rest, "*/", 2)+2)
	case c == '#' && !t.boogie:
		return until(directive, directiveLength(rest))
	case c == '"' || c == '\'' && !t.boogie:
		return until(literal, literalLength(rest))
	case c >= '0' && c <= '9':
		return until(number, t.wordLength(rest))
	case t.isWord(c):
		return until(word, t.wordLength(rest))
	}
	for _, o := range operators {
		if strings.HasPrefix(rest, o) {
			return until(mark, len(o))
		}
	}
	return until(mark, 1)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (t *text) isWord(c byte) bool {
	if c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 {
		return true
	}
	return t.boogie && strings.IndexByte(`.#'~^?\`+"`", c) >= 0
}

func (t *text) wordLength(rest string) int {
	length := 1
	for length < len(rest) && (t.isWord(rest[length]) || rest[length] == '.' && rest[0] >= '0' && rest[0] <= '9') {
		length++
	}
	return length
}

// upTo is where an end begins, from a place on, or the rest.
func upTo(rest, end string, from int) int {
	if i := strings.Index(rest[from:], end); i >= 0 {
		return from + i
	}
	return len(rest)
}

// directiveLength is that of a directive's lines, which end where no backslash joins the next one.
func directiveLength(rest string) int {
	length := upTo(rest, "\n", 0)
	for length < len(rest) && rest[length-1] == '\\' {
		length = upTo(rest, "\n", length+1)
	}
	return length
}

func literalLength(rest string) int {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case rest[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(rest)
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// fill reads the items of a group up to its closing bracket.
func (t *text) fill(g *group, position *int) {
	current := item{start: -1}
	finish := func() {
		if current.start >= 0 {
			g.items = append(g.items, current)
		}
		current = item{start: -1}
	}
	for *position < len(t.tokens) {
		k := t.tokens[*position]
		*position++
		c := byte(0)
		if k.kind == mark {
			c = t.source[k.start]
		}
		if c == ')' || c == ']' || c == '}' {
			if c == g.close {
				finish()
				g.end, g.closed = k.end, true
				return
			}
			continue // closes nothing: left where it stands
		}
		if k.kind == comment || k.kind == directive {
			continue
		}
		if t.begins(g, k) {
			finish()
		}
		if current.start < 0 {
			current.start = k.start
		}
		current.end = k.end
		if closing[c] != 0 && k.end == k.start+1 {
			inner := &group{open: c, close: closing[c], start: k.start, end: len(t.source), depth: g.depth + 1}
			t.fill(inner, position)
			current.groups, current.end = append(current.groups, inner), inner.end
		}
		if t.ends(g, current, c, *position) {
			finish()
		}
	}
	finish()
}

// boogieDeclarations begin declarations.
var boogieDeclarations = map[string]bool{"procedure": true, "implementation": true, "axiom": true, "var": true, "const": true, "function": true, "type": true}

// begins reports whether a token begins an item whatever is before it: a declaration of Boogie, of
// which clauses and the body are parts.
func (t *text) begins(g *group, k token) bool {
	return t.boogie && g.open == 0 && k.kind == word && boogieDeclarations[t.source[k.start:k.end]]
}

// ends reports whether an item ends with the token c, behind which is the one at position.
func (t *text) ends(g *group, i item, c byte, position int) bool {
	switch {
	case t.boogie && g.open == 0:
		return false
	case g.open == '(' || g.open == '[':
		return c == ','
	case c == ';':
		return true
	case c != '{':
		return false
	}
	return !t.goesOn(i, position)
}

// goesOn reports whether an item goes on behind a block: with else, with the condition of a do, or
// with the names that a type is for.
func (t *text) goesOn(i item, position int) bool {
	if position >= len(t.tokens) {
		return false
	}
	next := t.tokens[position]
	switch t.source[next.start:next.end] {
	case "else", ";", ",", ")", "=":
		return true
	}
	first := t.source[i.start:]
	for _, opening := range []string{"do", "struct", "union", "enum", "typedef"} {
		rest, found := strings.CutPrefix(first, opening)
		if found && (rest == "" || !t.isWord(rest[0])) {
			last := i.groups[len(i.groups)-1]
			before := strings.TrimRight(t.source[i.start:last.start], " \t\n\r")
			return opening == "do" || !strings.HasSuffix(before, ")") // not the body of a function that returns one
		}
	}
	return false
}

// groupsAt calls visit for the groups of a depth, in the order of the text.
func (t *text) groupsAt(depth int, visit func(g *group)) {
	var walk func(g *group)
	walk = func(g *group) {
		if g.depth == depth {
			visit(g)
			return
		}
		for _, i := range g.items {
			for _, inner := range i.groups {
				walk(inner)
			}
		}
	}
	walk(t.root)
}
