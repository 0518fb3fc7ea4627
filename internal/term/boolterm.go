package term

import (
	"slices"

	"yogi/internal/bug"
)

// want stops on a call with sorts that do not fit: a mistake of the caller, never of the user.
func want(ok bool, op Op, args ...*Term) {
	if ok {
		return
	}
	texts := ""
	for _, a := range args {
		texts += " " + a.sort.String()
	}
	bug.Errorf("%s applied to sorts%s", op, texts)
}

// allConst reports whether every argument is a constant.
func allConst(args ...*Term) bool {
	for _, a := range args {
		if a.op != OpConst {
			return false
		}
	}
	return true
}

// fold computes op on constants.
func (b *Builder) fold(op Op, sort *Sort, p0, p1 int, args ...*Term) *Term {
	var buffer [4]Value
	values := buffer[:0]
	for _, a := range args {
		values = append(values, a.value)
	}
	return b.Const(apply(op, int32(p0), int32(p1), sort, values))
}

// Not is negation.
func (b *Builder) Not(t *Term) *Term {
	if n := t.negation.Load(); n != nil {
		return n
	}
	want(t.sort == b.boolSort, OpNot, t)
	n := b.not(t)
	t.negation.Store(n)
	return n
}

func (b *Builder) not(t *Term) *Term {
	switch t.op {
	case OpConst:
		return b.BoolConst(t.value.bits == 0)
	case OpNot:
		return t.args[0]
	case OpBVUlt:
		return b.BVUle(t.args[1], t.args[0])
	case OpBVUle:
		return b.BVUlt(t.args[1], t.args[0])
	case OpBVSlt:
		return b.BVSle(t.args[1], t.args[0])
	case OpBVSle:
		return b.BVSlt(t.args[1], t.args[0])
	case OpLt:
		return b.Le(t.args[1], t.args[0])
	case OpLe:
		return b.Lt(t.args[1], t.args[0])
	case OpEq:
		if x, k := t.args[0], t.args[1]; x.sort.Kind == KindBV && x.sort.Width == 1 && k.op == OpConst {
			return b.Eq(x, b.BVConst(1, 1-k.value.bits))
		}
	}
	return b.mk(OpNot, b.boolSort, t)
}

// And is conjunction: flat, sorted, without repetition; true of none.
func (b *Builder) And(args ...*Term) *Term { return b.junction(OpAnd, args) }

// Or is disjunction: flat, sorted, without repetition; false of none.
func (b *Builder) Or(args ...*Term) *Term { return b.junction(OpOr, args) }

// junction builds And and Or; unit is the neutral element, its negation absorbs.
func (b *Builder) junction(op Op, args []*Term) *Term {
	unit := b.BoolConst(op == OpAnd)
	var buffer [8]*Term
	flat := buffer[:0]
	for _, a := range args {
		want(a.sort == b.boolSort, op, a)
		switch {
		case a == unit:
		case a.op == OpConst:
			return a
		case a.op == op:
			flat = append(flat, a.args...)
		default:
			flat = append(flat, a)
		}
	}
	slices.SortFunc(flat, byID)
	flat = slices.Compact(flat)
	for _, a := range flat {
		if n := b.Not(a); n.op != OpInvalid && n != a {
			if _, found := slices.BinarySearchFunc(flat, n, byID); found {
				return b.Not(unit)
			}
		}
	}
	if len(flat) > 1 {
		flat = b.absorb(op, flat)
	}
	switch len(flat) {
	case 0:
		return unit
	case 1:
		return flat[0]
	}
	return b.mk(op, b.boolSort, flat...)
}

// absorb drops x from inner junctions and inner junctions that contain x: a and (a or b) is a,
// a and (not a or b) is a and b. It looks at short inner junctions only.
func (b *Builder) absorb(op Op, flat []*Term) []*Term {
	dual := OpOr
	if op == OpOr {
		dual = OpAnd
	}
	changed := false
	kept := flat[:0:0]
	for _, a := range flat {
		if a.op != dual || len(a.args) > 4 {
			kept = append(kept, a)
			continue
		}
		reduced, implied := b.reduceInner(a, flat)
		if implied {
			changed = true
			continue
		}
		changed = changed || reduced != a
		kept = append(kept, reduced)
	}
	if !changed {
		return flat
	}
	// A reduced inner junction may be a literal or a junction of the same kind: start over.
	return flatten(op, b.junction(op, kept))
}

// flatten is the arguments of t when its operator is op, else t alone.
func flatten(op Op, t *Term) []*Term {
	if t.op == op {
		return t.args
	}
	return []*Term{t}
}

// reduceInner removes from the inner junction a the literals whose negation is in flat; implied says
// that a literal of a is itself in flat.
func (b *Builder) reduceInner(a *Term, flat []*Term) (reduced *Term, implied bool) {
	var kept []*Term
	for _, lit := range a.args {
		if _, found := slices.BinarySearchFunc(flat, lit, byID); found {
			return nil, true
		}
		if _, found := slices.BinarySearchFunc(flat, b.Not(lit), byID); !found {
			kept = append(kept, lit)
		}
	}
	if len(kept) == len(a.args) {
		return a, false
	}
	return b.junction(a.op, kept), false
}

// Implies is a => c.
func (b *Builder) Implies(a, c *Term) *Term { return b.Or(b.Not(a), c) }

// Iff is equality of truth values.
func (b *Builder) Iff(a, c *Term) *Term { return b.Eq(a, c) }

// Xor is inequality of truth values.
func (b *Builder) Xor(a, c *Term) *Term { return b.Not(b.Eq(a, c)) }

// Ne is the negation of Eq.
func (b *Builder) Ne(x, y *Term) *Term { return b.Not(b.Eq(x, y)) }

// distinctPairs is the most terms for which Distinct is written as inequalities of pairs.
const distinctPairs = 8

// Distinct says that no two of the terms are equal.
func (b *Builder) Distinct(args ...*Term) *Term {
	if len(args) > distinctPairs {
		return b.distinctMany(args)
	}
	var pairs []*Term
	for i, x := range args {
		for _, y := range args[:i] {
			pairs = append(pairs, b.Ne(x, y))
		}
	}
	return b.And(pairs...)
}

// distinctMany keeps one node: the number of pairs grows too fast for everyone who walks them.
func (b *Builder) distinctMany(args []*Term) *Term {
	sorted := slices.Clone(args)
	slices.SortFunc(sorted, byID)
	for i, x := range sorted {
		want(x.sort == sorted[0].sort, OpDistinct, args...)
		if i > 0 && x == sorted[i-1] {
			return b.no
		}
	}
	if allConst(sorted...) { // equal constants are one term
		return b.yes
	}
	return b.mk(OpDistinct, b.boolSort, sorted...)
}

// Ite is x where c holds, else y.
func (b *Builder) Ite(c, x, y *Term) *Term {
	want(c.sort == b.boolSort && x.sort == y.sort, OpIte, c, x, y)
	switch {
	case c.IsTrue() || x == y:
		return x
	case c.IsFalse():
		return y
	case c.op == OpNot:
		return b.Ite(c.args[0], y, x)
	case x.op == OpIte && x.args[0] == c:
		return b.Ite(c, x.args[1], y)
	case y.op == OpIte && y.args[0] == c:
		return b.Ite(c, x, y.args[2])
	case y.op == OpIte && y.args[1] == x:
		return b.Ite(b.Or(c, y.args[0]), x, y.args[2])
	}
	if x.sort == b.boolSort {
		return b.iteBool(c, x, y)
	}
	return b.mk(OpIte, x.sort, c, x, y)
}

func (b *Builder) iteBool(c, x, y *Term) *Term {
	switch {
	case x.IsTrue() || x == c:
		return b.Or(c, y)
	case x.IsFalse() || x == b.Not(c):
		return b.And(b.Not(c), y)
	case y.IsTrue() || y == b.Not(c):
		return b.Or(b.Not(c), x)
	case y.IsFalse() || y == c:
		return b.And(c, x)
	case x == b.Not(y):
		return b.Eq(c, x)
	}
	return b.mk(OpIte, b.boolSort, c, x, y)
}
