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
	return &shortcut{inner, b, stats}
}

type shortcut struct {
	inner Solver
	b     *term.Builder
	stats *Stats
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
	if len(q.Path) > sliceLimit {
		return Answer{}, false
	}
	facts := make(map[*term.Term]int, len(q.Path)+len(q.Assume))
	ranges := map[*term.Term]*interval{}
	for _, t := range q.Path {
		if a, ok := s.learn(t, inPath, facts, ranges); ok {
			return a, true
		}
	}
	for i, t := range q.Assume {
		if a, ok := s.learn(t, i, facts, ranges); ok {
			return a, true
		}
	}
	for t := range facts {
		if !t.IsTrue() {
			return Answer{}, false
		}
	}
	return Answer{Status: Sat, Model: NewModel(nil)}, true
}

// learn adds a fact; ok says that it contradicts another one, or itself.
func (s *shortcut) learn(t *term.Term, origin int, facts map[*term.Term]int, ranges map[*term.Term]*interval) (a Answer, ok bool) {
	if t.IsFalse() {
		return refuted(origin), true
	}
	if _, known := facts[t]; known {
		return a, false
	}
	facts[t] = origin
	for _, c := range term.Conjuncts(t) {
		if other, known := facts[s.b.Not(c)]; known {
			return refuted(origin, other), true
		}
		if other, conflict := narrow(c, origin, ranges); conflict {
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
func narrow(t *term.Term, origin int, ranges map[*term.Term]*interval) (other int, conflict bool) {
	subject, low, high := boundsOf(t)
	if subject == nil {
		return 0, false
	}
	r := ranges[subject]
	if r == nil {
		r = &interval{}
		ranges[subject] = r
	}
	if low != nil && (r.low == nil || low.Cmp(r.low) > 0) {
		r.low, r.lowOrigin = low, origin
		if r.high != nil && low.Cmp(r.high) > 0 {
			return r.highOrigin, true
		}
	}
	if high != nil && (r.high == nil || high.Cmp(r.high) < 0) {
		r.high, r.highOrigin = high, origin
		if r.low != nil && high.Cmp(r.low) < 0 {
			return r.lowOrigin, true
		}
	}
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
