// Package dependence says on which of its inputs the way of a run depends. The run of a test is executed over terms in
// which the inputs in question are symbols and all else is what the test has: where no condition is about a symbol and
// no address either, the run is the same whatever these inputs are.
package dependence

import (
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/sem/symbolic"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// longestRun is the number of blocks of a run that are looked at.
const longestRun = 20_000

// On says whether the run of a test that reaches an error may take another way with other values of some of its inputs,
// or access other cells of maps. It does not if each condition on its way holds whatever they are, and each index is
// the same, with the start and the other inputs as in the test. What is not known counts as a yes: the run is too long,
// or a value is one that only the test gives, such as that of a function without a meaning.
func On(p *ir.Program, test *verdict.Test, some func(*ir.Input) bool, stop func() bool) bool {
	var way recorded
	run, err := concrete.Run(p, test, concrete.Limits{Steps: longestRun, Stop: stop, Inputs: true, Observer: &way})
	if err != nil || run.Kind != concrete.ReachedError {
		return true
	}
	w := &walk{program: p, inputs: run.Inputs, some: some}
	return !w.isFixed(run.Start, way.events, stop)
}

// recorded is the way of a run.
type recorded struct{ events []event }

type event struct {
	kind   eventKind
	block  *ir.Block
	target int
}

type eventKind uint8

const (
	stepped eventKind = iota
	entered
	exited
	left
)

// Step implements concrete.Observer.
func (r *recorded) Step(_ *concrete.Machine, from *ir.Block, target int) {
	r.events = append(r.events, event{stepped, from, target})
}

// Enter implements concrete.Observer.
func (r *recorded) Enter(_ *concrete.Machine, call *ir.Block) {
	r.events = append(r.events, event{kind: entered, block: call})
}

// Exit implements concrete.Observer.
func (r *recorded) Exit(_ *concrete.Machine, from *ir.Block) {
	r.events = append(r.events, event{kind: exited, block: from})
}

// Leave implements concrete.Observer.
func (r *recorded) Leave(_ *concrete.Machine, call *ir.Block) {
	r.events = append(r.events, event{kind: left, block: call})
}

// walk is the execution of a run over terms.
type walk struct {
	program *ir.Program
	inputs  []verdict.InputValue // that the run has not asked for yet
	some    func(*ir.Input) bool
	point   *symbolic.Point
	calls   []*symbolic.Point // of the calls that have not returned
	slots   *sem.Slots
	open    bool // something depends on an input in question
}

// isFixed says that nothing on the way depends on an input in question.
func (w *walk) isFixed(start []term.Value, way []event, stop func() bool) bool {
	globals := make([]*term.Term, len(start))
	for i, v := range start {
		globals[i] = w.program.Terms.Const(v)
	}
	w.slots = sem.NewSlots(w.program)
	w.point = sem.NewRoot(globals, w.zeros(w.program.Entry, 0))
	for _, e := range way {
		if w.open || stop != nil && stop() {
			return false
		}
		w.take(e)
	}
	return !w.open
}

// zeros are the variables of a function from one on, which are assigned before they are read.
func (w *walk) zeros(f *ir.Function, from int) []*term.Term {
	var out []*term.Term
	for _, v := range f.Variables()[from:] {
		out = append(out, w.program.Terms.Const(term.ZeroValue(v.Sort)))
	}
	return out
}

func (w *walk) take(e event) {
	m := &symbolic.Machine{Terms: w.program.Terms, Slots: w.slots, Base: w.point, Fresh: w.input, Accessed: w.needsConst}
	switch e.kind {
	case stepped, exited:
		sem.Execute[*term.Term](m, e.block)
		for _, c := range m.Conditions {
			w.needsTrue(c.Term)
		}
		if g, ok := e.block.Terminator.(*ir.Goto); ok && e.kind == stepped {
			w.needsTrue(m.Eval(g.Targets[e.target].Guard))
		}
		w.point = w.point.Step(m.GlobalWrites, m.LocalWrites)
	case entered:
		call := e.block.Call()
		locals := sem.Bind[*term.Term](m, call)
		w.calls = append(w.calls, w.point)
		w.point = w.point.Enter(append(locals, w.zeros(call.Callee, len(locals))...))
	case left:
		caller := w.calls[len(w.calls)-1]
		w.calls = w.calls[:len(w.calls)-1]
		call := e.block.Call()
		for i, dst := range call.Results {
			if dst != nil {
				m.Set(dst, w.point.Local(int32(call.Callee.Results[i].Index)))
			}
		}
		w.point = w.point.Leave(caller, m.GlobalWrites, m.LocalWrites)
	}
}

// input is the value of the next input that is asked for: what the test has, or a symbol.
func (w *walk) input(h *ir.Havoc) *term.Term {
	if len(w.inputs) == 0 || w.inputs[0].Input != h.Input {
		w.open = true // not the run that was recorded
		return w.program.Terms.Const(term.ZeroValue(h.Dst.Sort))
	}
	value := w.inputs[0].Value
	w.inputs = w.inputs[1:]
	if w.some(h.Input) {
		return w.program.Terms.Fresh("any", h.Dst.Sort)
	}
	return w.program.Terms.Const(value)
}

func (w *walk) needsTrue(t *term.Term) { w.open = w.open || !t.IsTrue() }

func (w *walk) needsConst(t *term.Term) { w.open = w.open || !t.IsConst() }
