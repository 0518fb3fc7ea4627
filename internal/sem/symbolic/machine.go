// Package symbolic executes programs over terms: package sem's instructions over *term.Term.
//
// A Machine executes one block from a point of a symbolic trail. The values are terms over the symbols
// of inputs and of initial globals; what assumes and guards demand is collected as conditions. Nothing
// is concretised: an address that is not constant stays a term, so a path's conditions are exactly
// those of its runs.
package symbolic

import (
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
)

// Point is a symbolic state.
type Point = sem.Point[*term.Term]

// Machine is the symbolic state during the execution of one block.
type Machine struct {
	Terms *term.Builder
	Slots *sem.Slots
	// Base is the state before the block.
	Base *Point
	// Fresh gives the symbol of a Havoc's value.
	Fresh func(h *ir.Havoc) *term.Term
	// Accessed is told the index of each access to a map in what is evaluated; nil: nobody asks.
	Accessed func(index *term.Term)
	// Conditions are those of the Assumes passed, with their position in the block.
	Conditions []Condition

	GlobalWrites, LocalWrites []sem.Write[*term.Term]
}

// Condition is the value of an Assume.
type Condition struct {
	Index int // of the instruction
	Term  *term.Term
}

// Lookup returns the value of a variable's symbol.
func (m *Machine) Lookup(sym *term.Term) (*term.Term, bool) {
	index, global, ok := m.Slots.Of(sym)
	if !ok {
		return nil, false
	}
	writes := m.LocalWrites
	if global {
		writes = m.GlobalWrites
	}
	for i := len(writes) - 1; i >= 0; i-- {
		if writes[i].Index == index {
			return writes[i].Value, true
		}
	}
	if global {
		return m.Base.Global(index), true
	}
	return m.Base.Local(index), true
}

// Eval implements sem.Machine: the term with every variable replaced by its value.
func (m *Machine) Eval(t *term.Term) *term.Term {
	if m.Accessed != nil {
		m.tellAccesses(t)
	}
	return Substitute(m.Terms, t, m.Lookup)
}

// tellAccesses tells the indices in t, which would be gone where a value says what is read.
func (m *Machine) tellAccesses(t *term.Term) {
	term.Walker(func(u *term.Term) bool {
		if u.HasQuantifier() {
			return true // the index may be about what is bound
		}
		if u.Op() == term.OpSelect || u.Op() == term.OpStore {
			m.Accessed(Substitute(m.Terms, u.Arg(1), m.Lookup))
		}
		return true
	})(t)
}

// Substitute replaces the free symbols of t for which lookup knows a value.
func Substitute(terms *term.Builder, t *term.Term, lookup func(*term.Term) (*term.Term, bool)) *term.Term {
	if t.IsConst() {
		return t
	}
	if t.Op() == term.OpVar {
		if v, ok := lookup(t); ok {
			return v
		}
		return t
	}
	symbols := t.Vars()
	values := make(map[*term.Term]*term.Term, len(symbols))
	for _, sym := range symbols {
		if v, ok := lookup(sym); ok && v != sym {
			values[sym] = v
		}
	}
	if len(values) == 0 {
		return t
	}
	return terms.Substitute(t, values)
}

// Set implements sem.Machine.
func (m *Machine) Set(v *ir.Variable, value *term.Term) {
	w := sem.Write[*term.Term]{Index: int32(v.Index), Value: value}
	if v.Kind == ir.Global {
		m.GlobalWrites = append(m.GlobalWrites, w)
	} else {
		m.LocalWrites = append(m.LocalWrites, w)
	}
}

// Input implements sem.Machine.
func (m *Machine) Input(_ *ir.Block, _ int, h *ir.Havoc) *term.Term { return m.Fresh(h) }

// Assume implements sem.Machine: the condition is recorded; a false one is for the solver to find.
func (m *Machine) Assume(_ *ir.Block, index int, cond *term.Term) bool {
	m.Conditions = append(m.Conditions, Condition{Index: index, Term: cond})
	return true
}
