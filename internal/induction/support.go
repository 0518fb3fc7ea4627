package induction

import (
	"slices"

	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// support finds what an obligation rests on, if need be by new claims; false: it does not hold, as far as is known.
func (w *prover) support(o *obligation) bool {
	e := o.edge
	if e.by == byStart {
		return !w.hurried && w.holdsAtStart(o)
	}
	value := w.reduced(w.expanded(w.value(e, o.term)))
	bears := w.bearsOn(e.given, value) || w.bearsInStep(e, value)
	if value.IsTrue() || bears && w.isGiven(e, value) {
		w.rest(o, nil)
		return true
	}
	if f := e.from.facts[value]; f != nil && !f.failed {
		w.rest(o, []support{{fact: f}})
		return true
	}
	if w.hurried {
		return false
	}
	if e.by == byStep && w.claimInObject(o, value) {
		return true
	}
	isFirst := o.asked != w.goal && (value != o.term || bears && !w.comesRound(o))
	var offers []offer
	if isFirst {
		o.asked = w.goal
		offers = w.offers(o, value)
		// What the block leaves as it is may as well be asked about once.
		if value != o.term && w.imply(o, value, offers) {
			return true
		}
	}
	if e.by == byStep && (w.claimAtBound(o, value) || w.claimReason(o, value)) {
		return true
	}
	if isFirst {
		isNew := func(f offer) bool {
			return !slices.ContainsFunc(offers, func(g offer) bool { return g.term == f.term })
		}
		more := w.offersOfStronger(o, value)
		if (value == o.term || slices.ContainsFunc(more, isNew)) && w.imply(o, value, append(offers, more...)) {
			return true
		}
	}
	if w.push(o, value) {
		return true
	}
	return w.isEstablished(o, value) && w.claimTogether(o, term.Conjuncts(o.term))
}

// isEstablished says that the block of an edge makes what has to hold behind it true under a condition, as closing what
// is watched does: it is there to do so, and what has to hold need not hold before it.
func (w *steps) isEstablished(o *obligation, value *term.Term) bool {
	return w.conditional && o.edge.by == byStep && value != o.term && slices.Contains(w.disjuncts(value), o.term)
}

// comesRound says that an obligation is about what is claimed where a loop around its edge begins: back from an edge
// that leaves it as it is it comes to that claim. Not so where the edge says that a counter is not yet at its bound.
func (w *steps) comesRound(o *obligation) bool {
	isClaimed := func(l *loop) bool {
		f := w.points[l.Head.Function].blocks[l.Head.Index].facts[o.term]
		return f != nil && !f.failed && l.Head != o.edge.block
	}
	return slices.ContainsFunc(w.loopsAround(o.edge.block), isClaimed) && len(w.keptByStride(o.edge.given, o.term)) == 0
}

// expanded is a term with cases over addresses in the place of what is read of maps behind writes, if it
// stays small: they are claims of their own then.
func (w *prover) expanded(t *term.Term) *term.Term {
	if !t.HasOp(term.OpStore) {
		return t
	}
	if out := w.terms.And(w.queries.ExpandReads([]*term.Term{t})...); out.Size() <= largestClaim {
		return out
	}
	return t
}

// reduced is a term that holds for one of several reasons, each without what holds where no other one does.
func (w *steps) reduced(t *term.Term) *term.Term {
	reasons := w.disjuncts(t)
	if !w.conditional || len(reasons) < 2 || len(reasons) > mostCases {
		return t
	}
	for i, reason := range reasons {
		if reason.Op() != term.OpAnd && reason.Op() != term.OpNot {
			continue
		}
		var others []*term.Term
		for j, other := range reasons {
			if i != j {
				others = append(others, w.terms.Not(other))
			}
		}
		reasons[i] = w.terms.Simplify(reason, others...)
	}
	return w.terms.Or(reasons...)
}

// isGiven says that a term plainly holds where an edge is taken.
func (w *steps) isGiven(e *edge, value *term.Term) bool {
	if value.IsTrue() || slices.Contains(e.given, value) || slices.ContainsFunc(e.given, (*term.Term).IsFalse) {
		return true
	}
	return len(e.given) > 0 && !value.IsFalse() && w.terms.Simplify(value, e.given...).IsTrue()
}

// bearsOn says that some conditions speak of what a term speaks of: of a variable, or of one cell of a map. Those that
// speak of nothing never do, and what holds nowhere is borne on by any.
func (w *steps) bearsOn(conditions []*term.Term, t *term.Term) bool {
	if t.IsFalse() || len(conditions) == 0 {
		return len(conditions) > 0
	}
	words := map[*term.Term]bool{}
	eachWord(t, func(word *term.Term) { words[word] = true })
	bears := false
	for _, c := range conditions {
		eachWord(c, func(word *term.Term) { bears = bears || words[word] })
	}
	return bears
}

// eachWord visits what a term speaks of: the variables in it but for maps, of which it speaks of the cells that it
// reads, or of all if it reads none.
func eachWord(t *term.Term, visit func(*term.Term)) {
	isRead := map[*term.Term]bool{}
	term.Walker(func(s *term.Term) bool {
		if s.Op() == term.OpSelect {
			visit(s)
			isRead[s.Arg(0)] = true
		}
		return true
	})(t)
	for _, sym := range t.Vars() {
		if !isRead[sym] {
			visit(sym)
		}
	}
}

func shares(a, b *term.Term) bool {
	for _, sym := range a.Vars() {
		if b.DependsOn(sym) {
			return true
		}
	}
	return false
}

// holdsAtStart says that an obligation holds where the program starts.
func (w *prover) holdsAtStart(o *obligation) bool {
	answer := w.queries.Ask(query.Query{Assume: []*term.Term{w.terms.Not(o.term)}, Label: "induction start", Timeout: w.limits.Query})
	w.count(o, answer.Answer)
	return answer.Status == solver.Unsat
}

// asUnknown is how many queries one counts as to which there is no answer.
const asUnknown = 8

// asBound is how many queries about bounds of addresses count as one: there are few such claims, and many
// goals rest on them.
const asBound = 8

// count counts a query about an obligation, unless it proved what it asked about: then there is less left to do.
func (w *prover) count(o *obligation, a solver.Answer) {
	switch {
	case a.Status == solver.Unsat:
	case a.Status == solver.Unknown:
		w.asked += 1 + asUnknown
	case o.fact != nil && w.isBound(o.fact.term):
		if w.ofBounds++; w.ofBounds%asBound == 0 {
			w.asked++
		}
	default:
		w.asked++
	}
}

// isBound says that a claim is one of those that bounds makes.
func (w *steps) isBound(t *term.Term) bool {
	return t.Op() == term.OpBVUlt && w.program.AllocCounter != nil && t.Arg(1) == w.program.AllocCounter.Sym
}

// mostAssumed bounds the claims that a query is about.
const mostAssumed = 60

// offer is a condition that a query may assume: a claim there is, or one that could be made.
type offer struct {
	term  *term.Term
	fact  *fact // nil: it is to be claimed at the beginning of the edge
	frame map[*term.Term]*term.Term
}

// imply asks whether a value holds where an edge is taken, given what may be assumed there. What it rests on is
// claimed.
func (w *prover) imply(o *obligation, value *term.Term, offers []offer) bool {
	q := query.Query{Path: append(slices.Clone(o.edge.given), w.terms.Not(value)), Label: "induction", Timeout: w.limits.Query}
	for _, f := range offers {
		q.Assume = append(q.Assume, f.term)
	}
	answer := w.queries.AskAnywhere(q)
	w.count(o, answer)
	if answer.Status != solver.Unsat {
		return false
	}
	var on []support
	for _, used := range w.fewer(q, o, pick(offers, answer.Core)) {
		f := used.fact
		if f == nil {
			if f = w.claim(o.edge.from, used.term); f == nil {
				return false
			}
		}
		on = append(on, support{f, used.frame})
	}
	w.rest(o, on)
	return true
}

func pick(offers []offer, which []int) (out []offer) {
	for _, i := range which {
		out = append(out, offers[i])
	}
	return out
}

// fewer leaves out of what a refuted query assumes claims that are to be made and that it does not need: each of
// them has to hold, and a core is not the smallest.
func (w *prover) fewer(q query.Query, o *obligation, used []offer) []offer {
	without := func(i int) []offer { return slices.Delete(slices.Clone(used), i, i+1) }
	for i := len(used) - 1; i >= 0; i-- {
		if used[i].fact != nil || used[i].term == o.term || len(used) == 1 {
			continue
		}
		rest := without(i)
		q.Assume = nil
		for _, f := range rest {
			q.Assume = append(q.Assume, f.term)
		}
		answer := w.queries.AskAnywhere(q)
		w.count(o, answer)
		if answer.Status == solver.Unsat {
			used = rest
		}
	}
	return used
}

// offers lists what a query about a value may assume: the claims before its edge, and those of the callee; also the
// term itself that has to hold behind, if that holds before, and bounds of the addresses in it.
func (w *steps) offers(o *obligation, value *term.Term) []offer {
	e := o.edge
	var out []offer
	if e.by == byCall {
		for _, f := range w.points[e.effect.call.Callee].returned.list {
			if !f.failed && !w.hasFrame(f.term) {
				out = append(out, offer{term: w.behindCall(e, f.term, nil), fact: f})
			}
		}
	}
	out = append(out, w.factsAbout(e.from, append(slices.Clone(e.given), value))...)
	if e.by != byStep || o.term.IsFalse() || !e.touches(o.term) {
		return out
	}
	terms := w.bounds(o.term)
	if !w.isEstablished(o, value) {
		terms = append([]*term.Term{o.term}, terms...)
	}
	return append(out, w.proposed(e, terms)...)
}

// offersOfStronger lists what more a query about a value may assume, if the offers do not imply it.
func (w *steps) offersOfStronger(o *obligation, value *term.Term) []offer {
	if o.edge.by != byStep {
		return nil
	}
	terms := w.stronger(o, value)
	if w.isEstablished(o, value) {
		terms = slices.DeleteFunc(terms, func(t *term.Term) bool { return t == o.term })
	}
	return w.proposed(o.edge, terms)
}

// proposed are those of some terms that can be claimed before an edge.
func (w *steps) proposed(e *edge, terms []*term.Term) (out []offer) {
	for _, t := range terms {
		if e.from.isEntry() {
			t = w.whereEntered(e.from.function, t)
		}
		if f := e.from.facts[t]; f == nil && w.isClaimable(e.from, t) {
			out = append(out, offer{term: t})
		}
	}
	return out
}

// factsAbout lists the claims at a point that share symbols with some terms, or with such claims.
func (w *steps) factsAbout(at *point, terms []*term.Term) (out []offer) {
	symbols := map[*term.Term]bool{}
	learn := func(t *term.Term) {
		for _, sym := range t.Vars() {
			symbols[sym] = true
		}
	}
	for _, t := range terms {
		learn(t)
	}
	taken := map[*fact]bool{}
	for again := true; again && len(out) < mostAssumed; {
		again = false
		for _, f := range at.list {
			if f.failed || taken[f] || !slices.ContainsFunc(f.term.Vars(), func(sym *term.Term) bool { return symbols[sym] }) && !f.term.IsFalse() {
				continue
			}
			taken[f], again = true, true
			learn(f.term)
			if out = append(out, offer{term: f.term, fact: f}); len(out) >= mostAssumed {
				break
			}
		}
	}
	return out
}

// push claims before an edge what is needed there: the value itself. Where the attempt at hand says so it is
// claimed only under a condition of the edge; that the edge is not taken is claimed where there is no value.
// Behind a call it is claimed of the callee.
func (w *claims) push(o *obligation, value *term.Term) bool {
	e := o.edge
	if e.by == byCall && (w.claimUnmade(o, value) || w.pushIntoCallee(o, value)) {
		return true
	}
	var known []*term.Term
	for _, c := range e.given {
		if w.isClaimable(e.from, c) {
			known = append(known, c)
		}
	}
	passed := o.conditions()
	w.conditions = passed + len(known)
	switch {
	case value.IsFalse():
		w.conditions = passed
		untaken := w.terms.Not(w.terms.And(known...))
		return e.by == byStep && w.claimReason(o, untaken) || w.claimAll(o, untaken)
	case passed < w.attempt && w.attempt <= w.conditions:
		value = w.terms.Or(w.terms.Not(known[w.attempt-passed-1]), value)
	default:
		value = w.whereNotNull(known, value)
	}
	return w.claimAll(o, value)
}

// whereNotNull is a value that is to be claimed where a condition says that a cell in it is not null: of what
// a cell points at little holds where it is.
func (w *steps) whereNotNull(known []*term.Term, value *term.Term) *term.Term {
	cells := map[*term.Term]bool{}
	term.Walker(func(t *term.Term) bool {
		cells[t] = t.Op() == term.OpSelect
		return true
	})(value)
	for _, c := range known {
		if c.Op() != term.OpNot || c.Arg(0).Op() != term.OpEq {
			continue
		}
		for i, x := range c.Arg(0).Args() {
			if null := c.Arg(0).Arg(1 - i); cells[x] && x.Sort().Kind == term.KindBV && null == w.terms.BVConst(x.Sort().Width, 0) {
				value = w.terms.Or(c.Arg(0), value)
			}
		}
	}
	return value
}

// conjuncts are those of a term, also of one that says that none of several conditions holds.
func (w *steps) conjuncts(t *term.Term) (out []*term.Term) {
	if t.Op() != term.OpNot || t.Arg(0).Op() != term.OpOr {
		return term.Conjuncts(t)
	}
	for _, c := range t.Arg(0).Args() {
		out = append(out, w.terms.Not(c))
	}
	return out
}

// disjuncts are those of a term; where claims are made under conditions also of one that says that not all of several
// hold.
func (w *steps) disjuncts(t *term.Term) (out []*term.Term) {
	if !w.conditional || t.Op() != term.OpNot || t.Arg(0).Op() != term.OpAnd {
		return term.Disjuncts(t)
	}
	for _, c := range t.Arg(0).Args() {
		out = append(out, w.terms.Not(c))
	}
	return out
}

// claimAll claims all conjuncts of a term before an edge.
func (w *claims) claimAll(o *obligation, t *term.Term) bool {
	if t.IsTrue() {
		w.rest(o, nil)
		return true
	}
	parts := w.conjuncts(t)
	for _, part := range parts {
		if f := o.edge.from.facts[part]; f != nil && f.failed || f == nil && !w.isClaimable(o.edge.from, part) {
			return false
		}
	}
	var on []support
	for _, part := range parts {
		f := w.claim(o.edge.from, part)
		if f == nil {
			return false
		}
		on = append(on, support{fact: f})
	}
	w.rest(o, on)
	return true
}
