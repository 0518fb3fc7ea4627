package slic

import (
	"strings"

	"yogi/internal/source"
)

type kind uint8

const (
	endOfFile kind = iota
	word           // identifier, keyword, $1, $return
	number
	text // string or character constant, with its quotes
	punctuation
)

type token struct {
	kind  kind
	text  string
	pos   source.Pos
	first bool // first of its line
}

func (t *token) is(s string) bool { return t.kind != text && t.text == s }

// isArgument says that a token stands for an argument or the result: $1, $return.
func (t *token) isArgument() bool { return t.kind == word && strings.HasPrefix(t.text, "$") }

// punctuators of more than one character, longest first.
var punctuators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##"}

type lexer struct {
	file        string
	text        string
	at          int
	line        int
	start       int // offset of the line's first byte
	diagnostics *source.Diagnostics
}

// scan cuts a file into tokens, ending with endOfFile. Comments and white space separate them.
func scan(file, content string, ds *source.Diagnostics) []token {
	l := &lexer{file: file, text: content, line: 1, diagnostics: ds}
	var tokens []token
	last := 0
	for {
		l.skip()
		t := token{pos: l.pos()}
		t.first, last = t.pos.Line != last, t.pos.Line
		if l.at < len(l.text) {
			t.kind, t.text = l.next()
		}
		tokens = append(tokens, t)
		if t.kind == endOfFile {
			return tokens
		}
	}
}

func (l *lexer) pos() source.Pos {
	return source.Pos{File: l.file, Line: l.line, Column: l.at - l.start + 1}
}

func (l *lexer) newline() {
	l.line++
	l.start = l.at + 1
}

// skip passes white space and comments.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '\n':
			l.newline()
			l.at++
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.at++
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				l.at += n
			} else {
				l.at = len(l.text)
			}
		case strings.HasPrefix(rest, "/*"):
			l.comment()
		default:
			return
		}
	}
}

func (l *lexer) comment() {
	pos := l.pos()
	n := strings.Index(l.text[l.at+2:], "*/")
	if n < 0 {
		l.diagnostics.Add(pos, CodeSyntax, "the comment does not end")
		l.at = len(l.text)
		return
	}
	for end := l.at + n + 4; l.at < end; l.at++ {
		if l.text[l.at] == '\n' {
			l.newline()
		}
	}
}

// next reads one token; there is at least one character.
func (l *lexer) next() (kind, string) {
	begin := l.at
	c := l.text[begin]
	switch {
	case isLetter(c):
		for l.at < len(l.text) && (isLetter(l.text[l.at]) || isDigit(l.text[l.at])) {
			l.at++
		}
		return word, l.text[begin:l.at]
	case isDigit(c):
		for l.at < len(l.text) && (isLetter(l.text[l.at]) || isDigit(l.text[l.at]) || l.text[l.at] == '.') {
			l.at++
		}
		return number, l.text[begin:l.at]
	case c == '"' || c == '\'':
		return text, l.quoted(c)
	}
	for _, p := range punctuators {
		if strings.HasPrefix(l.text[begin:], p) {
			l.at += len(p)
			return punctuation, p
		}
	}
	l.at++
	if !strings.ContainsRune("{}[]()<>=;,.*+-/%&|^!~?:#", rune(c)) {
		pos := l.pos()
		pos.Column--
		l.diagnostics.Add(pos, CodeSyntax, "stray character %q", rune(c))
	}
	return punctuation, l.text[begin:l.at]
}

func (l *lexer) quoted(quote byte) string {
	begin, pos := l.at, l.pos()
	for l.at++; l.at < len(l.text) && l.text[l.at] != '\n'; l.at++ {
		switch l.text[l.at] {
		case '\\':
			if l.at+1 < len(l.text) && l.text[l.at+1] != '\n' {
				l.at++
			}
		case quote:
			l.at++
			return l.text[begin:l.at]
		}
	}
	l.diagnostics.Add(pos, CodeSyntax, "missing terminating %c character", quote)
	return l.text[begin:l.at] + string(quote)
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
