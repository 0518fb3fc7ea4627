package preprocess

import (
	"slices"
	"strings"
)

// scanned is a text cut into tokens, whatever its file is called: frozen, so that whoever reads the
// same text again may read these.
type scanned struct {
	source     string // spliced lines are joined; the tokens are parts of it
	pieces     []piece
	directives []uint32 // pieces that are the # of a directive
	unclosed   []piece  // comments without an end
}

// piece is a token as it stands in a text. Headers have hundreds of thousands: it has no pointers.
type piece struct {
	begin, end   uint32
	line, column uint32
	kind         Kind
	space, first bool
}

// token is a piece as a token of a file.
func (s *scanned) token(p *piece, file string, delta int) Token {
	t := Token{Kind: p.kind, Text: s.source[p.begin:p.end], Space: p.space, first: p.first}
	t.Pos.File, t.Pos.Line, t.Pos.Column = file, int(p.line)+delta, int(p.column)
	if p.kind == Punctuator {
		t.Text = canonical(t.Text)
	}
	return t
}

// scanner cuts text, whose spliced lines have been joined, into tokens.
type scanner struct {
	text     string
	splices  []int // offsets in text where a joined line began
	offset   int
	line     int
	start    int // offset of the line's first byte
	unclosed []piece
}

// scan cuts a file's text; the last piece is EOF.
func scan(data string) *scanned {
	s := &scanner{line: 1}
	s.text, s.splices = joinLines(strings.TrimPrefix(data, "\xef\xbb\xbf"))
	out := &scanned{source: s.text, pieces: make([]piece, 0, len(s.text)/5+1)}
	first := true
	for {
		p := s.next(&first)
		p.first, first = first, false
		if p.first && p.kind == Punctuator && canonical(s.text[p.begin:p.end]) == "#" {
			out.directives = append(out.directives, uint32(len(out.pieces)))
		}
		out.pieces = append(out.pieces, p)
		if p.kind == EOF {
			out.pieces, out.unclosed = slices.Clip(out.pieces), s.unclosed
			return out
		}
	}
}

// trigraphs are the spellings of C11 5.2.1.1, which gcc reads only where no GNU standard is asked for.
var trigraphs = strings.NewReplacer("??=", "#", "??(", "[", "??/", "\\", "??)", "]", "??'", "^", "??<", "{", "??!", "|", "??>", "}", "??-", "~")

// joinLines removes backslash-newline, and like gcc the blanks between the two. splices are the
// offsets of the lines that followed.
func joinLines(data string) (text string, splices []int) {
	var out strings.Builder
	rest := data
	for from := 0; ; {
		n := strings.IndexByte(rest[from:], '\\')
		if n < 0 {
			break
		}
		n += from
		end := n + 1
		for end < len(rest) && strings.IndexByte(" \t\v\f\r", rest[end]) >= 0 {
			end++
		}
		if end == len(rest) || rest[end] != '\n' {
			from = n + 1
			continue
		}
		out.WriteString(rest[:n])
		splices = append(splices, out.Len())
		rest, from = rest[end+1:], 0
	}
	if splices == nil {
		return data, nil
	}
	out.WriteString(rest)
	return out.String(), splices
}

// here is the place that is read next, as an empty piece.
func (s *scanner) here() piece {
	for len(s.splices) > 0 && s.splices[0] <= s.offset {
		s.line++
		s.start = s.splices[0]
		s.splices = s.splices[1:]
	}
	at := uint32(s.offset)
	return piece{begin: at, end: at, line: uint32(s.line), column: uint32(s.offset - s.start + 1)}
}

func (s *scanner) newline() {
	s.here()
	s.line++
	s.start = s.offset
}

func (s *scanner) at(i int) byte {
	if s.offset+i < len(s.text) {
		return s.text[s.offset+i]
	}
	return 0
}

func (s *scanner) next(first *bool) piece {
	space := s.skipSpace(first)
	p := s.here()
	p.space = space
	begin := s.offset
	if begin >= len(s.text) {
		return p
	}
	c := s.text[begin]
	switch {
	case isLetter(c):
		s.word()
		p.kind = Identifier
		if q := s.at(0); (q == '"' || q == '\'') && isPrefix(s.text[begin:s.offset]) {
			p.kind = s.quoted(q)
		}
	case isDigit(c) || c == '.' && isDigit(s.at(1)):
		p.kind = Number
		s.number()
	case c == '"' || c == '\'':
		p.kind = s.quoted(c)
	default:
		p.kind = Punctuator
		n := punctuator(s.text[begin:])
		if n == 0 {
			p.kind, n = Other, 1
		}
		s.offset += n
	}
	p.end = uint32(s.offset)
	return p
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
	at := s.here()
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
	s.unclosed = append(s.unclosed, at)
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

// quoted reads a literal; one that does not end on its line is Other, which is refused where it is
// not skipped.
func (s *scanner) quoted(quote byte) Kind {
	s.offset++
	for s.offset < len(s.text) && s.text[s.offset] != quote && s.text[s.offset] != '\n' {
		if s.text[s.offset] == '\\' && s.at(1) != '\n' {
			s.offset++
		}
		s.offset++
	}
	if s.offset >= len(s.text) || s.text[s.offset] != quote {
		s.offset = min(s.offset, len(s.text))
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
func punctuator(s string) int {
	if s[0] >= 0x80 {
		return 0
	}
	for _, p := range punctuators[s[0]] {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}

// punctuators are the punctuators by their first character, the longest first.
var punctuators = func() (out [0x80][]string) {
	for _, p := range strings.Fields(`<<= >>= ... %:%: -> ++ -- << >> <= >= == != && || *= /= %= += -= &= ^= |= ##
		<: :> <% %> %: [ ] ( ) { } . & * + - ~ ! / % < > ^ | ? : ; = , # @ \`) {
		out[p[0]] = append(out[p[0]], p)
	}
	return out
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
