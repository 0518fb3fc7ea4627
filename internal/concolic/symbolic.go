package concolic

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem"
	"yogi/internal/sem/symbolic"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// symbolicPaths is the tree of all paths that tests took, which are executed over terms when somebody asks.
type symbolicPaths struct {
	program *ir.Program
	options Options
	stats   *verdict.Statistics
	queries *query.Session
	terms   *term.Builder
	slots   *sem.Slots
	root    *Path
	inputs  map[*term.Term]int // the number of an input on its path, by symbol

	openIndices map[*term.Term]openIndices // see fixing
}

// zeros gives the variables of the entry at the start.
func zeros(p *ir.Program) []*term.Term {
	var out []*term.Term
	for _, v := range p.Entry.Variables() {
		out = append(out, p.Terms.Const(term.ZeroValue(v.Sort)))
	}
	return out
}

// Root is the path at the start of the program.
func (f *symbolicPaths) Root() *Path { return f.root }

// Symbolic returns the symbolic state at p, computing what is missing on the way from the root.
func (f *symbolicPaths) Symbolic(p *Path) *symbolic.Point {
	if p.point != nil {
		return p.point
	}
	var missing []*Path
	for q := p; q.point == nil; q = q.Parent {
		missing = append(missing, q)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		f.executeMove(missing[i])
	}
	return p.point
}

// Forget drops the symbolic states on the path to p, so that they are computed again.
func (p *Path) Forget() {
	for ; p.Parent != nil; p = p.Parent {
		p.point, p.conditions, p.draws = nil, nil, nil
		for next := range p.Children { // computed from the state that goes
			next.point, next.conditions, next.draws = nil, nil, nil
		}
	}
}

// executeMove computes the symbolic state after the last move of p from that of its parent.
func (f *symbolicPaths) executeMove(p *Path) {
	before := p.Parent
	p.drawn = before.drawn
	m := &symbolic.Machine{Terms: f.terms, Slots: f.slots, Base: before.point}
	switch p.move.Kind {
	case StepMove, ExitMove:
		f.executeBlock(m, p, before)
	case EnterMove:
		call := before.Activation.Function.Blocks[before.Location].Call()
		p.point = before.point.Enter(f.bind(m, call))
	case LeaveMove:
		call := p.Previous
		block := call.Activation.Function.Blocks[call.Location]
		results := before.Activation.Function.Results
		for i, dst := range block.Call().Results {
			if dst != nil {
				m.Set(dst, before.point.Local(int32(results[i].Index)))
			}
		}
		p.point = before.point.Leave(f.Symbolic(call), m.GlobalWrites, m.LocalWrites) // its state may have been dropped alone
	case FailMove:
		p.point = before.point.Leave(f.Symbolic(p.Previous), nil, nil)
	}
}

// bind gives the initial values of a callee's variables: the arguments, and zero for the rest, which the
// callee assigns before it reads them.
func (f *symbolicPaths) bind(m *symbolic.Machine, call *ir.Call) []*term.Term {
	variables := call.Callee.Variables()
	locals := make([]*term.Term, len(variables))
	copy(locals, sem.Bind[*term.Term](m, call))
	for i := len(call.Args); i < len(locals); i++ {
		locals[i] = f.terms.Const(term.ZeroValue(variables[i].Sort))
	}
	return locals
}

// executeBlock runs a block and the guard of the way out that p took.
func (f *symbolicPaths) executeBlock(m *symbolic.Machine, p, before *Path) {
	b := before.Activation.Function.Blocks[before.Location]
	m.Fresh = func(h *ir.Havoc) *term.Term {
		symbol := f.inputSymbol(p.drawn, h.Dst.Sort)
		p.drawn++
		p.draws = append(p.draws, draw{input: h.Input, symbol: symbol})
		return symbol
	}
	sem.Execute[*term.Term](m, b)
	for _, c := range m.Conditions {
		p.addCondition(c.Index, c.Term)
	}
	if g, ok := b.Terminator.(*ir.Goto); ok && p.move.Kind == StepMove {
		p.addCondition(len(b.Instructions), m.Eval(g.Targets[p.move.Target].Guard))
		if g.Choice != nil {
			p.drawn++
			p.draws = append(p.draws, draw{input: g.Choice, target: p.move.Target})
		}
	}
	p.point = before.point.Step(m.GlobalWrites, m.LocalWrites)
}

// Conditions are the conjuncts that the last step of the path adds to the path constraint.
func (f *symbolicPaths) Conditions(p *Path) []Condition {
	f.Symbolic(p)
	return p.conditions
}

func (p *Path) addCondition(index int, t *term.Term) {
	if !t.IsTrue() {
		p.conditions = append(p.conditions, Condition{index, t})
	}
}

// inputSymbol names the k-th input of a path. Paths share symbols, so they share terms.
func (f *symbolicPaths) inputSymbol(k int, sort *term.Sort) *term.Term {
	symbol := f.terms.Var(fmt.Sprintf("in!%d!%s", k, sort), sort)
	f.inputs[symbol] = k
	return symbol
}

// Constraint appends the path constraint of p, first conjunct first, to out: the conditions of its steps
// and what is known of the start state.
func (f *symbolicPaths) Constraint(p *Path) []*term.Term {
	f.Symbolic(p)
	out := append([]*term.Term(nil), f.queries.Initial()...)
	for _, q := range p.Steps() {
		for _, c := range q.conditions {
			out = append(out, c.Term)
		}
	}
	return out
}

// SymbolicValue evaluates a term over the variables in scope at p, and rigid symbols, in the symbolic
// state at p.
func (f *symbolicPaths) SymbolicValue(p *Path, t *term.Term, rigid map[*term.Term]*term.Term) *term.Term {
	point := f.Symbolic(p)
	return symbolic.Substitute(f.terms, t, func(sym *term.Term) (*term.Term, bool) {
		if v, ok := rigid[sym]; ok {
			return v, true
		}
		return sem.Value(f.slots, point, sym)
	})
}
