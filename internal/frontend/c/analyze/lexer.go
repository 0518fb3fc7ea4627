package analyze

import (
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/source"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	integerToken
	floatToken
	charToken
	stringToken
	punctToken
)

// token is a token after preprocessing, its constants decoded.
type token struct {
	kind   tokenKind
	text   string
	prefix string // of strings and characters: L, u, U, u8
	value  []rune // characters of a string or character constant; source bytes, escapes decoded
	pos    source.Pos
	pack   int64 // #pragma pack in force, 0 none
}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}"}

// decode turns preprocessing tokens into tokens and applies #pragma pack.
func decode(in []preprocess.Token) ([]token, source.Diagnostics) {
	var diagnostics source.Diagnostics
	out := make([]token, 0, len(in)+1)
	packs := &packState{}
	for i := range in {
		p := &in[i]
		t := token{text: p.Text, pos: p.Pos, pack: packs.current}
		switch p.Kind {
		case preprocess.EOF:
			continue
		case preprocess.Identifier:
			t.kind = nameToken
		case preprocess.Number:
			t.kind = numberKind(p.Text)
		case preprocess.Char, preprocess.String:
			t.kind = stringToken
			if p.Kind == preprocess.Char {
				t.kind = charToken
			}
			quote := strings.IndexAny(p.Text, `"'`)
			t.prefix, t.value = p.Text[:quote], unescape(p.Text[quote+1:len(p.Text)-1])
		case preprocess.Punctuator:
			t.kind = punctToken
			if plain := digraphs[p.Text]; plain != "" {
				t.text = plain
			}
		case preprocess.Pragma:
			packs.pragma(p.Text)
			continue
		default:
			diagnostics.Add(p.Pos, CodeSyntax, "unexpected %q", p.Text)
		}
		out = append(out, t)
	}
	end := token{kind: endToken, text: "end of file"}
	if n := len(in); n > 0 {
		end.pos = in[n-1].Pos
	}
	return append(out, end), diagnostics
}

// numberKind tells floating constants from integers.
func numberKind(text string) tokenKind {
	lower := strings.ToLower(text)
	if strings.HasPrefix(lower, "0x") {
		if strings.ContainsAny(lower, ".p") {
			return floatToken
		}
		return integerToken
	}
	if strings.ContainsAny(lower, ".e") {
		return floatToken
	}
	return integerToken
}

// packState follows #pragma pack(n), pack(push), pack(push, n), pack(pop) and pack().
type packState struct {
	current int64
	stack   []int64
}

func (s *packState) pragma(text string) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "pack")
	if !ok {
		return
	}
	rest = strings.Trim(strings.ReplaceAll(rest, " ", ""), "()")
	if rest == "" {
		s.current = 0
		return
	}
	for _, word := range strings.Split(rest, ",") {
		switch word {
		case "push":
			s.stack = append(s.stack, s.current)
		case "pop":
			if n := len(s.stack); n > 0 {
				s.current, s.stack = s.stack[n-1], s.stack[:n-1]
			}
		default:
			if n, err := strconv.ParseInt(word, 10, 64); err == nil {
				s.current = n
			}
		}
	}
}

var simpleEscapes = map[byte]rune{
	'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, '\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// unescape decodes the escapes of a constant.
func unescape(text string) []rune {
	var out []rune
	for i := 0; i < len(text); {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, rune(text[i]))
			i++
			continue
		}
		r, n := escapeAt(text[i+1:])
		out = append(out, r)
		i += 1 + n
	}
	return out
}

// escapeAt decodes what follows a backslash; it returns the number of bytes read.
func escapeAt(text string) (rune, int) {
	c := text[0]
	if r, ok := simpleEscapes[c]; ok {
		return r, 1
	}
	digits, base, n := "01234567", rune(8), 0
	limit := 3
	switch c {
	case 'x':
		digits, base, n, limit = "0123456789abcdef", 16, 1, len(text)
	case 'u':
		digits, base, n, limit = "0123456789abcdef", 16, 1, 5
	case 'U':
		digits, base, n, limit = "0123456789abcdef", 16, 1, 9
	}
	value, start := rune(0), n
	for n < len(text) && n < limit {
		d := strings.IndexByte(digits, text[n]|0x20)
		if base == 8 {
			d = strings.IndexByte(digits, text[n])
		}
		if d < 0 {
			break
		}
		value = value*base + rune(d)
		n++
	}
	if n == start {
		return rune(c), 1
	}
	return value, n
}
