package pipeline

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// checkQuantified evaluates the quantified facts that a test's start must satisfy; the replay checks the
// others. Nothing is believed of a fact that evaluation cannot decide.
func checkQuantified(p *ir.Program, test *verdict.Test) error {
	start := &startState{program: p, test: test, values: map[*ir.Variable]term.Value{}}
	for _, g := range test.Globals {
		if g.Cell.IsValid() {
			return fmt.Errorf("the start state has a map that is known in part")
		}
		start.values[g.Variable] = g.Value
	}
	for _, fact := range append(append([]*term.Term(nil), p.Initial...), p.Axioms...) {
		if !fact.HasQuantifier() {
			continue
		}
		holds, err := term.NewEvaluator().Eval(fact, start)
		switch {
		case err != nil:
			return fmt.Errorf("whether the run satisfies an axiom is not decided: %w", err)
		case !holds.Bool():
			return fmt.Errorf("the run does not satisfy the axiom %s", fact)
		}
	}
	return nil
}

// startState is the state in which a test starts.
type startState struct {
	program *ir.Program
	test    *verdict.Test
	values  map[*ir.Variable]term.Value
}

// Lookup implements term.Assignment: what the test does not set is zero.
func (s *startState) Lookup(sym *term.Term) (term.Value, bool) {
	v := s.program.VariableOf(sym)
	if v == nil {
		return term.Value{}, false
	}
	if value, ok := s.values[v]; ok {
		return value, true
	}
	return term.ZeroValue(v.Sort), true
}

// Apply implements term.Assignment: functions that nobody interprets are zero everywhere.
func (s *startState) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	if s.test.Functions != nil {
		return s.test.Functions(f, args)
	}
	return term.ZeroValue(f.Result), true
}
