package unfold

import (
	"slices"

	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// fails makes a test of the runs of a path that is at an error, and notes it if its run gets to one.
// It always says false, since not all paths end without an error.
func (w *paths) fails(s *state) bool {
	conditions := slices.Concat(w.axioms, s.conditions)
	for p := s.past; p != nil; p = p.before {
		conditions = append(conditions, p.conditions...)
	}
	w.out.Queries++
	answer := w.solver.Check(w.ctx, solver.Query{Path: conditions, Label: "unfold"})
	if answer.Status != solver.Sat || answer.Model == nil {
		return false
	}
	test := &verdict.Test{Inputs: inputs(s, answer.Model)}
	for _, v := range w.program.Globals {
		if value, ok := answer.Model.Lookup(v.Sym); ok && answer.Model.Has(v.Sym) && value.Kind() != term.KindArray {
			test.Globals = append(test.Globals, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
	if run := w.runOf(test); run != nil {
		w.out.Test = test
	}
	return false
}

// failsAhead runs the program with inputs and globals of zero, and notes the run as a test if it gets to an error.
func (w *paths) failsAhead() bool {
	test := &verdict.Test{}
	run := w.runOf(test)
	if run == nil || run.Chose { // a choice is no input that is kept
		return false
	}
	test.Inputs = run.Inputs
	w.out.Test = test
	return true
}

// runOf is the run of a test if it gets to an error, else nil. It says in the test to which.
func (w *paths) runOf(test *verdict.Test) *concrete.Replayed {
	run, err := concrete.Run(w.program, test, concrete.Limits{Steps: int64(w.limits.Blocks), Inputs: true, Stop: func() bool { return w.ctx.Err() != nil }})
	if err != nil || run.Kind != concrete.ReachedError {
		return nil
	}
	test.What, test.Property, test.Pos = run.What, run.Property, run.Pos
	return run
}

// inputs are those of a path in the order in which its runs take them.
func inputs(s *state, model *solver.Model) []verdict.InputValue {
	var out []verdict.InputValue
	for d := s.drawn; d != nil; d = d.before {
		value := term.IntValue(int64(d.choice))
		if d.symbol != nil {
			value, _ = model.Lookup(d.symbol)
		}
		out = append(out, verdict.InputValue{Input: d.input, Value: value})
	}
	slices.Reverse(out)
	return out
}
