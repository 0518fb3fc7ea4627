package term

import "math/big"

// selectDomain lists the values of v that matter when the body of t uses v only as an index of arrays
// which do not depend on t's bound variables: the indices where one of those arrays differs from its
// default, and one index where none does, which stands for all others.
func (e *Evaluator) selectDomain(t, v *Term) ([]Value, bool) {
	s := &selectScan{variable: v, bound: t.Bound(), seen: map[*Term]bool{}}
	if !s.scan(t.args[0]) || len(s.arrays) == 0 {
		return nil, false
	}
	seen := map[string]bool{}
	var domain []Value
	for _, a := range s.arrays {
		value := e.eval(a)
		if !value.IsValid() {
			return nil, false
		}
		if value.Array().Len() > expansionLimit {
			return nil, false
		}
		value.Array().Each(func(i, _ Value) bool {
			if key := i.String(); !seen[key] {
				seen[key] = true
				domain = append(domain, i)
			}
			return true
		})
	}
	other, ok := outside(v.sort, seen)
	if !ok {
		return nil, false
	}
	return append(domain, other), true
}

// outside finds a value of the sort whose text is not among those seen.
func outside(s *Sort, seen map[string]bool) (Value, bool) {
	for k := int64(0); k <= int64(len(seen)); k++ {
		var v Value
		switch s.Kind {
		case KindInt:
			v = IntValue(k)
		case KindBV:
			v = BVBigValue(s.Width, big.NewInt(k))
		default:
			return Value{}, false
		}
		if !seen[v.String()] {
			return v, true
		}
	}
	return Value{}, false // a small sort whose every value is seen: the caller expands it
}

// selectScan collects the arrays that a variable indexes.
type selectScan struct {
	variable *Term
	bound    []*Term
	seen     map[*Term]bool
	arrays   []*Term
}

// scan reports whether every occurrence of the variable in t is the index of a select on an array that
// is free of bound variables.
func (s *selectScan) scan(t *Term) bool {
	if t == s.variable {
		return false
	}
	if s.seen[t] || !t.DependsOn(s.variable) {
		return true
	}
	s.seen[t] = true
	if t.op == OpForall || t.op == OpExists {
		return false
	}
	if t.op == OpSelect && t.args[1] == s.variable {
		if usesAny(t.args[0], s.bound) {
			return false
		}
		s.arrays = append(s.arrays, t.args[0])
		return true
	}
	for _, a := range t.args {
		if !s.scan(a) {
			return false
		}
	}
	return true
}
