package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// index is e[i]. An array that is indexed by a constant inside it does not have its address taken.
func (c *operators) index(e, i tree.Expr, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if isUnsupported(e) || isUnsupported(i) || t.Kind == tree.Vector {
		elem := c.intType
		if t.Elem != nil {
			elem = t.Elem
		}
		return c.unsupported(pos, elem, "an element of %s", t.Name)
	}
	if isInteger(t) {
		e, i = i, e
		t = e.ExprType()
	}
	i = c.rvalue(i)
	if !isInteger(i.ExprType()) || t.Kind != tree.Array && !isPointer(t) {
		c.errorf(pos, CodeType, "the subscript of %s has type %s", t.Name, i.ExprType().Name)
		return c.wrong(pos)
	}
	k, ok := i.(*tree.Constant)
	if ok && t.Kind == tree.Array && !isVariable(t) && t.Length >= 0 && k.Int.Sign() >= 0 && k.Int.Cmp(big.NewInt(t.Length)) < 0 {
		return c.deref(c.pointerAdd(tree.Add, c.decay(e), i, e.Position()), e.Position())
	}
	return c.deref(c.pointerAdd(tree.Add, c.rvalue(e), i, e.Position()), e.Position())
}

func (c *operators) member(e tree.Expr, name string, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if isUnsupported(e) && !isRecord(t) {
		return c.unsupportedLike(e, c.intType)
	}
	if !isRecord(t) {
		c.errorf(pos, CodeType, "member %s of a value of type %s", name, t.Name)
		return c.wrong(pos)
	}
	if t.Size < 0 && !isVariable(t) && !c.isRefused(t) {
		c.errorf(pos, CodeType, "member %s of the incomplete type %s", name, t.Name)
		return c.wrong(pos)
	}
	path := findField(t, name)
	if path == nil {
		c.errorf(pos, CodeName, "%s has no member %s", t.Name, name)
		return c.wrong(pos)
	}
	if c.isRefused(t) {
		return c.unsupported(pos, path[len(path)-1].Type, refusedRecord)
	}
	for _, f := range path {
		base := e.ExprType()
		ft := c.qualified(f.Type, qualifiers{base.Const, base.Volatile})
		if isUnsupported(e) {
			e = c.unsupportedLike(e, ft)
			continue
		}
		if f.OffsetExpr != nil {
			start := c.convert(c.addressOf(e, pos), c.pointerTo(c.ucharType))
			e = c.deref(c.convert(c.pointerAdd(tree.Add, start, f.OffsetExpr, pos), c.pointerTo(ft)), pos)
			continue
		}
		e = &tree.Member{Node: tree.Node{Type: ft, Pos: e.Position()}, Base: e, Field: f}
	}
	return e
}

func (c *operators) defaultArgument(e tree.Expr) tree.Expr {
	t := e.ExprType()
	switch {
	case isVoid(t):
		c.errorf(e.Position(), CodeType, "an argument has type void")
		return c.wrong(e.Position())
	case isInteger(t):
		return c.promote(e)
	}
	if t.Kind == tree.Float {
		return c.convert(e, c.doubleType)
	}
	return e
}

// effect is the expression of a statement: an lvalue is read, arrays stay for a statement expression's
// value.
func (c *operators) effect(e tree.Expr) tree.Expr {
	if t := e.ExprType(); t.Kind == tree.Function || t.Kind == tree.Array {
		return c.rvalue(e)
	}
	return e
}

// behind is e, evaluated after the lengths.
func (c *operators) behind(lengths []tree.Stmt, e tree.Expr) tree.Expr {
	if len(lengths) == 0 {
		return e
	}
	pos := e.Position()
	body := &tree.Block{StmtNode: tree.StmtNode{Pos: pos}, Stmts: lengths, End: pos}
	first := &tree.StatementExpr{Node: tree.Node{Type: c.voidType, Pos: pos}, Body: body}
	node := tree.Node{Type: c.unqualified(e.ExprType()), Pos: pos}
	return &tree.Comma{Node: node, Left: first, Right: e}
}

func (c *operators) castTo(e tree.Expr, t *tree.Type, pos source.Pos) tree.Expr {
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
	case t.Kind == tree.Union && c.unionMember(t, from) != nil:
		return c.unionOf(t, c.unionMember(t, from), e, pos)
	case notScalar(t) || notScalar(from):
		return c.unsupported(pos, t, "a cast from %s to %s", from.Name, t.Name)
	}
	c.errorf(pos, CodeType, "a cast from %s to %s", from.Name, t.Name)
	return c.unsupported(pos, t, "a wrong cast")
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

func (c *operators) sizeOf(t *tree.Type, pos source.Pos) tree.Expr {
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

// side is where ++ or -- stands.
type side int

const (
	before side = iota + 1
	behind
)

func (c *operators) increment(e tree.Expr, op string, at side, pos source.Pos) tree.Expr {
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

func (c *operators) address(e tree.Expr, pos source.Pos) tree.Expr {
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

func (c *operators) dereference(p tree.Expr, pos source.Pos) tree.Expr {
	t := p.ExprType()
	if isUnsupported(p) && isPointer(t) {
		return c.unsupportedLike(p, t.Elem)
	}
	if !isPointer(t) {
		c.errorf(pos, CodeType, "the operand of * has type %s%s", t.Name, c.undeclared(p))
		return c.unsupported(pos, t, "* of what is no pointer") // so that nothing else is said of it
	}
	return c.deref(p, pos)
}

// undeclared says where the type of a call comes from if nothing declares the function.
func (c *operators) undeclared(e tree.Expr) string {
	call, ok := e.(*tree.Call)
	if !ok {
		return ""
	}
	f, ok := call.Callee.(*tree.FunctionRef)
	if !ok || !f.Function.Implicit {
		return ""
	}
	return ", which " + f.Function.Name + " returns since nothing declares it: a header is missing, or a macro like _GNU_SOURCE"
}

func (c *operators) deref(p tree.Expr, pos source.Pos) tree.Expr {
	elem := p.ExprType().Elem
	if a, ok := p.(*tree.AddressOf); ok && a.Operand.ExprType() == elem {
		return a.Operand
	}
	return &tree.Deref{Node: tree.Node{Type: elem, Pos: pos}, Pointer: p}
}

func (c *operators) prefix(op string, e tree.Expr, pos source.Pos) tree.Expr {
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
		return strictIf(isStrict(e), e)
	}
	k, ok := e.(*tree.Constant)
	switch {
	case ok && k.Int != nil && op == "-":
		negated := new(big.Int).Neg(k.Int)
		folded := c.integer(wrap(negated, t), t, pos)
		folded.Overflows = k.Overflows || t.Signed && !fits(negated, t)
		folded.Loose = k.Loose
		return folded
	case ok && k.Int != nil:
		folded := c.integer(wrap(new(big.Int).Not(k.Int), t), t, pos)
		folded.Overflows, folded.Loose = k.Overflows, k.Loose
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

func (c *operators) not(e tree.Expr, pos source.Pos) tree.Expr {
	if holds, known := c.truthOf(e); known {
		return strictIf(isStrict(e), c.small(boolean(!holds), c.intType, pos))
	}
	return &tree.Unary{Node: tree.Node{Type: c.intType, Pos: pos}, Op: tree.LogicalNot, Operand: e}
}
