package analyze

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// expression reads a comma expression.
func (c *checker) expression() tree.Expr {
	e := c.assignment()
	for c.is(",") {
		pos := c.advance().pos
		left := e
		right := c.rvalue(c.assignment())
		e = &tree.Comma{Node: tree.Node{Type: right.ExprType(), Pos: pos}, Left: c.rvalue(left), Right: right}
	}
	return e
}

var assignOperators = map[string]tree.Operator{
	"+=": tree.Add, "-=": tree.Subtract, "*=": tree.Multiply, "/=": tree.Divide, "%=": tree.Remainder,
	"<<=": tree.ShiftLeft, ">>=": tree.ShiftRight, "&=": tree.BitAnd, "|=": tree.BitOr, "^=": tree.BitXor,
}

func (c *checker) assignment() tree.Expr {
	left := c.conditional()
	t := c.tok()
	if t.kind != punctToken {
		return left
	}
	if t.text == "=" {
		c.advance()
		c.needLvalue(left, t.pos)
		value := c.assignConvert(c.assignment(), left.ExprType(), "the assigned value")
		return &tree.Assign{Node: tree.Node{Type: unqualified(left.ExprType()), Pos: t.pos}, Target: left, Value: value}
	}
	op, ok := assignOperators[t.text]
	if !ok {
		return left
	}
	c.advance()
	c.needLvalue(left, t.pos)
	return c.assignOp(op, left, c.rvalue(c.assignment()), t.pos)
}

func (c *checker) assignOp(op tree.Operator, left, right tree.Expr, pos source.Pos) tree.Expr {
	lt, rt := left.ExprType(), right.ExprType()
	n := &tree.AssignOp{Node: tree.Node{Type: unqualified(lt), Pos: pos}, Op: op, Target: left}
	switch {
	case lt.Kind == tree.Pointer && (op == tree.Add || op == tree.Subtract) && isInteger(rt):
		n.Operand, n.ElemSize = right, c.elemSize(lt, pos)
	case !isArithmetic(lt) || !isArithmetic(rt):
		c.fail(pos, CodeType, "the operands have the types %s and %s", lt, rt)
	case op == tree.ShiftLeft || op == tree.ShiftRight:
		n.Common = c.types.promote(lt)
		n.Operand = c.convert(right, c.types.promote(rt))
	default:
		n.Common = c.types.common(lt, rt)
		n.Operand = c.convert(right, n.Common)
	}
	return n
}

func (c *checker) needLvalue(e tree.Expr, pos source.Pos) {
	if !isLvalue(e) {
		c.fail(pos, CodeType, "this cannot be assigned to")
	}
	if e.ExprType().Kind == tree.Array {
		c.fail(pos, CodeType, "an array cannot be assigned to")
	}
}

func isLvalue(e tree.Expr) bool {
	switch x := e.(type) {
	case *tree.ObjectRef, *tree.Deref, *tree.CompoundLiteral, *tree.StringRef, *tree.UnsupportedExpr:
		return true
	case *tree.Member:
		return isLvalue(x.Base)
	}
	return false
}

func (c *checker) conditional() tree.Expr {
	cond := c.binary(0)
	if !c.is("?") {
		return cond
	}
	pos := c.advance().pos
	if c.accept(":") { // GNU x ?: y
		cond = c.condition(cond)
		els := c.rvalue(c.conditional())
		t := c.conditionalType(cond, els, pos)
		return &tree.Conditional{Node: tree.Node{Type: t, Pos: pos}, Cond: cond, Else: c.convertBranch(els, t)}
	}
	cond = c.condition(cond)
	then := c.rvalue(c.expression())
	c.expect(":")
	els := c.rvalue(c.conditional())
	t := c.conditionalType(then, els, pos)
	then, els = c.convertBranch(then, t), c.convertBranch(els, t)
	if k, ok := cond.(*tree.Constant); ok && k.Int != nil && isConstant(then) && isConstant(els) {
		if k.Int.Sign() != 0 {
			return then
		}
		return els
	}
	return &tree.Conditional{Node: tree.Node{Type: t, Pos: pos}, Cond: cond, Then: then, Else: els}
}

func isConstant(e tree.Expr) bool {
	_, ok := e.(*tree.Constant)
	return ok
}

func (c *checker) convertBranch(e tree.Expr, t *tree.Type) tree.Expr {
	if t.IsAggregate() || t.Kind == tree.Void && e.ExprType().Kind == tree.Void {
		return e
	}
	return c.convert(e, t)
}

// conditionalType is the type of c ? a : b (C11 6.5.15).
func (c *checker) conditionalType(a, b tree.Expr, pos source.Pos) *tree.Type {
	x, y := a.ExprType(), b.ExprType()
	switch {
	case isArithmetic(x) && isArithmetic(y):
		return c.types.common(x, y)
	case x.Kind == tree.Void || y.Kind == tree.Void:
		return c.types.void
	case x.Kind == tree.Pointer && isNull(b):
		return unqualified(x)
	case y.Kind == tree.Pointer && isNull(a):
		return unqualified(y)
	case x.Kind == tree.Pointer && y.Kind == tree.Pointer:
		if x.Elem.Kind == tree.Void {
			return unqualified(x)
		}
		if y.Elem.Kind == tree.Void {
			return unqualified(y)
		}
		return unqualified(x)
	case x.Kind == tree.Pointer && isInteger(y):
		return unqualified(x)
	case y.Kind == tree.Pointer && isInteger(x):
		return unqualified(y)
	case same(x, y):
		return unqualified(x)
	}
	c.fail(pos, CodeType, "the branches have the types %s and %s", x, y)
	return nil
}

// isNull reports whether e is a null pointer constant.
func isNull(e tree.Expr) bool {
	k, ok := e.(*tree.Constant)
	if !ok || k.Int == nil || k.Int.Sign() != 0 {
		return false
	}
	return isInteger(k.Type) || k.Type.Kind == tree.Pointer && k.Type.Elem.Kind == tree.Void
}

type binaryOperator struct {
	level int
	op    tree.Operator
}

var binaryOperators = map[string]binaryOperator{
	"||": {1, tree.LogicalOr}, "&&": {2, tree.LogicalAnd}, "|": {3, tree.BitOr}, "^": {4, tree.BitXor}, "&": {5, tree.BitAnd},
	"==": {6, tree.Equal}, "!=": {6, tree.NotEqual}, "<": {7, tree.Less}, ">": {7, tree.Greater}, "<=": {7, tree.LessEqual}, ">=": {7, tree.GreaterEqual},
	"<<": {8, tree.ShiftLeft}, ">>": {8, tree.ShiftRight}, "+": {9, tree.Add}, "-": {9, tree.Subtract},
	"*": {10, tree.Multiply}, "/": {10, tree.Divide}, "%": {10, tree.Remainder},
}

// binary reads binary operators above a level by precedence climbing.
func (c *checker) binary(level int) tree.Expr {
	left := c.cast()
	for {
		t := c.tok()
		o, ok := binaryOperators[t.text]
		if !ok || t.kind != punctToken || o.level <= level {
			return left
		}
		c.advance()
		right := c.binary(o.level)
		left = c.makeBinary(o.op, c.rvalue(left), c.rvalue(right), t.pos)
	}
}

func (c *checker) makeBinary(op tree.Operator, a, b tree.Expr, pos source.Pos) tree.Expr {
	x, y := a.ExprType(), b.ExprType()
	switch op {
	case tree.LogicalAnd, tree.LogicalOr:
		return c.fold(&tree.Binary{Node: tree.Node{Type: c.types.integer, Pos: pos}, Op: op, Left: c.condition(a), Right: c.condition(b)})
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual, tree.Equal, tree.NotEqual:
		a, b = c.comparable(a, b, pos)
		return c.fold(&tree.Binary{Node: tree.Node{Type: c.types.integer, Pos: pos}, Op: op, Left: a, Right: b})
	case tree.ShiftLeft, tree.ShiftRight:
		if !isInteger(x) || !isInteger(y) {
			c.operands(x, y, pos)
		}
		t := c.types.promote(x)
		return c.fold(&tree.Binary{Node: tree.Node{Type: t, Pos: pos}, Op: op, Left: c.convert(a, t), Right: c.convert(b, c.types.promote(y))})
	case tree.Add, tree.Subtract:
		if x.Kind == tree.Pointer || y.Kind == tree.Pointer {
			return c.pointerArithmetic(op, a, b, pos)
		}
	}
	if x.Kind == tree.Vector || y.Kind == tree.Vector {
		return c.unsupported(pos, x, "arithmetic on vectors")
	}
	integral := op == tree.Remainder || op == tree.BitAnd || op == tree.BitOr || op == tree.BitXor
	if !isArithmetic(x) || !isArithmetic(y) || integral && (!isInteger(x) || !isInteger(y)) {
		c.operands(x, y, pos)
	}
	t := c.types.common(x, y)
	return c.fold(&tree.Binary{Node: tree.Node{Type: t, Pos: pos}, Op: op, Left: c.convert(a, t), Right: c.convert(b, t)})
}

func (c *checker) operands(x, y *tree.Type, pos source.Pos) {
	c.fail(pos, CodeType, "the operands have the types %s and %s", x, y)
}

// comparable brings the operands of a comparison to one type.
func (c *checker) comparable(a, b tree.Expr, pos source.Pos) (tree.Expr, tree.Expr) {
	x, y := a.ExprType(), b.ExprType()
	switch {
	case isArithmetic(x) && isArithmetic(y):
		t := c.types.common(x, y)
		return c.convert(a, t), c.convert(b, t)
	case x.Kind == tree.Pointer && y.Kind == tree.Pointer:
		return a, c.convert(b, x)
	case x.Kind == tree.Pointer && isInteger(y):
		return a, c.convert(b, x)
	case isInteger(x) && y.Kind == tree.Pointer:
		return c.convert(a, y), b
	}
	c.operands(x, y, pos)
	return nil, nil
}

func (c *checker) pointerArithmetic(op tree.Operator, a, b tree.Expr, pos source.Pos) tree.Expr {
	x, y := a.ExprType(), b.ExprType()
	switch {
	case x.Kind == tree.Pointer && isInteger(y):
		return c.pointerAdd(a, b, op == tree.Subtract, pos)
	case isInteger(x) && y.Kind == tree.Pointer && op == tree.Add:
		return c.pointerAdd(b, a, false, pos)
	case x.Kind == tree.Pointer && y.Kind == tree.Pointer && op == tree.Subtract:
		return &tree.PointerDiff{Node: tree.Node{Type: c.types.ptrdiffType(), Pos: pos}, Left: a, Right: b, ElemSize: c.elemSize(x, pos)}
	}
	c.operands(x, y, pos)
	return nil
}

func (c *checker) pointerAdd(p, index tree.Expr, subtract bool, pos source.Pos) tree.Expr {
	t := p.ExprType()
	n := &tree.PointerAdd{Node: tree.Node{Type: unqualified(t), Pos: pos}, Pointer: p, Index: index, Subtract: subtract}
	if t.Elem.Kind == tree.Array && t.Elem.LengthExpr != nil {
		n.SizeExpr = &tree.SizeOf{Node: tree.Node{Type: c.types.sizeType(), Pos: pos}, Operand: t.Elem}
		return n
	}
	n.ElemSize = c.elemSize(t, pos)
	if k, ok := p.(*tree.Constant); ok { // an offset from a constant address, as in offsetof macros
		if i, ok := index.(*tree.Constant); ok && i.Int != nil {
			offset := new(big.Int).Mul(i.Int, big.NewInt(n.ElemSize))
			if subtract {
				offset.Neg(offset)
			}
			u := &tree.Type{Kind: tree.Integer, Size: t.Size}
			return &tree.Constant{Node: n.Node, Int: wrapInteger(offset.Add(offset, k.Int), u)}
		}
	}
	return n
}

func (c *checker) elemSize(pointer *tree.Type, pos source.Pos) int64 {
	elem := pointer.Elem
	switch {
	case elem.Kind == tree.Void || elem.Kind == tree.Function:
		return 1
	case elem.Size < 0:
		c.fail(pos, CodeType, "arithmetic on a pointer to the incomplete type %s", elem)
	}
	return elem.Size
}

// cast reads a cast expression or what binds tighter.
func (c *checker) cast() tree.Expr {
	if !c.is("(") || !c.startsTypeAt(c.ahead(1)) {
		return c.unary()
	}
	pos := c.advance().pos
	t := c.typeName()
	c.expect(")")
	if c.is("{") {
		return c.postfixOf(c.compoundLiteral(t, pos))
	}
	return c.makeCast(t, c.cast(), pos)
}

func (c *checker) makeCast(t *tree.Type, e tree.Expr, pos source.Pos) tree.Expr {
	if t.Kind == tree.Void {
		if e.ExprType().Kind == tree.Void {
			return e
		}
		return &tree.Convert{Node: tree.Node{Type: c.types.void, Pos: pos}, Operand: c.rvalue(e), Explicit: true}
	}
	if t.Kind == tree.Union && !same(t, e.ExprType()) { // GNU cast to union
		return c.unsupported(pos, t, "cast to a union")
	}
	e = c.rvalue(e)
	from := e.ExprType()
	switch {
	case t.Kind == tree.Vector || from.Kind == tree.Vector:
		return c.unsupported(pos, t, "vectors")
	case t.IsAggregate() && same(t, from):
		return e
	case !t.IsScalar() && t.Kind != tree.Complex, !from.IsScalar() && from.Kind != tree.Complex,
		t.Kind == tree.Pointer && isFloating(from), isFloating(t) && from.Kind == tree.Pointer:
		c.fail(pos, CodeType, "cannot cast %s to %s", from, t)
	}
	return c.convertAs(e, t, true)
}

// unsupported is an expression that is not covered.
func (c *checker) unsupported(pos source.Pos, t *tree.Type, what string) tree.Expr {
	d := &source.Diagnostic{Pos: pos, Code: CodeUnsupported, Message: what + " is not supported"}
	return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: pos}, Diagnostic: d}
}

func (c *checker) unary() tree.Expr {
	t := c.tok()
	if t.kind == punctToken {
		switch t.text {
		case "++", "--":
			c.advance()
			return c.incDec(c.unary(), t, true)
		case "&":
			c.advance()
			return c.takeAddress(c.cast(), t.pos)
		case "*":
			c.advance()
			return c.dereference(c.rvalue(c.cast()), t.pos)
		case "+", "-", "~", "!":
			c.advance()
			return c.makeUnary(t.text, c.rvalue(c.cast()), t.pos)
		case "&&":
			c.advance()
			name := c.advance()
			label := c.label(name.text, name.pos)
			label.AddressTaken = true
			return &tree.LabelAddress{Node: tree.Node{Type: c.types.voidPointer, Pos: t.pos}, Label: label}
		}
		return c.postfix()
	}
	switch t.text {
	case "sizeof", "_Alignof", "__alignof__", "__alignof":
		return c.sizeOf(t.text != "sizeof")
	case "__extension__":
		c.advance()
		return c.cast()
	case "__real__", "__imag__", "__real", "__imag":
		c.advance()
		return c.unsupported(t.pos, c.cast().ExprType(), "a complex number")
	}
	return c.postfix()
}

func (c *checker) incDec(e tree.Expr, t *token, prefix bool) tree.Expr {
	c.needLvalue(e, t.pos)
	n := &tree.IncDec{Node: tree.Node{Type: unqualified(e.ExprType()), Pos: t.pos}, Target: e, Delta: 1, Prefix: prefix}
	if t.text == "--" {
		n.Delta = -1
	}
	if e.ExprType().Kind == tree.Pointer {
		n.ElemSize = c.elemSize(e.ExprType(), t.pos)
	} else if !isArithmetic(e.ExprType()) {
		c.fail(t.pos, CodeType, "cannot count a value of type %s", e.ExprType())
	}
	return n
}

func (c *checker) takeAddress(e tree.Expr, pos source.Pos) tree.Expr {
	if _, ok := e.(*tree.FunctionRef); !ok && !isLvalue(e) {
		c.fail(pos, CodeType, "this has no address")
	}
	if m, ok := e.(*tree.Member); ok && m.Field.BitWidth > 0 {
		c.fail(pos, CodeType, "the bit-field %q has no address", m.Field.Name)
	}
	if offset, ok := constantAddress(e); ok { // &((struct s *)0)->f
		return &tree.Constant{Node: tree.Node{Type: c.types.pointerTo(e.ExprType()), Pos: pos}, Int: offset}
	}
	return c.addressOf(e, pos)
}

// constantAddress is the address of an lvalue that is based on a constant pointer.
func constantAddress(e tree.Expr) (*big.Int, bool) {
	switch x := e.(type) {
	case *tree.Member:
		base, ok := constantAddress(x.Base)
		if !ok {
			return nil, false
		}
		return new(big.Int).Add(base, big.NewInt(x.Field.Offset)), true
	case *tree.Deref:
		switch p := x.Pointer.(type) {
		case *tree.Constant:
			return p.Int, p.Int != nil
		case *tree.PointerAdd:
			d, ok := p.Pointer.(*tree.Decay)
			i, constant := p.Index.(*tree.Constant)
			if !ok || !constant || p.SizeExpr != nil {
				return nil, false
			}
			base, ok := constantAddress(d.Array)
			if !ok {
				return nil, false
			}
			return new(big.Int).Add(base, new(big.Int).Mul(i.Int, big.NewInt(p.ElemSize))), true
		}
	}
	return nil, false
}

func (c *checker) dereference(p tree.Expr, pos source.Pos) tree.Expr {
	t := p.ExprType()
	if t.Kind != tree.Pointer {
		c.fail(pos, CodeType, "this has the type %s, not a pointer", t)
	}
	if a, ok := p.(*tree.AddressOf); ok {
		return a.Operand // *&x, and *f for a function
	}
	return &tree.Deref{Node: tree.Node{Type: t.Elem, Pos: pos}, Pointer: p}
}

func (c *checker) makeUnary(op string, e tree.Expr, pos source.Pos) tree.Expr {
	t := e.ExprType()
	if op == "!" {
		return c.fold(&tree.Unary{Node: tree.Node{Type: c.types.integer, Pos: pos}, Op: tree.LogicalNot, Operand: c.condition(e)})
	}
	if t.Kind == tree.Vector {
		return c.unsupported(pos, t, "arithmetic on vectors")
	}
	if !isArithmetic(t) || op == "~" && !isInteger(t) {
		c.fail(pos, CodeType, "the operand has the type %s", t)
	}
	if isInteger(t) {
		e = c.convert(e, c.types.promote(t))
	}
	n := &tree.Unary{Node: tree.Node{Type: e.ExprType(), Pos: pos}, Op: tree.Negate, Operand: e}
	switch op {
	case "+":
		return e
	case "~":
		n.Op = tree.Complement
	}
	return c.fold(n)
}

func (c *checker) sizeOf(align bool) tree.Expr {
	pos := c.advance().pos
	var t *tree.Type
	if c.is("(") && c.startsTypeAt(c.ahead(1)) {
		c.advance()
		t = c.typeName()
		c.expect(")")
		if c.is("{") {
			c.unevaluated++
			t = c.postfixOf(c.compoundLiteral(t, pos)).ExprType()
			c.unevaluated--
		}
	} else {
		c.unevaluated++
		t = c.unary().ExprType()
		c.unevaluated--
	}
	node := tree.Node{Type: c.types.sizeType(), Pos: pos}
	if align {
		return &tree.Constant{Node: node, Int: big.NewInt(t.Align)}
	}
	switch {
	case t.Kind == tree.Function:
		return &tree.Constant{Node: node, Int: big.NewInt(1)}
	case t.Kind == tree.Array && t.LengthExpr != nil:
		return &tree.SizeOf{Node: node, Operand: t}
	case t.Size < 0:
		c.fail(pos, CodeType, "sizeof of the incomplete type %s", t)
	}
	return &tree.Constant{Node: node, Int: big.NewInt(t.Size)}
}

func (c *checker) postfix() tree.Expr { return c.postfixOf(c.primary()) }

func (c *checker) postfixOf(e tree.Expr) tree.Expr {
	for {
		t := c.tok()
		if t.kind != punctToken {
			return e
		}
		switch t.text {
		case "[":
			c.advance()
			index := c.rvalue(c.expression())
			c.expect("]")
			e = c.subscript(e, index, t.pos)
		case "(":
			e = c.call(e, t.pos)
		case ".":
			c.advance()
			e = c.member(e, c.advance())
		case "->":
			c.advance()
			e = c.member(c.dereference(c.rvalue(e), t.pos), c.advance())
		case "++", "--":
			c.advance()
			e = c.incDec(e, t, false)
		default:
			return e
		}
	}
}

// subscript is e[index]: a constant index into an array object does not take its address.
func (c *checker) subscript(e, index tree.Expr, pos source.Pos) tree.Expr {
	if e.ExprType().Kind == tree.Array && isConstant(index) && isInteger(index.ExprType()) {
		d := &tree.Decay{Node: tree.Node{Type: c.types.pointerTo(e.ExprType().Elem), Pos: pos}, Array: e}
		return c.dereference(c.pointerAdd(d, index, false, pos), pos)
	}
	e = c.rvalue(e)
	if e.ExprType().Kind != tree.Pointer {
		e, index = index, e
	}
	if e.ExprType().Kind != tree.Pointer || !isInteger(index.ExprType()) {
		c.fail(pos, CodeType, "cannot index a value of type %s", e.ExprType())
	}
	return c.dereference(c.pointerAdd(e, index, false, pos), pos)
}

func (c *checker) member(base tree.Expr, name *token) tree.Expr {
	t := base.ExprType()
	if t.Kind != tree.Struct && t.Kind != tree.Union {
		c.fail(name.pos, CodeType, "a value of type %s has no member %q", t, name.text)
	}
	chain := findMember(t, name.text)
	if chain == nil {
		if t.Size < 0 {
			c.fail(name.pos, CodeType, "%s is incomplete", t)
		}
		c.fail(name.pos, CodeName, "%s has no member %q", t, name.text)
	}
	for _, f := range chain {
		base = &tree.Member{Node: tree.Node{Type: qualified(f.Type, t.Const, t.Volatile), Pos: name.pos}, Base: base, Field: f}
	}
	return base
}

// findMember returns the chain of fields that leads to a name, through anonymous members.
func findMember(t *tree.Type, name string) []*tree.Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return []*tree.Field{f}
		}
		if f.Name == "" && (f.Type.Kind == tree.Struct || f.Type.Kind == tree.Union) {
			if rest := findMember(f.Type, name); rest != nil {
				return append([]*tree.Field{f}, rest...)
			}
		}
	}
	return nil
}

func (c *checker) call(callee tree.Expr, pos source.Pos) tree.Expr {
	c.expect("(")
	var args []tree.Expr
	for !c.accept(")") {
		args = append(args, c.assignment())
		if !c.accept(",") {
			c.expect(")")
			break
		}
	}
	t := callee.ExprType()
	if t.Kind == tree.Pointer && t.Elem.Kind == tree.Function {
		if a, ok := callee.(*tree.AddressOf); ok {
			callee = a.Operand
		}
		t = t.Elem
	} else if d, ok := callee.(*tree.Deref); ok && t.Kind == tree.Function {
		callee = d.Pointer
	}
	if t.Kind != tree.Function {
		c.fail(pos, CodeType, "a value of type %s is not a function", t)
	}
	name := "the function"
	if f, ok := callee.(*tree.FunctionRef); ok {
		name = f.Function.Name
	}
	if !t.Unspecified && (len(args) < len(t.Params) || len(args) > len(t.Params) && !t.Variadic) {
		c.report(pos, CodeType, "%s wants %d arguments, has %d", name, len(t.Params), len(args))
	}
	for i, a := range args {
		if i < len(t.Params) {
			args[i] = c.assignConvert(a, t.Params[i], "argument "+itoa(i+1)+" of "+name)
		} else {
			args[i] = c.promoteArgument(a)
		}
	}
	return &tree.Call{Node: tree.Node{Type: t.Result, Pos: pos}, Callee: callee, Args: args}
}

func (c *checker) primary() tree.Expr {
	t := c.tok()
	switch t.kind {
	case integerToken:
		c.advance()
		return c.integerConstant(t)
	case floatToken:
		c.advance()
		return c.floatConstant(t)
	case charToken:
		c.advance()
		return c.charConstant(t)
	case stringToken:
		return c.stringLiteral()
	case nameToken:
		return c.nameExpression()
	}
	if t.text != "(" {
		c.fail(t.pos, CodeSyntax, "expected an expression before %q", t.text)
	}
	c.advance()
	if c.is("{") {
		return c.statementExpression(t.pos)
	}
	e := c.expression()
	c.expect(")")
	return e
}

func (c *checker) nameExpression() tree.Expr {
	t := c.advance()
	switch t.text {
	case "_Generic":
		return c.generic()
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		name := ""
		if c.function != nil {
			name = c.function.definition.Name
		}
		return c.stringObject([]byte(name+"\x00"), c.types.char, t.pos)
	}
	if strings.HasPrefix(t.text, "__builtin_") && c.is("(") {
		if e := c.specialBuiltin(t); e != nil {
			return e
		}
	}
	s := c.lookup(t.text)
	if s == nil {
		if !c.is("(") && !strings.HasPrefix(t.text, "__builtin_") && !strings.HasPrefix(t.text, "__sync_") {
			c.fail(t.pos, CodeName, "%q is not declared", t.text)
		}
		s = c.implicitFunction(t)
	}
	switch s.kind {
	case enumSymbol:
		k := *s.value
		k.Pos = t.pos
		return &k
	case objectSymbol:
		return &tree.ObjectRef{Node: tree.Node{Type: s.object.Type, Pos: t.pos}, Object: s.object}
	case functionSymbol:
		return &tree.FunctionRef{Node: tree.Node{Type: s.function.Type, Pos: t.pos}, Function: s.function}
	}
	c.fail(t.pos, CodeSyntax, "expected an expression before the type %q", t.text)
	return nil
}

// generic is _Generic(x, T: e, ..., default: e).
func (c *checker) generic() tree.Expr {
	c.expect("(")
	c.unevaluated++
	t := unqualified(c.rvalue(c.assignment()).ExprType())
	c.unevaluated--
	var chosen, fallback tree.Expr
	for c.accept(",") {
		if c.accept("default") {
			c.expect(":")
			fallback = c.assignment()
			continue
		}
		want := c.typeName()
		c.expect(":")
		e := c.assignment()
		if chosen == nil && same(want, t) {
			chosen = e
		}
	}
	pos := c.expect(")").pos
	if chosen == nil {
		chosen = fallback
	}
	if chosen == nil {
		c.fail(pos, CodeType, "no association for %s", t)
	}
	return chosen
}

// statementExpression is ({ ... }), the opening parenthesis having been read.
func (c *checker) statementExpression(pos source.Pos) tree.Expr {
	if c.function == nil {
		c.fail(pos, CodeSyntax, "a statement expression outside a function")
	}
	block := c.block()
	c.expect(")")
	e := &tree.StatementExpr{Node: tree.Node{Type: c.types.void, Pos: pos}, Body: block}
	if n := len(block.Stmts); n > 0 {
		if last, ok := block.Stmts[n-1].(*tree.ExprStmt); ok && last.X.ExprType().Kind != tree.Void {
			block.Stmts = block.Stmts[:n-1]
			e.Value = c.rvalue(last.X)
			e.Type = e.Value.ExprType()
		}
	}
	return e
}
