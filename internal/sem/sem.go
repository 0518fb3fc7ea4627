// Package sem gives each IR instruction its meaning, once, generic over the values: over machine values
// (term.Value) it is an interpreter, over terms a symbolic executor, over operands of compiled terms
// (term.Operand) it makes the code that package concrete runs.
//
// What an expression means is package term's business (its evaluator and its constructors agree, and
// are tested against each other). What an instruction does to a state is here. Which way a run goes is
// the driver's: it looks at guards (the interpreter) or asks a solver (the executor).
package sem

import (
	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Machine is the state over values V that instructions act on, and a source of inputs.
type Machine[V any] interface {
	// Eval gives the value of an expression in the current state.
	Eval(t *term.Term) V
	// Set assigns a variable.
	Set(v *ir.Variable, value V)
	// Input takes the next input, for a Havoc at position index of the block.
	Input(b *ir.Block, index int, h *ir.Havoc) V
	// Assume restricts the run to states where cond holds; false says that the run is blocked.
	Assume(b *ir.Block, index int, cond V) bool
}

// Updater is a Machine that can assign a map with stores to the variable that holds the map without making another
// map of it.
type Updater interface {
	// Update assigns t to v, as Set of Eval does, or says that it has no other way of its own.
	Update(v *ir.Variable, t *term.Term) bool
}

// Execute runs the block's instructions. It returns the index of the Assume that blocked the run, or
// -1. A call block has no instruction but its Call, which is the driver's: use Bind and Finish.
func Execute[V any, M Machine[V]](m M, b *ir.Block) int {
	for i, instruction := range b.Instructions {
		switch x := instruction.(type) {
		case *ir.Assign:
			if u, ok := any(m).(Updater); !ok || !u.Update(x.Dst, x.Src) {
				m.Set(x.Dst, m.Eval(x.Src))
			}
		case *ir.Assume:
			if !m.Assume(b, i, m.Eval(x.Cond)) {
				return i
			}
		case *ir.Havoc:
			m.Set(x.Dst, m.Input(b, i, x))
		default:
			bug.Errorf("instruction %T in block %d of %s has no meaning here", x, b.Index, b.Function.Name)
		}
	}
	return -1
}

// Bind evaluates the arguments of a call in the caller's state.
func Bind[V any, M Machine[V]](m M, call *ir.Call) []V {
	args := make([]V, len(call.Args))
	for i, a := range call.Args {
		args[i] = m.Eval(a)
	}
	return args
}
