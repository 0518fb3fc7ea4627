package pipeline

import (
	"context"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/element"
	"yogi/internal/invariant"
	"yogi/internal/portfolio"
	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// elementQuery bounds a query about facts about elements.
const elementQuery = 2 * time.Second

// AboutElements implements portfolio.Subject.
func (s *subject) AboutElements(ctx context.Context) (portfolio.Subject, error) {
	ready, err := subjectOf(ctx, s.job.WithElements(nil), s.table)
	if err != nil || ready.split != nil || ready.program.Elements == nil {
		return nil, err
	}
	facts, err := ready.elementFacts(ctx)
	if err != nil || len(facts) == 0 {
		return nil, err
	}
	return asSubject(subjectOf(ctx, s.job.WithElements(facts), s.table))
}

// elementFacts are facts about all elements of a subject's program by which it cannot fail.
func (s *subject) elementFacts(ctx context.Context) ([]element.Fact, error) {
	main, err := chain.New(s.program.Terms, solver.Config{Layers: layersOf(s.job)})
	if err != nil {
		return nil, err
	}
	defer main.Close()
	limited, cancel := deadline.Part(ctx, elementShare, 0)
	defer cancel()
	stats := &verdict.Statistics{ByKind: map[string]int{}}
	oracle := anywhere{query.NewSession(limited, s.program, main, term.NewEvaluator(), stats, query.Options{Timeout: elementQuery, OtherMeanings: true})}
	return invariant.FindElementFacts(s.program, element.FindKinds(s.program), oracle, func() bool { return limited.Err() != nil }), nil
}

// anywhere asks about runs from the start of a program and from anywhere.
type anywhere struct{ session *query.Session }

func (a anywhere) Ask(path, assume []*term.Term, label string) solver.Answer {
	return a.session.AskWhole(query.Query{Path: path, Assume: assume, Label: label}).Answer
}

func (a anywhere) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return a.session.AskAnywhere(query.Query{Path: path, Assume: assume, Label: label})
}
