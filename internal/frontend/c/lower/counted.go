package lower

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// Which loops and recursions evidently end: those that count. A counter moves one way by a constant in each round, and
// what lets a round happen keeps it from wrapping around, so that there are no more rounds than its type has values.
// This looks at the text alone, and says nothing of what else a round does.

// interval has the values from low to high.
type interval struct{ low, high *big.Int }

// valuesOf are the values of an integer type; nil of another one.
func valuesOf(t *tree.Type) *interval {
	if t.Kind != tree.Integer || t.Width != 0 || t.Size <= 0 || t.Size > 8 {
		return nil
	}
	bits := int(8 * t.Size)
	if t.Signed {
		return &interval{lowest(bits), highest(bits)}
	}
	return &interval{new(big.Int), highest(bits + 1)}
}

// has says that all values of other, moved by some number, are in v.
func (v *interval) has(other interval, moved int64) bool {
	by := big.NewInt(moved)
	return v != nil && v.low.Cmp(new(big.Int).Add(other.low, by)) <= 0 && new(big.Int).Add(other.high, by).Cmp(v.high) <= 0
}

// isCounter says that an object changes only where its name stands on the left.
func isCounter(object *tree.Object) bool {
	return !object.Static && !object.AddressTaken && !object.Type.Volatile && valuesOf(object.Type) != nil
}

// keptValue is the operand that an expression converts to types that have all of its values.
func keptValue(e tree.Expr) tree.Expr {
	for {
		c, ok := e.(*tree.Convert)
		if !ok {
			return e
		}
		from, to := valuesOf(c.Operand.ExprType()), valuesOf(c.Type)
		if from == nil || !to.has(*from, 0) {
			return e
		}
		e = c.Operand
	}
}

// step is a change of a counter by a constant.
type step struct {
	at      tree.Expr
	counter *tree.Object
	by      int64
}

// stepOf reads counter++, counter -= 2 and their like; nil: e is none.
func stepOf(e tree.Expr) *step {
	c, isVoid := e.(*tree.Convert)
	if isVoid && c.Type.Kind == tree.Void {
		e = c.Operand
	}
	var target tree.Expr
	var by int64
	switch e := e.(type) {
	case *tree.IncDec:
		target, by = e.Target, e.Delta
	case *tree.AssignOp:
		n := tree.ConstantOf(e.Operand)
		if e.Common == nil || n == nil || n.Int.BitLen() > 31 || e.Op != tree.Add && e.Op != tree.Subtract {
			return nil
		}
		if from := valuesOf(e.Target.ExprType()); from == nil || !valuesOf(e.Common).has(*from, 0) {
			return nil // it is computed as something else
		}
		target, by = e.Target, n.Int.Int64()
		if e.Op == tree.Subtract {
			by = -by
		}
	}
	ref, ok := target.(*tree.ObjectRef)
	if !ok || by == 0 || !isCounter(ref.Object) {
		return nil
	}
	return &step{e, ref.Object, by}
}

// mayStay says that a run may stay in a loop of s for ever.
func (o *orders) mayStay(s tree.Stmt) bool {
	found := false
	tree.EachStmt(s, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.Labeled:
			found = true
		case *tree.For:
			found = found || !o.ends(s.Cond, s.Body, s.Post, some(stepOf(s.Post)), s)
		case *tree.While:
			found = found || !o.ends(s.Cond, s.Body, nil, stepsIn(s.Cond, s.Body), s)
		case *tree.DoWhile:
			found = found || !isNever(s.Cond) && !o.ends(s.Cond, s.Body, nil, stepsIn(s.Cond, s.Body), s)
		}
	})
	return found
}

// isNever says that a condition is false in any run.
func isNever(e tree.Expr) bool {
	c := tree.ConstantOf(e)
	return c != nil && c.Int.Sign() == 0
}

// some is a list of a step, if there is one.
func some(s *step) []*step {
	if s == nil {
		return nil
	}
	return []*step{s}
}

// stepsIn are the steps that each round of a loop makes that does not leave it: in the condition, and the statements of
// its body, if no round passes them by.
func stepsIn(cond tree.Expr, body tree.Stmt) []*step {
	var found []*step
	if c, ok := tree.WithoutConversions(cond).(*tree.Binary); ok {
		found = some(stepOf(keptValue(c.Left)))
	}
	passedBy := false
	tree.EachStmt(body, func(s tree.Stmt) {
		_, repeats := s.(*tree.Continue)
		passedBy = passedBy || repeats
	})
	block, ok := body.(*tree.Block)
	if !ok || passedBy {
		return found
	}
	for _, s := range block.Stmts {
		if s, ok := s.(*tree.ExprStmt); ok {
			found = append(found, some(stepOf(s.X))...)
		}
	}
	return found
}

// ends says that a loop which makes some steps in each round ends, by one of them. Where that is behind the condition
// it does not overflow either, which is noted.
func (o *orders) ends(cond tree.Expr, body tree.Stmt, post tree.Expr, steps []*step, loop tree.Stmt) bool {
	if cond == nil {
		return false
	}
	changed := map[*tree.Object]int{}
	tree.EachExprOf(&tree.For{Cond: cond, Body: body, Post: post}, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			if root := objectOf(target); root != nil {
				changed[root]++
			}
		}
	})
	n := slices.IndexFunc(steps, func(s *step) bool { return changed[s.counter] == 1 && keepsInside(cond, s, changed) })
	if n < 0 {
		return false
	}
	inCond := false
	tree.EachExpr(cond, func(e tree.Expr) { inCond = inCond || e == steps[n].at })
	if _, isDo := loop.(*tree.DoWhile); !isDo && !inCond && !hasTarget(body) { // nobody jumps behind the condition
		o.bounded[steps[n].at] = true
	}
	return true
}

// keepsInside says that where cond is true the step does not make the counter wrap around. Objects that change in the
// loop are no bounds.
func keepsInside(cond tree.Expr, s *step, changed map[*tree.Object]int) bool {
	c, ok := tree.WithoutConversions(cond).(*tree.Binary)
	if !ok {
		return false
	}
	if c.Op == tree.LogicalAnd {
		return keepsInside(c.Left, s, changed) || keepsInside(c.Right, s, changed)
	}
	op, left, right := c.Op, c.Left, c.Right
	if !s.isIn(left) {
		op, left, right = op.Mirrored(), right, left
	}
	if !s.isIn(left) {
		return false
	}
	values := valuesOf(s.counter.Type)
	if bound := tree.ConstantOf(right); bound != nil {
		return values.has(within(*values, op, bound.Int), s.by) && (s.by > 0) == (op == tree.Less || op == tree.LessEqual)
	}
	ref, ok := keptValue(right).(*tree.ObjectRef)
	if !ok || !isCounter(ref.Object) || changed[ref.Object] != 0 || !values.has(*valuesOf(ref.Object.Type), 0) {
		return false
	}
	return s.by == 1 && op == tree.Less || s.by == -1 && op == tree.Greater
}

// isIn says that e is the counter, or the step where that is in the condition.
func (s *step) isIn(e tree.Expr) bool {
	e = keptValue(e)
	ref, ok := e.(*tree.ObjectRef)
	return e == s.at || ok && ref.Object == s.counter
}

// within are the values v of an interval with v op bound.
func within(values interval, op tree.Operator, bound *big.Int) interval {
	one := big.NewInt(1)
	low, high := values.low, values.high
	switch op {
	case tree.Less:
		high = lesser(high, new(big.Int).Sub(bound, one))
	case tree.LessEqual:
		high = lesser(high, bound)
	case tree.Greater:
		low = greater(low, new(big.Int).Add(bound, one))
	case tree.GreaterEqual:
		low = greater(low, bound)
	case tree.Equal:
		low, high = greater(low, bound), lesser(high, bound)
	case tree.NotEqual:
		if low.Cmp(bound) == 0 {
			low = new(big.Int).Add(low, one)
		}
		if high.Cmp(bound) == 0 {
			high = new(big.Int).Sub(high, one)
		}
	}
	return interval{low, high}
}

func lesser(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

func greater(x, y *big.Int) *big.Int {
	if x.Cmp(y) > 0 {
		return x
	}
	return y
}
