package split

import (
	"slices"

	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// value holds what is known of the values of a term: a pointsto.Place with a precision of its own. An
// address is at coordinate offset modulo precision, exactly if that is 0.
type value struct {
	claimed           bool
	group             *pointsto.Group
	offset, precision int64
	sites             []pointsto.Site // as in a pointsto.Place
}

var (
	unclaimed = value{}
	number    = value{claimed: true}
)

// valueOf reads a claim.
func valueOf(p pointsto.Place) value {
	if !p.Claimed || p.Group == nil {
		return value{claimed: p.Claimed}
	}
	return value{true, p.Group, p.Offset, p.Group.Stride, p.Sites}
}

// at reports the coordinate of an address in its group, and whether it is known as well as the group
// tells coordinates apart.
func (v value) at() (int64, bool) {
	s := v.group.Stride
	if s == 0 {
		return v.offset, v.precision == 0
	}
	return ((v.offset % s) + s) % s, v.precision%s == 0
}

// within reports whether the values are among those that a place claims.
func (v value) within(p pointsto.Place) bool {
	switch {
	case !p.Claimed:
		return true
	case !v.claimed:
		return false
	case v.group == nil:
		return true
	case v.group != p.Group, !subset(v.sites, p.Sites):
		return false
	}
	have, exact := v.at()
	want, _ := valueOf(p).at()
	return exact && have == want
}

// join returns what holds of the values of a and of b.
func join(a, b value) value {
	switch {
	case !a.claimed || !b.claimed:
		return unclaimed
	case a.group == nil:
		return b
	case b.group == nil:
		return a
	case a.group != b.group:
		return unclaimed // based on objects of two groups
	}
	a.precision = divisorOf(divisorOf(a.precision, b.precision), a.offset-b.offset)
	a.sites = union(a.sites, b.sites)
	return a
}

// union holds the sites of a and of b, in order.
func union(a, b []pointsto.Site) []pointsto.Site {
	if subset(b, a) {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// subset reports whether all sites of a are among those of b.
func subset(a, b []pointsto.Site) bool {
	for _, s := range a {
		if !slices.Contains(b, s) {
			return false
		}
	}
	return true
}

// divisorOf is the greatest common divisor; that of 0 and x is x.
func divisorOf(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// shifted is an address moved by offset and a multiple of step.
func (v value) shifted(offset, step int64) value {
	if v.group != nil {
		v.offset += offset
		v.precision = divisorOf(v.precision, step)
	}
	return v
}

// infer says what the value of a term is based on, from the claims about its variables.
func (k *checker) infer(t *term.Term) value {
	if known, ok := k.values[t]; ok {
		return known
	}
	v := k.derive(t)
	k.values[t] = v
	return v
}

func (k *checker) derive(t *term.Term) value {
	switch t.Op() {
	case term.OpVar:
		return k.variable(t)
	case term.OpConst:
		return k.constant(t)
	case term.OpIte:
		return join(k.infer(t.Args()[1]), k.infer(t.Args()[2]))
	case term.OpBVAdd:
		return k.sum(t)
	case term.OpSelect:
		if k.places != nil && t.Args()[0] == k.places.Sym {
			return number
		}
		if s := t.Sort(); s.Kind == term.KindBV && s.Width <= k.after.Model.GranuleBits {
			return number // too few bits to tell an object: the first granule has none
		}
		return unclaimed
	case term.OpStore:
		return unclaimed
	}
	out := number
	for _, a := range t.Args() {
		if a.Sort().Kind != term.KindBool { // a condition chooses, nothing is computed from it
			out = join(out, k.infer(a).shifted(0, 1))
		}
	}
	return out
}

func (k *checker) variable(t *term.Term) value {
	if o := k.symbols[t]; o != nil {
		return valueOf(k.claim.Objects[o])
	}
	if v := k.after.VariableOf(t); v != nil {
		return valueOf(k.claim.Variables[v])
	}
	return unclaimed
}

// constant is a number, or the address of an object in or right behind which it lies, if the front end
// writes that object's addresses as numbers.
func (k *checker) constant(t *term.Term) value {
	v, ok := t.Value()
	if !ok || v.Kind() != term.KindBV || v.Width() != k.after.Model.PointerWidth {
		return number
	}
	out := number
	for _, o := range k.before.Objects {
		if n := v.Uint64(); asNumber(o) && n >= o.Object.Address && n <= o.Object.Address+o.Object.Size {
			place := k.claim.Objects[o.Object]
			out = join(out, valueOf(place).shifted(int64(n-o.Object.Address), 0))
		}
	}
	return out
}

// asNumber: no data lies at the addresses of functions.
func asNumber(o record.Object) bool {
	return o.Symbol == nil && o.Object.Kind != ir.FunctionObject
}

// sum is based on what its terms are based on; whichever of them is the address, the others are the
// distance from it.
func (k *checker) sum(t *term.Term) value {
	offset, out := int64(0), number
	var terms []*term.Term
	for _, a := range t.Args() {
		if v, ok := a.Value(); ok {
			offset += v.Int64()
			out = join(out, k.nearby(v.Uint64()))
			continue
		}
		terms = append(terms, a)
	}
	for i, a := range terms {
		v := k.infer(a)
		others := append(append([]*term.Term(nil), terms[:i]...), terms[i+1:]...)
		out = join(out, v.shifted(offset, stepOf(others)))
	}
	return out
}

// nearby: a number in a sum may be near the address of an object, if addresses are written as numbers.
func (k *checker) nearby(n uint64) value {
	out := number
	if n < 1<<k.after.Model.GranuleBits || n >= k.after.FirstFree {
		return out
	}
	for _, o := range k.before.Objects {
		if asNumber(o) {
			out = join(out, valueOf(k.claim.Objects[o.Object]).shifted(0, 1))
		}
	}
	return out
}
