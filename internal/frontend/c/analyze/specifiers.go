package analyze

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// specifiers are what stands before the declarators.
type specifiers struct {
	typ      *tree.Type
	storage  string // typedef, extern, static, auto, register
	noreturn bool
	thread   bool
	auto     bool // __auto_type
	attrs    attributes
	pos      source.Pos
	given    bool // any type specifier was there
	declares bool // a struct, union or enum is declared
}

// attributes are those of GNU attributes that change meaning.
type attributes struct {
	packed      bool
	align       int64
	mode        string
	noreturn    bool
	vectorSize  int64
	transparent bool
}

func (a *attributes) merge(b attributes) {
	a.packed = a.packed || b.packed
	a.noreturn = a.noreturn || b.noreturn
	a.align = max(a.align, b.align)
	if b.mode != "" {
		a.mode = b.mode
	}
	if b.vectorSize != 0 {
		a.vectorSize = b.vectorSize
	}
}

// attributes reads any __attribute__((...)), asm labels excluded.
func (c *checker) attributes() attributes {
	var a attributes
	for {
		switch {
		case c.acceptAny("__attribute__", "__attribute"):
			c.expect("(")
			c.expect("(")
			for !c.accept(")") {
				c.attribute(&a)
				c.accept(",")
			}
			c.expect(")")
		case c.is("__declspec") && c.ahead(1).text == "(":
			c.advance()
			c.skipBalanced()
		case c.acceptAny("__extension__", "__cdecl", "__stdcall", "__fastcall", "_cdecl", "_stdcall"):
		default:
			return a
		}
	}
}

func (c *checker) attribute(a *attributes) {
	t := c.advance()
	if t.kind == endToken {
		c.fail(t.pos, CodeSyntax, "attribute is not closed")
	}
	switch trimUnderscores(t.text) {
	case "packed":
		a.packed = true
	case "noreturn":
		a.noreturn = true
	case "aligned":
		a.align = max(a.align, 16)
		if c.accept("(") {
			a.align = c.constantValue().Int64()
			c.expect(")")
		}
		return
	case "mode":
		c.expect("(")
		a.mode = trimUnderscores(c.advance().text)
		c.expect(")")
		return
	case "vector_size":
		c.expect("(")
		a.vectorSize = c.constantValue().Int64()
		c.expect(")")
		return
	}
	if c.is("(") {
		c.skipBalanced()
	}
}

func trimUnderscores(s string) string {
	if len(s) > 4 && s[:2] == "__" && s[len(s)-2:] == "__" {
		return s[2 : len(s)-2]
	}
	return s
}

var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true, "unsigned": true,
	"__signed__": true, "__signed": true, "_Bool": true, "_Complex": true, "__complex__": true, "struct": true, "union": true, "enum": true,
	"typeof": true, "__typeof__": true, "__typeof": true, "const": true, "volatile": true, "restrict": true, "__const": true,
	"__volatile__": true, "__volatile": true, "__restrict": true, "__restrict__": true, "__const__": true, "_Atomic": true, "__int128": true, "__int128_t": true,
	"__uint128_t": true, "_Float128": true, "__float128": true, "_Float64": true, "_Float32": true, "_Float64x": true, "_Float32x": true, "__int64": true,
	"__auto_type": true,
}

var storageWords = map[string]bool{
	"typedef": true, "extern": true, "static": true, "auto": true, "register": true, "inline": true, "__inline": true, "__inline__": true,
	"_Noreturn": true, "_Thread_local": true, "__thread": true, "_Alignas": true, "__extension__": true, "__attribute__": true, "__attribute": true,
	"__declspec": true, "_Static_assert": true,
}

// startsType reports whether a type name may start at the current token.
func (c *checker) startsType() bool { return c.startsTypeAt(c.tok()) }

func (c *checker) startsTypeAt(t *token) bool {
	if t.kind != nameToken {
		return false
	}
	if typeWords[t.text] || t.text == "__extension__" || t.text == "__attribute__" {
		return true
	}
	s := c.lookup(t.text)
	return s != nil && s.kind == typedefSymbol
}

// startsDeclaration reports whether a declaration starts at the current token.
func (c *checker) startsDeclaration() bool {
	t := c.tok()
	if t.kind != nameToken {
		return false
	}
	if t.text == "__extension__" {
		return c.startsTypeAt(c.ahead(1)) || storageWords[c.ahead(1).text]
	}
	if typeWords[t.text] || storageWords[t.text] {
		return true
	}
	s := c.lookup(t.text)
	return s != nil && s.kind == typedefSymbol && c.ahead(1).text != ":"
}

// wordCounts counts the words of an arithmetic type.
type wordCounts map[string]int

// declarationSpecifiers reads storage class, qualifiers and type.
func (c *checker) declarationSpecifiers() specifiers {
	s := specifiers{pos: c.tok().pos}
	words := wordCounts{}
	isConst, volatile := false, false
	for {
		t := c.tok()
		if t.kind != nameToken {
			break
		}
		switch t.text {
		case "typedef", "extern", "static", "auto", "register":
			s.storage = t.text
			c.advance()
			continue
		case "inline", "__inline", "__inline__", "__extension__":
			c.advance()
			continue
		case "_Noreturn":
			s.noreturn = true
			c.advance()
			continue
		case "_Thread_local", "__thread":
			s.thread = true
			c.advance()
			continue
		case "_Alignas":
			c.advance()
			s.attrs.align = max(s.attrs.align, c.alignas())
			continue
		case "__attribute__", "__attribute", "__declspec", "__cdecl", "__stdcall", "__fastcall", "_cdecl", "_stdcall":
			s.attrs.merge(c.attributes())
			continue
		case "const", "__const", "__const__":
			isConst = true
			c.advance()
			continue
		case "volatile", "__volatile", "__volatile__":
			volatile = true
			c.advance()
			continue
		case "restrict", "__restrict", "__restrict__":
			c.advance()
			continue
		case "_Atomic":
			c.advance()
			if c.accept("(") {
				s.typ = c.typeName()
				c.expect(")")
			}
			volatile = true
			continue
		case "struct", "union":
			s.typ = c.structSpecifier(&s)
			continue
		case "enum":
			s.typ = c.enumSpecifier(&s)
			continue
		case "typeof", "__typeof__", "__typeof":
			s.typ = c.typeofSpecifier()
			continue
		case "__auto_type":
			c.advance()
			s.auto = true
			continue
		}
		if basicWords[t.text] {
			words[normalWord(t.text)]++
			c.advance()
			continue
		}
		if s.typ == nil && len(words) == 0 && !s.auto {
			if sym := c.lookup(t.text); sym != nil && sym.kind == typedefSymbol {
				s.typ = sym.typ
				c.advance()
				continue
			}
		}
		break
	}
	if len(words) > 0 {
		s.typ = c.arithmeticType(words, s.pos)
	}
	s.given = s.typ != nil || s.auto
	if s.typ == nil {
		s.typ = c.types.integer // implicit int
	}
	s.noreturn = s.noreturn || s.attrs.noreturn
	s.typ = qualified(s.typ, isConst, volatile)
	return s
}

var basicWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true, "unsigned": true,
	"__signed__": true, "__signed": true, "_Bool": true, "_Complex": true, "__complex__": true, "__int128": true, "__int128_t": true,
	"__uint128_t": true, "_Float128": true, "__float128": true, "_Float64": true, "_Float32": true, "_Float64x": true, "_Float32x": true, "__int64": true,
}

func normalWord(w string) string {
	switch w {
	case "__signed__", "__signed":
		return "signed"
	case "__complex__":
		return "_Complex"
	}
	return w
}

func (c *checker) arithmeticType(w wordCounts, pos source.Pos) *tree.Type {
	t := c.types
	unsigned := w["unsigned"] > 0
	pick := func(signed, plain *tree.Type) *tree.Type {
		if unsigned {
			return plain
		}
		return signed
	}
	switch {
	case w["_Complex"] > 0:
		return &tree.Type{Kind: tree.Complex, Name: "_Complex", Size: 16, Align: t.wideAlign}
	case w["void"] > 0:
		return t.void
	case w["_Bool"] > 0:
		return t.boolean
	case w["float"] > 0, w["_Float32"] > 0:
		return t.float
	case w["double"] > 0 && w["long"] > 0, w["_Float128"] > 0, w["__float128"] > 0, w["_Float64x"] > 0:
		return t.longdouble
	case w["double"] > 0, w["_Float64"] > 0, w["_Float32x"] > 0:
		return t.double
	case w["char"] > 0 && w["signed"] > 0:
		return t.schar
	case w["char"] > 0:
		return pick(t.char, t.uchar)
	case w["short"] > 0:
		return pick(t.short, t.ushort)
	case w["__uint128_t"] > 0:
		return t.uint128
	case w["__int128"] > 0, w["__int128_t"] > 0:
		return pick(t.int128, t.uint128)
	case w["long"] > 1, w["__int64"] > 0:
		return pick(t.longlong, t.ulonglong)
	case w["long"] == 1:
		return pick(t.long, t.ulong)
	case w["int"] > 0, w["signed"] > 0, unsigned:
		return pick(t.integer, t.uinteger)
	}
	c.fail(pos, CodeType, "this is not a type")
	return nil
}

func (c *checker) alignas() int64 {
	c.expect("(")
	defer c.expect(")")
	if c.startsType() {
		return c.typeName().Align
	}
	return c.constantValue().Int64()
}

func (c *checker) typeofSpecifier() *tree.Type {
	c.advance()
	c.expect("(")
	defer c.expect(")")
	if c.startsType() {
		return c.typeName()
	}
	c.unevaluated++
	defer func() { c.unevaluated-- }()
	return c.expression().ExprType()
}

// structSpecifier reads struct or union, with or without a body.
func (c *checker) structSpecifier(s *specifiers) *tree.Type {
	kind, word := tree.Struct, "struct"
	if c.advance().text == "union" {
		kind, word = tree.Union, "union"
	}
	options := layoutOptions{}
	attrs := c.attributes()
	tag := ""
	if c.tok().kind == nameToken && !c.is("{") {
		tag = c.advance().text
	}
	attrs.merge(c.attributes())
	if !c.is("{") {
		s.declares = true
		if c.is(";") { // struct s; declares a new one in this scope
			if t := c.scope.tags[tag]; t != nil {
				return t
			}
			return c.newTag(kind, word, tag)
		}
		if t := c.lookupTag(tag); t != nil {
			if t.Kind != kind {
				c.fail(c.tok().pos, CodeType, "%q is the tag of another kind of type", tag)
			}
			return t
		}
		return c.newTag(kind, word, tag)
	}
	t := c.scope.tags[tag]
	if tag == "" || t == nil || t.Size >= 0 || t.Kind != kind {
		if t != nil && tag != "" && t.Size >= 0 {
			c.fail(c.tok().pos, CodeType, "%s %s is defined twice", word, tag)
		}
		t = c.newTag(kind, word, tag)
	}
	s.declares = true
	pack := c.tok().pack
	c.expect("{")
	var members []memberSpec
	for !c.accept("}") {
		members = append(members, c.memberDeclaration()...)
	}
	attrs.merge(c.attributes())
	options.packed, options.align, options.pack = attrs.packed, attrs.align, pack
	c.types.complete(t, members, options)
	return t
}

func (c *checker) newTag(kind tree.Kind, word, tag string) *tree.Type {
	if tag == "" {
		c.anonymous++
		return &tree.Type{Kind: kind, Name: word + " (unnamed)", Tag: "." + itoa(c.anonymous), Size: -1, Align: 1}
	}
	t := &tree.Type{Kind: kind, Name: word + " " + tag, Tag: tag, Size: -1, Align: 1}
	c.scope.tags[tag] = t
	return t
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

// memberDeclaration reads the members of one line.
func (c *checker) memberDeclaration() []memberSpec {
	if c.accept(";") {
		return nil
	}
	if c.is("_Static_assert") {
		c.staticAssert()
		return nil
	}
	s := c.declarationSpecifiers()
	var out []memberSpec
	if c.is(";") {
		c.advance()
		if s.typ.Kind == tree.Struct || s.typ.Kind == tree.Union { // anonymous member
			out = append(out, memberSpec{typ: s.typ, bits: -1, packed: s.attrs.packed, align: s.attrs.align})
		}
		return out
	}
	for {
		m := memberSpec{typ: s.typ, bits: -1}
		attrs := s.attrs
		if !c.is(":") {
			d := c.declarator(s.typ, true)
			m.name, m.typ = d.name, d.typ
			attrs.merge(d.attrs)
		}
		if c.accept(":") {
			m.bits = c.constantValueOf(c.conditional()).Int64()
		}
		attrs.merge(c.attributes())
		m.typ = c.applyAttributes(m.typ, attrs, true)
		m.packed, m.align = attrs.packed, attrs.align
		if m.typ.Kind == tree.Array && m.typ.Length < 0 && m.typ.LengthExpr == nil {
			flexible := *m.typ
			flexible.Size = 0
			m.typ = &flexible
		}
		if m.typ.Size < 0 {
			c.fail(c.tok().pos, CodeType, "member %q has the incomplete type %s", m.name, m.typ)
		}
		out = append(out, m)
		if !c.accept(",") {
			break
		}
	}
	c.expect(";")
	return out
}

// applyAttributes changes a type by mode, vector_size and, for objects and typedefs, aligned.
func (c *checker) applyAttributes(t *tree.Type, a attributes, member bool) *tree.Type {
	if a.mode != "" {
		t = c.modeType(t, a.mode)
	}
	if a.vectorSize > 0 {
		t = &tree.Type{Kind: tree.Vector, Name: t.Name + " vector", Size: a.vectorSize, Align: a.vectorSize, Elem: t}
	}
	if !member && a.align > t.Align && t.Size >= 0 {
		aligned := *t
		aligned.Align = a.align
		t = &aligned
	}
	return t
}

func (c *checker) modeType(t *tree.Type, mode string) *tree.Type {
	y := c.types
	pick := func(signed, unsigned *tree.Type) *tree.Type {
		if t.Signed {
			return signed
		}
		return unsigned
	}
	switch mode {
	case "QI", "byte":
		return pick(y.schar, y.uchar)
	case "HI":
		return pick(y.short, y.ushort)
	case "SI":
		return pick(y.integer, y.uinteger)
	case "DI":
		if y.longSize == 8 {
			return pick(y.long, y.ulong)
		}
		return pick(y.longlong, y.ulonglong)
	case "TI":
		return pick(y.int128, y.uint128)
	case "word", "pointer":
		return pick(y.long, y.ulong)
	case "SF":
		return y.float
	case "DF":
		return y.double
	}
	return t
}

// enumSpecifier reads enum, with or without a body.
func (c *checker) enumSpecifier(s *specifiers) *tree.Type {
	c.advance()
	attrs := c.attributes()
	tag := ""
	if c.tok().kind == nameToken {
		tag = c.advance().text
	}
	attrs.merge(c.attributes())
	s.declares = true
	if !c.is("{") {
		if t := c.lookupTag(tag); t != nil {
			return t
		}
		t := c.newTag(tree.Integer, "enum", tag)
		t.Size, t.Align, t.Signed = 4, 4, false
		return t
	}
	t := c.scope.tags[tag]
	if t == nil || tag == "" {
		t = c.newTag(tree.Integer, "enum", tag)
	}
	c.expect("{")
	next := big.NewInt(0)
	low, high := big.NewInt(0), big.NewInt(0)
	var constants []*tree.Constant
	for !c.accept("}") {
		name := c.advance()
		c.attributes()
		if c.accept("=") {
			next = new(big.Int).Set(c.constantValueOf(c.conditional()))
		}
		value := &tree.Constant{Node: tree.Node{Type: c.types.integer, Pos: name.pos}, Int: new(big.Int).Set(next)}
		if !fits(value.Int, c.types.integer) {
			value.Type = c.enumConstantType(value.Int)
		}
		constants = append(constants, value)
		c.scope.names[name.text] = &symbol{kind: enumSymbol, typ: value.Type, value: value}
		if next.Cmp(low) < 0 {
			low = value.Int
		}
		if next.Cmp(high) > 0 {
			high = value.Int
		}
		next = new(big.Int).Add(next, big.NewInt(1))
		if !c.accept(",") {
			c.expect("}")
			break
		}
	}
	attrs.merge(c.attributes())
	c.enumRepresentation(t, low, high, attrs.packed)
	return t
}

func (c *checker) enumConstantType(v *big.Int) *tree.Type {
	for _, t := range []*tree.Type{c.types.uinteger, c.types.long, c.types.ulong, c.types.longlong} {
		if fits(v, t) {
			return t
		}
	}
	return c.types.ulonglong
}

// enumRepresentation chooses gcc's type: unsigned int unless a value is negative or does not fit.
func (c *checker) enumRepresentation(t *tree.Type, low, high *big.Int, packed bool) {
	candidates := []*tree.Type{c.types.uinteger, c.types.integer, c.types.ulonglong, c.types.longlong}
	if packed {
		candidates = append([]*tree.Type{c.types.uchar, c.types.schar, c.types.ushort, c.types.short}, candidates...)
	}
	for _, r := range candidates {
		if fits(low, r) && fits(high, r) {
			t.Size, t.Align, t.Signed = r.Size, r.Align, r.Signed
			return
		}
	}
}

// fits reports whether an integer is in a type's range.
func fits(v *big.Int, t *tree.Type) bool {
	return wrapInteger(v, t).Cmp(v) == 0
}
