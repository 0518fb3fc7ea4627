package confirm

import (
	"context"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/deadline"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// ContradictoryAxioms is the detail of a pass of a program whose axioms no state satisfies: there is no run.
const ContradictoryAxioms = "the axioms and where clauses contradict each other: no state satisfies them, so there is no run"

// AskAxioms asks whether the axioms contradict each other, those included that the program does not
// use. The search looks at the axioms that have to do with a path, and would not see it. The answer
// is nil unless they do; satisfiable says that they have a model.
func AskAxioms(ctx context.Context, program *ir.Program) (contradiction *verdict.Answer, satisfiable bool, err error) {
	facts := openAxioms(program)
	if program.Language == "boogie" {
		facts = append(facts, program.Initial...)
	}
	if len(facts) == 0 {
		return nil, false, nil
	}
	limited, cancel := deadline.Part(ctx, axiomsShare, axiomsMost)
	defer cancel()
	answer, err := askOnce(limited, program.Terms, facts)
	if err != nil {
		return nil, false, err
	}
	if answer.Status != solver.Unsat {
		return nil, answer.Status == solver.Sat, nil
	}
	return &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Contradiction: true}, Detail: ContradictoryAxioms}, false, nil
}

// openAxioms are the axioms of which it is not known that they have a model: all but the laws of
// the program's interpretation, which come in again where another axiom speaks of their functions.
func openAxioms(p *ir.Program) []*term.Term {
	var open, laws []*term.Term
	for _, t := range p.Axioms {
		if t.HasQuantifier() && p.Interpretation != nil && !slices.Contains(p.UncheckedAxioms, t) {
			laws = append(laws, t)
		} else {
			open = append(open, t)
		}
	}
	for _, a := range p.UnusedAxioms {
		if a.Fact != nil {
			open = append(open, a.Fact)
		}
	}
	functions := map[*term.Func]bool{}
	for _, t := range open {
		eachFunction(t, func(f *term.Func) { functions[f] = true })
	}
	shared := false
	for _, t := range laws {
		eachFunction(t, func(f *term.Func) { shared = shared || functions[f] })
	}
	if shared {
		return append(open, laws...)
	}
	return open
}

func eachFunction(t *term.Term, visit func(*term.Func)) {
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpApply {
			visit(t.Func())
		}
		return true
	})(t)
}

// askOnce asks whether facts have a model, quantified ones as they are.
func askOnce(ctx context.Context, terms *term.Builder, facts []*term.Term) (solver.Answer, error) {
	s, err := chain.New(terms, solver.Config{Layers: "model"})
	if err != nil {
		return solver.Answer{}, err
	}
	defer s.Close()
	return s.Check(ctx, solver.Query{Path: facts, Label: "axioms", Timeout: axiomsMost, StatusOnly: true}), nil
}

// assumeAxioms notes for a fail that the axioms which the program does not use have a model, if
// that was not shown. Those that it does use hold in the test.
func (k Case) assumeAxioms(program *ir.Program, v *verdict.Verdict) {
	if v.Kind != verdict.Fail {
		return
	}
	for _, a := range program.UnusedAxioms {
		if k.Satisfiable && a.Fact != nil {
			continue
		}
		v.Assumptions.Add(assumption.AxiomsSatisfiable, "", a.Pos)
	}
}
