package typecheck

import (
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// specifiers are the declaration specifiers (C11 6.7): type, storage class, qualifiers and attributes,
// which all declarators of a declaration share.
type specifiers struct {
	typ       *tree.Type
	storage   string // typedef, extern, static, auto, register or empty
	thread    bool
	inline    bool
	autoType  bool // __auto_type
	attrs     attributes
	sawType   bool
	pos       source.Pos
	signs     string // signed, unsigned
	words     map[string]int
	base      *tree.Type
	typedef   string // the name of base; "": it has none
	isConst   bool
	isVol     bool
	isAtomic  bool
	isComplex bool
}

// place says where specifiers stand.
type place uint8

const (
	inDeclaration place = iota
	inRecord
	inParameter
	inTypeName
)

// keywords are the words that cannot be names.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, list := range [][]string{typeWords, qualifierWords, storageWords, {
		"if", "else", "while", "do", "for", "switch", "case", "default", "break", "continue", "return", "goto", "sizeof",
		"_Alignof", "__alignof__", "__alignof", "_Generic", "asm", "__asm__", "__asm", "__label__", "__real__", "__imag__", "__real", "__imag",
	}} {
		for _, w := range list {
			m[w] = true
		}
	}
	return m
}()

var typeWords = []string{
	"void", "char", "short", "int", "long", "float", "double", "signed", "__signed__", "__signed", "unsigned", "_Bool", "_Complex",
	"__complex__", "__complex", "struct", "union", "enum", "typeof", "__typeof__", "__typeof", "__int128", "__int128_t", "__uint128_t",
	"_Float16", "_Float32", "_Float64", "_Float128", "_Float32x", "_Float64x", "__float128", "__float80", "__bf16", "__auto_type",
}

var qualifierWords = []string{
	"const", "__const", "__const__", "volatile", "__volatile__", "__volatile", "restrict", "__restrict", "__restrict__", "_Atomic",
}

var storageWords = []string{
	"typedef", "extern", "static", "auto", "register", "_Thread_local", "__thread", "inline", "__inline", "__inline__", "_Noreturn",
	"_Alignas", "__attribute__", "__attribute", "__declspec", "__extension__", "_Static_assert",
}

var specifierWords = func() map[string]bool {
	m := map[string]bool{}
	for _, list := range [][]string{typeWords, qualifierWords, storageWords} {
		for _, w := range list {
			m[w] = true
		}
	}
	return m
}()

var typeNameWords = func() map[string]bool {
	m := map[string]bool{"__attribute__": true, "__extension__": true}
	for _, list := range [][]string{typeWords, qualifierWords} {
		for _, w := range list {
			m[w] = true
		}
	}
	return m
}()

// specifiers reads declaration specifiers or, in a record or a type name, specifiers and qualifiers.
func (c *declarators) specifiers(where place) *specifiers {
	s := &specifiers{pos: c.tok.Pos, words: map[string]int{}}
	for c.tok.Kind == preprocess.Identifier && c.specifier(s) {
	}
	s.typ = c.specifiedType(s, where)
	if s.attrs.mode != "" || s.attrs.vector != 0 {
		s.typ = c.modeType(s.typ, s.attrs)
		s.attrs.mode, s.attrs.vector = "", 0
	}
	if s.isAtomic {
		s.typ = c.atomicType(s.typ)
	}
	s.typ = c.qualified(s.typ, qualifiers{s.isConst, s.isVol})
	return s
}

// specifier reads one; it reports false when the token is none.
func (c *declarators) specifier(s *specifiers) bool {
	switch word := c.tok.Text; word {
	case "typedef", "extern", "static", "auto", "register":
		if s.storage != "" && s.storage != word {
			c.errorf(c.tok.Pos, CodeSyntax, "%s after %s", word, s.storage)
		}
		s.storage = word
	case "_Thread_local", "__thread":
		s.thread = true
	case "inline", "__inline", "__inline__":
		s.inline = true
	case "_Noreturn":
		s.attrs.noreturn = true
	case "__extension__", "restrict", "__restrict", "__restrict__":
	case "const", "__const", "__const__":
		s.isConst = true
	case "volatile", "__volatile__", "__volatile":
		s.isVol = true
	case "_Atomic":
		if c.peek(1).Is("(") {
			c.next()
			c.next()
			s.base, s.sawType, s.isAtomic = c.typeNameHere(), true, true
			c.expect(")")
			return true
		}
		s.isAtomic = true
	case "__attribute__", "__attribute", "__declspec", "_Alignas":
		s.attrs.merge(c.attributes())
		return true
	default:
		return c.typeSpecifier(s, word)
	}
	c.next()
	return true
}

func (c *declarators) typeSpecifier(s *specifiers, word string) bool {
	switch word {
	case "void", "char", "short", "int", "long", "float", "double", "_Bool", "__int128":
		s.words[word]++
	case "_Float32":
		s.words["float"]++
	case "_Float64", "_Float32x":
		s.words["double"]++
	case "_Float64x", "__float80":
		s.words["double"]++
		s.words["long"]++
	case "_Float128", "__float128", "_Float16", "__bf16":
		s.base = c.unusualFloat(word)
	case "__int128_t", "__uint128_t":
		s.words["__int128"]++
		if word == "__uint128_t" {
			s.signs = "unsigned"
		}
	case "signed", "__signed__", "__signed":
		s.signs = "signed"
	case "unsigned":
		s.signs = "unsigned"
	case "_Complex", "__complex__", "__complex":
		s.isComplex = true
	case "struct", "union":
		s.base = c.recordSpecifier()
		s.sawType = true
		return true
	case "enum":
		s.base = c.enumSpecifier()
		s.sawType = true
		return true
	case "typeof", "__typeof__", "__typeof":
		s.base = c.typeof()
		s.sawType = true
		return true
	case "__auto_type":
		s.autoType, s.base = true, c.intType
	default:
		if s.sawType {
			return false
		}
		e := c.scope.lookup(word)
		if e == nil || e.typedef == nil {
			return false
		}
		s.base, s.typedef = e.typedef, word
	}
	s.sawType = true
	c.next()
	return true
}

func (c *declarators) typeof() *tree.Type {
	c.next()
	c.expect("(")
	var t *tree.Type
	if c.isTypeName(0) {
		t = c.typeNameHere()
	} else {
		pos := c.tok.Pos
		x := c.expression()
		e := x.ExprType()
		if isVariablyModified(e) && changesSomething(x) {
			c.lengths = append(c.lengths, length{operand: c.evaluated(x)})
		}
		if step, ok := x.(*tree.IncDec); ok {
			e = step.Target.ExprType() // gcc keeps the qualifiers there
		}
		if t = c.whole(e); t != e {
			c.errorf(pos, CodeUnsupported, "typeof a value with the width of a bit-field")
		}
	}
	c.expect(")")
	return t
}

// specifiedType is the type that the words name. Without any it is C90's implicit int.
func (c *declarators) specifiedType(s *specifiers, where place) *tree.Type {
	t := s.base
	if t == nil {
		t = c.wordType(s)
	} else if len(s.words) > 0 || s.signs != "" {
		c.errorf(s.pos, CodeSyntax, "two types in a declaration")
	}
	if t == nil {
		if where == inRecord || where == inTypeName {
			c.syntaxError("expected a type")
		}
		return c.intType
	}
	if s.isComplex {
		if t.Kind == tree.Integer && s.words["int"] == 0 && s.signs == "" {
			t = c.doubleType
		}
		return &tree.Type{Kind: tree.Complex, Name: "_Complex " + t.Name, Size: t.Size * 2, Align: t.Align, Elem: t}
	}
	return t
}
