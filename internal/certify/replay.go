package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestOptions say how much is kept of a test's run and how it is checked.
type TestOptions struct {
	Trace int // lines of the trace that are kept, the last ones
	// Solver decides what evaluation cannot: whether quantified axioms have a model with the values
	// that the run asks of functions. nil: such a test is not decided.
	Solver func() (solver.Solver, error)
	// Timeout bounds what it is asked; 0 means its default.
	Timeout time.Duration
}

// Test runs a test in the interpreter. It returns the run, with the last lines of its trace, if the test
// starts in a state that the program allows, takes all its inputs and reaches an error; a *Rejection if
// not; a *GaveUp if a fact about the start could not be decided.
func Test(ctx context.Context, p *ir.Program, test *verdict.Test, options TestOptions) (*concrete.Replayed, error) {
	if test == nil {
		return nil, &Rejection{"", "there is no test"}
	}
	limits := concrete.Limits{Trace: options.Trace, Stop: func() bool { return ctx.Err() != nil }}
	watched, asked := *test, &verdict.FunctionTable{}
	watched.Functions = asking(concrete.Functions(p, test), asked)
	replayed, err := concrete.Run(p, &watched, limits)
	switch {
	case ctx.Err() != nil:
		return nil, &GaveUp{"the replay", "it was cut off"}
	case err != nil:
		return nil, &Rejection{"the replay", err.Error()}
	case replayed.Left > 0:
		return nil, &Rejection{"the replay", fmt.Sprintf("the test has %d inputs that the run does not take", replayed.Left)}
	case replayed.Kind != concrete.ReachedError:
		return nil, &Rejection{"the replay", fmt.Sprintf("it ends at %s: %s", replayed.Pos, replayed.Kind)}
	}
	start := newStart(p, test)
	err = start.check()
	var undecided *GaveUp
	if errors.As(err, &undecided) && options.Solver != nil && start.hasModel(ctx, test, asked, options) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return replayed, nil
}

// asking notes the values that a run asks of functions.
func asking(functions func(*term.Func, []term.Value) (term.Value, bool), asked *verdict.FunctionTable) func(*term.Func, []term.Value) (term.Value, bool) {
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		v, ok := functions(f, args)
		if ok {
			asked.Add(verdict.FunctionValue{Function: f, Args: slices.Clone(args), Value: v})
		}
		return v, ok
	}
}

func newStart(p *ir.Program, test *verdict.Test) *startState {
	start := &startState{program: p, values: map[*ir.Variable]term.Value{}, functions: concrete.Functions(p, test)}
	for _, g := range test.Globals {
		if g.Cell.IsValid() {
			whole, _ := start.Lookup(g.Variable.Sym)
			start.values[g.Variable] = term.ArrayVal(whole.Array().Store(g.Cell, g.Value))
		} else {
			start.values[g.Variable] = g.Value
		}
	}
	start.fix()
	return start
}

// check evaluates the quantified facts about the start; the replay evaluates the others.
func (s *startState) check() error {
	evaluator := term.NewEvaluator()
	var open error
	for _, fact := range s.quantified() {
		holds, err := evaluator.Holds(fact, s)
		var undecided *term.QuantifierError
		switch {
		case errors.As(err, &undecided):
			open = &GaveUp{"the start state", "whether it satisfies " + shorten(fact) + " is not decided"}
		case err != nil:
			return &Rejection{"the start state", err.Error()}
		case !holds:
			return &Rejection{"the start state", "it does not satisfy " + shorten(fact)}
		}
	}
	return open
}

// quantified are the facts about the start that have quantifiers and are no laws.
func (s *startState) quantified() []*term.Term {
	p := s.program
	return slices.DeleteFunc(slices.Concat(p.Initial, p.Axioms), func(fact *term.Term) bool { return !fact.HasQuantifier() || interpreted(p, fact) })
}

// interpreted reports whether a quantified axiom is known to hold under the program's interpretation of
// its functions, which every replay uses: the front end has recognised it as a law that was proved of the
// interpretation.
func interpreted(p *ir.Program, fact *term.Term) bool {
	return p.Interpretation != nil && slices.Contains(p.Axioms, fact) && !slices.Contains(p.UncheckedAxioms, fact)
}

// shorten is the beginning of the text of a term.
func shorten(t *term.Term) string {
	const longest = 300
	text := t.String()
	if len(text) > longest {
		return text[:longest] + "..."
	}
	return text
}

// startState is the state in which a test starts.
type startState struct {
	program   *ir.Program
	values    map[*ir.Variable]term.Value
	functions func(f *term.Func, args []term.Value) (term.Value, bool)
}

// fix gives the allocation counter, and the globals that an Initial fact equates with a constant, that
// value, as the replay does.
func (s *startState) fix() {
	if v := s.program.AllocCounter; v != nil {
		s.values[v] = term.BVValue(v.Sort.Width, s.program.FirstFree)
	}
	for _, fact := range s.program.Initial {
		if fact.Op() != term.OpEq {
			continue
		}
		a, b := fact.Args()[0], fact.Args()[1]
		if b.IsVar() {
			a, b = b, a
		}
		if v := s.program.VariableOf(a); v != nil && b.IsConst() {
			s.values[v], _ = b.Value()
		}
	}
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

// Apply implements term.Assignment.
func (s *startState) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return s.functions(f, args)
}
