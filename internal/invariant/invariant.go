package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Point is a cut point: the start of a block that is a function's entry or a loop head.
type Point struct {
	Function *ir.Function
	Block    int // index in Function.Blocks, or AtReturn, AtError
}

// The ends of a function's runs are points too.
const (
	AtReturn = -1 // the function returns
	AtError  = -2 // an error, or something unsupported, in it or in what is part of its steps
)

// Oracle answers queries.
type Oracle interface {
	// Ask is about runs from the start of the program: symbols of globals are their values there.
	Ask(path, assume []*term.Term, label string) solver.Answer
	// AskAnywhere is about arbitrary states.
	AskAnywhere(path, assume []*term.Term, label string) solver.Answer
}

// Observations gives states of runs that a search has seen at points of a program.
type Observations interface {
	// States are states of runs at a point, some of them if there are many.
	States(p Point) []term.Assignment
	// Predicates are formulas that are interesting at a point.
	Predicates(p Point) []*term.Term
}

// Facts are formulas over the variables in scope, by the point at which they hold.
type Facts map[Point][]*term.Term

// Add adds facts that are not there yet.
func (f Facts) Add(more Facts) {
	for p, list := range more {
		for _, fact := range list {
			if !slices.Contains(f[p], fact) {
				f[p] = append(f[p], fact)
			}
		}
	}
}

// Effort says how many candidates are tried. The zero value is the least.
type Effort int

// The efforts; each includes the ones before, but Tables, which is about what recursive functions
// do, and Cells and Parts, which are about guessed indices alone.
const (
	Hinted      Effort = iota - 1 // what the program itself supposes (ir.Elements)
	Equations                     // atoms and equalities
	Tables                        // what a recursive function does, value by value
	Cells                         // what holds of cells at guessed indices up to a number
	Parts                         // the same between two numbers
	Plain                         // bounds, orders, congruences
	Octagons                      // bounds of sums and differences
	Conditional                   // the same under a condition on one variable or atom
	Polynomial                    // equalities with products of two variables
	efforts
)

// Most is the greatest effort.
const Most = efforts - 1
