package tree

import (
	"math/big"
	"slices"
)

// Condition is what a contract says of what arguments and objects hold when a function is called. The numbers in it
// are those of mathematics: no sum wraps around.
type Condition struct {
	Op          Operator     // LogicalAnd, LogicalOr or LogicalNot of Parts, or a comparison of Left with Right
	Parts       []*Condition // two, or one that is not to hold
	Left, Right *Quantity    // both numbers, or both pointers, which are equal or not
	Valid       []*Range     // where they are given there is memory that may be accessed, and there is no operator
	Separated   []*Range     // where they are given no two of them have a byte in common, and there is no operator
}

// Range is a row of elements by their distances from a pointer, counted in elements. It may have none.
type Range struct {
	Pointer    *Quantity
	First, End *Quantity // the first of them, and the first behind them
	Size       int64     // of an element
}

// Requires says that some memory is demanded where the condition holds.
func (c *Condition) Requires() bool {
	return len(c.Valid) > 0 || slices.ContainsFunc(c.Parts, (*Condition).Requires)
}

// Quantity is a number, or a pointer.
type Quantity struct {
	Op     Operator    // Add, Subtract, Multiply or Negate of Parts, which are numbers; InvalidOperator for the others
	Parts  []*Quantity // one, of Negate and As
	Number *big.Int    // a constant, for pointers null
	Value  Expr        // an integer or a pointer that an lvalue holds, the address of one, or a conversion of that
	As     *Type       // the integer type that a number is converted to
}

// EachValue calls visit for what the condition reads.
func (c *Condition) EachValue(visit func(Expr)) {
	for _, part := range c.Parts {
		part.EachValue(visit)
	}
	for _, q := range []*Quantity{c.Left, c.Right} {
		q.eachValue(visit)
	}
	for _, r := range slices.Concat(c.Valid, c.Separated) {
		for _, q := range []*Quantity{r.Pointer, r.First, r.End} {
			q.eachValue(visit)
		}
	}
}

func (q *Quantity) eachValue(visit func(Expr)) {
	if q == nil {
		return
	}
	for _, part := range q.Parts {
		part.eachValue(visit)
	}
	if q.Value != nil {
		visit(q.Value)
	}
}
