package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// expressions reads expressions. What else an expression may hold it asks others to read.
type expressions struct {
	symbols
	parts   expressionParts
	lengths []length // what is to be evaluated for the types that were read, in order
}

// expressionParts are what may stand in an expression and is none.
type expressionParts interface {
	typeNameHere() *tree.Type
	initialize(o *tree.Object) *tree.Initializer
	block() *tree.Block
}

// expression reads a whole expression with commas.
func (c *expressions) expression() tree.Expr {
	e := c.assignment()
	for c.is(",") {
		c.next()
		right := c.rvalue(c.assignment())
		e = &tree.Comma{Node: tree.Node{Type: c.unqualified(right.ExprType()), Pos: e.Position()}, Left: c.rvalue(e), Right: right}
	}
	return e
}

var assignOperators = map[string]tree.Operator{
	"*=": tree.Multiply, "/=": tree.Divide, "%=": tree.Remainder, "+=": tree.Add, "-=": tree.Subtract, "<<=": tree.ShiftLeft,
	">>=": tree.ShiftRight, "&=": tree.BitAnd, "^=": tree.BitXor, "|=": tree.BitOr,
}

func (c *expressions) assignment() tree.Expr {
	c.enter()
	defer c.leave()
	left := c.conditional()
	if c.tok.Kind != preprocess.Punctuator {
		return left
	}
	if c.accept("=") {
		return c.assignTo(left, c.assignment())
	}
	op := assignOperators[c.tok.Text]
	if op == tree.InvalidOperator {
		return left
	}
	pos := c.tok.Pos
	c.next()
	return c.assignOp(op, left, c.rvalue(c.assignment()), pos)
}

// conditional reads c ? x : y and everything that binds tighter.
func (c *expressions) conditional() tree.Expr {
	cond := c.binary(1)
	if !c.is("?") {
		return cond
	}
	pos := c.tok.Pos
	c.next()
	cond = c.condition(cond, "the condition of ?:")
	var then tree.Expr
	if !c.is(":") {
		then = c.rvalue(c.expression())
	}
	c.expect(":")
	c.enter()
	defer c.leave()
	otherwise := c.rvalue(c.conditional())
	return c.choose(cond, then, otherwise, pos)
}

type operatorLevel struct {
	op    tree.Operator
	level int
}

var binaryOperators = map[string]operatorLevel{
	"||": {tree.LogicalOr, 1}, "&&": {tree.LogicalAnd, 2}, "|": {tree.BitOr, 3}, "^": {tree.BitXor, 4}, "&": {tree.BitAnd, 5},
	"==": {tree.Equal, 6}, "!=": {tree.NotEqual, 6}, "<": {tree.Less, 7}, ">": {tree.Greater, 7}, "<=": {tree.LessEqual, 7},
	">=": {tree.GreaterEqual, 7}, "<<": {tree.ShiftLeft, 8}, ">>": {tree.ShiftRight, 8}, "+": {tree.Add, 9}, "-": {tree.Subtract, 9},
	"*": {tree.Multiply, 10}, "/": {tree.Divide, 10}, "%": {tree.Remainder, 10},
}

func (c *expressions) binary(level int) tree.Expr {
	left := c.cast()
	for c.tok.Kind == preprocess.Punctuator {
		o := binaryOperators[c.tok.Text]
		if o.level < level || o.level == 0 {
			break
		}
		pos := c.tok.Pos
		c.next()
		right := c.binary(o.level + 1)
		left = c.operate(o.op, left, right, pos)
	}
	return left
}

// length is an expression that a type evaluates where it is read: the length of a variable-length
// array, or the operand of typeof, whose type has one.
type length struct {
	of      *tree.Type
	operand tree.Expr // where of is nil
}

// takeLengths evaluates the lengths read since there were so many, which are to be evaluated no more.
func (c *expressions) takeLengths(from int) []tree.Stmt {
	out := evaluating(c.lengths[from:])
	c.lengths = c.lengths[:from]
	return out
}

// evaluating are the statements that evaluate lengths of variable-length arrays. An array's statement also evaluates
// the lengths of its elements' types.
func evaluating(lengths []length) []tree.Stmt {
	var out []tree.Stmt
	inner := map[*tree.Type]bool{}
	for _, l := range lengths {
		t := l.of
		switch {
		case t == nil:
			node := tree.StmtNode{Pos: l.operand.Position()}
			out = append(out, &tree.ExprStmt{StmtNode: node, X: l.operand})
			continue
		case inner[t]:
			continue
		}
		for elem := t.Elem; elem != nil; elem = elem.Elem {
			inner[elem] = true
		}
		out = append(out, &tree.DeclareLength{StmtNode: tree.StmtNode{Pos: t.LengthExpr.Position()}, Type: t})
	}
	return out
}

// constantInteger reads a constant expression of integer type.
func (c *expressions) constantInteger(what string) *big.Int { return c.constant(what).Int }

func (c *expressions) constant(what string) *tree.Constant {
	pos := c.tok.Pos
	c.constants++
	e := c.rvalue(c.conditional())
	c.constants--
	k, ok := e.(*tree.Constant)
	if !ok || k.Int == nil {
		c.errorf(pos, CodeConstant, "%s is not an integer constant", what)
		return c.wrong(pos).(*tree.Constant)
	}
	return k
}

// smallConstant is a constant that fits 32 bits.
func (c *expressions) smallConstant(what string) int64 {
	pos := c.tok.Pos
	v := c.constantInteger(what)
	if !v.IsInt64() || v.Int64() != int64(int32(v.Int64())) {
		c.errorf(pos, CodeConstant, "%s is out of range", what)
		return 1
	}
	return v.Int64()
}
