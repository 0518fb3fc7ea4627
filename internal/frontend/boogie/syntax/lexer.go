package syntax

import (
	"unicode/utf8"
)

// lexer splits a source text into tokens, on demand. Columns count bytes, as compilers do.
type lexer struct {
	source    string
	offset    int
	line      int32
	lineStart int
	// fail reports the first malformed token; the lexer then stands at the end of the file.
	fail func(pos Pos, format string, args ...any)
}

func (l *lexer) position() Pos { return Pos{l.line, int32(l.offset-l.lineStart) + 1} }

func (l *lexer) at(n int) byte {
	if l.offset+n < len(l.source) {
		return l.source[l.offset+n]
	}
	return 0
}

// next returns the next token.
func (l *lexer) next() Token {
	if !l.skipBlanks() {
		return Token{Kind: EndOfFile, Pos: l.position()}
	}
	pos := l.position()
	c := l.source[l.offset]
	switch {
	case isNameStart(c) || c == '\\' && isNameStart(l.at(1)):
		return l.name(pos)
	case isDigit(c):
		return l.number(pos)
	case c == '"':
		return l.text(pos)
	case c >= utf8.RuneSelf:
		return l.symbol(pos)
	}
	return l.punctuation(pos)
}

// skipBlanks moves to the next token; false at the end of the file. Block comments nest.
func (l *lexer) skipBlanks() bool {
	for l.offset < len(l.source) {
		switch c := l.source[l.offset]; {
		case c == '\n':
			l.newline()
		case c == ' ' || c == '\t' || c == '\r':
			l.offset++
		case c == '/' && l.at(1) == '/':
			for l.offset < len(l.source) && l.source[l.offset] != '\n' {
				l.offset++
			}
		case c == '/' && l.at(1) == '*':
			if !l.blockComment() {
				return false
			}
		case c == 0xEF && l.offset == 0 && len(l.source) >= 3 && l.source[:3] == "\xEF\xBB\xBF":
			l.offset = 3
		default:
			return true
		}
	}
	return false
}

func (l *lexer) newline() {
	l.offset++
	l.line++
	l.lineStart = l.offset
}

func (l *lexer) blockComment() bool {
	start := l.position()
	depth := 0
	for l.offset < len(l.source) {
		switch {
		case l.source[l.offset] == '\n':
			l.newline()
		case l.source[l.offset] == '/' && l.at(1) == '*':
			depth++
			l.offset += 2
		case l.source[l.offset] == '*' && l.at(1) == '/':
			depth--
			l.offset += 2
			if depth == 0 {
				return true
			}
		default:
			l.offset++
		}
	}
	l.fail(start, "this comment has no end")
	return false
}

func (l *lexer) name(pos Pos) Token {
	escaped := l.source[l.offset] == '\\'
	if escaped {
		l.offset++
	}
	start := l.offset
	for l.offset < len(l.source) && isNamePart(l.source[l.offset]) {
		l.offset++
	}
	text := l.source[start:l.offset]
	if !escaped {
		if kind, ok := keywords[text]; ok {
			return Token{Kind: kind, Text: text, Pos: pos}
		}
	}
	return Token{Kind: Identifier, Text: text, Pos: pos}
}

// number reads 12, 12bv8, 1.5, 1e5, 1.5e-3 and the hexadecimal float literals.
func (l *lexer) number(pos Pos) Token {
	start := l.offset
	if l.source[start] == '0' && l.at(1) == 'x' {
		l.offset += 2
		for l.offset < len(l.source) && (isNamePart(l.source[l.offset]) || l.at(0) == '-' && l.source[l.offset-1] == 'e') {
			l.offset++
		}
		return Token{Kind: FloatText, Text: l.source[start:l.offset], Pos: pos}
	}
	l.digits()
	kind := Number
	switch {
	case l.at(0) == 'b' && l.at(1) == 'v' && isDigit(l.at(2)):
		l.offset += 2
		l.digits()
		return Token{Kind: BVNumber, Text: l.source[start:l.offset], Pos: pos}
	case l.at(0) == '.' && isDigit(l.at(1)):
		kind = Decimal
		l.offset++
		l.digits()
	}
	if l.at(0) == 'e' && (isDigit(l.at(1)) || l.at(1) == '-' && isDigit(l.at(2))) {
		kind = Decimal
		l.offset += 2
		l.digits()
	}
	text := l.source[start:l.offset]
	if isNamePart(l.at(0)) {
		l.fail(pos, "malformed number %q", text+string(l.at(0)))
	}
	return Token{Kind: kind, Text: text, Pos: pos}
}

func (l *lexer) digits() {
	for l.offset < len(l.source) && isDigit(l.source[l.offset]) {
		l.offset++
	}
}

func (l *lexer) text(pos Pos) Token {
	l.offset++
	start := l.offset
	for l.offset < len(l.source) {
		switch l.source[l.offset] {
		case '"':
			text := l.source[start:l.offset]
			l.offset++
			return Token{Kind: Text, Text: text, Pos: pos}
		case '\\':
			if l.at(1) == '"' || l.at(1) == '\\' {
				l.offset++
			}
			l.offset++
		case '\n':
			l.fail(pos, "this string has no end on its line")
			return Token{Kind: EndOfFile, Pos: pos}
		default:
			l.offset++
		}
	}
	l.fail(pos, "this string has no end")
	return Token{Kind: EndOfFile, Pos: pos}
}

// symbol reads the mathematical spellings that Boogie accepts.
func (l *lexer) symbol(pos Pos) Token {
	r, size := utf8.DecodeRuneInString(l.source[l.offset:])
	kind := EndOfFile
	switch r {
	case '⇔':
		kind = Iff
	case '⇒':
		kind = Implies
	case '⇐':
		kind = Explies
	case '∧':
		kind = And
	case '∨':
		kind = Or
	case '¬':
		kind = Not
	case '≠':
		kind = NotEqual
	case '≤':
		kind = LessEqual
	case '≥':
		kind = GreaterEqual
	case '∀':
		kind = KeyForall
	case '∃':
		kind = KeyExists
	case 'λ':
		kind = KeyLambda
	case '•':
		kind = DoubleColon
	default:
		l.fail(pos, "unexpected character %q", r)
		return Token{Kind: EndOfFile, Pos: pos}
	}
	l.offset += size
	return Token{Kind: kind, Text: kind.String(), Pos: pos}
}

// operators lists punctuation, longest first for each first character.
var operators = [...]Kind{
	Iff, Implies, Explies, Equal, Define, NotEqual, LessEqual, GreaterEqual, Subtype, Less, Greater, And, Or, CodeOpen, CodeClose, Not,
	DoubleColon, Becomes, Colon, Power, Times, Concat, Plus, Arrow, Minus, Slash, Percent, LParen, RParen, LBracket, RBracket,
	LBrace, RBrace, Comma, Semicolon,
}

// operatorsOf indexes operators by first character.
var operatorsOf = func() (table [128][]Kind) {
	for _, k := range operators {
		first := spellings[k][0]
		table[first] = append(table[first], k)
	}
	return table
}()

func (l *lexer) punctuation(pos Pos) Token {
	rest := l.source[l.offset:]
	for _, k := range operatorsOf[rest[0]] {
		spelling := spellings[k]
		if len(rest) >= len(spelling) && rest[:len(spelling)] == spelling {
			l.offset += len(spelling)
			return Token{Kind: k, Text: spelling, Pos: pos}
		}
	}
	l.fail(pos, "unexpected character %q", rest[0])
	return Token{Kind: EndOfFile, Pos: pos}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		return true
	}
	switch c {
	case '\'', '~', '#', '$', '^', '_', '.', '?', '`':
		return true
	}
	return false
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) }
