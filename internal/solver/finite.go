package solver

import (
	"context"
	"math/rand/v2"
	"slices"

	"yogi/internal/term"
)

const (
	// finiteLimit bounds how many assignments Finite tries all of.
	finiteLimit = 1 << 12
	// finiteSamples is how many it tries where there are more.
	finiteSamples = 256
	// finiteConstants bounds the constants of a query that are tried as values.
	finiteConstants = 24
)

// Finite wraps a solver and decides by evaluation questions about floats whose variables have few
// values between them, because they are bounded by constants. It looks for a model of the others among
// values at the ends of the bounds, constants of the query and their neighbours: arithmetic on floats is cheap to
// compute and dear to search through, as a single division by two can cost a solver seconds.
func Finite(inner Solver, stats *Stats) Solver {
	return &finite{inner: inner, stats: stats, eval: term.NewEvaluator()}
}

type finite struct {
	inner Solver
	stats *Stats
	eval  *term.Evaluator
}

func (f *finite) Close() error { return f.inner.Close() }

func (f *finite) Check(ctx context.Context, q Query) Answer {
	if a := f.answer(ctx, q); a.Status != Invalid {
		f.stats.Finite.Add(1)
		return a
	}
	return f.inner.Check(ctx, q)
}

// answer is the invalid Answer when a search is needed.
func (f *finite) answer(ctx context.Context, q Query) Answer {
	features := Features(q)
	const beyond = term.HasQuantifiers | term.HasArrays | term.HasApplications | term.HasIntegers
	if features&term.HasFloats == 0 || features&beyond != 0 {
		return Answer{}
	}
	s := f.space(q)
	if s == nil {
		return Answer{}
	}
	if s.count() <= finiteLimit {
		return f.all(ctx, q, s)
	}
	return f.some(ctx, q, s)
}

// space holds what values the variables of a query may take.
type space struct {
	ranges  []*finiteRange
	bounded []bool // by index of assumption: it bounds a variable
}

// space is nil when some variable has a sort without values to try.
func (f *finite) space(q Query) *space {
	s := &space{bounded: make([]bool, len(q.Assume))}
	seen := map[*term.Term]*finiteRange{}
	for _, terms := range [2][]*term.Term{q.Path, q.Assume} {
		for _, t := range terms {
			for _, v := range t.Vars() {
				if seen[v] == nil {
					r := newFiniteRange(v)
					if r == nil {
						return nil
					}
					seen[v] = r
					s.ranges = append(s.ranges, r)
				}
			}
		}
	}
	for _, t := range q.Path {
		narrowFinite(t, seen)
	}
	for i, t := range q.Assume {
		s.bounded[i] = narrowFinite(t, seen)
	}
	return s
}

// count is the product of the sizes, at most finiteLimit+1.
func (s *space) count() uint64 {
	product := uint64(1)
	for _, r := range s.ranges {
		if product *= r.size(); product > finiteLimit {
			product = finiteLimit + 1
		}
		if r.size() == 0 {
			return 0
		}
	}
	return product
}

// all evaluates the query under every assignment of the space. The core has the assumptions that bound
// the space, and of the others one that each assignment makes false.
func (f *finite) all(ctx context.Context, q Query, s *space) Answer {
	inCore := slices.Clone(s.bounded)
	values := map[*term.Term]term.Value{}
	for number := range s.count() {
		if number%64 == 0 && ctx.Err() != nil {
			return Answer{}
		}
		rest := number
		for _, r := range s.ranges {
			n := r.size()
			values[r.v] = r.at(rest % n)
			rest /= n
		}
		switch holds, decided := f.explains(q, values, inCore); {
		case !decided:
			return Answer{}
		case holds:
			return Answer{Status: Sat, Model: NewModel(values)}
		}
	}
	core := []int{}
	for i, in := range inCore {
		if in {
			core = append(core, i)
		}
	}
	return Answer{Status: Unsat, Core: core}
}

// explains evaluates the query. Where it is false neither by its path nor by the assumptions chosen
// already, the first assumption that is false is chosen too.
func (f *finite) explains(q Query, values map[*term.Term]term.Value, chosen []bool) (holds, decided bool) {
	m := &Model{vars: values}
	path, decided := m.Satisfies(f.eval, q.Path)
	if !path || !decided {
		return false, decided
	}
	first := -1
	for i, t := range q.Assume {
		h, d := m.Satisfies(f.eval, []*term.Term{t})
		if !d {
			return false, false
		}
		if h {
			continue
		}
		if chosen[i] {
			return false, true
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return true, true
	}
	chosen[first] = true
	return false, true
}

// some evaluates the query under assignments that are likely to matter.
func (f *finite) some(ctx context.Context, q Query, s *space) Answer {
	constants := f.constants(q)
	random := rand.New(rand.NewPCG(uint64(len(q.Path)), uint64(len(q.Assume)))) // the same for the same query
	candidates := make([][]term.Value, len(s.ranges))
	for i, r := range s.ranges {
		if candidates[i] = r.candidates(constants); len(candidates[i]) == 0 {
			return Answer{}
		}
	}
	for sample := range finiteSamples {
		if sample%64 == 0 && ctx.Err() != nil {
			break
		}
		values := make(map[*term.Term]term.Value, len(s.ranges))
		for i, r := range s.ranges {
			switch choice := random.IntN(4); {
			case len(s.ranges) == 1 && sample < len(candidates[i]):
				values[r.v] = candidates[i][sample]
			case choice == 0 && r.size() > 0 && r.v.Sort().Kind == term.KindBV:
				values[r.v] = r.at(random.Uint64N(r.span()))
			default:
				values[r.v] = candidates[i][random.IntN(len(candidates[i]))]
			}
		}
		m := NewModel(values)
		if holds, decided := m.Satisfies(f.eval, q.Assume); !holds || !decided {
			continue
		}
		if holds, decided := m.Satisfies(f.eval, q.Path); holds && decided {
			return Answer{Status: Sat, Model: m}
		}
	}
	return Answer{}
}

// constants are the constants in the query, the nearest to the root first.
func (f *finite) constants(q Query) []term.Value {
	var values []term.Value
	seen := map[*term.Term]bool{}
	var queue []*term.Term
	queue = append(append(queue, q.Assume...), q.Path...)
	for len(queue) > 0 && len(values) < finiteConstants && len(seen) < 1000 {
		t := queue[0]
		queue = queue[1:]
		if seen[t] {
			continue
		}
		seen[t] = true
		if v, ok := t.Value(); ok && (v.Kind() == term.KindBV || v.Kind() == term.KindFloat) && v.Bits().Width() <= 64 {
			values = append(values, v)
		}
		queue = append(queue, t.Args()...)
	}
	return values
}
