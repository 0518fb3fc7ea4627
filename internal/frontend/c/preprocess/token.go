package preprocess

import "yogi/internal/source"

// Kind is the kind of a preprocessing token.
type Kind uint8

// The kinds.
const (
	EOF Kind = iota
	Identifier
	Number // integer or floating, not yet decoded
	Char   // with its quotes and prefix
	String // with its quotes and prefix
	Punctuator
	Pragma // Text is the pragma's words; only outside of expressions
	Other
)

// Token is a preprocessing token. Tokens of a macro's body have the position of the macro's use.
type Token struct {
	Kind  Kind
	Text  string
	Pos   source.Pos
	Space bool // white space comes before it
	first bool // first of its line
	hide  *hideSet
}

// Is reports whether the token is the given punctuator or word.
func (t *Token) Is(text string) bool {
	return (t.Kind == Punctuator || t.Kind == Identifier) && t.Text == text
}

// hideSet holds the macros that may not be expanded in a token, because it came from them.
type hideSet struct {
	name string
	rest *hideSet
}

func (h *hideSet) has(name string) bool {
	for ; h != nil; h = h.rest {
		if h.name == name {
			return true
		}
	}
	return false
}

func (h *hideSet) with(name string) *hideSet {
	if h.has(name) {
		return h
	}
	return &hideSet{name, h}
}

func (h *hideSet) union(other *hideSet) *hideSet {
	for ; other != nil; other = other.rest {
		h = h.with(other.name)
	}
	return h
}

func (h *hideSet) intersect(other *hideSet) *hideSet {
	var out *hideSet
	for ; h != nil; h = h.rest {
		if other.has(h.name) {
			out = &hideSet{h.name, out}
		}
	}
	return out
}
