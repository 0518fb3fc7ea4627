package verdict

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/term"
)

// Certificate is a proof that the program's entry reaches no error: a set of claims, one a Graph, that
// support one another. It refers to the program by names and block indices, and to states by terms
// over the program's symbols, so that it can be written to a file and read back against the same
// program.
//
// The claim of a graph for function F, exit X and Post is: no finite run of F that starts in one of
// the NotMay regions of its entry leaves F through X in a state of Post (whatever the rigid symbols
// are). The claims are proved together by induction on the length of the run, so graphs may refer to
// one another in cycles. The certificate's claim is that of Main with all of Program.Initial among its
// NotMay regions.
type Certificate struct {
	Main   int // index into Graphs: entry function, ErrorExit
	Graphs []*Graph
	// Contradiction: the claim is that the program's axioms contradict each other, so that no run
	// starts. There are no graphs then.
	Contradiction bool
	// Unfolding, if set, is the whole proof, in the place of graphs: all paths of the program end.
	Unfolding *Unfolding
	// Unrolling, if set, is the whole proof in the place of graphs: all loops end after so many rounds.
	Unrolling *Unrolling
	// Refuters are the solvers whose refutations the search for the proof relied on; nil: Z3 alone, and NoSolver: none.
	// Each obligation is to be confirmed by another one than that which answered the step.
	Refuters []string
}

// NoSolver stands among Refuters alone: what was found rests on no solver's word.
const NoSolver = "none"

// Unfolding says that all paths of a program end, or come to a loop in a state in which another path
// came there before, and that none ends in an error. The paths are those of symbolic execution from
// the entry, over all values of inputs and of what has no value at the start; a path branches where
// the guards of more than one edge, or of one that is not plainly true, are not plainly false. A
// symbol of an input that a condition of the path fixes (a Boolean one, or an equation with a
// constant) is replaced by its value.
//
// Where Kept is not empty a path waits when an edge leads it to a block that Kept calls a loop.
// There only the variables that Kept lists have a value, in each open call (those of the function at
// the block of the call), and of its conditions only those count that share a symbol with such a
// value, or with another that counts. A path whose state came there before, but for the names of
// the symbols of inputs, has ended. The others go on from just that state, those that waited first
// first, when all paths from the one before have ended or wait.
//
// The edges of branches are numbered from 0 in the order in which they are come to, where paths are
// followed to their ends, the first edge of a branch first, and all edges of a branch have their
// numbers before the first of them is followed. A path that begins to wait has the next number
// then.
type Unfolding struct {
	// Blocks is how many blocks are executed on all paths together; after so many a checker gives up.
	Blocks int
	// Cuts are the numbers, ascending, of the edges that no run takes on the path on which they are
	// come to, and of those paths that no run takes to the loop at which they would wait.
	Cuts []int
	// Kept are the places at which states of paths were compared. No claim is in it: what is kept,
	// and where, only decides which paths there are. Nor is there in Loose.
	Kept  []Kept
	Loose bool
}

// Kept lists the variables that have a value where an activation is at a block: by their indices
// those of the function, and of the innermost activation the globals.
type Kept struct {
	Function        string
	Block           int
	Loop            bool // paths wait here; else it is a call, and the variables are those behind it
	Locals, Globals []int
}

// Unrolling says that all paths of a program end, and that none ends in an error, as Unfolding does,
// but paths that are at one place are followed together: the same calls are open in the same blocks,
// in the same rounds of all loops. How many rounds a loop has at most is a part of the claim.
//
// Paths are followed together only if the next object is allocated at the same address as far as Next
// names it, and where the address is a choice the path becomes two.
//
// A value is what it is in the runs of its path: conditions of the path, compared parts and choices whose outcome these
// tell are constants in it when it is computed, and where paths meet in what differs between them; an assumption makes
// them constants in all values. So the next address is known where a condition says which one it is.
type Unrolling struct {
	// Blocks is how many blocks are executed; after so many a checker gives up.
	Blocks int
	// Ends are the beginnings of rounds to which no run comes, as Place names them: each is a
	// bound of a loop.
	Ends []string
	// Placed are places, named as those of Ends, behind whose block sizes of objects are replaced by one
	// granule in all values: the summands of the next address that the path's facts say to be that.
	Placed []string
	// Passed are loops that are not unrolled: when a path comes to the head from outside, what the rounds
	// of the loop may assign has any value from there on, and a path that comes back there has ended.
	Passed []LoopAt
	// Kept says which objects the rounds of a passed loop do not write: their cells keep their values.
	Kept []KeptObjects
}

// KeptObjects are objects that no round of a passed loop writes, where a path comes to its head from outside. The cells
// are those that the maps which the loop assigns have at constant addresses in the objects.
type KeptObjects struct {
	Place string
	// Objects are the bits of the addresses above the offset in an object.
	Objects []uint64
}

// LoopAt is a loop by its head.
type LoopAt struct {
	Function string
	Block    int
}

// Place names a place in a run. Calls are the open ones, each a function, the block in it and the
// rounds of the loops around that; next is where the next object is allocated, nil if none is.
func Place(calls []CallAt, next *term.Term) string {
	var w strings.Builder
	for i, c := range calls {
		if i > 0 {
			w.WriteByte('/')
		}
		fmt.Fprintf(&w, "%s:%d%v", c.Function, c.Block, c.Rounds)
	}
	return w.String() + Next(next)
}

// Next names where the next object is allocated, as far as it tells paths apart: by the constant in the
// address, and how many sizes are added to it of which the value is not known. It is empty for nil.
func Next(address *term.Term) string {
	if address == nil {
		return ""
	}
	sizes := Sizes(address)
	for _, a := range append([]*term.Term{address}, address.Args()...) {
		if a.IsConst() && len(sizes) == 0 {
			return fmt.Sprintf("@%s", a)
		} else if a.IsConst() && address.Op() == term.OpBVAdd {
			return fmt.Sprintf("@%s+%d", a, len(sizes))
		}
	}
	return fmt.Sprintf("@+%d", len(sizes))
}

// Sizes are the summands of an address that are no constants: of where the next object is allocated, the
// room that those before take.
func Sizes(address *term.Term) []*term.Term {
	switch {
	case address.IsConst():
		return nil
	case address.Op() != term.OpBVAdd:
		return []*term.Term{address}
	}
	return slices.DeleteFunc(slices.Clone(address.Args()), (*term.Term).IsConst)
}

// CallAt is an open call: where it is.
type CallAt struct {
	Function string
	Block    int
	Rounds   []int
}

// Exit is a way out of a function. Unsupported terminators count as ErrorExit.
type Exit uint8

// The exits. The zero value is invalid.
const (
	InvalidExit Exit = iota
	ReturnExit
	ErrorExit
)

func (e Exit) String() string { return [...]string{"invalid", "return", "error"}[e] }

// ExitLocation is the location, beside the block indices, that a run is at when it has left the
// function through the graph's exit.
const ExitLocation = -1

// Graph is an over-approximation of one function with regard to one question. At each location (a
// block index: the states at its start; or ExitLocation) the split tree's leaves partition all states.
// There is an abstract edge from region S at block b to region T at location l for every control-flow
// edge from b to l (a Goto target; Return to ExitLocation if Exit is ReturnExit; an Error or
// Unsupported terminator, or a call whose callee can fail, to ExitLocation if Exit is ErrorExit),
// unless it is listed in Absent.
type Graph struct {
	Function string
	Exit     Exit
	// Post is over the function's results, globals and rigid symbols; true for ErrorExit.
	Post *term.Term
	// Rigid are symbols that stand for values fixed by the caller, the same before and after.
	Rigid []*term.Term
	// Trees by location. A location without one has the single region "true" with number -2-location...
	// is never the case: every location has a tree.
	Trees  map[int]*SplitTree
	Absent []AbsentEdge
	// NotMay are leaves of the entry block's tree.
	NotMay []int
}

// SplitTree is an inner node (Pred, Yes, No) or a leaf (Region, unique in its graph). States satisfying
// Pred belong to Yes. The tree at ExitLocation is Post ? region 0 : region 1 (for ErrorExit: the
// leaf 0).
type SplitTree struct {
	Pred    *term.Term // over globals, the function's variables and rigid symbols; nil for a leaf
	Yes, No *SplitTree
	Region  int
}

// AbsentEdge says that no step leads from a state of From to a state of To along control-flow edge
// (Block, Target): Target indexes Goto.Targets; it is 0 for Return, Error and Unsupported; for the
// error exit of a call block it is CalleeFails.
type AbsentEdge struct {
	From, To int // regions
	Block    int
	Target   int
	// Uses are the claims about the callee that the step relies on; call blocks only.
	Uses []Use
}

// CalleeFails is the Target of the control-flow edge from a call block to the error exit.
const CalleeFails = -1

// Use instantiates the claim of a graph about the callee: its rigid symbols take the values of terms
// over the caller's state before the call (and the caller's own rigid symbols).
type Use struct {
	Graph int
	Rigid map[*term.Term]*term.Term
}
