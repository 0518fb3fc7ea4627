package query

import (
	"context"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Options are the settings of the queries of a run.
type Options struct {
	// Timeout bounds a query that names no limit of its own; 0: nothing does.
	Timeout time.Duration
	// OtherMeanings: an answer may be a model under another meaning of functions than the program's (meaning.go).
	OtherMeanings bool
}

// Query asks whether a path and assumptions have a model.
type Query struct {
	// Path are conjuncts that are known to have a model together, as those of the path of a test do; Assume are further
	// ones, of which a core names those that contradict them.
	Path, Assume []*term.Term
	// Label says in logs what is asked.
	Label string
	// Timeout bounds the query; 0: Options.Timeout does.
	Timeout time.Duration
	// Near names facts that lead to a model near a test that is on the path, in which these applications of functions
	// are as the program interprets them. nil: no test is to be made of the model.
	Near func(applications []*term.Term) []*term.Term
	// AsInterpreted: the functions of a model that is the answer mean what they do in the program, whatever
	// Options.OtherMeanings says.
	AsInterpreted bool
}

// PathAnswer is the answer to a query about a path, with all that a test has to know that is made of its model.
type PathAnswer struct {
	solver.Answer
	// Slice are the symbols of the part of the path that was asked about. What a model says of others means nothing.
	Slice []*term.Term
	// Applications are those of functions in the query.
	Applications []*term.Term
	// Deviates: the model gives functions other values than the program's interpretation of them.
	Deviates bool

	cells startCells
}

// Session is the queries of one run about one program: what is known of the program's start and functions, and the
// rewritten terms that come back with query after query.
type Session struct {
	program   *ir.Program
	solver    solver.Solver
	ctx       context.Context
	options   Options
	stats     *verdict.Statistics
	terms     *term.Builder
	evaluator *term.Evaluator

	initial    []*term.Term       // facts about the start
	start      map[int]term.Value // globals fixed at the start
	facts      *startFacts
	quantified *quantified
	expansion  *expansion
	index      *pathIndex

	functions   map[*term.Term][]*term.Func // per term: its functions without a fixed meaning
	fixed       map[*term.Func]bool         // functions with one
	constrained map[*term.Func]bool         // those that axioms speak of which the interpretation does not decide
	unanswered  int                         // queries with quantifiers without an answer, since the last refutation
	deviates    bool                        // tests deviate from what functions mean
	leftAlone   int                         // frontiers, as they do not
}

// NewSession prepares the queries about a program. They are counted in stats.
func NewSession(ctx context.Context, p *ir.Program, s solver.Solver, evaluator *term.Evaluator, stats *verdict.Statistics, options Options) *Session {
	out := &Session{
		program: p, solver: s, ctx: ctx, options: options, stats: stats, terms: p.Terms, evaluator: evaluator,
		start: map[int]term.Value{}, facts: newStartFacts(p),
		quantified: newQuantified(p.Terms, p.Axioms), expansion: newExpansion(p.Terms),
		functions: map[*term.Term][]*term.Func{}, fixed: map[*term.Func]bool{}, constrained: constrained(p.UncheckedAxioms),
	}
	out.index = newPathIndex(out.openFunctions)
	out.initialise()
	return out
}

// Turn goes on within another limit.
func (s *Session) Turn(ctx context.Context) { s.ctx = ctx }

// Referee is the session with another solver. What it asks is counted nowhere.
func (s *Session) Referee(other solver.Solver) *Session {
	out := *s
	out.solver, out.stats = other, &verdict.Statistics{ByKind: map[string]int{}}
	return &out
}

// Stop says that the search has to stop; Stopped says why.
func (s *Session) Stop() bool { return s.ctx.Err() != nil || s.wantsDeviation() }

// Stopped returns the reason to stop, or "".
func (s *Session) Stopped() verdict.Reason {
	switch {
	case deadline.Exceeded(s.ctx):
		return verdict.Timeout
	case s.ctx.Err() != nil:
		return verdict.Interrupted
	case s.wantsDeviation():
		return verdict.SolverGaveUp
	}
	return ""
}

// Timeout bounds a query that names no limit of its own; 0: nothing does.
func (s *Session) Timeout() time.Duration { return s.options.Timeout }

// Left is a share of the time that is left; false: there is no limit.
func (s *Session) Left(share float64) (time.Duration, bool) { return deadline.Left(s.ctx, share) }

// Ask poses a query about a path from the start of the program: symbols of globals stand for their values at the start.
// Only the part of the path is asked about that is connected with the assumptions.
func (s *Session) Ask(q Query) PathAnswer {
	var symbols []*term.Term
	q.Path, symbols = s.slice(q.Path, q.Assume)
	path, cells := s.facts.complete(s.terms, q.Path, q.Assume)
	q.Path = path
	answer := s.ask(q, cells.reads)
	answer.Slice, answer.cells = symbols, cells
	return answer
}

// AskWhole is Ask about all of the path, with no symbols in its slice.
func (s *Session) AskWhole(q Query) PathAnswer {
	path, cells := s.facts.complete(s.terms, q.Path, q.Assume)
	q.Path = path
	answer := s.ask(q, nil)
	answer.cells = cells
	return answer
}

// AskAnywhere poses a query about an arbitrary state: symbols of variables stand for their values
// there, so nothing that is known of the start may be added.
func (s *Session) AskAnywhere(q Query) solver.Answer { return s.ask(q, nil).Answer }

// ask poses a query. Axioms are instantiated for the terms of it and for those in also.
func (s *Session) ask(q Query, also []*term.Term) PathAnswer {
	s.stats.SolverQueries++
	began := time.Now()
	defer func() { s.stats.SolverTime += time.Since(began).Seconds() }()
	if q.Timeout == 0 {
		q.Timeout = s.options.Timeout
	}
	path, assume, applications := s.quantified.rewrite(q.Path, q.Assume, also)
	path, assume = s.expansion.all(path), s.expansion.all(assume)
	whole := path
	var latest *solver.Model
	for n := 0; ; n++ {
		answer := s.solver.Check(s.ctx, solver.Query{Path: path, Assume: assume, Label: q.Label, Timeout: q.Timeout})
		if answer.Status == solver.Unsat && n > 0 {
			return s.deviate(q, latest, applications, "satisfiable only under another interpretation of the functions")
		}
		if answer.Status != solver.Sat {
			return PathAnswer{Answer: answer}
		}
		if n == 0 {
			if whole, decided := s.askQuantified(q); decided && whole.Status == solver.Unsat {
				return PathAnswer{Answer: whole}
			} else if decided {
				answer = whole
			}
		}
		how := freeArguments
		if n >= interpretFree {
			how = fixedArguments
		}
		facts := s.interpret(answer.Model, applications, how)
		if len(facts) == 0 {
			return PathAnswer{Answer: answer, Applications: applications}
		}
		if n == interpretLimit {
			return s.deviate(q, answer.Model, applications, "no model agrees with the interpretation of the functions")
		}
		latest = answer.Model
		if n+1 == interpretFree && q.Near != nil {
			path, facts = whole, q.Near(applications)
		}
		path = append(path[:len(path):len(path)], facts...)
	}
}
