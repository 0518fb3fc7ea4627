package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"yogi/internal/source"
)

// syntaxError is the panic value inside Parse; it never leaves it.
type syntaxError struct{ error }

// line scans one line of the text form.
type line struct {
	number int
	text   string
	at     int
}

func (l *line) fail(format string, args ...any) {
	panic(syntaxError{fmt.Errorf("line %d: %s", l.number, fmt.Sprintf(format, args...))})
}

func (l *line) skipSpace() {
	for l.at < len(l.text) && (l.text[l.at] == ' ' || l.text[l.at] == '\t') {
		l.at++
	}
}

// done reports whether nothing is left; a comment starts with ";".
func (l *line) done() bool {
	l.skipSpace()
	return l.at == len(l.text) || l.text[l.at] == ';'
}

func (l *line) mustEnd() {
	if !l.done() {
		l.fail("%q is left over", l.text[l.at:])
	}
}

// peek returns the next word without taking it.
func (l *line) peek() string {
	saved := l.at
	word := ""
	if !l.done() {
		word = l.expression()
	}
	l.at = saved
	return word
}

// peekTwo returns the next two words without taking them: a guard may be a variable called like a
// keyword.
func (l *line) peekTwo() (first, second string) {
	saved := l.at
	if !l.done() {
		first = l.expression()
		second = l.peek()
	}
	l.at = saved
	return first, second
}

// accept takes the next word if it is word.
func (l *line) accept(word string) bool {
	if l.peek() != word {
		return false
	}
	l.expression()
	return true
}

func (l *line) expect(word string) {
	if !l.accept(word) {
		l.fail("%q expected before %q", word, l.text[l.at:])
	}
}

// expression takes one word, string, quoted symbol or balanced SMT-LIB expression.
func (l *line) expression() string {
	l.skipSpace()
	start := l.at
	depth := 0
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '(':
			depth++
			l.at++
		case c == ')':
			if depth == 0 {
				return l.taken(start)
			}
			depth--
			l.at++
		case c == '|' || c == '"':
			l.skipQuoted(c)
		case c == ' ' || c == '\t':
			if depth == 0 {
				return l.taken(start)
			}
			l.at++
			continue
		default:
			l.skipAtom()
		}
		if depth == 0 && (l.at == len(l.text) || l.text[l.at-1] == ')' || l.text[start] == '|' || l.text[start] == '"') {
			return l.taken(start)
		}
	}
	if depth > 0 {
		l.fail("parenthesis not closed")
	}
	return l.taken(start)
}

func (l *line) taken(start int) string {
	if start == l.at {
		l.fail("something is missing at %q", l.text[l.at:])
	}
	return l.text[start:l.at]
}

func (l *line) skipAtom() {
	for l.at < len(l.text) && !strings.ContainsRune(" \t()|\"", rune(l.text[l.at])) {
		l.at++
	}
}

func (l *line) skipQuoted(quote byte) {
	l.at++
	for l.at < len(l.text) && l.text[l.at] != quote {
		if quote == '"' && l.text[l.at] == '\\' {
			l.at++
		}
		l.at++
	}
	if l.at >= len(l.text) {
		l.fail("quote %c not closed", quote)
	}
	l.at++
}

func (l *line) number64() uint64 {
	word := l.expression()
	n, err := strconv.ParseUint(word, 0, 64)
	if err != nil {
		l.fail("number expected, found %q", word)
	}
	return n
}

// integer takes a number that counts or numbers something; none of those is near the limit.
func (l *line) integer() int {
	n := l.number64()
	if n > math.MaxInt32 {
		l.fail("the number %d is too large", n)
	}
	return int(n)
}

func (l *line) str() string {
	word := l.expression()
	text, err := strconv.Unquote(word)
	if err != nil || word[0] != '"' {
		l.fail("string expected, found %s", word)
	}
	return text
}

// optional takes key "text" if the next word is key.
func (l *line) optional(key string) string {
	if l.accept(key) {
		return l.str()
	}
	return ""
}

// symbol takes a name in SMT-LIB form.
func (l *line) symbol() string {
	word := l.expression()
	if len(word) >= 2 && word[0] == '|' {
		return word[1 : len(word)-1]
	}
	return word
}

// position takes @file:line:column if it is next.
func (l *line) position() source.Pos {
	l.skipSpace()
	if l.at == len(l.text) || l.text[l.at] != '@' {
		return source.Pos{}
	}
	l.at++
	file := ""
	if l.at < len(l.text) && l.text[l.at] == '"' {
		file = l.str()
	} else if n := strings.IndexByte(l.text[l.at:], ':'); n >= 0 {
		file = l.text[l.at : l.at+n]
		l.at += n
	}
	start := l.at
	l.skipAtom()
	var pos source.Pos
	if n, _ := fmt.Sscanf(l.text[start:l.at], ":%d:%d", &pos.Line, &pos.Column); n != 2 {
		l.fail("position expected at %q", l.text[start:])
	}
	pos.File = file
	return pos
}
