package lower

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
)

// comesBack says that a function whose only recursion is to call itself evidently does not do so for ever: one of its
// parameters, which keeps its value, moves one way in all of these calls.
func comesBack(f *tree.FunctionDef) bool {
	for i, p := range f.Params {
		if !isCounter(p) || f.Type.Variadic || f.Type.Unspecified {
			continue
		}
		r := recursion{&ownCalls{of: f, number: i, parameter: p, ok: true}, *valuesOf(p.Type)}
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			for _, target := range tree.Written(e) {
				r.ok = r.ok && objectOf(target) != p
			}
		})
		if r.ok {
			r.stmt(f.Body, r.labels)
		}
		if r.ok && !(r.rises && r.falls) {
			return true
		}
	}
	return false
}

// recursion follows what is known of a parameter to the calls that a function makes of itself.
type recursion struct {
	*ownCalls
	labels interval // the values at the labels of the switch around
}

// ownCalls are the calls that a function makes of itself, and how a parameter moves in them.
type ownCalls struct {
	of           *tree.FunctionDef
	number       int // of the parameter
	parameter    *tree.Object
	ok           bool
	rises, falls bool
}

// nowhere is the interval without values: no run gets there.
func nowhere() interval { return interval{big.NewInt(1), new(big.Int)} }

func (v interval) isEmpty() bool { return v.low.Cmp(v.high) > 0 }

// joined has the values of both.
func joined(v, w interval) interval {
	switch {
	case v.isEmpty():
		return w
	case w.isEmpty():
		return v
	}
	return interval{lesser(v.low, w.low), greater(v.high, w.high)}
}

// stmt follows a statement and returns the values where it ends.
func (r recursion) stmt(s tree.Stmt, at interval) interval {
	switch s := s.(type) {
	case nil:
		return at
	case *tree.Block:
		for _, inner := range s.Stmts {
			at = r.stmt(inner, at)
		}
		return at
	case *tree.If:
		r.expr(s.Cond, at)
		then := r.stmt(s.Then, r.holds(s.Cond, at))
		els := r.fails(s.Cond, at)
		if s.Else != nil {
			els = r.stmt(s.Else, els)
		}
		return joined(then, els)
	case *tree.Switch:
		r.expr(s.Cond, at)
		recursion{r.ownCalls, at}.stmt(s.Body, nowhere())
		return at
	case *tree.Case:
		at = r.labels
		if s.Body != nil {
			at = r.stmt(s.Body, at)
		}
		return at
	case *tree.Return, *tree.Break, *tree.Continue, *tree.Goto, *tree.ComputedGoto:
		tree.Parts(s, func(e tree.Expr) { r.expr(e, at) }, func(tree.Stmt) {})
		return nowhere()
	default:
		if hasTarget(s) { // a loop that a switch around it jumps into
			at = joined(at, r.labels)
		}
		tree.Parts(s, func(e tree.Expr) { r.expr(e, at) }, func(inner tree.Stmt) { r.stmt(inner, at) })
		return at
	}
}

// expr follows an expression.
func (r recursion) expr(e tree.Expr, at interval) {
	switch x := e.(type) {
	case *tree.Conditional:
		if x.Then != nil {
			r.expr(x.Cond, at)
			r.expr(x.Then, r.holds(x.Cond, at))
			r.expr(x.Else, r.fails(x.Cond, at))
			return
		}
	case *tree.Binary:
		if x.Op == tree.LogicalAnd || x.Op == tree.LogicalOr {
			r.expr(x.Left, at)
			if x.Op == tree.LogicalAnd {
				r.expr(x.Right, r.holds(x.Left, at))
			} else {
				r.expr(x.Right, r.fails(x.Left, at))
			}
			return
		}
	case *tree.Call:
		if directCallee(x.Callee) == r.of {
			r.call(x, at)
		}
	}
	tree.Operands(e, func(inner tree.Expr) { r.expr(inner, at) }, func(s tree.Stmt) { r.stmt(s, at) })
}

func (r recursion) call(e *tree.Call, at interval) {
	if at.isEmpty() {
		return
	}
	by, ok := int64(0), false
	if r.number < len(e.Args) {
		by, ok = r.moved(e.Args[r.number], at)
	}
	r.ok = r.ok && ok && by != 0 && valuesOf(r.parameter.Type).has(at, by)
	r.rises, r.falls = r.rises || by > 0, r.falls || by < 0
}

// moved says that the value of e is that of the parameter and so much, without wrapping around.
func (r recursion) moved(e tree.Expr, at interval) (by int64, ok bool) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return 0, e.Object == r.parameter
	case *tree.Convert:
		by, ok = r.moved(e.Operand, at)
	case *tree.Binary:
		n := tree.ConstantOf(e.Right)
		if n == nil || n.Int.BitLen() > 31 || e.Op != tree.Add && e.Op != tree.Subtract {
			return 0, false
		}
		by, ok = r.moved(e.Left, at)
		if e.Op == tree.Add {
			by += n.Int.Int64()
		} else {
			by -= n.Int.Int64()
		}
	}
	return by, ok && valuesOf(e.ExprType()).has(at, by)
}

// holds are the values with which a condition is true, and fails those with which it is false.
func (r recursion) holds(cond tree.Expr, at interval) interval {
	return r.where(cond, tree.NotEqual, at)
}

func (r recursion) fails(cond tree.Expr, at interval) interval { return r.where(cond, tree.Equal, at) }

// where are the values with which a scalar differs from zero or, for tree.Equal, is zero.
func (r recursion) where(cond tree.Expr, than tree.Operator, at interval) interval {
	switch c := cond.(type) {
	case *tree.Constant:
		if c.Int != nil && (c.Int.Sign() != 0) != (than == tree.NotEqual) {
			return nowhere()
		}
	case *tree.Unary:
		if c.Op == tree.LogicalNot {
			return r.where(c.Operand, than.Negated(), at)
		}
	case *tree.Convert:
		if keepsTruth(c) {
			return r.where(c.Operand, than, at)
		}
	case *tree.ObjectRef:
		if c.Object == r.parameter {
			return within(at, than, new(big.Int))
		}
	case *tree.Binary:
		return r.compared(c, than, at)
	}
	return at
}

func (r recursion) compared(c *tree.Binary, than tree.Operator, at interval) interval {
	op, left, right := c.Op, c.Left, c.Right
	switch {
	case op == tree.LogicalAnd && than == tree.NotEqual, op == tree.LogicalOr && than == tree.Equal:
		return r.where(right, than, r.where(left, than, at))
	case op == tree.LogicalAnd || op == tree.LogicalOr:
		return joined(r.where(left, than, at), r.where(right, than, at))
	}
	if tree.ConstantOf(left) != nil {
		op, left, right = op.Mirrored(), right, left
	}
	ref, isRef := keptValue(left).(*tree.ObjectRef)
	n := tree.ConstantOf(right)
	if !isRef || ref.Object != r.parameter || n == nil {
		return at
	}
	if than == tree.Equal {
		op = op.Negated()
	}
	return within(at, op, n.Int)
}
