package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Search looks for facts about the points of a function and of what its proof depends on.
type Search struct {
	encoder *encoder
	oracle  Oracle
	cut     *cutShort // nil: the latest look came to its end
}

// cutShort is a look for facts that was stopped while candidates were dropped.
type cutShort struct {
	effort Effort
	found  *Found
}

// Found is the result of a call of Prove.
type Found struct {
	// Facts are proved by induction over the steps between points: they hold in every run of the
	// program, if it is searched as a whole; of a program that is too large they hold in every run
	// of the function, whoever calls it.
	Facts Facts
	// Tried counts the candidates.
	Tried int
	// Failed are candidates that are not inductive.
	Failed Facts
	proof  *houdini
}

// New prepares a search for a function, which can be used again with other observations. stop is asked
// often; once it is true there is no search, and nil is returned.
func New(p *ir.Program, f *ir.Function, oracle Oracle, stop func() bool) *Search {
	e := encode(p, f, forInvariants, stop)
	if e == nil {
		return nil
	}
	return &Search{encoder: e, oracle: oracle}
}

// CutShort is the effort of the latest look for facts if that was stopped before its end. Prove goes
// on where it was then, if it is asked for that effort next: what little time a look had is not lost.
func (s *Search) CutShort() (Effort, bool) {
	if s.cut == nil {
		return 0, false
	}
	return s.cut.effort, true
}

// Prove looks for facts at this effort, from what was observed, or goes on with such a look that was
// cut short. Once stop is true nothing more is proved.
func (s *Search) Prove(effort Effort, observed Observations, stop func() bool) *Found {
	s.encoder.stop = stop
	found := s.begun(effort)
	s.cut = nil
	if found == nil {
		if found = s.candidates(effort, observed, stop); stop() {
			return found.ofNone()
		}
	}
	h := found.proof
	h.stop = stop
	if !h.weaken() {
		s.cut = &cutShort{effort, found}
		return found.ofNone()
	}
	found.Facts, found.Failed = h.left, h.broken
	return found
}

// ofNone is the same of which nothing is proved.
func (f *Found) ofNone() *Found {
	none := *f.proof
	none.left = Facts{}
	return &Found{Facts: none.left, Tried: f.Tried, Failed: none.broken, proof: &none}
}

// begun is the look that was cut short, if it is one of this effort.
func (s *Search) begun(effort Effort) *Found {
	if s.cut == nil || s.cut.effort != effort {
		return nil
	}
	return s.cut.found
}

// candidates are facts that observations suggest, none of them proved.
func (s *Search) candidates(effort Effort, observed Observations, stop func() bool) *Found {
	h := &houdini{encoder: s.encoder, oracle: s.oracle, left: Facts{}, broken: Facts{}, stop: stop, evaler: term.NewEvaluator()}
	proposed, tried := Facts{}, 0
	arriving := map[Point]bool{}
	for _, step := range s.encoder.steps {
		arriving[step.to] = true
	}
	for _, p := range s.encoder.points() {
		if stop() {
			break
		}
		if s.encoder.open(p) || !arriving[p] {
			continue
		}
		predicates := observed.Predicates(p)
		table := s.encoder.observe(p, observed)
		switch instances := s.encoder.instances(p, proposed, effort); {
		case effort == Hinted:
			proposed[p] = s.encoder.hinted(p)
		case len(table.states) > 0:
			proposed[p] = table.propose(s.encoder, p, effort, append(predicates, instances...))
		case s.encoder.contracts:
			proposed[p] = s.encoder.unvisited(p, instances)
			if effort == Tables {
				proposed[p] = table.unvisitedBesideTables(s.encoder, p, proposed[p])
			}
		case s.encoder.cells() != nil:
			proposed[p] = table.unseen(s.encoder, p, effort)
		default:
			continue
		}
		h.left[p] = append([]*term.Term(nil), proposed[p]...)
		tried += len(proposed[p])
	}
	return &Found{Tried: tried, proof: h}
}

// open reports whether runs start at a point in states nothing is known of: the entry of a function that
// is searched without its callers, or that of the program.
func (e *encoder) open(p Point) bool {
	if p.Block != p.Function.Entry().Index {
		return false
	}
	return p.Function == e.program.Entry || !e.scope[e.program.Entry]
}

// Excludes reports whether the facts say that the function's runs do not end at exit in a state of
// post: then goals are those that say so.
func (f *Found) Excludes(exit Point, post *term.Term) (goals Facts, excluded bool) {
	return f.excludes(func(s *step) bool { return s.to == exit }, post)
}

// ExcludesCalls reports whether the facts say that a function never calls another one, and which say
// so; also where there are no such calls.
func (f *Found) ExcludesCalls(from, to *ir.Function) (goals Facts, excluded bool) {
	entry := Point{to, to.Entry().Index}
	return f.excludes(func(s *step) bool { return s.to == entry && s.from.Function == from }, f.proof.terms.True())
}

// excludes is about the steps that are chosen, and a condition where they end.
func (f *Found) excludes(chosen func(*step) bool, post *term.Term) (goals Facts, excluded bool) {
	h := f.proof
	goals = Facts{}
	for _, step := range h.steps {
		if !chosen(step) {
			continue
		}
		supports, ok := h.supports(step, h.terms.Not(post))
		if !ok {
			return nil, false
		}
		for _, on := range supports {
			h.elements.use(on)
			if !slices.Contains(goals[on.point], on.fact) {
				goals[on.point] = append(goals[on.point], on.fact)
			}
		}
	}
	return goals, true
}

// Needed returns goals, which are among the facts, with the facts that their proofs by induction
// need.
func (f *Found) Needed(goals Facts) Facts { return f.proof.needed(goals) }
