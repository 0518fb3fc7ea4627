package interproc

import (
	"slices"

	"yogi/internal/term"
)

// A demand that mixes what a callee changes with what it cannot change ("the state is bad, or the watched
// object is this one") would make a question of its own for every caller. As in WP-alpha, what the path to
// the call decides about the unchanged parts is put in their place, which leaves the same few questions, and
// alpha records it: outside alpha the answer says nothing. The papers ask for the whole demand.

// settled is a demand with the parts that a call cannot change replaced by their truth on the path.
type settled struct {
	demand *term.Term
	alpha  []*term.Term
}

// settle replaces the unchanged parts of rest, and marks as essential what stands for something essential.
func (k *crossing) settle() {
	changed := k.changed()
	k.alpha = map[*term.Term][]*term.Term{}
	for i, literal := range k.rest {
		s := k.settleTerm(literal, changed)
		if s.demand == literal {
			continue
		}
		k.alpha[s.demand] = append(k.alpha[s.demand], s.alpha...)
		if k.essential[literal] {
			k.essential[s.demand] = true
		}
		k.rest[i] = s.demand
	}
}

// changed are the symbols of the caller that the call may change.
func (k *crossing) changed() map[*term.Term]bool {
	changed := map[*term.Term]bool{}
	for _, v := range k.call.Changes() {
		changed[v.Sym] = true
	}
	return changed
}

func (k *crossing) settleTerm(t *term.Term, changed map[*term.Term]bool) settled {
	if t.IsConst() {
		return settled{demand: t}
	}
	if !slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return changed[v] }) {
		return k.decide(t)
	}
	terms := k.x.Engine().Terms()
	switch op := t.Op(); op {
	case term.OpNot:
		s := k.settleTerm(t.Arg(0), changed)
		s.demand = terms.Not(s.demand)
		return s
	case term.OpAnd, term.OpOr:
		var parts, alpha []*term.Term
		for _, arg := range t.Args() {
			s := k.settleTerm(arg, changed)
			if s.demand.IsConst() && s.demand.IsTrue() == (op == term.OpOr) {
				return s // nothing else matters
			}
			parts, alpha = append(parts, s.demand), append(alpha, s.alpha...)
		}
		if op == term.OpAnd {
			return settled{terms.And(parts...), alpha}
		}
		return settled{terms.Or(parts...), alpha}
	}
	return settled{demand: t}
}

// decide puts a condition's truth on the path in its place, if the path decides it.
func (k *crossing) decide(t *term.Term) settled {
	terms := k.x.Engine().Terms()
	holds, decided := k.x.Decide(k.at.Path, t)
	switch {
	case !decided:
		return settled{demand: t}
	case holds:
		return settled{terms.True(), []*term.Term{t}}
	}
	return settled{terms.False(), []*term.Term{terms.Not(t)}}
}

// weaken turns what the edge demands of the state before the call into a predicate for all states: where
// alpha does not hold it says nothing.
func (k *crossing) weaken(demand *term.Term) *term.Term {
	var alpha []*term.Term
	for _, literal := range k.rest {
		alpha = append(alpha, k.alpha[literal]...)
	}
	if len(alpha) == 0 {
		return demand
	}
	terms := k.x.Engine().Terms()
	return terms.Or(terms.Not(terms.And(alpha...)), demand)
}
