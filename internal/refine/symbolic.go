package refine

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/symbolic"
	"yogi/internal/term"
)

// Symbolic returns the symbolic state at p, computing what is missing on the way from the root.
func (e *Engine) Symbolic(p *Path) *symbolic.Point {
	if p.point != nil {
		return p.point
	}
	var missing []*Path
	for q := p; q.point == nil; q = q.Parent {
		missing = append(missing, q)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		e.executeMove(missing[i])
	}
	return p.point
}

// forget drops the symbolic states on the path to p, so that they are computed again.
func (p *Path) forget() {
	for ; p.Parent != nil; p = p.Parent {
		p.point, p.conditions, p.draws = nil, nil, nil
		for next := range p.children { // computed from the state that goes
			next.point, next.conditions, next.draws = nil, nil, nil
		}
	}
}

// executeMove computes the symbolic state after the last move of p from that of its parent.
func (e *Engine) executeMove(p *Path) {
	before := p.Parent
	p.drawn = before.drawn
	m := &symbolic.Machine{Terms: e.terms, Slots: e.slots, Base: before.point}
	switch p.move.kind {
	case stepMove, exitMove:
		e.executeBlock(m, p, before)
	case enterMove:
		call := before.Activation.Function.Blocks[before.Location].Call()
		p.point = before.point.Enter(e.bind(m, call))
	case leaveMove:
		call := p.Previous
		block := call.Activation.Function.Blocks[call.Location]
		results := before.Activation.Function.Results
		for i, dst := range block.Call().Results {
			if dst != nil {
				m.Set(dst, before.point.Local(int32(results[i].Index)))
			}
		}
		p.point = before.point.Leave(e.Symbolic(call), m.GlobalWrites, m.LocalWrites) // its state may have been dropped alone
	case failMove:
		p.point = before.point.Leave(e.Symbolic(p.Previous), nil, nil)
	}
}

// bind gives the initial values of a callee's variables: the arguments, and zero for the rest, which the
// callee assigns before it reads them.
func (e *Engine) bind(m *symbolic.Machine, call *ir.Call) []*term.Term {
	variables := call.Callee.Variables()
	locals := make([]*term.Term, len(variables))
	copy(locals, sem.Bind[*term.Term](m, call))
	for i := len(call.Args); i < len(locals); i++ {
		locals[i] = e.terms.Const(term.ZeroValue(variables[i].Sort))
	}
	return locals
}

// executeBlock runs a block and the guard of the way out that p took.
func (e *Engine) executeBlock(m *symbolic.Machine, p, before *Path) {
	b := before.Activation.Function.Blocks[before.Location]
	m.Fresh = func(h *ir.Havoc) *term.Term {
		symbol := e.inputSymbol(p.drawn, h.Dst.Sort)
		p.drawn++
		p.draws = append(p.draws, draw{input: h.Input, symbol: symbol})
		return symbol
	}
	sem.Execute[*term.Term](m, b)
	for _, c := range m.Conditions {
		p.addCondition(c.Index, c.Term)
	}
	if g, ok := b.Terminator.(*ir.Goto); ok && p.move.kind == stepMove {
		p.addCondition(len(b.Instructions), m.Eval(g.Targets[p.move.target].Guard))
		if g.Choice != nil {
			p.drawn++
			p.draws = append(p.draws, draw{input: g.Choice, target: p.move.target})
		}
	}
	p.point = before.point.Step(m.GlobalWrites, m.LocalWrites)
}

func (p *Path) addCondition(index int, t *term.Term) {
	if !t.IsTrue() {
		p.conditions = append(p.conditions, condition{index, t})
	}
}

// inputSymbol names the k-th input of a path. Paths share symbols, so they share terms.
func (e *Engine) inputSymbol(k int, sort *term.Sort) *term.Term {
	symbol := e.terms.Var(fmt.Sprintf("in!%d!%s", k, sort), sort)
	e.inputs[symbol] = k
	return symbol
}

// Constraint appends the path constraint of p, first conjunct first, to out: the conditions of its steps
// and what is known of the start state.
func (e *Engine) Constraint(p *Path) []*term.Term {
	e.Symbolic(p)
	out := append([]*term.Term(nil), e.queries.Initial()...)
	for _, q := range p.steps() {
		for _, c := range q.conditions {
			out = append(out, c.term)
		}
	}
	return out
}

// SymbolicValue evaluates a term over the variables in scope at p, and rigid symbols, in the symbolic
// state at p.
func (e *Engine) SymbolicValue(p *Path, t *term.Term, rigid map[*term.Term]*term.Term) *term.Term {
	point := e.Symbolic(p)
	return symbolic.Substitute(e.terms, t, func(sym *term.Term) (*term.Term, bool) {
		if v, ok := rigid[sym]; ok {
			return v, true
		}
		return sem.Value(e.slots, point, sym)
	})
}
