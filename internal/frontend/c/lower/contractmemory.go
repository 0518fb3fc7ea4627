package lower

import (
	"fmt"
	"math/bits"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// What contracts say of memory: that elements are there, and that they are apart. Objects of the outside are as large
// as their types; a contract that demands more makes them larger before its condition is assumed, where nothing else
// lets the condition hold. So nothing is given that is not demanded.

// giveMemory makes objects of the outside as large as a condition demands, where guard holds.
func (c *conditionOf) giveMemory(x *tree.Condition, guard *term.Term) {
	switch {
	case !x.Requires() || c.isRefused:
	case len(x.Valid) > 0:
		for _, r := range x.Valid {
			c.giveRange(r, guard)
		}
	case x.Op == tree.LogicalOr:
		for i, part := range x.Parts {
			if part.Requires() {
				c.giveMemory(part, c.terms.And(guard, c.terms.Not(c.mayHold(x.Parts[1-i]))))
			}
		}
	default:
		for _, part := range x.Parts {
			c.giveMemory(part, guard)
		}
	}
}

// mostDemanded is how many bytes before and behind a pointer a contract can ask for: more would not fit between the
// addresses of two objects.
func (l *layout) mostDemanded() uint64 { return min(1<<31, l.granule()/2) }

// rangeTerms are a row of elements in words of addresses.
type rangeTerms struct {
	pointer *term.Term
	some    *term.Term // there are elements
	fits    *term.Term // no distance is larger than objects are
	low     *term.Term // the distance from the pointer to the first of them in bytes
	high    *term.Term // to what is behind them
}

func (c *conditionOf) rangeOf(r *tree.Range) rangeTerms {
	pointer, first, end := c.pointer(r.Pointer), c.number(r.First), c.number(r.End)
	if c.isRefused {
		no := c.terms.False()
		return rangeTerms{c.addr(0), no, no, c.addr(0), c.addr(0)}
	}
	most := int64(c.mostDemanded()) / r.Size
	limit := func(n int64) exact { return exact{c.terms.BVConst(64, uint64(n)), true} }
	return rangeTerms{
		pointer: pointer,
		some:    c.numbersCompared(tree.Less, first, end),
		fits:    c.terms.And(c.numbersCompared(tree.GreaterEqual, first, limit(-most)), c.numbersCompared(tree.LessEqual, end, limit(most))),
		low:     c.distance(first, r.Size),
		high:    c.distance(end, r.Size),
	}
}

// distance is a number of elements in bytes, which fits.
func (c *conditionOf) distance(n exact, size int64) *term.Term {
	width := c.pointerWidth()
	t := n.t
	switch {
	case t.Sort().Width > width:
		t = c.terms.Trunc(width, t)
	case n.signed:
		t = c.terms.SignExtTo(width, t)
	default:
		t = c.terms.ZeroExtTo(width, t)
	}
	return c.terms.BVMul(t, c.addr(uint64(size)))
}

// giveRange makes the object that a pointer leads to as large as it has to be. An object that an object of the outside
// leads to is nobody's before.
func (c *conditionOf) giveRange(r *tree.Range, guard *term.Term) {
	c.missing = nil
	t := c.rangeOf(r)
	if c.isRefused || c.options.Open || !c.checks(property.Bounds) {
		return
	}
	pos, v := c.requirement.Pos, t.pointer
	guard = c.terms.And(guard, c.terms.Not(c.terms.Or(c.missing...)), t.some, c.terms.Ne(v, c.addr(0)))
	// Bytes of which nothing is said are more than most loops need. A number of them that is said is the whole: a fact
	// that a proof finds.
	isBytes := r.Size == 1
	isNew := c.keep(pos, c.terms.And(guard, c.shadow().unheardOf(v)))
	assumed := c.terms.Ne(c.terms.Select(c.shadowMaps.assumed.Sym, c.granuleOf(v)), c.terms.BVConst(8, 0))
	isNear := c.terms.Or(c.terms.Not(c.terms.Or(isNew, assumed)), c.terms.BVUlt(c.offsetOf(v), c.addr(c.granule()/2-liveExtent)))
	c.assumeTrue(pos, c.terms.Or(c.terms.Not(guard), c.terms.And(t.fits, isNear)))
	c.assumeOf(assumption.EntrySizes, fmt.Sprint(c.mostDemanded()), pos)
	have, least := c.extentAt(v), c.terms.BVAdd(c.offsetOf(v), c.terms.BVAdd(t.high, c.addr(liveExtent)))
	isMore := c.terms.BVUlt(have, least)
	if isBytes {
		isMore = c.terms.Or(isMore, c.terms.And(c.terms.Not(c.options.Model.InOutside(c.terms, v)), c.terms.Eq(have, c.addr(unknownObjectSize+liveExtent))))
	}
	isLarger := c.terms.And(guard, c.terms.BVSlt(c.addr(0), t.high), c.terms.Or(isNew, assumed), isMore)
	c.writeEntry(pos, c.shadowMaps.extent, v, c.terms.Ite(isLarger, least, have))
	mark := func(m *ir.Variable, n uint64) {
		if m != nil {
			c.writeEntry(pos, m, v, c.terms.Ite(isNew, c.terms.BVConst(8, n), c.terms.Select(m.Sym, c.granuleOf(v))))
		}
	}
	mark(c.shadowMaps.assumed, 1)
	mark(c.shadowMaps.heap, foreignObject)
}

// isThere says that a row of elements is in an object. Where it is not looked at how far objects reach, and in an open
// program, one that is not null is.
func (c *conditionOf) isThere(r *tree.Range) *term.Term {
	t := c.rangeOf(r)
	if c.isRefused {
		return c.terms.True()
	}
	none := c.terms.Not(t.some)
	good := c.terms.Ne(t.pointer, c.addr(0))
	if !c.options.Open && c.checks(property.Bounds) {
		start := c.terms.BVAdd(t.pointer, t.low)
		inside := c.shadow().accessible(accessRange{pointer: t.pointer, start: start, size: c.terms.BVSub(t.high, t.low)}, t.pointer)
		good = c.terms.And(good, t.fits, inside)
	}
	return c.terms.Or(none, good)
}

// areApart says that no two rows of elements have a byte in common. Behind a null pointer there is none.
func (c *conditionOf) areApart(ranges []*tree.Range) *term.Term {
	type row struct {
		some       *term.Term
		start, end exact
	}
	var rows []row
	for _, r := range ranges {
		pointer, first, end := c.pointer(r.Pointer), c.number(r.First), c.number(r.End)
		if c.isRefused || c.options.Linear {
			c.isRefused = true
			return c.terms.True()
		}
		size, at := exact{c.terms.BVConst(bits.Len64(uint64(r.Size))+1, uint64(r.Size)), true}, exact{pointer, false}
		place := func(n exact) exact {
			return c.computed(tree.Add, []exact{at, c.computed(tree.Multiply, []exact{n, size})})
		}
		some := c.terms.And(c.terms.Ne(pointer, c.addr(0)), c.numbersCompared(tree.Less, first, end))
		rows = append(rows, row{some, place(first), place(end)})
	}
	apart := c.terms.True()
	for i, x := range rows {
		for _, y := range rows[:i] {
			none := c.terms.Not(c.terms.And(x.some, y.some))
			apart = c.terms.And(apart, c.terms.Or(none, c.numbersCompared(tree.LessEqual, x.end, y.start), c.numbersCompared(tree.LessEqual, y.end, x.start)))
		}
	}
	return apart
}
