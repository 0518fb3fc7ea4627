package term

import "math/big"

// simplifyBudget bounds the nodes that one call of Simplify looks at.
const simplifyBudget = 20_000

// Simplify is a condition that agrees with t wherever all of given hold, and is no larger. Inside a
// conjunction each part is read as if the others hold, inside a disjunction as if they do not; what
// parts have in common is stated once: a or b, and a or c, is a or (b and c). Comparisons of one term with
// constants decide one another. Predicates that are carried from call to call say the same thing many
// times over; without this they double with each step.
func (b *Builder) Simplify(t *Term, given ...*Term) *Term {
	if t.op != OpAnd && t.op != OpOr && t.op != OpNot && len(given) == 0 {
		return t
	}
	s := &simplifier{b: b, budget: simplifyBudget, known: map[*Term]bool{}}
	for _, g := range given {
		s.assume(g)
	}
	out := s.simplify(t)
	if s.budget <= 0 || out.size > t.size {
		return t
	}
	return out
}

// simplifier knows the truth of some terms.
type simplifier struct {
	b      *Builder
	budget int
	known  map[*Term]bool
	// trail are the terms in known, for undoing; ranges what is known of comparisons with constants.
	trail  []*Term
	ranges []rangeFact
}

type mark struct{ trail, ranges int }

func (s *simplifier) mark() mark { return mark{len(s.trail), len(s.ranges)} }

func (s *simplifier) undo(m mark) {
	for _, t := range s.trail[m.trail:] {
		delete(s.known, t)
	}
	s.trail, s.ranges = s.trail[:m.trail], s.ranges[:m.ranges]
}

// assume adds that t holds.
func (s *simplifier) assume(t *Term) { s.learn(t, true) }

// learn adds that t holds, or does not.
func (s *simplifier) learn(t *Term, holds bool) {
	if t.op == OpNot {
		s.learn(t.args[0], !holds)
		return
	}
	if _, ok := s.known[t]; ok || t.op == OpConst {
		return
	}
	s.known[t] = holds
	s.trail = append(s.trail, t)
	if t.op == OpAnd && holds || t.op == OpOr && !holds {
		for _, arg := range t.args {
			s.learn(arg, holds)
		}
		return
	}
	if !holds {
		t = s.b.Not(t)
	}
	if f, ok := rangeOf(t); ok {
		s.ranges = append(s.ranges, f)
	}
}

// decided is the truth of t as far as it is known.
func (s *simplifier) decided(t *Term) (holds, ok bool) {
	if holds, ok = s.known[t]; ok {
		return holds, true
	}
	if t.op == OpNot {
		holds, ok = s.decided(t.args[0])
		return !holds, ok
	}
	f, ok := rangeOf(t)
	if !ok {
		return false, false
	}
	for _, g := range s.ranges {
		if g.subject != f.subject || g.signed != f.signed && !g.single() {
			continue
		}
		if g.within(f) {
			return true, true
		}
		if g.outside(f) {
			return false, true
		}
	}
	return false, false
}

func (s *simplifier) simplify(t *Term) *Term {
	if s.budget--; s.budget <= 0 || t.op == OpConst {
		return t
	}
	if holds, ok := s.decided(t); ok {
		return s.b.BoolConst(holds)
	}
	op, negate := t.op, false
	if op == OpNot {
		switch t = t.args[0]; t.op {
		case OpAnd:
			op, negate = OpOr, true
		case OpOr:
			op, negate = OpAnd, true
		default:
			return s.b.Not(t)
		}
	}
	if op != OpAnd && op != OpOr {
		return t
	}
	parts := make([]*Term, len(t.args))
	for i, arg := range t.args {
		if negate {
			arg = s.b.Not(arg)
		}
		parts[i] = arg
	}
	return s.junction(op, parts)
}

// join builds op of the parts.
func (s *simplifier) join(op Op, parts []*Term) *Term {
	if op == OpAnd {
		return s.b.And(parts...)
	}
	return s.b.Or(parts...)
}

// junction simplifies each part under what the others say, until nothing changes, and then states
// once what parts share.
func (s *simplifier) junction(op Op, parts []*Term) *Term {
	const rounds = 4
	for range rounds {
		changed := false
		for i := 0; i < len(parts); i++ {
			m := s.mark()
			for j, other := range parts {
				if j != i {
					s.learn(other, op == OpAnd)
				}
			}
			p := s.simplify(parts[i])
			s.undo(m)
			if p == parts[i] {
				continue
			}
			if p.op == OpConst && p.IsTrue() != (op == OpAnd) {
				return p
			}
			parts[i] = p
			changed = true
		}
		joined := s.join(op, parts)
		if joined.op != op {
			return joined
		}
		parts = append(parts[:0:0], joined.args...)
		if !changed {
			break
		}
	}
	return s.factor(op, parts)
}

// factor takes out what most of the parts share.
func (s *simplifier) factor(op Op, parts []*Term) *Term {
	dual := OpOr
	if op == OpOr {
		dual = OpAnd
	}
	for s.budget > 0 {
		var common *Term
		count := map[*Term]int{}
		for _, p := range parts {
			if p.op != dual {
				continue
			}
			for _, arg := range p.args {
				s.budget--
				count[arg]++
				if n := count[arg]; n > 1 && (common == nil || n > count[common] || n == count[common] && arg.id < common.id) {
					common = arg
				}
			}
		}
		if common == nil {
			break
		}
		var inner, kept []*Term
		for _, p := range parts {
			rest := without(p, dual, common)
			if rest == nil {
				kept = append(kept, p)
				continue
			}
			inner = append(inner, s.join(dual, rest))
		}
		m := s.mark()
		s.learn(common, dual == OpAnd)
		core := s.simplify(s.join(op, inner))
		s.undo(m)
		joined := s.join(op, append(kept, s.join(dual, []*Term{common, core})))
		if joined.op != op {
			return joined
		}
		parts = joined.args
	}
	return s.join(op, parts)
}

// without is the arguments of the junction p but for one, or nil if that is not among them.
func without(p *Term, op Op, arg *Term) []*Term {
	if p.op != op {
		return nil
	}
	var rest []*Term
	found := false
	for _, a := range p.args {
		if a == arg {
			found = true
		} else {
			rest = append(rest, a)
		}
	}
	if !found {
		return nil
	}
	return rest
}

// rangeFact says that the value of an integer or bit-vector term lies between two numbers, or that it
// is not a number.
type rangeFact struct {
	subject   *Term
	signed    bool     // the order of a bit-vector
	low, high *big.Int // nil: no bound
	not       bool     // the value is not low
}

// single reports whether the fact names one value, which has no order to agree on.
func (f rangeFact) single() bool { return f.low != nil && f.high != nil && f.low.Cmp(f.high) == 0 }

// rangeOf reads a comparison with a constant.
func rangeOf(t *Term) (rangeFact, bool) {
	negated := t.op == OpNot
	if negated {
		if t = t.args[0]; t.op != OpEq {
			return rangeFact{}, false
		}
	}
	strict := false
	f := rangeFact{}
	switch t.op {
	case OpEq, OpLe, OpBVUle:
	case OpLt, OpBVUlt:
		strict = true
	case OpBVSle:
		f.signed = true
	case OpBVSlt:
		f.signed, strict = true, true
	default:
		return f, false
	}
	x, y := t.args[0], t.args[1]
	if kind := x.sort.Kind; kind != KindInt && kind != KindBV {
		return f, false
	}
	constant, left := y, true
	f.subject = x
	if y.op != OpConst {
		constant, left = x, false
		f.subject = y
	}
	if constant.op != OpConst || f.subject.op == OpConst {
		return f, false
	}
	k := constant.value.Big()
	if f.signed {
		k = constant.value.BigSigned()
	}
	switch {
	case t.op == OpEq:
		f.low, f.high, f.not = k, k, negated
	case left && strict:
		f.high = new(big.Int).Sub(k, big.NewInt(1))
	case left:
		f.high = k
	case strict:
		f.low = new(big.Int).Add(k, big.NewInt(1))
	default:
		f.low = k
	}
	return f, true
}

// within reports whether f implies g, a fact about the same subject; both are read in g's order.
func (f rangeFact) within(g rangeFact) bool {
	f = f.in(g.signed)
	if f.not {
		return g.not && f.low.Cmp(g.low) == 0
	}
	if g.not {
		return f.low != nil && f.low.Cmp(g.low) > 0 || f.high != nil && f.high.Cmp(g.low) < 0
	}
	return (g.low == nil || f.low != nil && f.low.Cmp(g.low) >= 0) && (g.high == nil || f.high != nil && f.high.Cmp(g.high) <= 0)
}

// outside reports whether f excludes g.
func (f rangeFact) outside(g rangeFact) bool {
	f = f.in(g.signed)
	switch {
	case f.not:
		return !g.not && g.single() && g.low.Cmp(f.low) == 0
	case g.not:
		return f.single() && f.low.Cmp(g.low) == 0
	}
	return f.low != nil && g.high != nil && f.low.Cmp(g.high) > 0 || f.high != nil && g.low != nil && f.high.Cmp(g.low) < 0
}

// in reads a fact about one value in the other order.
func (f rangeFact) in(signed bool) rangeFact {
	if f.signed == signed || f.subject.sort.Kind != KindBV {
		return f
	}
	v := BVBigValue(f.subject.sort.Width, f.low)
	k := v.Big()
	if signed {
		k = v.BigSigned()
	}
	f.low, f.high, f.signed = k, k, signed
	return f
}
