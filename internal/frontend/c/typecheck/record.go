package typecheck

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// record is a struct or union type; its qualified variants and the arrays of it are completed with it.
type record struct {
	typ         *tree.Type
	variants    []*tree.Type
	waiting     []*tree.Type
	isPacked    bool
	transparent bool // an argument may be any member
	refused     bool // its members of variable length are where they are not covered
}

type packState struct {
	name string
	pack int64
}

// packPragma obeys #pragma pack as gcc does.
func (c *checker) packPragma(text string) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "pack"))
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return
	}
	words := strings.Split(text[1:len(text)-1], ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	switch words[0] {
	case "push":
		name := ""
		for _, w := range words[1:] {
			if _, err := strconv.Atoi(w); err != nil {
				name = w
			}
		}
		c.packing = append(c.packing, packState{name, c.pack})
		words = words[1:]
	case "pop":
		c.popPack(words[1:])
		return
	case "":
		c.pack = 0
		return
	}
	for _, w := range words {
		if n, err := strconv.ParseInt(w, 0, 64); err == nil && n <= 16 && n&(n-1) == 0 {
			c.pack = n
		}
	}
}

func (c *checker) popPack(words []string) {
	n := len(c.packing) - 1
	if len(words) > 0 {
		for n >= 0 && c.packing[n].name != words[0] {
			n--
		}
	}
	if n < 0 {
		return
	}
	c.pack = c.packing[n].pack
	c.packing = c.packing[:n]
}

// recordSpecifier reads struct or union and what follows.
func (c *checker) recordSpecifier() *tree.Type {
	keyword, pos := c.tok.Text, c.tok.Pos
	c.next()
	attrs := c.attributes()
	name := ""
	if c.tok.Kind == preprocess.Identifier && !keywords[c.tok.Text] {
		name = c.tok.Text
		pos = c.tok.Pos
		c.next()
		attrs.merge(c.attributes())
	}
	if !c.is("{") {
		if name == "" {
			c.syntaxError("expected a name or { after %s", keyword)
		}
		return c.tagReference(keyword, name, pos)
	}
	if c.reversed {
		c.errorf(pos, CodeUnsupported, "#pragma scalar_storage_order: members in another order of bytes than the machine's")
	}
	r := c.recordDefinition(keyword, name, pos)
	c.next()
	members := c.members(r)
	c.expect("}")
	attrs.merge(c.attributes())
	r.transparent = attrs.transparent
	c.layout(r, members, attrs)
	return r.typ
}

// tagReference finds or declares an incomplete type. `struct S;` alone declares a new one in this scope.
func (c *checker) tagReference(keyword, name string, pos source.Pos) *tree.Type {
	t := c.scope.lookupTag(name)
	if c.is(";") {
		t = c.scope.tags[name]
	}
	if t != nil {
		if t.keyword != keyword {
			c.errorf(pos, CodeName, "%s is declared as %s %s at %s", name, t.keyword, name, t.pos)
		}
		return t.typ
	}
	r := c.newRecord(keyword, name)
	c.tagScope().declareTag(name, &tag{keyword, r.typ, pos})
	return r.typ
}

// tagScope is where a tag that only a reference names is declared: here (C11 6.7.2.3p8), but goto-cc
// declares in the file what a list of parameters names.
func (c *checker) tagScope() *scope {
	if c.gotoCC && c.inParameters {
		return c.file
	}
	return c.scope
}

func (c *checker) newRecord(keyword, name string) *record {
	kind := tree.Struct
	if keyword == "union" {
		kind = tree.Union
	}
	shown := name
	if name == "" {
		c.tags++
		shown = fmt.Sprintf("<anonymous %d>", c.tags)
	}
	r := &record{typ: &tree.Type{Kind: kind, Name: keyword + " " + shown, Tag: name, Size: -1, Align: 1}}
	c.records[r.typ] = r
	return r
}

func (c *checker) recordDefinition(keyword, name string, pos source.Pos) *record {
	if name != "" {
		if t := c.scope.tags[name]; t != nil {
			if t.keyword != keyword || t.typ.Size >= 0 {
				c.errorf(pos, CodeName, "redefinition of %s %s, defined at %s", keyword, name, t.pos)
				return c.newRecord(keyword, name)
			}
			t.pos = pos
			return c.records[t.typ]
		}
	}
	r := c.newRecord(keyword, name)
	if name != "" {
		c.scope.declareTag(name, &tag{keyword, r.typ, pos})
	}
	return r
}

// member is a member before its place is known.
type member struct {
	name    string
	typ     *tree.Type
	width   int64 // -1: not a bit-field
	isNamed bool
	attrs   attributes
	pos     source.Pos
}

func (c *checker) members(r *record) []member {
	var out []member
	names := map[string]source.Pos{}
	for !c.is("}") {
		if c.accept(";") {
			continue
		}
		if c.is("_Static_assert") {
			c.staticAssert()
			continue
		}
		for c.accept("__extension__") {
		}
		spec := c.specifiers(inRecord)
		if c.is(";") && (isRecord(spec.typ) || spec.sawType) {
			// Microsoft: also a type with a name makes an anonymous member.
			if isRecord(spec.typ) && (spec.typ.Tag == "" || c.target.MSKeywords && spec.typ.Size >= 0) {
				out = append(out, member{typ: spec.typ, width: -1, attrs: spec.attrs, pos: spec.pos})
			}
			c.next()
			continue
		}
		for {
			out = append(out, c.memberDeclarator(spec, names))
			if !c.accept(",") {
				break
			}
		}
		if !c.is("}") {
			c.expect(";")
		}
	}
	c.checkMembers(r, out)
	return out
}

func (c *checker) memberDeclarator(spec *specifiers, names map[string]source.Pos) member {
	m := member{typ: spec.typ, width: -1, attrs: spec.attrs, pos: c.tok.Pos}
	if !c.is(":") {
		d := c.declarator(spec.typ, named)
		m.name, m.typ, m.pos = d.name, d.typ, d.pos
		m.isNamed = true
		m.attrs.merge(d.attrs)
		if previous, ok := names[m.name]; ok {
			c.errorf(m.pos, CodeName, "duplicate member %s, declared at %s", m.name, previous)
		}
		names[m.name] = m.pos
	}
	if c.accept(":") {
		m.width = c.smallConstant("the width of a bit-field")
		if !isInteger(m.typ) {
			c.errorf(m.pos, CodeType, "the bit-field %s has type %s", m.name, m.typ.Name)
			m.typ = c.intType
		}
		limit := m.typ.Size * 8
		if m.typ.Kind == tree.Bool {
			limit = 1
		}
		if m.width < 0 || m.width > limit || m.width == 0 && m.isNamed {
			c.errorf(m.pos, CodeType, "the width %d of bit-field %s is wrong for type %s", m.width, m.name, m.typ.Name)
			m.width = 1
		}
	}
	m.attrs.merge(c.attributes())
	m.typ = c.modeType(m.typ, m.attrs)
	return m
}

func (c *checker) checkMembers(r *record, members []member) {
	for i := range members {
		m := &members[i]
		switch {
		case c.isRefused(m.typ), isVariable(m.typ) && r.typ.Kind == tree.Union:
			r.refused = true
		case m.typ.Kind == tree.Function:
			c.errorf(m.pos, CodeType, "member %s is a function", m.name)
			m.typ = c.intType
		case isVariable(m.typ):
		case m.typ.Size < 0 && m.typ.Kind == tree.Array && m.typ.Elem.Size >= 0 && (i == len(members)-1 || r.typ.Kind == tree.Union):
			// A flexible array member.
		case m.typ.Size < 0:
			c.errorf(m.pos, CodeType, "member %s has the incomplete type %s", m.name, m.typ.Name)
			m.typ = c.intType
		}
	}
}

// refusedRecord names objects of such a record in diagnostics.
const refusedRecord = "a union with a member of variable length, or a bit-field behind one"

// isRefused says that t is, or is an array of, records that are refused.
func (c *checker) isRefused(t *tree.Type) bool {
	for t.Kind == tree.Array {
		t = t.Elem
	}
	r := c.records[t]
	return r != nil && r.refused
}

// enumSpecifier reads enum and what follows.
func (c *checker) enumSpecifier() *tree.Type {
	pos := c.tok.Pos
	c.next()
	attrs := c.attributes()
	name := ""
	if c.tok.Kind == preprocess.Identifier && !keywords[c.tok.Text] {
		name, pos = c.tok.Text, c.tok.Pos
		c.next()
		attrs.merge(c.attributes())
	}
	if !c.is("{") {
		if name == "" {
			c.syntaxError("expected a name or { after enum")
		}
		if t := c.scope.lookupTag(name); t != nil {
			if t.keyword != "enum" {
				c.errorf(pos, CodeName, "%s is declared as %s %s at %s", name, t.keyword, name, t.pos)
			}
			return t.typ
		}
		// GNU: an enumeration that is declared before its constants; its values are an unsigned int's.
		t := &tree.Type{Kind: tree.Integer, Name: "enum " + name, Tag: name, Size: c.intType.Size, Align: c.intType.Align}
		c.tagScope().declareTag(name, &tag{"enum", t, pos})
		return t
	}
	return c.enumDefinition(name, pos, attrs)
}

func (c *checker) enumDefinition(name string, pos source.Pos, attrs attributes) *tree.Type {
	t := &tree.Type{Kind: tree.Integer, Tag: name, Size: c.intType.Size, Align: c.intType.Align}
	if old := c.scope.tags[name]; name != "" && old != nil {
		if old.keyword != "enum" {
			c.errorf(pos, CodeName, "%s is declared as %s %s at %s", name, old.keyword, name, old.pos)
		}
		t = old.typ
	} else if name != "" {
		c.scope.declareTag(name, &tag{"enum", t, pos})
	}
	if name == "" {
		c.tags++
		t.Tag = fmt.Sprintf("<anonymous %d>", c.tags)
	}
	t.Name = "enum " + t.Tag
	c.next()
	constants := c.enumerators()
	for _, e := range constants {
		t.Enumerators = append(t.Enumerators, tree.Enumerator{Name: e.name, Value: e.value})
	}
	c.expect("}")
	attrs.merge(c.attributes())
	c.sizeEnum(t, constants, attrs.packed)
	return t
}

func (c *checker) enumerators() []*entity {
	var constants []*entity
	value, t := new(big.Int), c.intType
	for !c.is("}") {
		name, pos := c.identifier("an enumeration constant"), c.previous
		c.attributes()
		if c.accept("=") {
			k := c.constant("an enumeration constant")
			value, t = k.Int, c.promotedType(k.Type)
		}
		if fits(value, c.intType) {
			t = c.intType
		} else if !fits(value, t) {
			// The successor of the largest value of a type.
			t = c.enumType(value, value)
		}
		e := &entity{pos: pos, name: name, value: value, typ: t}
		if old := c.scope.names[name]; old != nil {
			c.errorf(pos, CodeName, "redeclaration of %s, declared at %s", name, old.pos)
		}
		c.scope.declare(name, e)
		constants = append(constants, e)
		value = new(big.Int).Add(value, big.NewInt(1))
		if !c.accept(",") {
			break
		}
	}
	return constants
}

// sizeEnum chooses the representation; it is the type of the constants that do not fit int.
func (c *checker) sizeEnum(t *tree.Type, constants []*entity, packed bool) {
	low, high := new(big.Int), new(big.Int)
	for _, e := range constants {
		if e.value.Cmp(low) < 0 {
			low = e.value
		}
		if e.value.Cmp(high) > 0 {
			high = e.value
		}
	}
	u := c.enumType(low, high)
	if packed {
		u = c.packedEnumType(low, high)
	}
	t.Size, t.Align, t.Signed = u.Size, u.Align, u.Signed
	for _, e := range constants {
		if !fits(e.value, c.intType) {
			e.typ = u
		}
	}
}

// enumType represents the constants of an enumeration from low to high.
func (c *checker) enumType(low, high *big.Int) *tree.Type {
	if c.target.ShortEnums {
		return c.packedEnumType(low, high)
	}
	return c.firstThatFits(low, high, c.wideEnumTypes()...)
}

// packedEnumType represents them in as few bytes as they need.
func (c *checker) packedEnumType(low, high *big.Int) *tree.Type {
	narrow := []*tree.Type{c.ucharType, c.scharType, c.ushortType, c.shortType}
	return c.firstThatFits(low, high, append(narrow, c.wideEnumTypes()...)...)
}

func (c *checker) wideEnumTypes() []*tree.Type {
	return []*tree.Type{c.uintType, c.intType, c.ulongType, c.longType, c.ullongType, c.llongType}
}

func (c *checker) firstThatFits(low, high *big.Int, candidates ...*tree.Type) *tree.Type {
	for _, t := range candidates {
		if fits(low, t) && fits(high, t) {
			return t
		}
	}
	return c.llongType
}
