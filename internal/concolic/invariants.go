package concolic

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// longestChecked is how many blocks of a test checkReachable looks at: the values of a state far down a
// loop are large terms.
const longestChecked = 60

// checkReachable checks invariant I2 for the states of one test: each is what a run of the program from
// a start state comes to. The run is the symbolic one along the test's path, evaluated under the inputs
// that the test consumed: its conditions hold, and it gives every variable the value that the
// interpreter gave it.
func (f *Forest) checkReachable(states []*State, globals []term.Value, inputs []verdict.InputValue) error {
	a := &inputAssignment{tests: &f.testRecord, globals: globals, inputs: inputs, symbols: map[*term.Term]term.Value{}, test: states[0].Test}
	for n, s := range states {
		if n == longestChecked {
			break
		}
		if n > 0 && s.Path.Parent != states[n-1].Path {
			return fmt.Errorf("state %d of test %d does not follow the one before", n, s.Test)
		}
		point := f.Symbolic(s.Path)
		a.note(s.Path)
		for _, c := range s.Path.conditions {
			if v, err := f.evaluator.Eval(c.Term, a); err == nil && !v.Bool() {
				return fmt.Errorf("test %d does not meet a condition of its path at %s: %s", s.Test, place(s.Path), c.Term)
			}
		}
		for _, v := range append(append([]*ir.Variable(nil), f.program.Globals...), s.Path.Activation.Function.Variables()...) {
			symbolic, _ := sem.Value(f.slots, point, v.Sym)
			actual, known := sem.Value(f.slots, s.Point, v.Sym)
			if symbolic == nil || !known || !actual.IsValid() {
				continue
			}
			if value, err := f.evaluator.Eval(symbolic, a); err == nil && !value.Equal(actual) {
				return fmt.Errorf("test %d has %s = %s at %s, where its path has %s", s.Test, v.Name, actual, place(s.Path), value)
			}
		}
	}
	return nil
}

func place(p *Path) string {
	return fmt.Sprintf("block %d of %s", p.Location, p.Activation.Function.Name)
}

// inputAssignment evaluates symbolic values of a path under the start state and the inputs of a test.
type inputAssignment struct {
	tests   *testRecord
	globals []term.Value
	inputs  []verdict.InputValue
	symbols map[*term.Term]term.Value
	test    int
}

// note gives the symbols of the inputs that the last step of p drew.
func (a *inputAssignment) note(p *Path) {
	first := p.drawn - len(p.draws)
	for i, d := range p.draws {
		if d.symbol != nil && first+i < len(a.inputs) {
			a.symbols[d.symbol] = a.inputs[first+i].Value
		}
	}
}

func (a *inputAssignment) Lookup(sym *term.Term) (term.Value, bool) {
	if v, ok := a.symbols[sym]; ok {
		return v, true
	}
	if v := a.tests.program.VariableOf(sym); v != nil && v.Kind == ir.Global {
		return a.globals[v.Index], true
	}
	return term.Value{}, false
}

func (a *inputAssignment) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return a.tests.functionsOf(a.test)(f, args)
}
