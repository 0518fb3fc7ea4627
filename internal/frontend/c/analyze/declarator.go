package analyze

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// declared is what a declarator says.
type declared struct {
	name   string
	pos    source.Pos
	typ    *tree.Type
	attrs  attributes
	params []*tree.Object // of the function suffix next to the name
	names  []string       // of a K&R parameter list
	scope  *scope         // prototype scope of those parameters
}

// declarator reads a declarator around a base type. An abstract one has no name.
func (c *checker) declarator(base *tree.Type, named bool) *declared {
	d := &declared{pos: c.tok().pos, typ: base}
	c.declaratorInto(d, named)
	return d
}

func (c *checker) declaratorInto(d *declared, named bool) {
	d.attrs.merge(c.attributes())
	for c.accept("*") {
		isConst, volatile := c.pointerQualifiers()
		d.typ = qualified(c.types.pointerTo(d.typ), isConst, volatile)
	}
	if c.is("(") && c.nestedDeclarator(named) {
		inner := c.at
		c.skipBalanced()
		c.suffixes(d, true)
		end := c.at
		outer := *d
		c.at = inner + 1
		d.params, d.names, d.scope = nil, nil, nil
		c.declaratorInto(d, named)
		if d.scope == nil && !d.derived(outer.typ) {
			d.params, d.names, d.scope = outer.params, outer.names, outer.scope
		}
		c.expect(")")
		c.at = end
		d.attrs.merge(c.attributes())
		return
	}
	if c.tok().kind == nameToken && named && !c.is("__attribute__") {
		d.pos = c.tok().pos
		d.name = c.advance().text
	}
	c.suffixes(d, true)
	d.attrs.merge(c.attributes())
}

// derived reports whether the inner declarator changed the type: then the outer function suffix is not
// the declared function's.
func (d *declared) derived(outer *tree.Type) bool { return d.typ != outer }

func (c *checker) pointerQualifiers() (isConst, volatile bool) {
	for {
		switch {
		case c.acceptAny("const", "__const", "__const__"):
			isConst = true
		case c.acceptAny("volatile", "__volatile", "__volatile__", "_Atomic"):
			volatile = true
		case c.acceptAny("restrict", "__restrict", "__restrict__"):
		case c.is("__attribute__"), c.is("__attribute"), c.is("__cdecl"), c.is("__stdcall"):
			c.attributes()
		default:
			return isConst, volatile
		}
	}
}

// nestedDeclarator tells ( * name ) from the parameter list of an abstract function declarator.
func (c *checker) nestedDeclarator(named bool) bool {
	next := c.ahead(1)
	switch next.text {
	case "*", "[", "__attribute__", "__stdcall", "__cdecl":
		return true
	case "(":
		return named || !c.startsTypeAt(c.ahead(2)) && c.ahead(2).text != ")"
	}
	return next.kind == nameToken && named && !c.startsTypeAt(next)
}

// suffixes reads array and function suffixes. own says that they are next to the name.
func (c *checker) suffixes(d *declared, own bool) {
	switch {
	case c.is("["):
		c.arraySuffix(d)
	case c.is("("):
		c.functionSuffix(d, own)
	}
}

func (c *checker) arraySuffix(d *declared) {
	c.expect("[")
	for c.acceptAny("static", "const", "restrict", "volatile", "__restrict", "__restrict__") {
	}
	var length tree.Expr
	pos := c.tok().pos
	if c.is("*") && c.ahead(1).text == "]" {
		c.advance()
	} else if !c.is("]") {
		length = c.rvalue(c.assignment())
	}
	c.expect("]")
	c.suffixes(d, false)
	if d.typ.Kind == tree.Function {
		c.fail(pos, CodeType, "%q is an array of functions", d.name)
	}
	elem := d.typ
	constant, _ := length.(*tree.Constant)
	switch {
	case length == nil:
		d.typ = c.types.arrayOf(elem, -1)
	case constant != nil && constant.Int != nil:
		if constant.Int.Sign() < 0 {
			c.fail(pos, CodeType, "the size of array %q is negative", d.name)
		}
		d.typ = c.types.arrayOf(elem, constant.Int.Int64())
		if elem.Kind == tree.Array && elem.LengthExpr != nil {
			d.typ = c.types.arrayOf(elem, -1)
			d.typ.LengthExpr = &tree.Constant{Node: tree.Node{Type: c.types.sizeType(), Pos: pos}, Int: new(big.Int).Set(constant.Int)}
		}
	default:
		d.typ = c.types.arrayOf(elem, -1)
		d.typ.LengthExpr = length
	}
}

// functionSuffix reads a parameter list; own says that it is next to the name, so a body may use it.
func (c *checker) functionSuffix(d *declared, own bool) {
	c.expect("(")
	c.push()
	prototype := c.scope
	var params []*tree.Object
	var names []string
	variadic, unspecified := false, false
	switch {
	case c.is(")"):
		unspecified = true
	case c.is("void") && c.ahead(1).text == ")":
		c.advance()
	case c.tok().kind == nameToken && !c.startsDeclaration():
		unspecified = true
		for {
			names = append(names, c.advance().text)
			if !c.accept(",") {
				break
			}
		}
	default:
		for {
			if c.accept("...") {
				variadic = true
				break
			}
			params = append(params, c.parameter())
			if !c.accept(",") {
				break
			}
		}
	}
	c.expect(")")
	c.pop()
	d.attrs.merge(c.attributes())
	c.suffixes(d, false)
	types := make([]*tree.Type, len(params))
	for i, p := range params {
		types[i] = unqualified(p.Type)
	}
	d.typ = c.types.functionOf(unqualified(d.typ), types, variadic, unspecified)
	if own {
		d.params, d.names, d.scope = params, names, prototype
	}
}

func (c *checker) parameter() *tree.Object {
	s := c.declarationSpecifiers()
	d := c.declarator(s.typ, true)
	attrs := s.attrs
	attrs.merge(d.attrs)
	t := c.adjustParameter(c.applyAttributes(d.typ, attributes{mode: attrs.mode, vectorSize: attrs.vectorSize}, true))
	p := &tree.Object{Name: d.name, Type: t, Parameter: true, Pos: d.pos}
	if d.name != "" {
		c.scope.names[d.name] = &symbol{kind: objectSymbol, typ: t, object: p}
	}
	return p
}

// adjustParameter turns arrays and functions into pointers.
func (c *checker) adjustParameter(t *tree.Type) *tree.Type {
	switch t.Kind {
	case tree.Array:
		return c.types.pointerTo(t.Elem)
	case tree.Function:
		return c.types.pointerTo(t)
	}
	return t
}

// typeName reads a type name, as in a cast.
func (c *checker) typeName() *tree.Type {
	s := c.declarationSpecifiers()
	d := c.declarator(s.typ, false)
	attrs := s.attrs
	attrs.merge(d.attrs)
	return c.applyAttributes(d.typ, attrs, false)
}
