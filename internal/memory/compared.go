package memory

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Addresses that are taken to be apart by assumption, as those in memory that the program never wrote, are not where
// the program compares them: behind a->p == &a->v an assignment to *a->p changes a->v. So the objects of two
// addresses that are compared are those of one root:
//
//	p == q       at the same coordinate
//	p - q        at the same coordinate but for multiples of what the distance is divided by
//	p < q        at the same coordinate or in the same array, else at any
//
// That is only done where there is such an assumption: in a program with nothing outside, of addresses of which one
// may have been read where the program never wrote. Values that are only compared are then followed as those that are
// used as addresses are (node.compared), but for distances, which are numbers.

// comparison is a condition or a distance in which addresses are put against one another: the operands of plus,
// of which at most one is an address, and offset, against those of minus.
type comparison struct {
	kind        comparisonKind
	plus, minus []operand
	offset      int64
	unit        int64 // of a distance, what it is divided by
}

type comparisonKind uint8

const (
	comparedEqual comparisonKind = iota + 1
	comparedOrder
	comparedDistance
)

// operand is a term of a sum, with a number that divides its value.
type operand struct {
	term    *term.Term
	node    *node
	divisor int64
}

// joinCompared makes the objects of addresses that are compared for equality those of one root, and reports whether
// that changed anything.
func (a *analysis) joinCompared() bool {
	if a.comparisons == nil {
		if !a.takesApart() {
			return false
		}
		a.findComparisons()
		return true
	}
	a.changed = false
	assumed := a.assumedApart()
	for _, c := range a.comparisons {
		from, to := c.bearing(c.plus), c.bearing(c.minus)
		if c.kind == comparedEqual && assumed(from, to) && len(from) == 1 && len(to) == 1 && c.step(from[0], to[0]) == 0 {
			a.joinPlaces(ref{from[0].node, c.offset}, ref{to[0].node, 0})
		}
	}
	return a.changed
}

// takesApart says that addresses are taken to be apart that the program may compare.
func (a *analysis) takesApart() bool {
	return a.only != nil && !a.program.SitesAlike || len(a.outside) > 0 || len(a.unwritten) > 0
}

// assumedApart says of addresses that are compared that one of them may be of an object that is taken to be apart. All
// others are followed from where the program makes their objects.
func (a *analysis) assumedApart() func(from, to []operand) bool {
	if a.only != nil || len(a.outside) > 0 {
		return func(from, to []operand) bool { return true }
	}
	isUnwritten := func(o operand) bool { return root(o.node).unwritten }
	return func(from, to []operand) bool {
		return slices.ContainsFunc(from, isUnwritten) || slices.ContainsFunc(to, isUnwritten)
	}
}

// joinMeasured does that for addresses whose distance is not known.
func (a *analysis) joinMeasured() bool {
	a.changed = false
	assumed := a.assumedApart()
	for _, c := range a.comparisons {
		from, to := c.bearing(c.plus), c.bearing(c.minus)
		if !assumed(from, to) || len(from)+len(to) < 2 || c.kind == comparedDistance && (len(from) == 0 || len(to) == 0) {
			continue
		}
		if len(from) != 1 || len(to) != 1 {
			a.joinAll(append(from, to...))
			continue
		}
		p, q := ref{from[0].node, c.offset}, ref{to[0].node, 0}
		switch c.kind {
		case comparedEqual:
			a.joinPlaces(p, q)
			a.joinStep(p, c.step(from[0], to[0]))
		case comparedOrder:
			if !a.alongside(p, q) {
				a.joinPlaces(p, q)
				a.joinStep(p, 1)
			}
		case comparedDistance:
			a.joinPlaces(p, q)
			a.joinStep(p, gcd(c.unit, c.step(from[0], to[0])))
		}
	}
	return a.changed
}

// bearing are those of the operands that may be addresses.
func (c *comparison) bearing(operands []operand) []operand {
	var out []operand
	for _, o := range operands {
		if root(o.node).bearing {
			out = append(out, o)
		}
	}
	return out
}

// step divides all that is added to two operands.
func (c *comparison) step(p, q operand) int64 {
	step := int64(0)
	for _, operands := range [...][]operand{c.plus, c.minus} {
		for _, o := range operands {
			if o != p && o != q {
				step = gcd(step, o.divisor)
			}
		}
	}
	return step
}

func (a *analysis) joinPlaces(p, q ref) {
	if p.node == q.node {
		return
	}
	a.unify(union{a: p, b: q})
	a.addSites(p.node, q.node)
	a.addSites(q.node, p.node)
	for _, n := range [...]*node{p.node, q.node} {
		if a.named[n] { // an object is of one site
			a.mergeSites(n.normal())
		}
	}
}

// joinStep lets the coordinates of a root that differ by a multiple of step be the same, unless the place is in an
// array whose elements are.
func (a *analysis) joinStep(place ref, step int64) {
	at := find(place)
	if r := at.node.rowAt(at.offset, 1); step == 0 || r != nil && step%r.stride == 0 {
		return
	}
	a.restride(at.node, step)
	a.unifyPending()
}

func (a *analysis) joinAll(operands []operand) {
	for _, o := range operands[1:] {
		a.joinPlaces(ref{operands[0].node, 0}, ref{o.node, 0})
	}
	a.joinStep(ref{operands[0].node, 0}, 1)
}

// alongside makes two places of which one is in an array whose elements are not told apart places of one root, and
// reports whether the places are in one array, or at one coordinate.
func (a *analysis) alongside(p, q ref) bool {
	row := func(r ref) *arrayRow { at := find(r); return at.node.rowAt(at.offset, 1) }
	if root(p.node) != root(q.node) && (row(p) != nil || row(q) != nil) {
		a.joinPlaces(p, q)
	}
	at, other := find(p), find(q)
	return at == other || at.node == other.node && row(p) != nil && row(p) == row(q)
}

// findComparisons lists what the program compares, and follows its operands.
func (a *analysis) findComparisons() {
	a.comparisons = []*comparison{}
	seen := map[divided]bool{}
	ir.EachInstruction(a.program, func(i ir.Instruction) {
		if assume, ok := i.(*ir.Assume); !ok || !assume.Known {
			ir.EachTerm(i, func(t *term.Term) { a.comparisonsIn(divided{t, 1}, seen) })
		}
	})
	ir.EachGuard(a.program, func(t *term.Term) { a.comparisonsIn(divided{t, 1}, seen) })
	for _, c := range a.comparisons {
		for _, operands := range [...][]operand{c.plus, c.minus} {
			for _, o := range operands {
				a.compare(o.node)
			}
		}
	}
}

// divided is a term with what it is divided by.
type divided struct {
	term *term.Term
	unit int64
}

// comparisonsIn adds those in a term.
func (a *analysis) comparisonsIn(d divided, seen map[divided]bool) {
	if seen[d] {
		return
	}
	seen[d] = true
	t, below := d.term, int64(1)
	pointers := func(t *term.Term) bool { return t.Sort() == a.program.Terms.BV(a.program.Model.PointerWidth) }
	switch t.Op() {
	case term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle:
		if x, y := t.Arg(0), t.Arg(1); pointers(x) {
			c := &comparison{kind: comparedOrder}
			if t.Op() == term.OpEq {
				c.kind = comparedEqual
			}
			a.addOperands(c, x, 1)
			a.addOperands(c, y, -1)
			a.addComparison(c)
		}
	case term.OpBVSDiv, term.OpBVUDiv:
		if v, ok := t.Arg(1).Value(); ok && pointers(t) && v.Int64() > 0 {
			below = v.Int64()
		}
	case term.OpBVAdd:
		if pointers(t) {
			a.distance(t, d.unit)
		}
	case term.OpBVXor: // it is zero where they are equal
		if pointers(t) && len(t.Args()) == 2 {
			c := &comparison{kind: comparedEqual}
			a.addOperands(c, t.Arg(0), 1)
			a.addOperands(c, t.Arg(1), -1)
			a.addComparison(c)
		}
	}
	for _, arg := range t.Args() {
		a.comparisonsIn(divided{arg, below}, seen)
	}
}

// distance adds a sum from which something is taken away.
func (a *analysis) distance(t *term.Term, unit int64) {
	c := &comparison{kind: comparedDistance, unit: unit}
	a.addOperands(c, t, 1)
	if len(c.plus) > 0 && len(c.minus) > 0 {
		a.addComparison(c)
	}
}

// addComparison keeps a comparison that may be one of two addresses.
func (a *analysis) addComparison(c *comparison) {
	if len(c.plus)+len(c.minus) > 1 && !c.isInside(a) {
		a.comparisons = append(a.comparisons, c)
	}
}

// addOperands adds those of a sum, of which sign is 1 or -1.
func (a *analysis) addOperands(c *comparison, t *term.Term, sign int64) {
	t = a.addressOfNumber(t)
	if v, ok := t.Value(); ok && len(a.objectsAt(t)) == 0 {
		c.offset += sign * v.Int64()
		return
	}
	scale, base := scaled(t)
	switch {
	case t.Op() == term.OpBVAdd:
		for _, arg := range t.Args() {
			a.addOperands(c, arg, sign)
		}
		return
	case scale == -1:
		a.addOperands(c, base, -sign)
		return
	case a.isPlace(t):
		return
	}
	o := operand{t, a.slot(t), divisor(t)}
	if sign > 0 {
		c.plus = append(c.plus, o)
	} else {
		c.minus = append(c.minus, o)
	}
}

// isPlace says that a term is how far an object lies from its address on the machine.
func (a *analysis) isPlace(t *term.Term) bool {
	return t.Op() == term.OpSelect && a.program.Places != nil && t.Arg(0) == a.program.Places.Sym
}

// isPart says that a term has too few bits for an address, also for one without its last bits.
func (a *analysis) isPart(t *term.Term) bool {
	width := a.program.Model.PointerWidth
	if t.Sort().Kind != term.KindBV || t.Sort().Width >= width {
		return false
	}
	isHead := t.Op() == term.OpExtract && t.Arg(0).Sort().Width == width &&
		t.Param(0) == width-1 && t.Param(1) < a.program.Model.GranuleBits
	return !isHead
}

// isInside says that a distance is one from the start of an object, of which the front end asks whether an address
// that is computed from another one in the object stays in it.
func (c *comparison) isInside(a *analysis) bool {
	for _, p := range c.plus {
		if t := p.term; t.Op() == term.OpZeroExt && t.Arg(0).Op() == term.OpExtract && t.Arg(0).Param(1) == 0 &&
			t.Arg(0).Param(0) == a.program.Model.GranuleBits-1 {
			of := t.Arg(0).Arg(0)
			if slices.ContainsFunc(c.minus, func(m operand) bool { return m.term == of }) {
				return true
			}
		}
	}
	return false
}

// addressOfNumber is the address of which a term is the machine's number; else the term.
func (a *analysis) addressOfNumber(t *term.Term) *term.Term {
	if t.Op() != term.OpIte || t.Arg(1).Op() != term.OpBVAdd {
		return t
	}
	var rest []*term.Term
	for _, arg := range t.Arg(1).Args() {
		if !a.isPlace(arg) {
			rest = append(rest, arg)
		}
	}
	if len(rest) < len(t.Arg(1).Args()) && len(rest) > 0 && a.program.Terms.BVAdd(rest...) == t.Arg(2) {
		return t.Arg(2)
	}
	return t
}
