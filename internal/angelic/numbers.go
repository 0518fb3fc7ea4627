package angelic

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// This file is about limits of numbers: an index that is less than a count, a size that is not 0. What
// a caller keeps within limits is its business, until the code compares the number itself.

// numberChecks are the properties whose violations limits of numbers exclude.
var numberChecks = map[string]bool{
	property.Bounds.SubProperty():   true,
	property.Overflow.SubProperty(): true,
	property.Division.SubProperty(): true,
	property.Shift.SubProperty():    true,
}

// isAboutNumbers says that an error is one that numbers out of their limits cause. Null pointers and dead objects are
// failures of the same property as accesses out of bounds.
func isAboutNumbers(e *ir.Error) bool {
	switch {
	case !numberChecks[e.Property]:
		return false
	case e.Property == property.Bounds.SubProperty():
		return strings.HasPrefix(e.What, property.Outside)
	}
	return true
}

// isLimit says that an atom compares numbers that are unknown: with each other, or with a constant.
func (u *unknowns) isLimit(atom *term.Term) bool {
	low, high, ok := sides(atom)
	if !ok || atom.Op() == term.OpEq || u.reader.IsPointer(low) || u.reader.IsPointer(high) || !u.constrainable(atom) {
		return false
	}
	return u.isNamed(low) && u.isNamed(high)
}

// isSigned says that a number has a type with a sign.
func (u *unknowns) isSigned(t *term.Term) bool {
	layout := u.program.Layouts[u.reader.Type(t)]
	return layout != nil && layout.Signed
}

// isNamed says that a number is one that the source has a name for, or a constant, or sums of such.
func (u *unknowns) isNamed(t *term.Term) bool {
	named := map[*term.Term]bool{} // sums and products, which others share
	var is func(t *term.Term) bool
	is = func(t *term.Term) bool {
		if !named[t] {
			named[t] = u.isNamedBy(t, is)
		}
		return named[t]
	}
	return is(t)
}

// isNamedBy is isNamed, with is for what is computed with.
func (u *unknowns) isNamedBy(t *term.Term, is func(*term.Term) bool) bool {
	switch t.Op() {
	case term.OpConst:
		return true
	case term.OpVar:
		_, input := u.known[t]
		return input || u.program.VariableOf(t) != nil
	case term.OpZeroExt, term.OpSignExt, term.OpExtract:
		return is(t.Arg(0))
	case term.OpBVAdd, term.OpBVMul:
		for _, a := range t.Args() {
			if !is(a) {
				return false
			}
		}
		return true
	case term.OpSelect, term.OpConcat:
		return u.reader.Type(t) != ""
	}
	return false
}

// sides are the two numbers that an atom compares.
func sides(atom *term.Term) (low, high *term.Term, ok bool) {
	t := atom
	if t.Op() == term.OpNot {
		t = t.Arg(0)
	}
	switch t.Op() {
	case term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle, term.OpEq:
		if t.Arg(0).Sort().Kind != term.KindBV || t.Arg(0).Sort().Width == 1 {
			return nil, nil, false
		}
	default:
		return nil, nil, false
	}
	if low, high = t.Arg(0), t.Arg(1); t != atom {
		low, high = high, low
	}
	return low, high, true
}

// checkedByCode says that the branches on the way to a failure keep a number from being what an atom
// excludes at its most: then the code limits the number itself, and not well enough, which is no
// business of the callers.
func (a *analysis) checkedByCode(q explain.Question, atom *term.Term) bool {
	low, high, _ := sides(atom)
	if atom.Op() == term.OpNot && atom.Arg(0).Op() == term.OpEq {
		if low.IsConst() {
			low, high = high, low
		}
		if l, ok := linearOf(low); ok && l.of != nil && slices.Contains(slices.Concat(a.extremes(l, largest), a.extremes(l, smallest)), high) && signedValue(high).Sign() != 0 {
			return false // the failure is at the extreme itself, which the branches do not exclude
		}
		return a.isKeptFrom(q, low, largest) || a.isKeptFrom(q, low, smallest)
	}
	return a.isKeptFrom(q, low, largest) || a.isKeptFrom(q, high, smallest)
}

// isHalfChecked says that an atom keeps an index with a sign from being below a number, while a test of the code on the
// way keeps it from being large: who tests one end says that callers may pass what is wrong, and the other end is
// forgotten. What a loop tests is where it ends, and says nothing of what it starts with.
func (a *analysis) isHalfChecked(q explain.Question, path *trace.Path, atom *term.Term) bool {
	low, high, _ := sides(atom)
	compared := atom
	if atom.Op() == term.OpNot {
		compared = atom.Arg(0)
	}
	isSigned := compared.Op() == term.OpBVSlt || compared.Op() == term.OpBVSle
	l, ok := linearOf(high)
	if path.Error.Property != property.Bounds.SubProperty() || !isSigned || !low.IsConst() || !ok || l.of == nil || l.extended == term.OpZeroExt {
		return false
	}
	width := l.of.Sort().Width
	most := a.terms.Eq(l.of, a.terms.BVLshr(a.terms.BVNot(a.terms.BVConst(width, 0)), a.terms.BVConst(width, 1)))
	if a.excluded(q.Given, most) {
		return false
	}
	return slices.ContainsFunc(path.Conditions, func(c trace.Condition) bool {
		isTest := c.Kind == trace.Branch && c.Relevant && containsTerm(c.Term, l.of) && !path.IsInLoop(c)
		return isTest && a.excluded(append(slices.Clone(q.Given), c.Term), most)
	})
}

// end is one of the ends of what a number can be.
type end int

const (
	largest end = iota + 1
	smallest
)

// isKeptFrom says that the branches keep the unknown number in a sum from being as large as it can be,
// or as small.
func (a *analysis) isKeptFrom(q explain.Question, sum *term.Term, at end) bool {
	l, ok := linearOf(sum)
	if !ok || l.of == nil {
		return false
	}
	some := false
	for _, extreme := range a.extremes(l, at) {
		most := a.terms.Eq(l.of, extreme)
		if a.excluded(q.Given, most) {
			continue
		}
		if !a.excluded(append(slices.Clone(q.Given), q.Guards...), most) {
			return false
		}
		some = true
	}
	return some
}

// extremes are the values that a number has at most, or at least, as one with a sign, or without, or,
// where nothing tells, as either.
func (a *analysis) extremes(l linear, at end) []*term.Term {
	width := l.of.Sort().Width
	ones := a.terms.BVNot(a.terms.BVConst(width, 0))
	most := a.terms.BVLshr(ones, a.terms.BVConst(width, 1))
	signed, unsigned := most, ones
	if at == smallest {
		signed, unsigned = a.terms.BVNot(most), a.terms.BVConst(width, 0)
	}
	switch l.extended {
	case term.OpSignExt:
		return []*term.Term{signed}
	case term.OpZeroExt:
		return []*term.Term{unsigned}
	}
	return []*term.Term{signed, unsigned}
}

// excluded says that conditions do not hold together with another.
func (a *analysis) excluded(conditions []*term.Term, with *term.Term) bool {
	answer := a.solver.Check(a.ctx, solver.Query{
		Path: append(slices.Clone(conditions), with), Label: "explain", Timeout: limitTime, StatusOnly: true,
	})
	return answer.Status == solver.Unsat
}

// limitTime is the time for a question about a limit.
const limitTime = time.Second

// linear is a number as times * of + plus.
type linear struct {
	of          *term.Term // nil: the number is plus
	times, plus *big.Int
	extended    term.Op // how of was made wider, if it was
}

// linearOf reads a term as a linear one of a single number.
func linearOf(t *term.Term) (linear, bool) {
	switch t.Op() {
	case term.OpConst:
		return linear{times: new(big.Int), plus: signedValue(t)}, true
	case term.OpZeroExt, term.OpSignExt:
		return linear{of: t.Arg(0), times: big.NewInt(1), plus: new(big.Int), extended: t.Op()}, true
	case term.OpBVAdd:
		out := linear{times: new(big.Int), plus: new(big.Int)}
		for _, arg := range t.Args() {
			l, ok := linearOf(arg)
			if !ok || l.of != nil && out.of != nil {
				return linear{}, false
			}
			if l.of != nil {
				out.of, out.times, out.extended = l.of, l.times, l.extended
			}
			out.plus = new(big.Int).Add(out.plus, l.plus)
		}
		return out, true
	case term.OpBVMul:
		if len(t.Args()) != 2 || !t.Arg(0).IsConst() && !t.Arg(1).IsConst() {
			return linear{}, false
		}
		factor, rest := t.Arg(0), t.Arg(1)
		if rest.IsConst() {
			factor, rest = rest, factor
		}
		l, ok := linearOf(rest)
		if !ok || signedValue(factor).Sign() <= 0 {
			return linear{}, false
		}
		l.times, l.plus = new(big.Int).Mul(l.times, signedValue(factor)), new(big.Int).Mul(l.plus, signedValue(factor))
		return l, true
	}
	return linear{of: t, times: big.NewInt(1), plus: new(big.Int)}, true
}

// signedValue is the value of a constant, as one with a sign.
func signedValue(t *term.Term) *big.Int {
	v, _ := t.Value()
	x := v.Big()
	if x.Bit(t.Sort().Width-1) == 1 {
		x = new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(t.Sort().Width)))
	}
	return x
}

// limitText writes a comparison of numbers as people do, who compare an index and not the distance of
// an element from the start of its array; "" if there is nothing to be said better. Numbers are taken
// for ones that are so far from the ends of their types that sums in it do not wrap around.
func (u *unknowns) limitText(atom *term.Term) string {
	low, high, ok := sides(atom)
	if !ok {
		return ""
	}
	l, first := linearOf(low)
	h, second := linearOf(high)
	if !first || !second || l.of == nil {
		return ""
	}
	strict := atom.Op() == term.OpBVUlt || atom.Op() == term.OpBVSlt
	unsigned := atom.Op() == term.OpBVUlt || atom.Op() == term.OpBVUle
	if atom.Op() == term.OpNot {
		strict = atom.Arg(0).Op() == term.OpBVUle || atom.Arg(0).Op() == term.OpBVSle
		unsigned = atom.Arg(0).Op() == term.OpBVUlt || atom.Arg(0).Op() == term.OpBVUle
		if atom.Arg(0).Op() == term.OpEq {
			return ""
		}
	} else if atom.Op() == term.OpEq {
		return ""
	}
	name := u.reader.Text(l.of)
	if h.of != nil {
		if l.times.Cmp(h.times) != 0 || l.plus.Cmp(h.plus) != 0 || l.plus.Sign() == 0 && l.times.IsInt64() && l.times.Int64() == 1 {
			return ""
		}
		if strict {
			return name + " < " + u.reader.Text(h.of)
		}
		return name + " <= " + u.reader.Text(h.of)
	}
	room := new(big.Int).Sub(h.plus, l.plus)
	if h.plus.Sign() < 0 || room.Sign() < 0 {
		return ""
	}
	if strict {
		room.Sub(room, big.NewInt(1))
	}
	text := name + " <= " + room.Div(room, l.times).String()
	least := new(big.Int).Neg(l.plus)
	if !unsigned || least.Sign() < 0 && l.extended == term.OpZeroExt {
		return text
	}
	least.Add(least, new(big.Int).Sub(l.times, big.NewInt(1)))
	least.Div(least, l.times)
	if least.Sign() > 0 || l.extended == term.OpSignExt || l.extended != term.OpZeroExt && u.isSigned(l.of) {
		text = least.String() + " <= " + name + " && " + text
	}
	return text
}
