package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// cast reads a cast expression.
func (c *checker) cast() tree.Expr {
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
func (c *checker) evaluatedTypeName() (*tree.Type, []tree.Stmt) {
	saved := c.lengths
	c.lengths = nil
	t := c.typeNameHere()
	lengths := c.takeLengths()
	c.lengths = saved
	return t, lengths
}

// unevaluatedTypeName reads the name of a type whose lengths nobody asks for.
func (c *checker) unevaluatedTypeName() *tree.Type {
	t, _ := c.evaluatedTypeName()
	return t
}

// behind is e, evaluated after the lengths.
func (c *checker) behind(lengths []tree.Stmt, e tree.Expr) tree.Expr {
	if len(lengths) == 0 {
		return e
	}
	pos := e.Position()
	body := &tree.Block{StmtNode: tree.StmtNode{Pos: pos}, Stmts: lengths, End: pos}
	first := &tree.StatementExpr{Node: tree.Node{Type: c.voidType, Pos: pos}, Body: body}
	node := tree.Node{Type: c.unqualified(e.ExprType()), Pos: pos}
	return &tree.Comma{Node: node, Left: first, Right: e}
}

func (c *checker) castTo(e tree.Expr, t *tree.Type, pos source.Pos) tree.Expr {
	e = c.rvalue(e)
	from := e.ExprType()
	t = c.unqualified(t)
	if u, ok := e.(*tree.UnsupportedExpr); ok {
		return c.convert(u, t)
	}
	switch {
	case isVoid(t):
		return &tree.Convert{Node: tree.Node{Type: t, Pos: pos}, Operand: e, Explicit: true}
	case t.IsScalar() && from.IsScalar() && !(isPointer(t) && isFloating(from)) && !(isFloating(t) && isPointer(from)):
		v := c.convertExplicitly(e, t)
		if v == e && isLvalue(e) {
			// A cast is no lvalue.
			return &tree.Convert{Node: tree.Node{Type: t, Pos: pos}, Operand: e, Explicit: true}
		}
		return v
	case isRecord(t) && c.compatible(t, from):
		return e
	case t.Kind == tree.Union && unionMember(c, t, from) != nil:
		return c.unionOf(t, unionMember(c, t, from), e, pos)
	case notScalar(t) || notScalar(from):
		return c.unsupported(pos, t, "a cast from %s to %s", from.Name, t.Name)
	}
	c.errorf(pos, CodeType, "a cast from %s to %s", from.Name, t.Name)
	return c.unsupported(pos, t, "a wrong cast")
}

func (c *checker) unary() tree.Expr {
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
func (c *checker) unaryWord() tree.Expr {
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

func (c *checker) sizeof(pos source.Pos) tree.Expr {
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

// changesSomething says that evaluating e may do more than yield a value.
func changesSomething(e tree.Expr) bool {
	switch e.(type) {
	case *tree.Assign, *tree.AssignOp, *tree.IncDec, *tree.Call, *tree.StatementExpr, *tree.VaArg, *tree.Asm:
		return true
	}
	found := false
	tree.Operands(e, func(x tree.Expr) { found = found || changesSomething(x) }, func(tree.Stmt) {})
	return found
}

func (c *checker) sizeOf(t *tree.Type, pos source.Pos) tree.Expr {
	switch {
	case c.isRefused(t):
		return c.unsupported(pos, c.sizeType, "the size of "+refusedRecord)
	case isVariable(t):
		return &tree.SizeOf{Node: tree.Node{Type: c.sizeType, Pos: pos}, Operand: t}
	case isVoid(t) || t.Kind == tree.Function:
		return c.small(1, c.sizeType, pos)
	case t.Size < 0:
		c.errorf(pos, CodeType, "sizeof of the incomplete type %s", t.Name)
		return c.small(1, c.sizeType, pos)
	}
	return c.small(t.Size, c.sizeType, pos)
}

// alignof is the alignment of a type, or of that of an expression, as valued says.
func (c *checker) alignof(pos source.Pos, valued func(*tree.Type) int64) tree.Expr {
	if c.is("(") && c.isTypeName(1) {
		c.next()
		t := c.unevaluatedTypeName()
		c.expect(")")
		return c.small(valued(t), c.sizeType, pos)
	}
	e := c.unary()
	if m, ok := e.(*tree.Member); ok {
		// The alignment of a member is what its struct gives it.
		return c.small(c.alignOf(m.Field.Type), c.sizeType, pos)
	}
	return c.small(valued(e.ExprType()), c.sizeType, pos)
}

// side is where ++ or -- stands.
type side int

const (
	before side = iota + 1
	behind
)

func (c *checker) increment(e tree.Expr, op string, at side, pos source.Pos) tree.Expr {
	t := c.unqualified(e.ExprType())
	if isUnsupported(e) {
		return e
	}
	if notScalar(t) {
		return c.unsupported(pos, t, "%s on %s", op, t.Name)
	}
	if !c.modifiable(e, op) {
		return c.wrong(pos)
	}
	n := &tree.IncDec{Node: tree.Node{Type: t, Pos: pos}, Target: e, Delta: 1, Prefix: at == before}
	if op == "--" {
		n.Delta = -1
	}
	switch {
	case isPointer(t):
		n.ElemSize = c.elemSize(t.Elem, pos)
		if isVariable(t.Elem) {
			n.SizeExpr = c.sizeOf(t.Elem, pos)
		}
	case !isArithmetic(t):
		c.errorf(pos, CodeType, "the operand of %s has type %s", op, t.Name)
		return c.wrong(pos)
	}
	return n
}

func (c *checker) address(e tree.Expr, pos source.Pos) tree.Expr {
	if e.ExprType().Kind == tree.Function {
		return c.addressOf(e, pos)
	}
	if m, ok := e.(*tree.Member); ok && m.Field.BitWidth > 0 {
		c.errorf(pos, CodeType, "the address of bit-field %s", m.Field.Name)
		return c.wrong(pos)
	}
	if !isLvalue(e) {
		c.errorf(pos, CodeType, "the operand of & is no lvalue")
		return c.wrong(pos)
	}
	return c.addressOf(e, pos)
}

func (c *checker) dereference(p tree.Expr, pos source.Pos) tree.Expr {
	t := p.ExprType()
	if isUnsupported(p) && isPointer(t) {
		return c.unsupportedLike(p, t.Elem)
	}
	if !isPointer(t) {
		c.errorf(pos, CodeType, "the operand of * has type %s", t.Name)
		return c.wrong(pos)
	}
	return c.deref(p, pos)
}

func (c *checker) unsupportedLike(e tree.Expr, t *tree.Type) tree.Expr {
	u := e.(*tree.UnsupportedExpr)
	return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: u.Pos}, Diagnostic: u.Diagnostic}
}

func (c *checker) deref(p tree.Expr, pos source.Pos) tree.Expr {
	elem := p.ExprType().Elem
	if a, ok := p.(*tree.AddressOf); ok && a.Operand.ExprType() == elem {
		return a.Operand
	}
	return &tree.Deref{Node: tree.Node{Type: elem, Pos: pos}, Pointer: p}
}

func (c *checker) prefix(op string, e tree.Expr, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if notScalar(t) {
		return c.unsupported(pos, t, "%s on %s", op, t.Name)
	}
	switch {
	case op == "!":
		return c.not(c.condition(e, "the operand of !"), pos)
	case !isArithmetic(t) || op == "~" && !isInteger(t):
		c.errorf(pos, CodeType, "the operand of %s has type %s", op, t.Name)
		return c.wrong(pos)
	}
	e = c.promote(e)
	t = c.unqualified(e.ExprType())
	if op == "+" {
		if isLvalue(e) {
			return &tree.Convert{Node: tree.Node{Type: t, Pos: pos}, Operand: e}
		}
		return e
	}
	k, ok := e.(*tree.Constant)
	switch {
	case ok && k.Int != nil && op == "-":
		negated := new(big.Int).Neg(k.Int)
		folded := c.integer(wrap(negated, t), t, pos)
		folded.Overflows = k.Overflows || t.Signed && !fits(negated, t)
		return folded
	case ok && k.Int != nil:
		folded := c.integer(wrap(new(big.Int).Not(k.Int), t), t, pos)
		folded.Overflows = k.Overflows
		return folded
	case ok && t.Kind == tree.Float:
		negated := c.float(-floatValue(k), t, pos)
		negated.Rounded = k.Rounded
		return negated
	}
	operator := tree.Negate
	if op == "~" {
		operator = tree.Complement
	}
	return &tree.Unary{Node: tree.Node{Type: t, Pos: pos}, Op: operator, Operand: e}
}

func (c *checker) not(e tree.Expr, pos source.Pos) tree.Expr {
	if holds, known := c.truthOf(e); known {
		return c.small(boolean(!holds), c.intType, pos)
	}
	return &tree.Unary{Node: tree.Node{Type: c.intType, Pos: pos}, Op: tree.LogicalNot, Operand: e}
}
