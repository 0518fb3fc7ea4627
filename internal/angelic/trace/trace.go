// Package trace turns a test that reaches an error into the formula of its path: what the path demands
// of the inputs and of the state at the start, condition by condition, and which conditions the error
// depends on.
//
// The path is executed forward over terms. For a path that is the same as ANGELIC's backward wlp:
// wlp(path, true) is "the conditions imply that the last one is false".
package trace

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/sem/symbolic"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Kind says where a condition comes from.
type Kind uint8

// The kinds. The zero value is invalid.
const (
	InvalidKind Kind = iota
	Branch           // the guard of a goto
	Passed           // the guard of a goto whose other way is an error: an assertion that held
	Assumed          // an Assume
	Known            // an Assume of what is known of every value
)

// Condition is something that the path demands, over the symbols of inputs and of initial globals.
type Condition struct {
	Kind Kind
	Term *term.Term
	Pos  source.Pos
	Text string // in words of the source, may be empty
	// Relevant: the error depends on it (ANGELIC's ControlSlice).
	Relevant bool
	// Failures are the assertions that could have failed at a Passed condition.
	Failures []Failure
	step     int
}

// Occurrence is one execution of a Havoc on the path. Number counts from 1 those of the same input.
type Occurrence struct {
	Symbol *term.Term
	Input  *ir.Input
	Number int
	Value  term.Value
}

// Path is the formula of a test.
type Path struct {
	Conditions []Condition
	// Failing holds exactly when the error is reached after the conditions before it: the check
	// that fails, and what tells the error from others of the same check. It is true if nothing is
	// asked directly before the error.
	Failing     *term.Term
	Occurrences []Occurrence
	Error       *ir.Error
	Function    *ir.Function
	steps       []step
	program     *ir.Program
	test        *verdict.Test
}

// activation is one execution of a function.
type activation struct {
	function *ir.Function
	caller   *activation
	locals   map[*ir.Variable]*term.Term
	depth    int
	call     source.Pos // that entered it
}

// step is a block of the path. A call block is there twice: when the callee is entered and when it has
// returned.
type step struct {
	block  *ir.Block
	of     *activation
	target int
	kind   stepKind
	callee *activation
}

type stepKind uint8

const (
	goes stepKind = iota
	enters
	exits // the block's terminator leaves the function
	returns
)

// IsInLoop says that a condition of the path is one of a block that control may come back to.
func (p *Path) IsInLoop(c Condition) bool { return p.steps[c.step].block.OnCycle() }

// GoesAround says that the path goes around a loop, or enters a function that is open: what it does it may do to any
// number of objects.
func (p *Path) GoesAround() bool {
	type visit struct {
		of    *activation
		block *ir.Block
	}
	seen := map[visit]bool{}
	for _, s := range p.steps {
		if s.kind == enters {
			for a := s.of; a != nil; a = a.caller {
				if a.function == s.callee.function {
					return true
				}
			}
		}
		if s.kind == goes {
			if seen[visit{s.of, s.block}] {
				return true
			}
			seen[visit{s.of, s.block}] = true
		}
	}
	return false
}

// StartOf is the value that the test gives a global at the start.
func (p *Path) StartOf(v *ir.Variable) (term.Value, bool) {
	for _, g := range p.test.Globals {
		if g.Variable == v && !g.Cell.IsValid() {
			return g.Value, true
		}
	}
	return term.Value{}, false
}

// Functions are those that the path goes through.
func (p *Path) Functions() []*ir.Function {
	var out []*ir.Function
	for _, s := range p.steps {
		if !slices.Contains(out, s.of.function) {
			out = append(out, s.of.function)
		}
	}
	return out
}

// Frame is a call that is open where the error is reached.
type Frame struct {
	Function string     // as in the source, whichever copy of it was called
	Call     source.Pos // of the function
}

// Stack are the calls that are open where the error is reached, the outermost first.
func (p *Path) Stack() []Frame {
	last := p.steps[len(p.steps)-1]
	a := last.of
	if last.kind == enters {
		a = last.callee
	}
	var out []Frame
	for ; a != nil; a = a.caller {
		out = append(out, Frame{a.function.SourceName(), a.call})
	}
	slices.Reverse(out)
	return out
}

// Place is where the text of the program has the error: of one in a function of the library the call of that.
func (p *Path) Place() source.Pos {
	at := p.Error.Pos
	for _, frame := range slices.Backward(p.Stack()) {
		if at.IsWritten() {
			break
		}
		at = frame.Call
	}
	if !at.IsWritten() {
		return p.Error.Pos
	}
	return at
}

// recorder is the observer that keeps the steps.
type recorder struct {
	current *activation
	steps   []step
}

func (r *recorder) Step(_ *concrete.Machine, from *ir.Block, target int) {
	r.steps = append(r.steps, step{block: from, of: r.current, target: target, kind: goes})
}

func (r *recorder) Enter(_ *concrete.Machine, call *ir.Block) {
	inner := &activation{function: call.Call().Callee, caller: r.current, depth: r.current.depth + 1, call: call.Call().Pos}
	r.steps = append(r.steps, step{block: call, of: r.current, kind: enters, callee: inner})
	r.current = inner
}

func (r *recorder) Exit(_ *concrete.Machine, from *ir.Block) {
	r.steps = append(r.steps, step{block: from, of: r.current, kind: exits})
}

func (r *recorder) Leave(_ *concrete.Machine, call *ir.Block) {
	callee := r.current
	r.current = callee.caller
	r.steps = append(r.steps, step{block: call, of: r.current, kind: returns, callee: callee})
}

// longest bounds the blocks of a path: what is longer nobody reads an explanation of.
const longest = 200_000

// Of replays a test and returns the formula of its path. It fails if the test reaches no error.
func Of(p *ir.Program, test *verdict.Test, stop func() bool) (*Path, error) {
	r := &recorder{current: &activation{function: p.Entry}}
	replayed, err := concrete.Run(p, test, concrete.Limits{Steps: longest, Observer: r, Stop: stop})
	switch {
	case err != nil:
		return nil, err
	case replayed.Kind != concrete.ReachedError:
		return nil, fmt.Errorf("the replay ends at %s: %s", replayed.Pos, replayed.Kind)
	}
	path := &Path{program: p, test: test, steps: r.steps, Function: replayed.Block.Function}
	path.Error = replayed.Block.Terminator.(*ir.Error)
	e := &execution{program: p, terms: p.Terms, path: path, test: test, counts: map[int]int{}}
	e.run()
	path.slice()
	return path, nil
}

// execution is the symbolic run along the steps. It is a sem.Machine.
type execution struct {
	program *ir.Program
	terms   *term.Builder
	path    *Path
	test    *verdict.Test
	globals []*term.Term
	at      *activation
	number  int // of the current step
	failing int // the first step whose condition is one of the error
	counts  map[int]int
	next    int // input of the test
}

func (e *execution) run() {
	e.globals = make([]*term.Term, len(e.program.Globals))
	for i, v := range e.program.Globals {
		e.globals[i] = v.Sym
	}
	if v := e.program.AllocCounter; v != nil {
		e.globals[v.Index] = e.terms.BVConst(v.Sort.Width, e.program.FirstFree)
	}
	e.path.Failing = e.terms.True()
	e.failing = e.path.failingStep()
	e.at = e.path.steps[0].of
	e.at.locals = map[*ir.Variable]*term.Term{}
	for i := range e.path.steps {
		e.number = i
		e.step(&e.path.steps[i])
	}
}

func (e *execution) step(s *step) {
	e.at = s.of
	switch s.kind {
	case enters:
		call := s.block.Call()
		args := sem.Bind(e, call)
		s.callee.locals = map[*ir.Variable]*term.Term{}
		for i, p := range s.callee.function.Params {
			s.callee.locals[p] = args[i]
		}
	case returns:
		for i, result := range s.block.Call().Results {
			if result != nil {
				e.Set(result, s.callee.value(s.callee.function.Results[i], e.terms))
			}
		}
	case goes:
		sem.Execute(e, s.block)
		e.guard(s)
	case exits:
		sem.Execute(e, s.block)
	}
}

// guard records what taking the target demands.
func (e *execution) guard(s *step) {
	g := s.block.Terminator.(*ir.Goto)
	if g.Choice != nil {
		e.next++
	}
	guard := e.Eval(g.Targets[s.target].Guard)
	if e.number >= e.failing {
		e.path.Failing = e.terms.And(e.path.Failing, guard)
		return
	}
	if guard.IsTrue() {
		return
	}
	c := Condition{Kind: Branch, Term: guard, Pos: g.Pos, Text: g.Branch, step: e.number}
	for i, t := range g.Targets {
		if i == s.target {
			continue
		}
		switch kind := avoided(t.Block); kind {
		case Passed:
			c.Kind = Passed
			c.Failures = append(c.Failures, e.failures(t.Block, e.Eval(t.Guard))...)
		case Assumed:
			c.Kind = Assumed
		}
	}
	if c.Text != "" && s.target == 1 && len(g.Targets) == 2 {
		c.Text = "!(" + c.Text + ")"
	}
	e.path.Conditions = append(e.path.Conditions, c)
}

// suppressedWhat marks the end of a run by an assertion that is taken to hold.
const suppressedWhat = "assumed: "

// Suppress turns an error into the silent end of the run: the assertion is assumed.
func Suppress(b *ir.Block) {
	e := b.Terminator.(*ir.Error)
	b.Terminator = &ir.Halt{At: e.At, What: suppressedWhat + e.What}
}

// Suppressed says that a block is the failure of a suppressed assertion.
func Suppressed(b *ir.Block) bool {
	h, ok := b.Terminator.(*ir.Halt)
	return ok && strings.HasPrefix(h.What, suppressedWhat)
}

// Earlier are the paths that fail at an assertion which held on p, in the order of p, each assertion where it
// was met first. Each shares its conditions up to there with p; whether any run takes it is for a solver to
// say.
func (p *Path) Earlier() []*Path {
	var out []*Path
	met := map[*ir.Error]bool{}
	for i, c := range p.Conditions {
		for _, f := range c.Failures {
			if !met[f.Error] && len(out) < maxEarlier {
				met[f.Error] = true
				out = append(out, p.failingAt(i, f))
			}
		}
	}
	return out
}

// failingAt is the path that fails where the condition with a number held.
func (p *Path) failingAt(i int, f Failure) *Path {
	c := p.Conditions[i]
	e := &Path{
		Conditions: slices.Clone(p.Conditions[:i]), Failing: f.Term, Occurrences: p.Occurrences,
		Error: f.Error, program: p.program, test: p.test, steps: p.steps[:c.step+1],
	}
	e.Function = p.steps[c.step].block.Function
	for n := range e.Conditions {
		e.Conditions[n].Relevant = false
	}
	e.slice()
	return e
}

// maxEarlier bounds the paths that Earlier returns.
const maxEarlier = 40

// value returns what a variable of the activation holds; nothing said is zero, as in the interpreter.
func (a *activation) value(v *ir.Variable, terms *term.Builder) *term.Term {
	if t := a.locals[v]; t != nil {
		return t
	}
	return terms.Const(term.ZeroValue(v.Sort))
}

// Eval implements sem.Machine.
func (e *execution) Eval(t *term.Term) *term.Term {
	return symbolic.Substitute(e.terms, t, func(sym *term.Term) (*term.Term, bool) {
		v := e.program.VariableOf(sym)
		switch {
		case v == nil:
			return nil, false
		case v.Kind == ir.Global:
			return e.globals[v.Index], true
		}
		return e.at.value(v, e.terms), true
	})
}

// Set implements sem.Machine.
func (e *execution) Set(v *ir.Variable, value *term.Term) {
	if v.Kind == ir.Global {
		e.globals[v.Index] = value
	} else {
		e.at.locals[v] = value
	}
}

// Input implements sem.Machine: a symbol that is the same in every path for the same occurrence.
func (e *execution) Input(_ *ir.Block, _ int, h *ir.Havoc) *term.Term {
	e.counts[h.Input.ID]++
	o := Occurrence{Input: h.Input, Number: e.counts[h.Input.ID], Symbol: Symbol(e.terms, h, e.counts[h.Input.ID])}
	if e.next < len(e.test.Inputs) {
		o.Value = e.test.Inputs[e.next].Value
	} else {
		o.Value = term.ZeroValue(h.Dst.Sort)
	}
	e.next++
	e.path.Occurrences = append(e.path.Occurrences, o)
	return o.Symbol
}

// Symbol is the symbol of an occurrence of an input.
func Symbol(terms *term.Builder, h *ir.Havoc, number int) *term.Term {
	return terms.Var(fmt.Sprintf("%s!%d!%d", h.Input.Name, h.Input.ID, number), h.Dst.Sort)
}

// Assume implements sem.Machine.
func (e *execution) Assume(b *ir.Block, index int, cond *term.Term) bool {
	if !cond.IsTrue() {
		kind := Assumed
		if b.Instructions[index].(*ir.Assume).Known {
			kind = Known
		}
		e.path.Conditions = append(e.path.Conditions, Condition{
			Kind: kind, Term: cond, Pos: b.Instructions[index].Position(), step: e.number,
		})
	}
	return true
}
