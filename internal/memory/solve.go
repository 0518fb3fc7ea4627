package memory

import (
	"slices"

	"yogi/internal/ir"
)

// solve brings all constraints to a fixpoint. Addresses that have no object even then get one (unknown.go).
func (a *analysis) solve() {
	for again := true; again; {
		a.repeat(a.step)
		again = a.reachEverywhere() || a.joinOutside() || a.joinTypes() || a.joinCompared() || a.giveObjects() || a.joinMeasured()
	}
}

// repeat runs step until it changes nothing.
func (a *analysis) repeat(step func()) {
	for a.changed = true; a.changed; {
		a.changed = false
		step()
	}
}

func (a *analysis) step() {
	for i := range a.flows {
		a.follow(a.flows[i])
	}
	for i := len(a.flows) - 1; i >= 0; i-- {
		a.follow(a.flows[i])
	}
	for _, s := range a.sums {
		a.addends(s)
	}
	for _, t := range a.transfers {
		a.transferred(t)
	}
	a.oneSite()
	for _, i := range a.order {
		if size := touchedSize(i); size > 0 {
			a.keepWhole(i, int64(size))
		}
	}
}

// keepWhole makes cells of bytes, in pieces, of those that the size bytes which an instruction touches cut in two.
func (a *analysis) keepWhole(i ir.Instruction, size int64) {
	place, site := find(ref{a.addresses[i], 0}), a.siteOf(i)
	if site == nil {
		return
	}
	for _, c := range place.node.cellsIn(site) {
		if c.whole && cuts(place, c, size) {
			a.breakUp(c)
		}
	}
	a.unifyPending()
}

// need marks values as ones that may become addresses.
func (a *analysis) need(n *node) {
	if r := root(n); !r.needed {
		r.needed = true
		a.changed = true
	}
}

// compare marks values as ones that may be compared with addresses.
func (a *analysis) compare(n *node) {
	if r := root(n); !r.compared {
		r.compared = true
		a.changed = true
	}
}

func (a *analysis) follow(f flow) {
	to := root(f.dst)
	switch {
	case to.needed:
		a.need(f.src)
	case !to.compared:
		return
	case (f.dst.narrow || f.src.narrow) && !to.mayBeAddress():
		a.holdNumbers(to)
		return
	default:
		a.handOn(root(f.src), to)
	}
	if to.compared {
		a.compare(f.src)
	}
	if !root(f.src).bearing {
		return
	}
	a.unify(union{a: ref{f.dst, 0}, b: ref{f.src, f.offset}})
	a.addSites(f.dst, f.src)
	if len(f.dst.sites) > maxSites {
		a.mergeSites(f.dst.normal())
	}
	if f.stride > 0 {
		a.restride(root(f.dst), f.stride)
		a.unifyPending()
	}
}

// Of values that are only compared, distances of two addresses are numbers, and so are parts of addresses: what they
// are computed from is not followed. But where they get to what may hold addresses, too, it is.

// mayBeAddress says of a root that is not needed that addresses get where its values do.
func (n *node) mayBeAddress() bool { return n.bearing || n.mixed }

// holdNumbers notes of a root that some of its values are such numbers.
func (a *analysis) holdNumbers(n *node) {
	if !n.unfollowed {
		n.unfollowed, a.changed = true, true
	}
}

// handOn does so for those of one root that may be in another.
func (a *analysis) handOn(from, to *node) {
	if !from.unfollowed {
		return
	}
	a.holdNumbers(to)
	if to.mayBeAddress() && !from.mixed {
		from.mixed, a.changed = true, true
	}
}

// addends lets the addresses among the terms of a sum flow to it. Any of them may be the one that the
// sum is an address of; also the first in p-q, since q may be a number at that moment.
func (a *analysis) addends(s *sum) {
	r := root(s.dst)
	if !r.followed() {
		return
	}
	if !r.needed && !r.mayBeAddress() && s.isDistance() {
		a.holdNumbers(r)
		return
	}
	for i, n := range s.positive {
		a.follow(flow{dst: s.dst, src: n, offset: s.offset, stride: s.strideWithout(i)})
	}
	for _, n := range s.others {
		a.follow(flow{dst: s.dst, src: n, stride: 1})
	}
	a.constantBase(s)
}

// isDistance reports whether the sum is one of two addresses, of which neither is the sum's.
func (s *sum) isDistance() bool {
	balance, addresses := 0, 0
	for _, n := range s.positive {
		if root(n).bearing {
			balance, addresses = balance+1, addresses+1
		}
	}
	for _, n := range s.negative {
		if root(n).bearing {
			balance, addresses = balance-1, addresses+1
		}
	}
	return balance == 0 && addresses > 0
}

// strideWithout divides all that is added to positive term i.
func (s *sum) strideWithout(i int) int64 {
	stride := s.remaining
	for j, d := range s.divisors {
		if j != i {
			stride = gcd(stride, d)
		}
	}
	return stride
}

// constantBase handles a sum of distances and a number that may be, or be near, an object's address.
// From &a[i-1] one cannot tell that a is meant, so it may be any object whose addresses are written as
// numbers (none, if the front end writes symbols).
func (a *analysis) constantBase(s *sum) {
	p := a.program
	if s.constant < 1<<p.Model.GranuleBits || s.constant >= p.FirstFree {
		return
	}
	for _, o := range p.Objects {
		if a.asNumber(o) {
			a.follow(flow{dst: s.dst, src: a.objects[o], stride: 1})
		}
	}
}

func (a *analysis) transferred(t *transfer) {
	if a.elements[t.at] != nil {
		a.asRow(t)
	}
	cells := a.touched(t)
	if t.value == nil {
		return
	}
	place := a.placeOf(t.at)
	flows := make([]flow, len(cells)) // before one of them changes the cells
	for n, c := range cells {
		flows[n] = flow{dst: t.value, src: c.content.node, offset: c.content.offset}
		if !t.load {
			flows[n] = flow{dst: c.content.node, src: t.value, offset: -c.content.offset}
		}
		if !place.node.exact(c, place.offset, t.width) {
			flows[n].stride = 1
		}
	}
	for _, f := range flows {
		a.follow(f)
	}
}

// reached lists the addresses of accesses that may be computed from a value of one of the given
// nodes. What is added to an object's address is a distance.
func (a *analysis) reached(from map[*node]bool) []*node {
	if len(from) == 0 {
		return nil
	}
	values := map[any]bool{} // nodes and cells
	for n := range from {
		values[n] = true
	}
	mark := func(dst, src any) {
		if values[src] && !values[dst] {
			values[dst] = true
			a.changed = true
		}
	}
	a.repeat(func() {
		for _, f := range a.flows {
			mark(f.dst, f.src)
		}
		for _, s := range a.sums {
			a.markSum(s, mark)
		}
		for _, t := range a.transfers {
			for _, c := range a.touched(t) {
				switch {
				case t.value == nil:
				case t.load:
					mark(t.value, c)
				default:
					mark(c, t.value)
				}
			}
		}
	})
	var out []*node
	for _, i := range a.order {
		for _, n := range []*node{a.addresses[i], a.copied[i]} { // of a copy those of both objects
			if n != nil && values[n] {
				out = append(out, n)
			}
		}
	}
	return out
}

// markSum: what is added to an object's address is a distance.
func (a *analysis) markSum(s *sum, mark func(dst, src any)) {
	bearing := false
	for _, n := range s.positive {
		if root(n).bearing {
			bearing = true
			mark(s.dst, n)
		}
	}
	if bearing {
		return
	}
	for _, n := range s.terms() {
		mark(s.dst, n)
	}
}

// terms are all terms of the sum but the constant.
func (s *sum) terms() []*node {
	return append(append([]*node(nil), s.positive...), s.others...)
}

// solved is the analysis of a program.
func solved(p *ir.Program) *analysis {
	a := newAnalysis(p)
	a.collect()
	a.solve()
	return a
}

// splitPlan cuts memory by where addresses point; where it cannot, it is one map.
func splitPlan(p *ir.Program, known *Points) *plan {
	if known == nil {
		known = &Points{solved(p)}
	}
	if known.solved.whole() {
		return onePlan(p)
	}
	return newPartition(known.solved).plan()
}

// whole reports whether some address may be that of any object, as one that the environment
// chooses: a pointer, or a number that is used as an address where no address of an object of the
// program is.
func (a *analysis) whole() bool {
	if a.anything || len(a.reached(a.wild)) > 0 {
		return true
	}
	made := a.made()
	return slices.ContainsFunc(a.reached(a.numbers), func(n *node) bool { return !made[root(n)] })
}
