package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
)

// This file reads what conditions of ACSL say of memory: \valid, \initialized and \separated of rows of
// elements, whose bounds are any numbers.

// predicate reads what is said of memory. What is initialized is read as valid: callers are taken to leave nothing in
// memory that has no value.
func (c conditionReader) predicate() *tree.Condition {
	isSeparated := c.is(`\separated`)
	c.next()
	c.expect("(")
	ranges := []*tree.Range{c.elements()}
	for isSeparated && c.accept(",") {
		ranges = append(ranges, c.elements())
	}
	c.expect(")")
	if isSeparated {
		return &tree.Condition{Separated: ranges}
	}
	return &tree.Condition{Valid: ranges}
}

// elements reads p, p + n or p + (first .. last).
func (c conditionReader) elements() *tree.Range {
	p := c.measured(c.unary())
	if !p.isPointer || p.quantity.Value == nil {
		c.refuse()
	}
	elem := p.quantity.Value.ExprType().Elem
	r := &tree.Range{Pointer: p.quantity, First: zeroOperand.quantity, Size: elem.Size}
	switch {
	case elem.Kind == tree.Void:
		r.Size = 1
	case r.Size <= 0 || elem.Kind == tree.Function || isVariable(elem):
		c.refuse()
	}
	last := r.First
	if c.accept("+") {
		if c.accept("(") {
			r.First = c.number(c.sum())
			last = r.First
			if c.accept("..") {
				last = c.number(c.sum())
			}
			c.expect(")")
		} else {
			r.First = c.number(c.product())
			last = r.First
		}
	}
	r.End = next(last)
	return r
}

// next is the number behind one, in as few steps as it can be said.
func next(q *tree.Quantity) *tree.Quantity {
	one := big.NewInt(1)
	if q.Op == tree.Subtract && q.Parts[1].Number != nil {
		less := new(big.Int).Sub(q.Parts[1].Number, one)
		if less.Sign() == 0 {
			return q.Parts[0]
		}
		return combined(tree.Subtract, q.Parts[0], &tree.Quantity{Number: less})
	}
	return combined(tree.Add, q, &tree.Quantity{Number: one})
}

// isDemanded says that what a condition demands of memory can be given to it: nothing is where there is to be none, and
// no two alternatives ask for some.
func isDemanded(c *tree.Condition) bool {
	if c.Op == tree.LogicalNot && c.Requires() || c.Op == tree.LogicalOr && c.Parts[0].Requires() && c.Parts[1].Requires() {
		return false
	}
	for _, part := range c.Parts {
		if !isDemanded(part) {
			return false
		}
	}
	return true
}
