package typecheck

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// declarators reads what says a type: specifiers, declarators, structs, unions and enumerations.
type declarators struct {
	expressions
}

// naming says whether a declarator has a name.
type naming uint8

const (
	named naming = iota
	abstract
	either
)

// declarator is a declared name and its type.
type declarator struct {
	name  string
	pos   source.Pos
	typ   *tree.Type
	attrs attributes
	parts []part // the one next to the name first
}

// part is a pointer, array or function around a declarator.
type part struct {
	kind     tree.Kind
	isConst  bool
	isVol    bool
	restrict bool
	atLeast  bool      // array: static
	length   tree.Expr // array
	params   *parameters
	unsized  bool
	position source.Pos
}

// parameters of a function declarator.
type parameters struct {
	objects     []*tree.Object
	identifiers []string // K&R: names without types
	variadic    bool
	unspecified bool
	scope       *scope
	lengths     []length // of the variable-length arrays in the parameters
}

// declarator reads a declarator and applies it to the type.
func (c *declarators) declarator(base *tree.Type, n naming) *declarator {
	d := &declarator{pos: c.tok.Pos}
	c.declaratorParts(d, n)
	d.attrs.merge(c.asmName())
	d.attrs.merge(c.attributes())
	d.typ = base
	first := len(c.lengths)
	for i := len(d.parts) - 1; i >= 0; i-- {
		d.typ = c.applyPart(d, &d.parts[i], d.typ)
	}
	// The parts were applied from the right; the lengths are evaluated from the left.
	slices.Reverse(c.lengths[first:])
	return d
}

// asmName reads the assembler's name of a declared thing.
func (c *declarators) asmName() attributes {
	a := c.attributes()
	for c.is("__asm__") || c.is("asm") || c.is("__asm") {
		c.next()
		c.expect("(")
		symbol := c.asmText()
		c.expect(")")
		a.merge(c.attributes())
		if symbol != "" {
			a.symbol = symbol
		}
	}
	return a
}

func (c *declarators) declaratorParts(d *declarator, n naming) {
	c.enter()
	defer c.leave()
	d.attrs.merge(c.attributes())
	var pointers []part
	for c.is("*") || c.is("^") {
		c.next()
		p := part{kind: tree.Pointer}
		c.pointerQualifiers(d, &p)
		pointers = append(pointers, p)
		c.limitParts(len(pointers))
	}
	switch {
	case c.is("(") && !c.isParameterList(n):
		c.next()
		c.declaratorParts(d, n)
		c.expect(")")
	case n != abstract && c.tok.Kind == preprocess.Identifier && !keywords[c.tok.Text]:
		d.name, d.pos = c.tok.Text, c.tok.Pos
		c.next()
	case n == named:
		c.syntaxError("expected a name")
	}
	for c.suffix(d) {
		c.limitParts(len(d.parts))
	}
	for i := len(pointers) - 1; i >= 0; i-- {
		d.parts = append(d.parts, pointers[i])
	}
}

func (c *declarators) pointerQualifiers(d *declarator, p *part) {
	for {
		switch {
		case c.is("const") || c.is("__const") || c.is("__const__"):
			p.isConst = true
		case c.is("volatile") || c.is("__volatile__") || c.is("__volatile"):
			p.isVol = true
		case c.is("restrict") || c.is("__restrict") || c.is("__restrict__"):
			p.restrict = true
		case c.is("_Atomic") || c.is("__extension__"):
		case c.is("__attribute__") || c.is("__attribute"):
			a := c.attributes()
			a.aligned = 0
			d.attrs.merge(a)
			continue
		default:
			return
		}
		c.next()
	}
}

// isParameterList says, at an opening parenthesis, that it is a function's and no nested declarator's.
func (c *declarators) isParameterList(n naming) bool {
	if n == named {
		return false
	}
	t := c.peek(1)
	if t.Is("__attribute__") || t.Is("__attribute") {
		return false
	}
	return t.Is(")") || t.Is("...") || c.isTypeName(1) || t.Kind == preprocess.Identifier && specifierWords[t.Text]
}

func (c *declarators) suffix(d *declarator) bool {
	switch {
	case c.is("["):
		d.parts = append(d.parts, c.arraySuffix())
	case c.is("("):
		pos := c.tok.Pos
		c.next()
		d.parts = append(d.parts, part{kind: tree.Function, params: c.parameters(), position: pos})
	default:
		return false
	}
	return true
}

func (c *declarators) arraySuffix() part {
	p := part{kind: tree.Array, position: c.tok.Pos}
	c.next()
	for c.tok.Kind == preprocess.Identifier && (c.is("static") || isQualifier(c.tok.Text)) {
		p.atLeast = p.atLeast || c.is("static")
		c.next()
	}
	switch {
	case c.is("]"):
		p.unsized = true
	case c.is("*") && c.peek(1).Is("]"):
		c.next()
		p.unsized = true
	default:
		p.length = c.rvalue(c.assignment())
	}
	c.expect("]")
	return p
}

func isQualifier(word string) bool {
	for _, w := range qualifierWords {
		if w == word {
			return true
		}
	}
	return false
}

func (c *declarators) applyPart(d *declarator, p *part, t *tree.Type) *tree.Type {
	switch p.kind {
	case tree.Pointer:
		pointer := c.pointerTo(t)
		if p.restrict {
			own := *pointer
			own.Restrict = true
			pointer = &own
		}
		return c.qualified(pointer, qualifiers{p.isConst, p.isVol})
	case tree.Array:
		return c.applyArray(d, p, t)
	}
	if t.Kind == tree.Function || t.Kind == tree.Array {
		c.errorf(d.pos, CodeType, "a function returns %s", t.Name)
		t = c.intType
	}
	return c.functionType(t, p.params)
}

func (c *declarators) applyArray(d *declarator, p *part, elem *tree.Type) *tree.Type {
	switch {
	case elem.Kind == tree.Function || isVoid(elem):
		c.errorf(d.pos, CodeType, "an array of %s", elem.Name)
		elem = c.intType
	case isRecord(elem) && c.atomics[elem]:
		c.errorf(d.pos, CodeUnsupported, "an array of _Atomic %s, which gcc aligns less than its elements", elem.Name)
	case isRecord(elem) && elem.Size < 0 && !isVariable(elem), elem.Kind == tree.Array && elem.Length < 0 && elem.LengthExpr == nil && !isVariable(elem):
		if p.unsized || elem.Kind == tree.Array {
			break
		}
		c.errorf(d.pos, CodeType, "an array of the incomplete type %s", elem.Name)
		elem = c.intType
	}
	if p.unsized {
		return c.arrayOf(elem, -1)
	}
	if !isInteger(p.length.ExprType()) {
		c.errorf(p.position, CodeType, "the length of an array has type %s", p.length.ExprType().Name)
		return c.arrayOf(elem, 1)
	}
	k, ok := p.length.(*tree.Constant)
	if !ok {
		t := c.arrayOf(elem, -1)
		t.LengthExpr = c.convert(p.length, c.sizeType)
		t.Name = typeName(t, "")
		c.lengths = append(c.lengths, length{of: t})
		return t
	}
	if k.Int.Sign() < 0 || !k.Int.IsInt64() || elem.Size > 0 && k.Int.Int64() > 1<<46/elem.Size {
		c.errorf(p.position, CodeType, "the length %s of an array is wrong", k.Int)
		return c.arrayOf(elem, 1)
	}
	return c.arrayOf(elem, k.Int.Int64())
}

// parameters reads a parameter list after its opening parenthesis.
func (c *declarators) parameters() *parameters {
	c.push()
	defer c.pop()
	c.scope.ofParameters = true
	p := &parameters{scope: c.scope}
	from := len(c.lengths)
	defer func() { p.lengths, c.lengths = slices.Clone(c.lengths[from:]), c.lengths[:from] }()
	switch {
	case c.accept(")"):
		p.unspecified = true
		return p
	case c.is("void") && c.peek(1).Is(")"):
		c.next()
		c.next()
		return p
	case c.isIdentifierList():
		p.unspecified = true
		for !c.is(")") {
			if c.tok.Kind != preprocess.Identifier {
				c.syntaxError("expected a parameter's name or )")
			}
			p.identifiers = append(p.identifiers, c.tok.Text)
			c.next()
			c.accept(",")
		}
		c.next()
		return p
	}
	for {
		if c.accept("...") {
			p.variadic = true
			break
		}
		p.objects = append(p.objects, c.parameter())
		if !c.accept(",") {
			break
		}
	}
	c.expect(")")
	if len(p.objects) == 1 && isVoid(p.objects[0].Type) {
		p.objects = nil
	}
	return p
}

// isIdentifierList says that the list is K&R's: names that are no types.
func (c *declarators) isIdentifierList() bool {
	if c.tok.Kind != preprocess.Identifier || specifierWords[c.tok.Text] || c.isTypedef(c.tok.Text) {
		return false
	}
	t := c.peek(1)
	return t.Is(",") || t.Is(")")
}

func (c *declarators) parameter() *tree.Object {
	start := c.at
	s := c.specifiers(inParameter)
	d := c.declarator(s.typ, either)
	if c.at == start {
		c.syntaxError("expected a parameter")
	}
	d.attrs.merge(s.attrs)
	o := &tree.Object{
		Name: d.name, Type: c.atLeast(d, c.adjusted(c.modeType(d.typ, d.attrs))), Typedef: typedefOf(s, d.parts),
		Parameter: true, Register: s.storage == "register", Pos: d.pos,
	}
	if d.typ.Kind == tree.Array {
		o.Declared = d.typ
	}
	if d.name != "" {
		if old := c.scope.names[d.name]; old != nil {
			c.errorf(d.pos, CodeName, "redefinition of parameter %s, declared at %s", d.name, old.pos)
		}
		c.scope.declare(d.name, &entity{pos: d.pos, object: o, typ: o.Type})
	}
	return o
}

// typedefOf is a declared type as the name of its specifiers and a * for each part of the declarator
// that makes a pointer of it; "" for other types.
func typedefOf(s *specifiers, parts []part) string {
	if s.typedef == "" || slices.ContainsFunc(parts, func(p part) bool { return p.kind == tree.Function }) {
		return ""
	}
	return s.typedef + strings.Repeat(" *", len(parts))
}

// atLeast is the type of a parameter that may be declared [static n]. Where n is no constant it is at least one.
func (c *declarators) atLeast(d *declarator, t *tree.Type) *tree.Type {
	if len(d.parts) == 0 || !d.parts[0].atLeast || t.Kind != tree.Pointer {
		return t
	}
	own := *t
	own.Least = max(d.typ.Length, 1)
	return &own
}

// typeNameHere reads a type name.
func (c *declarators) typeNameHere() *tree.Type {
	s := c.specifiers(inTypeName)
	d := c.declarator(s.typ, abstract)
	s.attrs.merge(d.attrs)
	return c.alignedType(c.modeType(d.typ, s.attrs), s.attrs.aligned)
}
