package preprocess

import (
	"bytes"
	"strings"

	"yogi/internal/source"
)

// scanner cuts text, whose spliced lines have been joined, into tokens.
type scanner struct {
	file    string
	text    []byte
	source  string // text, of which the tokens are parts
	splices []int  // offsets in text where a joined line began
	offset  int
	line    int
	start   int // offset of the line's first byte
	report  func(pos source.Pos, message string)
}

// scan returns the tokens of a file, ending with EOF.
func scan(file string, data []byte, report func(source.Pos, string)) []Token {
	s := &scanner{file: file, line: 1, report: report}
	s.text, s.splices = joinLines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	s.source = string(s.text)
	tokens := make([]Token, 0, len(s.text)/4+1)
	first := true
	for {
		t := s.next(&first)
		t.first, first = first, false
		tokens = append(tokens, t)
		if t.Kind == EOF {
			return tokens
		}
	}
}

// trigraphs are the spellings of C11 5.2.1.1, which gcc reads only where no GNU standard is asked for.
var trigraphs = strings.NewReplacer("??=", "#", "??(", "[", "??/", "\\", "??)", "]", "??'", "^", "??<", "{", "??!", "|", "??>", "}", "??-", "~")

// joinLines removes backslash-newline, and like gcc the blanks between the two.
func joinLines(data []byte) ([]byte, []int) {
	if !bytes.Contains(data, []byte("\\")) {
		return data, nil
	}
	out := make([]byte, 0, len(data))
	var splices []int
	for i := 0; i < len(data); i++ {
		if data[i] == '\\' {
			n := i + 1
			for n < len(data) && (data[n] == ' ' || data[n] == '\t' || data[n] == '\v' || data[n] == '\f' || data[n] == '\r') {
				n++
			}
			if n < len(data) && data[n] == '\n' {
				splices = append(splices, len(out))
				i = n
				continue
			}
		}
		out = append(out, data[i])
	}
	return out, splices
}

func (s *scanner) pos() source.Pos {
	for len(s.splices) > 0 && s.splices[0] <= s.offset {
		s.line++
		s.start = s.splices[0]
		s.splices = s.splices[1:]
	}
	return source.Pos{File: s.file, Line: s.line, Column: s.offset - s.start + 1}
}

func (s *scanner) newline() {
	s.pos()
	s.line++
	s.start = s.offset
}

func (s *scanner) at(i int) byte {
	if s.offset+i < len(s.text) {
		return s.text[s.offset+i]
	}
	return 0
}

func (s *scanner) next(first *bool) Token {
	space := s.skipSpace(first)
	t := Token{Pos: s.pos(), Space: space}
	begin := s.offset
	if begin >= len(s.text) {
		return t
	}
	c := s.text[begin]
	switch {
	case isLetter(c):
		s.word()
		t.Kind = Identifier
		if q := s.at(0); (q == '"' || q == '\'') && isPrefix(string(s.text[begin:s.offset])) {
			t.Kind = s.quoted(q)
		}
	case isDigit(c) || c == '.' && isDigit(s.at(1)):
		t.Kind = Number
		s.number()
	case c == '"' || c == '\'':
		t.Kind = s.quoted(c)
	default:
		t.Kind = Punctuator
		n := punctuator(s.text[begin:])
		if n == 0 {
			t.Kind, n = Other, 1
		}
		s.offset += n
	}
	t.Text = s.source[begin:s.offset]
	if t.Kind == Punctuator {
		t.Text = canonical(t.Text)
	}
	return t
}

// skipSpace skips white space and comments.
func (s *scanner) skipSpace(first *bool) bool {
	begin := s.offset
	for s.offset < len(s.text) {
		switch c := s.text[s.offset]; {
		case c == '\n':
			s.offset++
			s.newline()
			*first = true
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 0:
			s.offset++
		case c == '/' && s.at(1) == '/':
			for s.offset < len(s.text) && s.text[s.offset] != '\n' {
				s.offset++
			}
		case c == '/' && s.at(1) == '*':
			s.comment()
		default:
			return s.offset > begin
		}
	}
	return true
}

func (s *scanner) comment() {
	pos := s.pos()
	s.offset += 2
	for s.offset < len(s.text) {
		if s.text[s.offset] == '*' && s.at(1) == '/' {
			s.offset += 2
			return
		}
		s.offset++
		if s.text[s.offset-1] == '\n' {
			s.newline()
		}
	}
	s.report(pos, "unterminated comment")
}

func (s *scanner) word() {
	for s.offset < len(s.text) && (isLetter(s.text[s.offset]) || isDigit(s.text[s.offset])) {
		s.offset++
	}
}

func (s *scanner) number() {
	for s.offset < len(s.text) {
		c := s.text[s.offset]
		switch {
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", s.text[s.offset-1]) >= 0:
		case isLetter(c) || isDigit(c) || c == '.':
		default:
			return
		}
		s.offset++
	}
}

func (s *scanner) quoted(quote byte) Kind {
	pos := s.pos()
	s.offset++
	for s.offset < len(s.text) && s.text[s.offset] != quote && s.text[s.offset] != '\n' {
		if s.text[s.offset] == '\\' && s.at(1) != '\n' {
			s.offset++
		}
		s.offset++
	}
	if s.offset >= len(s.text) || s.text[s.offset] != quote {
		s.offset = min(s.offset, len(s.text))
		s.report(pos, "missing terminating "+string(quote)+" character")
		return Other
	}
	s.offset++
	if quote == '"' {
		return String
	}
	return Char
}

func isPrefix(s string) bool { return s == "L" || s == "u" || s == "U" || s == "u8" }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// punctuator returns the length of the longest punctuator at the start of s.
func punctuator(s []byte) int {
	for n := min(4, len(s)); n > 0; n-- {
		if punctuators[string(s[:n])] {
			return n
		}
	}
	return 0
}

var punctuators = func() map[string]bool {
	m := map[string]bool{}
	for _, p := range strings.Fields(`[ ] ( ) { } . -> ++ -- & * + - ~ ! / % << >> < > <= >= == != ^ | && || ? :
		; ... = *= /= %= += -= <<= >>= &= ^= |= , # ## <: :> <% %> %: %:%: @ \`) {
		m[p] = true
	}
	return m
}()

func canonical(s string) string {
	switch s {
	case "<:":
		return "["
	case ":>":
		return "]"
	case "<%":
		return "{"
	case "%>":
		return "}"
	case "%:":
		return "#"
	case "%:%:":
		return "##"
	}
	return s
}
