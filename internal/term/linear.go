package term

import (
	"math/big"
	"slices"
)

// longestSum is how many summands a sum may have that is taken apart as part of another one. A checksum adds each byte
// to a sum and that sum to a second one: taken apart, each of the n values has up to n summands.
const longestSum = 128

// monomial is coeff * base; base is no sum, but one of more than longestSum summands, and no product with a constant.
type monomial struct {
	base  *Term
	coeff Value
}

// linear is a sum of monomials and a constant, of a BV, Int or Real sort. After normalise the bases are
// distinct, sorted by ID, and no coefficient is zero. It is the canonical form in which a+4 = a+8 folds.
type linear struct {
	sort     *Sort
	monos    []monomial
	constant Value
}

func newLinear(sort *Sort) *linear {
	return &linear{sort: sort, constant: sort.zeroNumber()}
}

// zeroNumber is Zero without the cost of the general case.
func (s *Sort) zeroNumber() Value {
	if s.Kind == KindBV {
		return BVValue(s.Width, 0)
	}
	return Value{kind: s.Kind}
}

// number is the small number x in the numeric or BV sort s.
func (s *Sort) number(x int64) Value { return numberOf(s.zeroNumber(), x) }

// add adds scale * t.
func (l *linear) add(t *Term, scale Value) {
	switch {
	case t.op == OpConst:
		l.constant = addNumbers(l.constant, mulNumbers(t.value, scale))
	case (t.op == OpBVAdd || t.op == OpAdd) && len(t.args) <= longestSum:
		for _, a := range t.args {
			l.add(a, scale)
		}
	default:
		coeff, base := splitProduct(t)
		if base == nil {
			l.monos = append(l.monos, monomial{t, scale})
			return
		}
		l.monos = append(l.monos, monomial{base, mulNumbers(coeff, scale)})
	}
}

// splitProduct reads c*x of two factors as (c, x); for other terms, products of more factors among
// them, base is nil.
func splitProduct(t *Term) (coeff Value, base *Term) {
	if (t.op == OpBVMul || t.op == OpMul) && len(t.args) == 2 && t.args[0].op == OpConst {
		return t.args[0].value, t.args[1]
	}
	return Value{}, nil
}

func (l *linear) normalise() {
	l.combine()
	for l.joinChoices() {
		l.combine()
	}
}

// combine adds the coefficients of equal bases, and sorts the bases.
func (l *linear) combine() {
	slices.SortStableFunc(l.monos, func(x, y monomial) int { return byID(x.base, y.base) })
	kept := l.monos[:0]
	for i := 0; i < len(l.monos); {
		m := l.monos[i]
		for i++; i < len(l.monos) && l.monos[i].base == m.base; i++ {
			m.coeff = addNumbers(m.coeff, l.monos[i].coeff)
		}
		if !m.coeff.IsZero() {
			kept = append(kept, m)
		}
	}
	l.monos = kept
}

// joinChoices replaces choices by one condition whose sum is the same either way, of all of them or of
// two: ite(c, x + 1, x) + ite(c, y, y + 1) is x + y + 1. A solver that only sees bits finds that hard,
// and a sum of counters that a branch counts apart is made of it. It reports whether there were any.
func (l *linear) joinChoices() bool {
	for i, m := range l.monos {
		if m.base.op != OpIte {
			continue
		}
		same := []int{i}
		for k := i + 1; k < len(l.monos); k++ {
			if n := l.monos[k]; n.base.op == OpIte && n.base.args[0] == m.base.args[0] {
				same = append(same, k)
			}
		}
		if len(same) > 1 && l.join(same) {
			return true
		}
		for _, k := range same[1:] {
			if len(same) > 2 && l.join([]int{i, k}) {
				return true
			}
		}
	}
	return false
}

// join replaces choices by what their sum is if that does not depend on the condition.
func (l *linear) join(choices []int) bool {
	apart := newLinear(l.sort)
	for _, i := range choices {
		m := l.monos[i]
		apart.add(m.base.args[1], m.coeff)
		apart.add(m.base.args[2], negateNumber(m.coeff))
	}
	if apart.combine(); len(apart.monos) > 0 || !apart.constant.IsZero() {
		return false
	}
	chosen := make([]monomial, 0, len(choices))
	for k := len(choices) - 1; k >= 0; k-- {
		chosen = append(chosen, l.monos[choices[k]])
		l.monos = slices.Delete(l.monos, choices[k], choices[k]+1)
	}
	for _, m := range chosen {
		l.add(m.base.args[1], m.coeff)
	}
	return true
}

// scale multiplies by c, which must be invertible or the caller must not mind lost monomials.
func (l *linear) scale(c Value) {
	for i := range l.monos {
		l.monos[i].coeff = mulNumbers(l.monos[i].coeff, c)
	}
	l.constant = mulNumbers(l.constant, c)
}

// term builds the canonical sum of a normalised l: monomials, then the constant unless it is zero.
func (l *linear) term(b *Builder) *Term {
	if len(l.monos) == 0 {
		return b.Const(l.constant)
	}
	var buffer [8]*Term
	args := buffer[:0]
	for _, m := range l.monos {
		args = append(args, b.monomialTerm(m))
	}
	if !l.constant.IsZero() {
		args = append(args, b.Const(l.constant))
	}
	if len(args) == 1 {
		return args[0]
	}
	return b.mk(addOp(l.sort), l.sort, args...)
}

func addOp(s *Sort) Op {
	if s.Kind == KindBV {
		return OpBVAdd
	}
	return OpAdd
}

func mulOp(s *Sort) Op {
	if s.Kind == KindBV {
		return OpBVMul
	}
	return OpMul
}

func (b *Builder) monomialTerm(m monomial) *Term {
	if m.coeff.Equal(m.base.sort.number(1)) {
		return m.base
	}
	return b.mk(mulOp(m.base.sort), m.base.sort, b.Const(m.coeff), m.base)
}

// sum is the canonical sum of the terms.
func (b *Builder) sum(args []*Term) *Term {
	first := args[0]
	if len(args) == 2 {
		if t := b.sumQuick(first, args[1]); t != nil {
			return t
		}
	}
	l := newLinear(first.sort)
	one := first.sort.number(1)
	for _, a := range args {
		want(a.sort == first.sort, addOp(first.sort), first, a)
		l.add(a, one)
	}
	l.normalise()
	return l.term(b)
}

// sumQuick handles the sums that are most frequent: a term and a constant.
func (b *Builder) sumQuick(x, y *Term) *Term {
	if x.op == OpConst {
		x, y = y, x
	}
	if y.op != OpConst || x.sort != y.sort {
		return nil
	}
	if x.op == OpConst {
		return b.Const(addNumbers(x.value, y.value))
	}
	if y.value.IsZero() {
		return x
	}
	op := addOp(x.sort)
	if x.op != op {
		if x.op == OpBVMul || x.op == OpMul {
			return nil
		}
		return b.mk(op, x.sort, x, y)
	}
	return nil
}

// difference is x - y in linear form.
func difference(x, y *Term) *linear {
	l := newLinear(x.sort)
	l.add(x, x.sort.number(1))
	l.add(y, x.sort.number(-1))
	l.normalise()
	return l
}

// product is the canonical product: constants first as one coefficient, distributed over a sum.
func (b *Builder) product(args []*Term) *Term {
	sort := args[0].sort
	coeff := sort.number(1)
	var buffer [8]*Term
	factors := buffer[:0]
	for _, a := range args {
		want(a.sort == sort, mulOp(sort), args...)
		if a.op == mulOp(sort) {
			factors = append(factors, a.args...)
		} else {
			factors = append(factors, a)
		}
	}
	kept := factors[:0]
	for _, f := range factors {
		if f.op == OpConst {
			coeff = mulNumbers(coeff, f.value)
		} else {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 || coeff.IsZero() {
		return b.Const(coeff)
	}
	slices.SortFunc(kept, byID)
	base := kept[0]
	if len(kept) > 1 {
		base = b.mk(mulOp(sort), sort, kept...)
	}
	l := newLinear(sort)
	l.add(base, coeff)
	l.normalise()
	return l.term(b)
}

// isSum reports whether linear normalisation may change t.
func isSum(t *Term) bool {
	return t.op == OpBVAdd || t.op == OpAdd || t.op == OpBVMul || t.op == OpMul
}

// sides writes l as left - right with positive coefficients on both sides (a BV coefficient counts as
// signed) and without l's constant.
func (l *linear) sides(b *Builder) (left, right *linear) {
	left, right = newLinear(l.sort), newLinear(l.sort)
	for _, m := range l.monos {
		if coeffSign(m.coeff) > 0 {
			left.monos = append(left.monos, m)
		} else {
			right.monos = append(right.monos, monomial{m.base, negateNumber(m.coeff)})
		}
	}
	return left, right
}

func coeffSign(v Value) int {
	if v.kind == KindBV {
		return v.BigSigned().Sign()
	}
	return v.Sign()
}

// eqLinear is x = y for sums: common addends cancel, the constant stands on the right.
func (b *Builder) eqLinear(x, y *Term) *Term {
	l := difference(x, y)
	if len(l.monos) == 0 {
		return b.BoolConst(l.constant.IsZero())
	}
	if !l.reduce() {
		return b.no
	}
	if coeffSign(l.monos[0].coeff) < 0 {
		l.scale(l.sort.number(-1))
		l.normalise()
	}
	left, right := l.sides(b)
	if len(left.monos) == 0 { // a BV coefficient that is its own negation
		left, right = right, left
		l.constant = negateNumber(l.constant)
	}
	right.constant = negateNumber(l.constant)
	s, t := left.term(b), right.term(b)
	if !isSum(s) && !isSum(t) {
		return b.Eq(s, t)
	}
	if narrow := b.eqScaled(s, t); narrow != nil {
		return narrow
	}
	return b.eqPlain(s, t)
}

// reduce divides l = 0 by what its coefficients have in common; false means it has no solution.
func (l *linear) reduce() bool {
	switch l.sort.Kind {
	case KindReal:
		l.scale(RealValue(new(big.Rat).Inv(l.monos[0].coeff.Rat())))
		return true
	case KindInt:
		g := l.gcd()
		q, r := new(big.Int).DivMod(l.constant.Big(), g, new(big.Int))
		if r.Sign() != 0 {
			return false
		}
		l.divide(g)
		l.constant = BigIntValue(q)
		return true
	}
	return l.reduceBV()
}

// reduceBV makes the first odd coefficient 1, or refutes l = 0 by its low bits.
func (l *linear) reduceBV() bool {
	low := uint(l.sort.Width)
	for _, m := range l.monos {
		low = min(low, m.coeff.Big().TrailingZeroBits())
	}
	if !l.constant.IsZero() && l.constant.Big().TrailingZeroBits() < low {
		return false
	}
	if low == 0 && len(l.monos) == 1 {
		modulus := new(big.Int).Lsh(bigOne, uint(l.sort.Width))
		inverse := new(big.Int).ModInverse(l.monos[0].coeff.Big(), modulus)
		l.scale(BVBigValue(l.sort.Width, inverse))
	}
	return true
}

// gcd is the greatest common divisor of the coefficients of an Int form.
func (l *linear) gcd() *big.Int {
	g := new(big.Int)
	for _, m := range l.monos {
		g.GCD(nil, nil, g, new(big.Int).Abs(m.coeff.Big()))
	}
	return g
}

// divide divides the coefficients of an Int form by their common divisor g.
func (l *linear) divide(g *big.Int) {
	if g.IsInt64() && g.Int64() == 1 {
		return
	}
	for i := range l.monos {
		l.monos[i].coeff = BigIntValue(new(big.Int).Quo(l.monos[i].coeff.Big(), g))
	}
}
