package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Where the order of evaluation matters a run has either: from left to right, or back. Compilers
// choose one for each expression (gcc reads g in g + f() behind the call, clang before it), so what
// holds in both orders holds of what any of them makes. Where there is no such choice, in rare
// expressions, the order from left to right is an assumption of the report.

// mostReordered bounds the expressions inside of one another that have either order, since each
// doubles those in it.
const mostReordered = 3

// hasEitherOrder says that the expression can be evaluated in both orders.
func (o *orders) hasEitherOrder(e tree.Expr) bool {
	if o.options.Linear || !e.ExprType().IsScalar() && e.ExprType().Kind != tree.Void {
		return false
	}
	switch e := e.(type) {
	case *tree.Binary:
		if e.Left.ExprType().Kind == tree.Pointer || e.Right.ExprType().Kind == tree.Pointer {
			return false // comparisons of addresses look at the expressions
		}
	case *tree.AssignOp:
	case *tree.Call:
		if def := directCallee(e.Callee); def != nil && evaluatesItself(def) {
			return false
		}
	default:
		return false
	}
	reordered, isPlain := 0, true
	tree.EachExpr(e, func(x tree.Expr) {
		switch x.(type) {
		case *tree.StatementExpr, *tree.CompoundLiteral, *tree.Asm, *tree.VaArg:
			isPlain = false // which must be evaluated at one place
		}
		if isPlain && reordered <= mostReordered && o.needed(x) == bothOrders {
			reordered++
		}
	})
	return isPlain && reordered <= mostReordered
}

// evaluatesItself says that a call evaluates its arguments in a way of its own, or not at all.
func evaluatesItself(def *tree.FunctionDef) bool {
	if def.Body != nil {
		return false
	}
	switch modelName(def) {
	case "va_arg_pack_len", "va_start", "va_copy", "va_end", "constant_p", "object_size":
		return true
	}
	return strings.HasPrefix(def.Name, "__yogi_") // words of rules
}

// inEitherOrder evaluates an expression in one of the orders that are needed.
func (b *expressions) inEitherOrder(e tree.Expr) value {
	pos := e.Position()
	switch b.evaluated[e] {
	case onlyForward:
		b.assumeTrue(pos, b.terms.Not(b.orderChoice(pos)))
		return b.inOrder(e, leftToRight)
	case onlyBack:
		b.assumeTrue(pos, b.orderChoice(pos))
		return b.inOrder(e, rightToLeft)
	}
	forward, back, done := b.newBlock("", pos), b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, b.orderChoice(pos), back, forward)
	var result *ir.Variable
	if e.ExprType().IsScalar() {
		result = b.function.NewLocal("result", b.sortOf(e.ExprType()))
	}
	for _, way := range []struct {
		block *ir.Block
		order order
	}{{forward, leftToRight}, {back, rightToLeft}} {
		b.enter(way.block)
		v := b.inOrder(e, way.order)
		if result != nil && v.scalar != nil {
			b.assign(pos, result, v.scalar)
		}
		b.block.Jump(pos, done)
	}
	b.enter(done)
	if result == nil {
		return value{}
	}
	return value{scalar: result.Sym}
}

func (b *expressions) inOrder(e tree.Expr, way order) value {
	b.ordered[e] = way
	defer delete(b.ordered, e)
	return b.value(e)
}

// orderSet has the orders from which a run chooses.
type orderSet uint8

const (
	noOrder     orderSet = 0 // any: it does not matter
	onlyForward orderSet = 1
	onlyBack    orderSet = 2
	bothOrders  orderSet = onlyForward | onlyBack
)

// order is that of the operands of an expression.
type order int

const (
	anyOrder order = iota // it does not matter
	leftToRight
	rightToLeft
)

func (b *expressions) orderChoice(pos source.Pos) *term.Term {
	v := b.newTemp(b.terms.Bool())
	b.havoc(pos, v, ir.Unspecified, ir.OrderOfEvaluation, "_Bool")
	return v.Sym
}

// operands evaluates the operands of e in the order that it has.
func (b *expressions) operands(e *tree.Binary) (left, right *term.Term) {
	if b.ordered[e] == rightToLeft {
		right = b.stable(e.Pos, b.scalar(e.Right), e.Left)
		return b.scalar(e.Left), right
	}
	left = b.stable(e.Pos, b.scalar(e.Left), e.Right)
	return left, b.scalar(e.Right)
}
