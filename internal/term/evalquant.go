package term

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
	domain, ok := e.domain(t, v)
	if !ok || product*uint64(max(1, len(domain))) > expansionLimit {
		e.failure = &QuantifierError{Term: t}
		return Value{}
	}
	saved := e.boundMask
	e.boundMask |= v.varMask
	e.binders = append(e.binders, binding{v: v})
	at := len(e.binders) - 1
	result := BoolValue(universal)
	for _, value := range domain {
		e.binders[at].value = value
		r := e.instances(t, bound[1:], product*uint64(len(domain)))
		if r.kind == KindInvalid {
			result = r
		} else if r.Bool() != universal {
			result = r
			break
		}
	}
	e.binders = e.binders[:at]
	e.boundMask = saved
	return result
}

// domain lists the values of v that matter for the body of t: outside them the body is true (for all)
// or false (exists) whatever the other variables are.
func (e *Evaluator) domain(t, v *Term) ([]Value, bool) {
	if n := v.sort.cardinality(); n != 0 && n <= expansionLimit {
		return wholeDomain(v.sort, n), true
	}
	if domain, ok := e.selectDomain(t, v); ok {
		return domain, true
	}
	if v.sort.Kind != KindInt {
		return nil, false
	}
	parts := Disjuncts(t.args[0])
	if t.op == OpExists {
		parts = Conjuncts(t.args[0])
	}
	low, high, lowKnown, highKnown := int64(0), int64(0), false, false
	for _, part := range parts {
		bound, upper, ok := e.rangeBound(part, v, t)
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
func (e *Evaluator) rangeBound(part, v, t *Term) (bound int64, upper, ok bool) {
	if part.op != OpLe {
		return 0, false, false
	}
	x, y := part.args[0], part.args[1]
	upper = x == v
	other := y
	if !upper {
		other = x
	}
	if !upper && y != v || usesAny(other, t.Bound()) {
		return 0, false, false
	}
	value := e.eval(other)
	if !value.IsValid() || !value.FitsInt64() {
		return 0, false, false
	}
	const far = 1 << 60
	bound = value.Int64()
	if bound > far || bound < -far {
		return 0, false, false
	}
	if t.op == OpForall { // relevant are the instances where the disjunct is false
		if upper {
			return bound + 1, false, true
		}
		return bound - 1, true, true
	}
	return bound, upper, true
}

func usesAny(t *Term, vars []*Term) bool {
	for _, v := range vars {
		if t.DependsOn(v) {
			return true
		}
	}
	return false
}
