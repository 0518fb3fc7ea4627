package typecheck

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// operators makes an expression of an operator and of its operands, which have been read: what C says of
// their types, and the layout of those whose size an expression tells.
type operators struct {
	values
}

// modifiable checks that e can be assigned.
func (c *operators) modifiable(e tree.Expr, what string) bool {
	t := e.ExprType()
	switch {
	case !isLvalue(e):
		c.errorf(e.Position(), CodeType, "the target of %s is no lvalue", what)
	case t.Kind == tree.Array || t.Kind == tree.Function:
		c.errorf(e.Position(), CodeType, "the target of %s has type %s", what, t.Name)
	case t.Const:
		c.errorf(e.Position(), CodeType, "the target of %s is const", what)
	case t.Size < 0 && !isVariable(t):
		c.errorf(e.Position(), CodeType, "the target of %s has the incomplete type %s", what, t.Name)
	default:
		return true
	}
	return false
}

func (c *operators) assignTo(left, right tree.Expr) tree.Expr {
	pos := left.Position()
	if !c.modifiable(left, "an assignment") {
		return c.wrong(pos)
	}
	t := c.unqualified(left.ExprType())
	value := c.assign(right, t, "an assignment")
	if u, ok := left.(*tree.UnsupportedExpr); ok {
		return u
	}
	return &tree.Assign{Node: tree.Node{Type: t, Pos: pos}, Target: left, Value: value}
}

func (c *operators) assignOp(op tree.Operator, left, right tree.Expr, pos source.Pos) tree.Expr {
	if !c.modifiable(left, "an assignment") {
		return c.wrong(pos)
	}
	t, r := c.unqualified(left.ExprType()), right.ExprType()
	n := &tree.AssignOp{Node: tree.Node{Type: t, Pos: left.Position()}, Op: op, Target: left}
	switch {
	case isUnsupported(left) || isUnsupported(right) || notScalar(t) || notScalar(r):
		return c.unsupported(pos, t, "an assignment operator on %s and %s", t.Name, r.Name)
	case isPointer(t) && isInteger(r) && (op == tree.Add || op == tree.Subtract):
		n.Operand = c.promote(right)
		n.ElemSize = c.elemSize(t.Elem, pos)
		if isVariable(t.Elem) {
			n.SizeExpr = c.sizeOf(t.Elem, pos)
		}
	case isArithmetic(t) && isArithmetic(r) && !(c.integersOnly(op) && (!isInteger(t) || !isInteger(r))):
		c.assignOpTypes(n, left, right)
	default:
		c.errorf(pos, CodeType, "the operands of an assignment operator have types %s and %s", t.Name, r.Name)
		return c.wrong(pos)
	}
	return n
}

func (c *operators) assignOpTypes(n *tree.AssignOp, left, right tree.Expr) {
	if n.Op == tree.ShiftLeft || n.Op == tree.ShiftRight {
		n.Common = c.promote(left).ExprType()
		n.Operand = c.promote(right)
		return
	}
	_, n.Operand, n.Common = c.usual(left, right)
}

func (c *operators) integersOnly(op tree.Operator) bool {
	switch op {
	case tree.Remainder, tree.ShiftLeft, tree.ShiftRight, tree.BitAnd, tree.BitOr, tree.BitXor:
		return true
	}
	return false
}

func isUnsupported(e tree.Expr) bool {
	_, ok := e.(*tree.UnsupportedExpr)
	return ok
}

func notScalar(t *tree.Type) bool { return t.Kind == tree.Complex || t.Kind == tree.Vector }

func (c *operators) choose(cond, then, otherwise tree.Expr, pos source.Pos) tree.Expr {
	first := then
	if then == nil {
		first = cond
	}
	t := c.conditionalType(first, otherwise, pos)
	if t.IsScalar() || isVoid(t) {
		first, otherwise = c.convert(first, t), c.convert(otherwise, t)
	}
	if holds, known := c.truthOf(cond); known {
		strict := isStrict(cond) && isStrict(first) && isStrict(otherwise)
		if holds {
			return strictIf(strict, first)
		}
		return strictIf(strict, otherwise)
	}
	n := &tree.Conditional{Node: tree.Node{Type: t, Pos: cond.Position()}, Cond: cond, Then: first, Else: otherwise}
	if then == nil {
		n.Cond, n.Then = first, nil
	}
	return n
}

func (c *operators) conditionalType(x, y tree.Expr, pos source.Pos) *tree.Type {
	t, u := x.ExprType(), y.ExprType()
	switch {
	case isArithmetic(t) && isArithmetic(u):
		_, _, common := c.usual(x, y)
		return common
	case isVoid(t) || isVoid(u):
		return c.voidType
	case isPointer(t) && isPointer(u):
		doubtX, doubtY := !isVoid(u.Elem) && mayBeNullConstant(x), !isVoid(t.Elem) && mayBeNullConstant(y)
		switch {
		case doubtX && foldsToZero(x.(*tree.Convert).Operand):
			return c.unqualified(u)
		case doubtY && foldsToZero(y.(*tree.Convert).Operand):
			return c.unqualified(t)
		case doubtX || doubtY:
			c.errorf(pos, CodeUnsupported, "?: of pointers, one of which compilers may take for a null pointer constant")
		}
		return c.commonPointer(x, y)
	case isPointer(t) && isInteger(u):
		return c.unqualified(t)
	case isInteger(t) && isPointer(u):
		return c.unqualified(u)
	case t.Kind == u.Kind && c.compatible(t, u):
		return c.unqualified(t)
	case notScalar(t) || notScalar(u):
		return t
	}
	c.errorf(pos, CodeType, "the operands of ?: have types %s and %s", t.Name, u.Name)
	return c.voidType
}

// commonPointer is the type of ?: on two pointers.
func (c *operators) commonPointer(x, y tree.Expr) *tree.Type {
	t, u := c.unqualified(x.ExprType()), c.unqualified(y.ExprType())
	isConst := t.Elem.Const || u.Elem.Const
	isVol := t.Elem.Volatile || u.Elem.Volatile
	switch {
	case isNullConstant(x):
		return u
	case isNullConstant(y):
		return t
	case isVoid(t.Elem):
	case isVoid(u.Elem):
		t = u
	case !c.compatible(c.unqualified(t.Elem), c.unqualified(u.Elem)):
		// gcc only warns, and so it is here.
		return c.pointerTo(c.voidType)
	case t.Elem.Kind == tree.Array && t.Elem.Length < 0 && t.Elem.LengthExpr == nil:
		t = u // the composite type has the length
	}
	if elem := c.qualified(t.Elem, qualifiers{isConst, isVol}); elem != t.Elem {
		return c.pointerTo(elem)
	}
	return t
}

// mayBeNullConstant says that gcc may compute that an integer which is made a pointer to void is zero.
func mayBeNullConstant(e tree.Expr) bool {
	cast, ok := e.(*tree.Convert)
	return ok && isPointer(cast.Type) && isVoid(cast.Type.Elem) && isInteger(cast.Operand.ExprType()) && mayFold(cast.Operand)
}

// foldsToZero says that gcc computes zero of an integer for which mayFold holds: a product with zero, as Linux asks for
// constants, of what calls builtins alone that gcc computes at once.
func foldsToZero(e tree.Expr) bool {
	b, ok := e.(*tree.Binary)
	if !ok || b.Op != tree.Multiply {
		return false
	}
	k, ok := b.Right.(*tree.Constant)
	return ok && k.Int != nil && k.Int.Sign() == 0 && !k.Loose && computedAtOnce(b.Left)
}

func computedAtOnce(e tree.Expr) bool {
	if cast, ok := e.(*tree.Convert); ok && isInteger(cast.Operand.ExprType()) {
		return computedAtOnce(cast.Operand)
	}
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	switch call.Callee.(*tree.FunctionRef).Function.Builtin {
	case "strlen", "__builtin_strlen":
		return len(call.Args) == 1 && isString(call.Args[0])
	case "__builtin_constant_p":
		return true
	}
	return false
}

// mayFold says that an expression is computed from constants by what is not folded here: by calls of builtins, or of
// long double.
func mayFold(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant:
		return e.Wide != nil
	case *tree.Convert:
		return mayFold(e.Operand)
	case *tree.Unary:
		return mayFold(e.Operand)
	case *tree.Binary:
		return mayFold(e.Left) && (isConstant(e.Right) || mayFold(e.Right)) || isConstant(e.Left) && mayFold(e.Right)
	case *tree.Call:
		f, ok := e.Callee.(*tree.FunctionRef)
		return ok && f.Function.Builtin != "" && !readsWritable(f.Function.Builtin, e.Args) && !slices.ContainsFunc(e.Args, func(a tree.Expr) bool { return !isConstantInitializer(a) && !mayFold(a) })
	}
	return false
}

// readsWritable says that a call is of strlen, of an array that the program may write: compilers compute no length of
// it.
func readsWritable(builtin string, args []tree.Expr) bool {
	if builtin != "strlen" && builtin != "__builtin_strlen" || len(args) != 1 {
		return false
	}
	text := tree.WithoutConversions(args[0])
	return isPointer(text.ExprType()) && !text.ExprType().Elem.Const && tree.VariableOf(text, tree.WithoutConversions) != nil
}

func isConstant(e tree.Expr) bool {
	_, ok := e.(*tree.Constant)
	return ok
}

// operate is a binary operator on any operands.
func (c *operators) operate(op tree.Operator, x, y tree.Expr, pos source.Pos) tree.Expr {
	x, y = c.rvalue(x), c.rvalue(y)
	t, u := x.ExprType(), y.ExprType()
	if isUnsupported(x) && notScalar(t) || isUnsupported(y) && notScalar(u) || notScalar(t) || notScalar(u) {
		return c.unsupported(x.Position(), t, "an operator on %s and %s", t.Name, u.Name)
	}
	switch op {
	case tree.LogicalAnd, tree.LogicalOr:
		return c.logical(op, x, y)
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual, tree.Equal, tree.NotEqual:
		return c.comparison(op, x, y, pos)
	case tree.Add, tree.Subtract:
		if isPointer(t) || isPointer(u) {
			return c.pointerArithmetic(op, x, y, pos)
		}
	}
	if !isArithmetic(t) || !isArithmetic(u) || c.integersOnly(op) && !(isInteger(t) && isInteger(u)) {
		return c.badOperands(x, y, pos)
	}
	var result *tree.Type
	if op == tree.ShiftLeft || op == tree.ShiftRight {
		x, y = c.promote(x), c.promote(y)
		result = c.unqualified(x.ExprType())
	} else {
		x, y, result = c.usual(x, y)
	}
	return c.binaryNode(op, x, y, result)
}

func (c *operators) badOperands(x, y tree.Expr, pos source.Pos) tree.Expr {
	c.errorf(pos, CodeType, "the operands of a binary operator have types %s and %s", x.ExprType().Name, y.ExprType().Name)
	return c.wrong(pos)
}

func (c *operators) binaryNode(op tree.Operator, x, y tree.Expr, t *tree.Type) tree.Expr {
	k, ok := x.(*tree.Constant)
	l, ok2 := y.(*tree.Constant)
	if ok && ok2 {
		if folded := c.foldBinary(op, k, l, t, x.Position()); folded != nil {
			return folded
		}
	}
	return &tree.Binary{Node: tree.Node{Type: t, Pos: x.Position()}, Op: op, Left: x, Right: y}
}

func (c *operators) logical(op tree.Operator, x, y tree.Expr) tree.Expr {
	x, y = c.condition(x, "an operand of && or ||"), c.condition(y, "an operand of && or ||")
	a, knownA := c.truthOf(x)
	b, knownB := c.truthOf(y)
	switch {
	case knownA && a == (op == tree.LogicalOr):
		return strictIf(isStrict(x) && isStrict(y), c.small(boolean(a), c.intType, x.Position()))
	case knownA && knownB:
		return strictIf(isStrict(x) && isStrict(y), c.small(boolean(b), c.intType, x.Position()))
	}
	return &tree.Binary{Node: tree.Node{Type: c.intType, Pos: x.Position()}, Op: op, Left: x, Right: y}
}

func (c *operators) comparison(op tree.Operator, x, y tree.Expr, pos source.Pos) tree.Expr {
	t, u := x.ExprType(), y.ExprType()
	switch {
	case isArithmetic(t) && isArithmetic(u):
		x, y, _ = c.usual(x, y)
	case isPointer(t) && isPointer(u):
		common := c.commonPointer(x, y)
		x, y = c.convert(x, common), c.convert(y, common)
	case isPointer(t) && isInteger(u):
		y = c.convert(y, t)
	case isInteger(t) && isPointer(u):
		x = c.convert(x, u)
	case c.gotoCC && t.Kind == tree.Struct && c.compatible(c.unqualified(t), c.unqualified(u)) && (op == tree.Equal || op == tree.NotEqual):
		// goto-cc compares structures; whether their padding counts is not said.
		return &tree.UnsupportedExpr{
			Node: tree.Node{Type: c.intType, Pos: pos}, Diagnostic: c.unsupportedDiagnostic(pos, "a comparison of structures"),
		}
	default:
		return c.badOperands(x, y, pos)
	}
	return c.binaryNode(op, x, y, c.intType)
}

// elemSize is the size of what a pointer points at, as arithmetic on it needs.
func (c *operators) elemSize(t *tree.Type, pos source.Pos) int64 {
	switch {
	case isVoid(t) || t.Kind == tree.Function:
		return 1
	case isVariable(t):
		return 0
	case t.Size < 0:
		c.errorf(pos, CodeType, "arithmetic on a pointer to the incomplete type %s", t.Name)
		return 1
	}
	return t.Size
}

func (c *operators) pointerArithmetic(op tree.Operator, x, y tree.Expr, pos source.Pos) tree.Expr {
	t, u := x.ExprType(), y.ExprType()
	switch {
	case isPointer(t) && isPointer(u) && op == tree.Subtract:
		return c.pointerDifference(x, y, pos)
	case isPointer(t) && isInteger(u):
		return c.pointerAdd(op, x, y, pos)
	case isInteger(t) && isPointer(u) && op == tree.Add:
		return c.pointerAdd(tree.Add, y, x, pos)
	}
	return c.badOperands(x, y, pos)
}

func (c *operators) pointerDifference(x, y tree.Expr, pos source.Pos) tree.Expr {
	elem := x.ExprType().Elem
	size := c.elemSize(elem, pos)
	k, ok := x.(*tree.Constant)
	l, ok2 := y.(*tree.Constant)
	if ok && ok2 && size > 0 {
		d := wrap(new(big.Int).Sub(k.Int, l.Int), c.ptrdiffType)
		return loosened(c.integer(new(big.Int).Quo(d, big.NewInt(size)), c.ptrdiffType, x.Position()))
	}
	n := &tree.PointerDiff{Node: tree.Node{Type: c.ptrdiffType, Pos: x.Position()}, Left: x, Right: y, ElemSize: size}
	if isVariable(elem) {
		n.SizeExpr = c.sizeOf(elem, pos)
	}
	return n
}

// countedFromNull is an address counted from a null pointer that is written out, as obstacks and sorting functions do
// to align a pointer: compilers make a pointer of the number, and so is it here, so that it leads to the object of
// which the number was taken. C leaves it undefined (C11 6.5.6p8).
func (c *operators) countedFromNull(op tree.Operator, index tree.Expr, size int64, t *tree.Type, pos source.Pos) tree.Expr {
	number := c.convert(c.convert(index, c.ptrdiffType), c.sizeType)
	if size != 1 {
		number = c.binaryNode(tree.Multiply, number, c.small(size, c.sizeType, pos), c.sizeType)
	}
	if op == tree.Subtract {
		number = c.binaryNode(tree.Subtract, c.small(0, c.sizeType, pos), number, c.sizeType)
	}
	return c.convert(number, t)
}

// pointerAdd is p plus or minus index, as op says.
func (c *operators) pointerAdd(op tree.Operator, p, index tree.Expr, pos source.Pos) tree.Expr {
	t := c.unqualified(p.ExprType())
	size := c.elemSize(t.Elem, pos)
	index = c.promote(index)
	k, ok := p.(*tree.Constant)
	i, ok2 := index.(*tree.Constant)
	if ok && ok2 && !isVariable(t.Elem) {
		offset := new(big.Int).Mul(i.Int, big.NewInt(size))
		if op == tree.Subtract {
			offset.Neg(offset)
		}
		return loosened(c.integer(wrap(offset.Add(offset, k.Int), t), t, p.Position()))
	}
	if ok && k.Int.Sign() == 0 && !isVariable(t.Elem) {
		return c.countedFromNull(op, index, size, t, p.Position())
	}
	n := &tree.PointerAdd{Node: tree.Node{Type: t, Pos: p.Position()}, Pointer: p, Index: index, Subtract: op == tree.Subtract, ElemSize: size}
	if isVariable(t.Elem) {
		n.SizeExpr = c.sizeOf(t.Elem, pos)
	}
	return n
}
