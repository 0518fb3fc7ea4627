package concolic

import (
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/symbolic"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Path is a control path from the start of the program, a node of the tree of all paths taken. All
// tests that follow a path share its symbolic state, so extending a frontier never re-executes the
// path, and a path of a thousand loop iterations is executed symbolically once.
type Path struct {
	Parent *Path
	// Previous is the path node before this one in the same activation; nil at its entry.
	Previous   *Path
	Activation *Activation
	// Location is a block index of the activation's function or verdict.ExitLocation.
	Location int
	Exit     verdict.Exit // at ExitLocation
	// States are the states of tests that are here, in the order in which they came.
	States []*State
	Depth  int

	move Move
	// Most paths go on in one way, and there are millions of them: those that do in several are a list.
	first, sibling *Path

	// The symbolic side is computed when first asked for.
	point      *symbolic.Point
	conditions []Condition
	draws      []draw
	drawn      int // inputs consumed on the whole path
}

// Move is one step of a path: of its kind, and for StepMove to this target of the block's goto.
type Move struct {
	Kind   MoveKind
	Target int
}

// MoveKind is a kind of step. The zero value is invalid.
type MoveKind uint8

// The kinds of step.
const (
	InvalidMove MoveKind = iota
	StepMove             // to a target of a goto
	EnterMove            // into the callee
	ExitMove             // out of the function: Return, Error, Unsupported
	LeaveMove            // back to the caller
	FailMove             // an error exit of a callee is one of the caller
)

// Condition is a conjunct of the path constraint that a step adds: of the Assume at Index, or of the
// guard (Index = number of instructions).
type Condition struct {
	Index int
	Term  *term.Term
}

// draw is an input consumed on a step: a value (symbol) or a choice of target.
type draw struct {
	input  *ir.Input
	symbol *term.Term // nil for a choice
	target int
}

// Activation is one call of a function on a path; tests on the same path share it.
type Activation struct {
	Function *ir.Function
	// Call is the caller's path node at the call block; nil for the program's entry.
	Call *Path
	// Recursions counts the calls of recursive functions from the entry. Calls of others nest no deeper
	// than there are functions.
	Recursions int
	// States lists all states of tests in this activation, in order of arrival; explorers keep a cursor.
	States []*State
	root   *Path
}

// Entry is the path node at the start of the activation.
func (a *Activation) Entry() *Path { return a.root }

// State is a state of a test: a node of the forest.
type State struct {
	Path  *Path
	Point *sem.Point[term.Value]
	// Call is the state of the same test at the call block that made the activation; nil in the entry
	// function.
	Call *State
	// Previous is the state before this one in the same activation; nil at its entry.
	Previous *State
	// Test is the number of the test.
	Test int
}

// Child returns the path extended by a move, made if need be.
func (p *Path) Child(m Move) *Path {
	if c := p.Known(m); c != nil {
		return c
	}
	c := &Path{Parent: p, Previous: p, Activation: p.Activation, move: m, Depth: p.Depth + 1}
	f := p.Activation.Function
	switch m.Kind {
	case StepMove:
		c.Location = f.Blocks[p.Location].Terminator.(*ir.Goto).Targets[m.Target].Block.Index
	case EnterMove:
		callee := f.Blocks[p.Location].Call().Callee
		c.Activation = &Activation{Function: callee, Call: p, Recursions: p.Activation.Recursions, root: c}
		if callee.Recursive {
			c.Activation.Recursions++
		}
		c.Location, c.Previous = callee.Entry().Index, nil
	case ExitMove:
		c.Location, c.Exit = verdict.ExitLocation, exitOf(f.Blocks[p.Location])
	case LeaveMove:
		call := p.Activation.Call
		caller := call.Activation
		c.Activation, c.Previous = caller, call
		c.Location = caller.Function.Blocks[call.Location].Terminator.(*ir.Goto).Targets[0].Block.Index
	case FailMove:
		call := p.Activation.Call
		c.Activation, c.Previous = call.Activation, call
		c.Location, c.Exit = verdict.ExitLocation, verdict.ErrorExit
	}
	c.sibling, p.first = p.first, c
	return c
}

// Known is the path extended by a move, nil if it was not made.
func (p *Path) Known(m Move) *Path {
	c := p.first
	for c != nil && c.move != m {
		c = c.sibling
	}
	return c
}

// Children visits the ways in which a path goes on.
func (p *Path) Children(yield func(*Path) bool) {
	for c := p.first; c != nil && yield(c); c = c.sibling {
	}
}

func exitOf(b *ir.Block) verdict.Exit {
	if _, ok := b.Terminator.(*ir.Return); ok {
		return verdict.ReturnExit
	}
	return verdict.ErrorExit
}

// Enter is the path node at the start of the function called at p.
func (p *Path) Enter() *Path { return p.Child(Move{Kind: EnterMove}) }

// Move is the last step of the path; no step at the root.
func (p *Path) Move() Move { return p.move }

// Drawn is the number of inputs that the path consumes, as far as its symbolic state was asked for.
func (p *Path) Drawn() int { return p.drawn }

// Steps lists the path from the root, without the root.
func (p *Path) Steps() []*Path {
	out := make([]*Path, p.Depth)
	for q := p; q.Parent != nil; q = q.Parent {
		out[q.Depth-1] = q
	}
	return out
}

// newRoot makes the path at the start of the program.
func newRoot(f *ir.Function) *Path {
	p := &Path{Location: f.Entry().Index}
	p.Activation = &Activation{Function: f, root: p}
	return p
}

// Root is the start of the program.
func (p *Path) Root() *Path {
	for p.Parent != nil {
		p = p.Parent
	}
	return p
}
