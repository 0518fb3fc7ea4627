package induction

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file proposes claims that say more than what is needed before an edge. What is needed before a round of a
// loop often speaks of how far the loop has come; what is needed before the round in front of that is one more claim
// of the same kind, and so on without an end. Said of the bound of the loop it is the same in all rounds. And
// of several reasons why a round is safe often one alone is kept by the loop.

// mostStronger bounds the claims that a query is offered for one obligation.
const mostStronger = 24

// order says that a term is less than another, or no greater.
type order struct {
	less, than       *term.Term
	strict, isSigned bool
	differ           bool // it is only known that they are not the same
}

func orderOf(t *term.Term) (order, bool) {
	o := order{}
	switch t.Op() {
	case term.OpBVUlt:
		o.strict = true
	case term.OpBVUle:
	case term.OpBVSlt:
		o.strict, o.isSigned = true, true
	case term.OpBVSle:
		o.isSigned = true
	default:
		return o, false
	}
	o.less, o.than = t.Arg(0), t.Arg(1)
	return o, true
}

// ordersIn lists the orders in a formula that are not below a negation, each once.
func ordersIn(t *term.Term) (out []order) {
	term.Walker(func(t *term.Term) bool {
		if o, is := orderOf(t); is {
			out = append(out, o)
		}
		return t.Op() == term.OpAnd || t.Op() == term.OpOr
	})(t)
	return out
}

// bound is a condition of an edge that bounds a term by one that stays where it is: as long as a loop runs in
// which the first changes, or since the first is an input of the edge.
type bound struct {
	order
	most *term.Term // that the first can be
}

// boundsOn lists the bounds on an edge of what a value speaks of.
func (w *steps) boundsOn(e *edge, value *term.Term) (out []bound) {
	isInput := func(sym *term.Term) bool { return w.program.VariableOf(sym) == nil && !w.isRigid(sym) }
	for _, g := range e.given {
		for _, o := range ordersFrom(g) {
			if o.less.IsConst() || !shares(o.less, value) {
				continue
			}
			stays := slices.ContainsFunc(o.less.Vars(), isInput) && !slices.ContainsFunc(o.than.Vars(), isInput)
			for _, l := range w.loopsAround(e.block) {
				stays = stays || l.moves(o.less) && !l.moves(o.than)
			}
			if !stays {
				continue
			}
			b := bound{o, o.than}
			if o.strict {
				b.most = w.terms.BVSub(o.than, w.terms.BVConst(o.than.Sort().Width, 1))
			}
			out = append(out, b)
		}
	}
	return out
}

func (w *steps) isRigid(sym *term.Term) bool {
	_, is := w.rigid[sym]
	return is
}

// ordersFrom reads a condition as orders: itself, or that two terms differ as that each is less than the other.
func ordersFrom(t *term.Term) []order {
	if o, is := orderOf(t); is {
		return []order{o}
	}
	if t.Op() != term.OpNot || t.Arg(0).Op() != term.OpEq || t.Arg(0).Arg(0).Sort().Kind != term.KindBV {
		return nil
	}
	x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
	return []order{{less: x, than: y, strict: true, differ: true}, {less: y, than: x, strict: true, differ: true}}
}

// loop is one of a function, and what it changes.
type loop struct {
	*ir.NaturalLoop
	changes  map[*term.Term]bool
	counters []counter // see countersOf
	counted  bool
}

func (l *loop) moves(t *term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return l.changes[sym] })
}

// loopsAround lists the loops that a block is in.
func (w *steps) loopsAround(b *ir.Block) (out []*loop) {
	loops, known := w.loops[b.Function]
	if !known {
		for _, l := range b.Function.NaturalLoops() {
			changes := map[*term.Term]bool{}
			for inside := range l.In {
				for sym := range w.effects[inside].changes {
					changes[sym] = true
				}
			}
			loops = append(loops, &loop{NaturalLoop: l, changes: changes})
		}
		w.loops[b.Function] = loops
	}
	for _, l := range loops {
		if l.In[b] {
			out = append(out, l)
		}
	}
	return out
}

// claimAtBound claims before an edge what a value says of a term as the same of what bounds it: x + d < y
// holds where x < z and z <= y - d and y - d is no number below zero.
func (w *claims) claimAtBound(o *obligation, value *term.Term) bool {
	bounds := w.boundsOn(o.edge, value)
	for _, b := range bounds {
		for _, part := range term.Disjuncts(value) {
			a, is := orderOf(part)
			if !is || a.isSigned != b.isSigned || a.less.Sort() != b.less.Sort() || a.than == b.than {
				continue
			}
			distance := w.terms.BVSub(a.less, b.less)
			if !distance.IsConst() || !w.terms.BVSle(w.terms.BVConst(distance.Sort().Width, 0), distance).IsTrue() {
				continue
			}
			if w.claimTogether(o, w.atBound(b, a, distance)) {
				return true
			}
		}
	}
	return false
}

// atBound lists what together implies an order, of a term that is a distance behind one that is bounded.
func (w *steps) atBound(b bound, a order, distance *term.Term) []*term.Term {
	rest := w.terms.BVSub(a.than, distance)
	out := []*term.Term{w.notMore(a, b.most, rest)}
	switch {
	case b.strict && a.strict:
		out[0] = w.notMore(a, b.than, rest)
	case a.strict:
		out[0] = w.terms.Not(w.notMore(a, rest, b.most))
	}
	if a.isSigned {
		out = append(out, w.notMore(a, rest, a.than))
	} else {
		out = append(out, w.notMore(a, distance, a.than))
	}
	if b.differ {
		out = append(out, w.notMore(b.order, b.less, b.than))
	}
	return out
}

// notMore orders two terms as an order does.
func (w *steps) notMore(as order, x, y *term.Term) *term.Term {
	if as.isSigned {
		return w.terms.BVSle(x, y)
	}
	return w.terms.BVUle(x, y)
}

// claimTogether claims all of some terms before an edge, and lets an obligation rest on them; false: one of them
// cannot be claimed there.
func (w *claims) claimTogether(o *obligation, terms []*term.Term) bool {
	e := o.edge
	var parts []*term.Term
	for _, t := range terms {
		if e.from.isEntry() {
			t = w.whereEntered(e.from.function, t)
		}
		if !w.isGiven(e, t) {
			parts = append(parts, t)
		}
	}
	w.conditions = o.conditions()
	return !w.terms.And(parts...).IsFalse() && w.claimAll(o, w.terms.And(parts...))
}

// claimInObject claims before an edge that addresses which a loop moves stay in their objects, and of these
// objects what a value says: asked as one thing that is hard where memory is read.
func (w *claims) claimInObject(o *obligation, value *term.Term) bool {
	m := w.program.Model
	if m == nil || !o.edge.touches(o.term) || len(w.loopsAround(o.edge.block)) == 0 {
		return false
	}
	var stay []*term.Term
	before := map[*term.Term]*term.Term{}
	term.Walker(func(t *term.Term) bool {
		if t.Op() != term.OpExtract || t.Param(1) != m.GranuleBits || t.Arg(0).Op() != term.OpBVAdd {
			return true
		}
		if args := t.Arg(0).Args(); len(args) == 2 && args[1].IsConst() && args[0].IsVar() {
			object := w.terms.Extract(t.Param(0), m.GranuleBits, args[0])
			before[t] = object
			stay = append(stay, w.terms.Eq(t, object))
		}
		return true
	})(value)
	if len(stay) == 0 {
		return false
	}
	for after, object := range before {
		value = w.terms.Replace(value, after, object)
	}
	return w.claimTogether(o, append(stay, term.Conjuncts(value)...))
}

// claimReason claims where a loop begins one of several reasons why a value holds, those that say most first.
func (w *claims) claimReason(o *obligation, value *term.Term) bool {
	reasons := w.disjuncts(value)
	isKept := func(l *loop) bool { return l.Head == o.edge.block && l.moves(value) }
	if len(reasons) < 2 || !slices.ContainsFunc(w.loopsAround(o.edge.block), isKept) {
		return false
	}
	reasons = slices.Clone(reasons)
	slices.SortStableFunc(reasons, func(x, y *term.Term) int { return len(term.Conjuncts(y)) - len(term.Conjuncts(x)) })
	return slices.ContainsFunc(reasons, func(t *term.Term) bool { return w.claimTogether(o, term.Conjuncts(t)) })
}

// largestCondition bounds the size of a condition that is claimed so that what is known under it holds.
const largestCondition = 12

// conditionsOf lists conditions under which what is given says something of a value, or excludes what is given itself:
// where it is given that x or y, and y is about the value, that x does not hold, as far as that is about orders of
// numbers or their last bits. Such a condition was often checked on the way, before the edge.
func (w *steps) conditionsOf(given []*term.Term, value *term.Term) (out []*term.Term) {
	for _, g := range given {
		cases := term.Disjuncts(g)
		if len(cases) < 2 || !value.IsFalse() && !shares(g, value) {
			continue
		}
		for _, one := range cases {
			for _, part := range term.Conjuncts(w.terms.Not(one)) {
				order := part
				if order.Op() == term.OpNot {
					order = order.Arg(0)
				}
				if _, isOrder := orderOf(order); (isOrder || isAlignment(part)) && !part.HasOp(term.OpSelect) && part.Size() <= largestCondition {
					out = append(out, part)
				}
			}
		}
	}
	return out
}

// isAlignment says that a term is that of the last bits of a number, which say of an address that it is one of a whole
// cell.
func isAlignment(t *term.Term) bool {
	isLast := func(x, y *term.Term) bool {
		return x.Op() == term.OpExtract && x.Param(1) == 0 && y.IsConst() && x.Sort().Width < x.Arg(0).Sort().Width
	}
	return t.Op() == term.OpEq && (isLast(t.Arg(0), t.Arg(1)) || isLast(t.Arg(1), t.Arg(0)))
}

// stronger lists what may imply a value where an edge is taken, none of it known to hold: what is claimed where the
// loops around it begin, and in a loop what the value says of the last of what is bounded.
func (w *steps) stronger(o *obligation, value *term.Term) []*term.Term {
	var out []*term.Term
	add := func(t *term.Term) {
		if !t.IsConst() && t != value && len(out) < mostStronger && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, l := range w.loopsAround(o.edge.block) {
		if l.Head == o.edge.block {
			continue
		}
		for _, f := range w.points[l.Head.Function].blocks[l.Head.Index].list {
			if !f.failed && shares(f.term, value) {
				add(f.term)
			}
		}
	}
	byStride := w.keptByStride(o.edge.given, value)
	for _, t := range byStride {
		add(t)
	}
	if len(byStride) == 0 { // which say less, and are more often so
		for _, t := range w.conditionsOf(o.edge.given, value) {
			add(t)
		}
	}
	for _, l := range w.loopsAround(o.edge.block) {
		if l.Head == o.edge.block && l.moves(value) {
			for _, t := range w.keptByCounters(l, o.edge.given, value) {
				add(t)
			}
		}
	}
	orders := ordersIn(value)
	for _, b := range w.boundsOn(o.edge, value) {
		if !b.less.IsVar() || b.differ && len(byStride) > 0 || slices.ContainsFunc(orders, func(a order) bool { return a.than == b.than }) {
			continue
		}
		for _, part := range term.Conjuncts(w.terms.Substitute(value, map[*term.Term]*term.Term{b.less: b.most})) {
			add(part)
		}
		if b.isSigned {
			add(w.terms.BVSle(w.terms.BVConst(b.less.Sort().Width, 0), b.less))
		}
		if b.differ {
			add(w.notMore(b.order, b.less, b.than))
		}
	}
	return out
}
