package trace

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// A check of the program may fail in several ways that are told apart behind it: a pointer that is
// not valid is null, or of an object whose lifetime has ended. The branches that tell them apart
// belong to the error and not to what leads there: a specification about the error alone is one
// about all of them.

// Failure is a way in which a check fails, with its condition.
type Failure struct {
	Error *ir.Error
	Term  *term.Term
}

// deepest bounds the blocks between a check and the errors behind it.
const deepest = 12

// Doomed says that every way from a block ends the run within a few blocks: it fails, or stops where it cannot get.
func Doomed(b *ir.Block) bool { return ends(b, deepest) }

func ends(b *ir.Block, depth int) bool {
	switch b.Terminator.(type) {
	case *ir.Error, *ir.Halt, *ir.Unsupported:
		return true
	case *ir.Goto:
	default:
		return false
	}
	return depth > 0 && !slices.ContainsFunc(b.Successors(), func(next *ir.Block) bool { return !ends(next, depth-1) })
}

// onlyFails says that a block is the failure of a check: nothing is done from there on but to tell which error it is.
func onlyFails(b *ir.Block) bool { return avoided(b) == Passed }

// avoided is the kind of the condition under which a run does not go to a block: Passed if that is
// the failure of a check, Assumed if all its errors are suppressed.
func avoided(b *ir.Block) Kind {
	if Suppressed(b) {
		return Assumed
	}
	kind, empty := Branch, true
	follow(b, deepest, func(b *ir.Block) {
		empty = empty && len(b.Instructions) == 0
		if _, fails := b.Terminator.(*ir.Error); fails {
			kind = Passed
		} else if kind == Branch && Suppressed(b) {
			kind = Assumed
		}
	})
	if !empty || !Doomed(b) {
		return Branch
	}
	return kind
}

// follow visits the blocks that a block leads to within a few.
func follow(b *ir.Block, depth int, visit func(*ir.Block)) {
	visit(b)
	if g, ok := b.Terminator.(*ir.Goto); ok && depth > 0 {
		for _, t := range g.Targets {
			follow(t.Block, depth-1, visit)
		}
	}
}

// failures lists the errors behind a check that only fails, with the conditions under which each is the one.
func (e *execution) failures(b *ir.Block, condition *term.Term) []Failure {
	switch t := b.Terminator.(type) {
	case *ir.Error:
		if !condition.IsFalse() {
			return []Failure{{t, condition}}
		}
	case *ir.Goto:
		var out []Failure
		for _, target := range t.Targets {
			out = append(out, e.failures(target.Block, e.terms.And(condition, e.Eval(target.Guard)))...)
		}
		return out
	}
	return nil
}

// failingStep is the first step behind which the run only fails: the conditions from there on are those of the error.
func (p *Path) failingStep() int {
	first := len(p.steps) - 1
	for n := first - 1; n >= 0 && p.steps[n].kind == goes; n-- {
		if !onlyFails(p.steps[n].block.Terminator.(*ir.Goto).Targets[p.steps[n].target].Block) {
			break
		}
		first = n
	}
	return first
}
