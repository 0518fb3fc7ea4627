package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Search looks for facts about the points of a function and of what its proof depends on.
type Search struct {
	encoder  *encoder
	oracle   Oracle
	observed Observations
	stop     func() bool
	// Tried counts the candidates of the latest call of Prove.
	Tried int
	// Failed are candidates that are not inductive, of the latest call of Prove.
	Failed Facts
	latest *houdini
}

// New prepares a search for a function, which can be used again with other observations. stop is asked
// often; once it is true there is no search, and nil is returned.
func New(p *ir.Program, f *ir.Function, oracle Oracle, stop func() bool) *Search {
	e := encode(p, f, false, stop)
	if e == nil {
		return nil
	}
	return &Search{encoder: e, oracle: oracle}
}

// Prove returns the facts that were found at this effort, from what was observed, proved by
// induction over the steps between points: they hold in every run of the program, if it is searched
// as a whole; of a program that is too large they hold in every run of the function, whoever calls
// it. Once stop is true nothing more is proved.
func (s *Search) Prove(effort Effort, observed Observations, stop func() bool) Facts {
	s.observed, s.stop, s.Tried = observed, stop, 0
	h := &houdini{encoder: s.encoder, oracle: s.oracle, left: Facts{}, broken: Facts{}, stop: s.stop, evaler: term.NewEvaluator()}
	proposed := Facts{}
	arriving := map[Point]bool{}
	for _, step := range s.encoder.steps {
		arriving[step.to] = true
	}
	for _, p := range s.encoder.points() {
		if s.stop() {
			break
		}
		if s.open(p) || !arriving[p] {
			continue
		}
		predicates := s.observed.Predicates(p)
		table := s.encoder.observe(p, s.observed)
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
		s.Tried += len(proposed[p])
	}
	h.weaken()
	s.latest, s.Failed = h, h.broken
	return h.left
}

// open reports whether runs start at a point in states nothing is known of: the entry of a function that
// is searched without its callers, or that of the program.
func (s *Search) open(p Point) bool {
	if p.Block != p.Function.Entry().Index {
		return false
	}
	return p.Function == s.encoder.program.Entry || !s.encoder.scope[s.encoder.program.Entry]
}

// Excludes reports whether the facts that Prove returned last say that the function's runs do not end at
// exit in a state of post: then goals are those that say so.
func (s *Search) Excludes(exit Point, post *term.Term) (goals Facts, excluded bool) {
	h := s.latest
	goals = Facts{}
	for _, step := range h.steps {
		if step.to != exit {
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

// Needed returns goals, which are among the facts that Prove returned last, with the facts that their
// proofs by induction need.
func (s *Search) Needed(goals Facts) Facts { return s.latest.needed(goals) }
