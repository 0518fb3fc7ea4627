package term

import "slices"

// expansionLimit bounds the number of instances one quantifier is expanded into.
const expansionLimit = 1 << 16

// evalQuantifier decides a quantifier by instances: all of them when the bound sorts are small, those
// inside the bounds that the body itself states when it is guarded by a range.
func (e *Evaluator) evalQuantifier(t *Term) Value {
	return e.instances(t, t.Bound(), 1)
}

// instances tries the remaining bound variables; the result is the quantifier's truth value, or
// invalid when it could not be decided.
func (e *Evaluator) instances(t *Term, bound []*Term, product uint64) Value {
	universal := t.op == OpForall
	if len(bound) == 0 {
		return e.eval(t.args[0])
	}
	v := bound[0]
	domain, ok := e.domain(t, bound)
	if !ok || product*uint64(max(1, len(domain))) > expansionLimit {
		e.failure = &QuantifierError{Term: t}
		return Value{}
	}
	saved := e.boundMask
	e.bind(v)
	result := BoolValue(universal)
	for _, value := range domain {
		e.setBound(value)
		r := e.instances(t, bound[1:], product*uint64(len(domain)))
		if r.kind == KindInvalid {
			result = r
		} else if r.Bool() != universal {
			result = r
			break
		}
	}
	e.unbind(saved)
	return result
}

// domain lists enough values of the first variable v of rest, the bound variables without value
// yet: the body of t is constant between them, or outside them it is true (for all) or false
// (exists) whatever the other variables are.
func (e *Evaluator) domain(t *Term, rest []*Term) ([]Value, bool) {
	v := rest[0]
	if n := v.sort.cardinality(); n != 0 && n <= expansionLimit {
		return wholeDomain(v.sort, n), true
	}
	if v.sort.Kind == KindInt || v.sort.Kind == KindBV {
		p := &breakpoints{e: e, v: v, bound: rest, seen: map[*Term]bool{}}
		if p.walk(t.args[0]) {
			return p.domain(), true
		}
	}
	if v.sort.Kind != KindInt {
		return nil, false
	}
	return e.rangeDomain(t, v, rest)
}

// rangeDomain lists the values inside the bounds that the body states for v.
func (e *Evaluator) rangeDomain(t, v *Term, rest []*Term) ([]Value, bool) {
	parts := disjunctsOf(t.args[0])
	if t.op == OpExists {
		parts = conjunctsOf(t.args[0])
	}
	low, high, lowKnown, highKnown := int64(0), int64(0), false, false
	for _, part := range parts {
		bound, upper, ok := e.rangeBound(part, v, t, rest)
		switch {
		case !ok:
		case upper && (!highKnown || bound < high):
			high, highKnown = bound, true
		case !upper && (!lowKnown || bound > low):
			low, lowKnown = bound, true
		}
	}
	if !lowKnown || !highKnown || high >= low && uint64(high-low) >= expansionLimit {
		return nil, false
	}
	var domain []Value
	for x := low; x <= high; x++ {
		domain = append(domain, IntValue(x))
	}
	return domain, true
}

func wholeDomain(s *Sort, n uint64) []Value {
	domain := make([]Value, n)
	for i := range domain {
		if s.Kind == KindBool {
			domain[i] = BoolValue(i == 1)
		} else {
			domain[i] = BVValue(s.Width, uint64(i))
		}
	}
	return domain
}

// rangeBound reads part as a bound on v that every relevant instance meets: under exists a conjunct
// v <= c, under for all a disjunct c+1 <= v. The other side must not use bound variables.
func (e *Evaluator) rangeBound(guard guardPart, v, t *Term, rest []*Term) (bound int64, upper, ok bool) {
	part := guard.t
	if part.op != OpLe {
		return 0, false, false
	}
	x, y := part.args[0], part.args[1]
	upper = x.DependsOn(v)
	if !upper {
		x, y = y, x
	}
	offset, ok := e.offsetOf(x, v, rest)
	if !ok || usesAny(y, rest) {
		return 0, false, false
	}
	value := e.eval(y)
	if !value.IsValid() {
		return 0, false, false
	}
	value = addNumbers(value, negateNumber(offset))
	const far = 1 << 60
	bound = value.Int64()
	if !value.FitsInt64() || bound > far || bound < -far {
		return 0, false, false
	}
	if guard.negated != (t.op == OpForall) { // relevant are the instances where the part is false
		if upper {
			return bound + 1, false, true
		}
		return bound - 1, true, true
	}
	return bound, upper, true
}

// guardPart is a literal of a guard, or its negation.
type guardPart struct {
	t       *Term
	negated bool
}

func disjunctsOf(t *Term) []guardPart { return appendParts(nil, t, OpOr, false) }

func conjunctsOf(t *Term) []guardPart { return appendParts(nil, t, OpAnd, false) }

// appendParts flattens junctions of one kind, through negations.
func appendParts(parts []guardPart, t *Term, op Op, negated bool) []guardPart {
	switch {
	case t.op == OpNot:
		return appendParts(parts, t.args[0], op, !negated)
	case t.op == op && !negated, t.op != op && (t.op == OpAnd || t.op == OpOr) && negated:
		for _, a := range t.args {
			parts = appendParts(parts, a, op, negated)
		}
		return parts
	}
	return append(parts, guardPart{t, negated})
}

func usesAny(t *Term, vars []*Term) bool {
	for _, v := range vars {
		if t.DependsOn(v) {
			return true
		}
	}
	return false
}

// offsetOf is the value of x - v where x is v plus terms without bound variables.
func (e *Evaluator) offsetOf(x, v *Term, bound []*Term) (Value, bool) {
	offset := v.sort.zeroNumber()
	if x == v {
		return offset, true
	}
	if x.op != addOp(v.sort) {
		return offset, false
	}
	found := false
	for _, a := range x.args {
		if a == v {
			found = true
			continue
		}
		if usesAny(a, bound) {
			return offset, false
		}
		value := e.eval(a)
		if !value.IsValid() {
			return offset, false
		}
		offset = addNumbers(offset, value)
	}
	return offset, found
}

// breakpoints collects where the value of a body may change as v moves: where v + c meets a bound, or
// the index of an exception of an array. Everything else in the body is built from such parts.
type breakpoints struct {
	e      *Evaluator
	v      *Term
	bound  []*Term
	seen   map[*Term]bool
	points []Value
}

// walk is false when v occurs in another way.
func (p *breakpoints) walk(t *Term) bool {
	if !t.DependsOn(p.v) || p.seen[t] {
		return true
	}
	p.seen[t] = true
	switch t.op {
	case OpVar, OpBVAdd, OpAdd:
		return t != p.v && p.walkSum(t)
	case OpEq, OpLe, OpBVUlt, OpBVUle, OpBVSlt, OpBVSle:
		if t.args[0].sort == p.v.sort && p.comparison(t.args[0], t.args[1]) {
			return true
		}
	case OpSelect:
		if !usesAny(t.args[0], p.bound) && t.args[1].sort == p.v.sort {
			return p.element(t.args[0], t.args[1])
		}
	case OpApply:
		return false
	case OpForall, OpExists:
		return p.walkInner(t)
	}
	return p.walkAll(t.args)
}

// walkInner walks into a quantifier, whose variables have no value here either.
func (p *breakpoints) walkInner(t *Term) bool {
	inner := &breakpoints{e: p.e, v: p.v, bound: append(p.bound[:len(p.bound):len(p.bound)], t.Bound()...), seen: map[*Term]bool{}}
	ok := inner.walk(t.args[0])
	p.points = append(p.points, inner.points...)
	return ok
}

// walkSum accepts a sum where v is only inside the summands.
func (p *breakpoints) walkSum(t *Term) bool {
	for _, a := range t.args {
		if a == p.v {
			return false
		}
	}
	return p.walkAll(t.args)
}

func (p *breakpoints) walkAll(args []*Term) bool {
	for _, a := range args {
		if !p.walk(a) {
			return false
		}
	}
	return true
}

// comparison handles v + c against a term without bound variables.
func (p *breakpoints) comparison(x, y *Term) bool {
	if usesAny(x, p.bound) {
		x, y = y, x
	}
	if usesAny(x, p.bound) {
		return false
	}
	offset, ok := p.e.offsetOf(y, p.v, p.bound)
	limit := p.e.eval(x)
	if !ok || !limit.IsValid() {
		return false
	}
	p.add(limit, offset)
	if p.v.sort.Kind == KindBV { // the ends of both orders
		low, _ := signedBounds(p.v.sort.Width)
		p.add(low, offset)
		p.add(p.v.sort.zeroNumber(), offset)
	}
	return true
}

func (p *breakpoints) element(array, index *Term) bool {
	offset, ok := p.e.offsetOf(index, p.v, p.bound)
	value := p.e.eval(array)
	if !ok || !value.IsValid() {
		return false
	}
	value.Array().Each(func(i, _ Value) bool {
		p.add(i, offset)
		return true
	})
	return true
}

// add notes that something happens where v + offset is limit.
func (p *breakpoints) add(limit, offset Value) {
	p.points = append(p.points, addNumbers(limit, negateNumber(offset)))
}

// domain is the points and their neighbours: a value in each stretch without a point.
func (p *breakpoints) domain() []Value {
	list := []Value{p.v.sort.zeroNumber()}
	for _, x := range p.points {
		list = append(list, x, addNumbers(x, p.v.sort.number(1)), addNumbers(x, p.v.sort.number(-1)))
	}
	slices.SortFunc(list, Value.Compare)
	return slices.CompactFunc(list, Value.Equal)
}
