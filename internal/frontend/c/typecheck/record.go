package typecheck

import (
	"fmt"
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// recordSpecifier reads struct or union and what follows.
func (c *declarators) recordSpecifier() *tree.Type {
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
	r.typ.Defined = pos
	c.next()
	members := c.members(r)
	c.expect("}")
	attrs.merge(c.attributes())
	r.transparent = attrs.transparent
	c.layout(r, members, attrs)
	return r.typ
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

func (c *declarators) members(r *record) []member {
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
			if isRecord(spec.typ) && (spec.typ.Tag == "" || c.namedMembers && spec.typ.Size >= 0) {
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

func (c *declarators) memberDeclarator(spec *specifiers, names map[string]source.Pos) member {
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

func (c *declarators) checkMembers(r *record, members []member) {
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

// enumSpecifier reads enum and what follows.
func (c *declarators) enumSpecifier() *tree.Type {
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

func (c *declarators) enumDefinition(name string, pos source.Pos, attrs attributes) *tree.Type {
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

func (c *declarators) enumerators() []*entity {
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
