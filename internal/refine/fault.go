package refine

import (
	"yogi/internal/term"
	"yogi/internal/term/project"
)

// Fault is a mistake that tests plant in the algorithm, to see that a check, the checker of certificates
// or the replay of a test finds it. Outside tests there is none.
type Fault uint8

// The faults. Each breaks one of the conditions that make a split sound.
const (
	NoFault Fault = iota
	// AlphaDropped believes a predicate restricted to one aliasing of all of them.
	AlphaDropped
	// UniversalPrecondition takes the weakest precondition in place of the existential one.
	UniversalPrecondition
	// PathForgotten removes an edge that is impossible only on the path of the tests.
	PathForgotten
	// WrongHalf removes the edge from both halves of a split.
	WrongHalf
	// AssumptionKept never retracts what rests on an assumption about a recursive call.
	AssumptionKept
)

// universal is the condition that all inputs meet the demands.
func universal(terms *term.Builder, demands, inputs []*term.Term) *term.Term {
	counter := []*term.Term{terms.Not(terms.And(demands...))}
	for _, input := range inputs {
		counter, _ = project.Exists(terms, counter, input)
	}
	return terms.Not(terms.And(counter...))
}
