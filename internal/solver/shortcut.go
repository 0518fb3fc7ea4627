package solver

import (
	"context"
	"math/big"
	"slices"

	"yogi/internal/term"
)

// Shortcut wraps a solver and answers what can be read off: constants, a term beside its negation, and
// bounds on one term that exclude each other. It needs the terms' builder for negations.
func Shortcut(inner Solver, b *term.Builder, stats *Stats) Solver {
	return &shortcut{inner: inner, b: b, stats: stats, facts: map[*term.Term]int{}, ranges: map[*term.Term]interval{}}
}

// shortcut keeps what it learned from the path of the query before, to undo and extend it.
type shortcut struct {
	inner Solver
	b     *term.Builder
	stats *Stats

	path   []*term.Term
	marks  []int // the length of undo before each term of path
	facts  map[*term.Term]int
	ranges map[*term.Term]interval
	undo   []change
}

// change is a fact learned (range false) or an interval as it was before.
type change struct {
	subject *term.Term
	isRange bool
	before  interval
}

func (s *shortcut) Check(ctx context.Context, q Query) Answer {
	if a, ok := s.answer(q); ok {
		s.stats.Shortcut.Add(1)
		return a
	}
	return s.inner.Check(ctx, q)
}

func (s *shortcut) Close() error { return s.inner.Close() }

// inPath is the origin of a fact that comes from the path and not from an assumption.
const inPath = -1

func (s *shortcut) answer(q Query) (Answer, bool) {
	common := 0
	for common < len(s.path) && common < len(q.Path) && s.path[common] == q.Path[common] {
		common++
	}
	if common < len(s.path) {
		s.retract(s.marks[common])
		s.path, s.marks = s.path[:common], s.marks[:common]
	}
	for _, t := range q.Path[common:] {
		mark := len(s.undo)
		if a, ok := s.learn(t, inPath); ok {
			s.retract(mark)
			return a, true
		}
		s.path, s.marks = append(s.path, t), append(s.marks, mark)
	}
	mark := len(s.undo)
	defer s.retract(mark)
	for i, t := range q.Assume {
		if a, ok := s.learn(t, i); ok {
			return a, true
		}
	}
	if len(s.facts) == 0 {
		return Answer{Status: Sat, Model: NewModel(nil)}, true
	}
	return Answer{}, false
}

// retract undoes what was learned since the mark.
func (s *shortcut) retract(mark int) {
	for i := len(s.undo) - 1; i >= mark; i-- {
		switch c := s.undo[i]; {
		case !c.isRange:
			delete(s.facts, c.subject)
		case c.before == interval{}:
			delete(s.ranges, c.subject)
		default:
			s.ranges[c.subject] = c.before
		}
	}
	s.undo = s.undo[:mark]
}

// learn adds a fact; ok says that it contradicts another one, or itself.
func (s *shortcut) learn(t *term.Term, origin int) (a Answer, ok bool) {
	if t.IsFalse() {
		return refuted(origin), true
	}
	if _, known := s.facts[t]; known || t.IsTrue() {
		return a, false
	}
	s.facts[t] = origin
	s.undo = append(s.undo, change{subject: t})
	for _, c := range term.Conjuncts(t) {
		if other, known := s.facts[s.b.Not(c)]; known {
			return refuted(origin, other), true
		}
		if other, conflict := s.narrow(c, origin); conflict {
			return refuted(origin, other), true
		}
	}
	return a, false
}

// refuted is Unsat because of facts with these origins.
func refuted(origins ...int) Answer {
	core := []int{}
	for _, o := range origins {
		if o != inPath {
			core = append(core, o)
		}
	}
	slices.Sort(core)
	return Answer{Status: Unsat, Core: slices.Compact(core)}
}

// interval bounds the values of one term, an Int or an unsigned BV, with the origin of each bound.
type interval struct {
	low, high             *big.Int // nil: no bound
	lowOrigin, highOrigin int
}

// narrow uses t as a bound if it has that form; conflict says that the interval became empty against
// a bound of the other origin.
func (s *shortcut) narrow(t *term.Term, origin int) (other int, conflict bool) {
	subject, low, high := boundsOf(t)
	if subject == nil {
		return 0, false
	}
	before := s.ranges[subject]
	r := before
	if low != nil && (r.low == nil || low.Cmp(r.low) > 0) {
		r.low, r.lowOrigin = low, origin
	}
	if high != nil && (r.high == nil || high.Cmp(r.high) < 0) {
		r.high, r.highOrigin = high, origin
	}
	if r == before {
		return 0, false
	}
	if r.low != nil && r.high != nil && r.low.Cmp(r.high) > 0 {
		switch { // a term that moves both bounds is an equation and does not exclude itself
		case r.high == before.high:
			return r.highOrigin, true
		case r.low == before.low:
			return r.lowOrigin, true
		}
		return origin, true
	}
	s.undo = append(s.undo, change{subject, true, before})
	s.ranges[subject] = r
	return 0, false
}

var one = big.NewInt(1)

// boundsOf reads x = k, x <= k, k <= x and their strict forms.
func boundsOf(t *term.Term) (subject *term.Term, low, high *big.Int) {
	switch t.Op() {
	case term.OpEq, term.OpLe, term.OpBVUlt, term.OpBVUle:
	default:
		return nil, nil, nil
	}
	x, y := t.Args()[0], t.Args()[1]
	if kind := x.Sort().Kind; kind != term.KindInt && kind != term.KindBV {
		return nil, nil, nil
	}
	strict := t.Op() == term.OpBVUlt
	if k, ok := y.Value(); ok {
		high = k.Big()
		if strict {
			high = new(big.Int).Sub(high, one)
		}
		if t.Op() == term.OpEq {
			low = high
		}
		return x, low, high
	}
	if k, ok := x.Value(); ok && t.Op() != term.OpEq {
		low = k.Big()
		if strict {
			low = new(big.Int).Add(low, one)
		}
		return y, low, nil
	}
	return nil, nil, nil
}
