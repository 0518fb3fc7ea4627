package typecheck

import (
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// cast reads a cast expression.
func (c *expressions) cast() tree.Expr {
	if !c.is("(") || !c.isTypeName(1) {
		return c.unary()
	}
	c.enter()
	defer c.leave()
	pos := c.tok.Pos
	c.next()
	t, lengths := c.evaluatedTypeName()
	c.expect(")")
	if c.is("{") {
		literal := tree.Expr(c.compoundLiteral(t, pos))
		if len(lengths) > 0 {
			literal = c.deref(c.behind(lengths, c.addressOf(literal, pos)), pos)
		}
		return c.postfix(literal)
	}
	return c.behind(lengths, c.castTo(c.cast(), t, pos))
}

// evaluatedTypeName reads the name of a type in an expression that evaluates its lengths where it
// is evaluated itself.
func (c *expressions) evaluatedTypeName() (*tree.Type, []tree.Stmt) {
	from := len(c.lengths)
	t := c.parts.typeNameHere()
	return t, c.takeLengths(from)
}

// unevaluatedTypeName reads the name of a type whose lengths nobody asks for.
func (c *expressions) unevaluatedTypeName() *tree.Type {
	t, _ := c.evaluatedTypeName()
	return t
}

func (c *expressions) unary() tree.Expr {
	c.enter()
	defer c.leave()
	pos := c.tok.Pos
	if c.tok.Kind == preprocess.Identifier {
		if e := c.unaryWord(); e != nil {
			return e
		}
		return c.postfix(c.primary())
	}
	if c.tok.Kind != preprocess.Punctuator {
		return c.postfix(c.primary())
	}
	switch op := c.tok.Text; op {
	case "++", "--":
		c.next()
		return c.increment(c.unary(), op, before, pos)
	case "&":
		c.next()
		return c.address(c.cast(), pos)
	case "*":
		c.next()
		return c.dereference(c.rvalue(c.cast()), pos)
	case "+", "-", "~", "!":
		c.next()
		return c.prefix(op, c.rvalue(c.cast()), pos)
	case "&&":
		c.next()
		name := c.identifierHere("a label")
		l := c.label(name, pos)
		l.AddressTaken = true
		return &tree.LabelAddress{Node: tree.Node{Type: c.pointerTo(c.voidType), Pos: pos}, Label: l}
	}
	return c.postfix(c.primary())
}

// unaryWord reads the operators that are words; nil when the current word is none.
func (c *expressions) unaryWord() tree.Expr {
	pos := c.tok.Pos
	switch word := c.tok.Text; word {
	case "sizeof":
		c.next()
		return c.sizeof(pos)
	case "_Alignof", "__alignof__", "__alignof":
		c.next()
		if word == "_Alignof" {
			return c.alignof(pos, c.alignOf)
		}
		return c.alignof(pos, c.preferredAlign)
	case "__extension__":
		c.next()
		return c.cast()
	case "__real__", "__imag__", "__real", "__imag":
		c.next()
		e := c.rvalue(c.cast())
		t := e.ExprType()
		if t.Kind == tree.Complex {
			t = t.Elem
		}
		return c.unsupported(pos, t, "%s", word)
	}
	return nil
}

func (c *expressions) sizeof(pos source.Pos) tree.Expr {
	if c.is("(") && c.isTypeName(1) {
		c.next()
		t, lengths := c.evaluatedTypeName()
		c.expect(")")
		if c.is("{") {
			t = c.postfix(c.compoundLiteral(t, pos)).ExprType()
		}
		size := c.sizeOf(t, pos)
		if !isVariable(t) {
			return size
		}
		return c.behind(lengths, size)
	}
	e := c.unary()
	if m, ok := e.(*tree.Member); ok && m.Field.BitWidth > 0 {
		c.errorf(pos, CodeType, "sizeof of a bit-field")
	}
	size := c.sizeOf(e.ExprType(), pos)
	if isVariable(e.ExprType()) && isLvalue(e) && changesSomething(e) {
		// Such an operand is evaluated (C11 6.5.3.4p2).
		return &tree.Comma{Node: tree.Node{Type: c.sizeType, Pos: pos}, Left: c.evaluated(e), Right: size}
	}
	return size
}

// alignof is the alignment of a type, or of that of an expression, as valued says.
func (c *expressions) alignof(pos source.Pos, valued func(*tree.Type) int64) tree.Expr {
	if c.is("(") && c.isTypeName(1) {
		c.next()
		t := c.unevaluatedTypeName()
		c.expect(")")
		return c.small(valued(t), c.sizeType, pos)
	}
	e := c.unary()
	switch e := e.(type) {
	case *tree.Member:
		// The alignment of a member is what its struct gives it.
		if e.Field.Align == 0 {
			c.errorf(pos, CodeType, "the alignment of a bit-field")
		}
		return c.small(max(e.Field.Align, 1), c.sizeType, pos)
	case *tree.Deref:
		return c.alignofPlace(e, pos, valued)
	}
	return c.small(valued(e.ExprType()), c.sizeType, pos)
}

// alignofPlace is the alignment of where a pointer leads: as in gcc the largest of those that the pointer is cast to
// and from. It also sees through a cast to an integer and back, as it simplifies these.
func (c *expressions) alignofPlace(e *tree.Deref, pos source.Pos, valued func(*tree.Type) int64) tree.Expr {
	largest := valued(e.Type)
	for p := e.Pointer; ; {
		cast, ok := p.(*tree.Convert)
		if !ok {
			break
		}
		p = cast.Operand
		if !isPointer(p.ExprType()) {
			return c.unsupported(pos, c.sizeType, "the alignment of where an integer leads that is cast to a pointer")
		}
		largest = max(largest, valued(p.ExprType().Elem))
	}
	return c.small(largest, c.sizeType, pos)
}
