package lower

import (
	"yogi/internal/ir"
	"yogi/internal/source"
)

// A run that stays in a loop for ever does not come to an end where leaks are looked for. So where a loop
// has no way out at all, a run that is at its head with objects of the heap alive has an unknown answer.
// Of other loops the report says that runs are taken to be able to leave them.

// guardEndlessLoops puts the check at the head of each loop of the function that nothing leads out of.
func (b shadow) guardEndlessLoops() {
	if b.shadowMaps.live == nil {
		return
	}
	endless := blocksWithoutEnd(b.function)
	for _, head := range loopHeads(b.function, endless) {
		guard := b.newBlock("", head.Pos)
		lost := b.newBlock("", head.Pos)
		for _, from := range b.function.Blocks {
			if g, ok := from.Terminator.(*ir.Goto); ok && from != guard {
				for i := range g.Targets {
					if g.Targets[i].Block == head {
						g.Targets[i].Block = guard
					}
				}
			}
		}
		guard.Branch(head.Pos, b.terms.Eq(b.shadowMaps.live.Sym, b.zero(b.shadowMaps.live.Sort)), head, lost)
		lost.Terminator = &ir.Unsupported{At: ir.At{Pos: head.Pos}, Diagnostic: &source.Diagnostic{
			Pos: head.Pos, Code: CodeUnsupported, Message: "a loop without end is entered with objects of the heap that are not freed",
			Notes: []string{leaveOutLeaks},
		}}
	}
}

// blocksWithoutEnd are the blocks from which no way leads to the end of the function or the run. A call is
// taken to return.
func blocksWithoutEnd(f *ir.Function) map[*ir.Block]bool {
	without := map[*ir.Block]bool{}
	for _, b := range f.Blocks {
		switch b.Terminator.(type) {
		case *ir.Return, *ir.Halt:
		default:
			without[b] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			if !without[b] {
				continue
			}
			for _, s := range possible(b) {
				if !without[s] {
					delete(without, b)
					changed = true
					break
				}
			}
		}
	}
	return without
}

// possible are the successors by guards that are not false whatever the state.
func possible(b *ir.Block) []*ir.Block {
	var out []*ir.Block
	if g, ok := b.Terminator.(*ir.Goto); ok {
		for _, t := range g.Targets {
			if !t.Guard.IsFalse() {
				out = append(out, t.Block)
			}
		}
	}
	return out
}

// loopHeads are the blocks among some that a way through these blocks leads back to: at least one of each
// cycle.
func loopHeads(f *ir.Function, among map[*ir.Block]bool) []*ir.Block {
	var heads []*ir.Block
	state := map[*ir.Block]int{} // 1: on the path, 2: done
	isHead := map[*ir.Block]bool{}
	var visit func(*ir.Block)
	visit = func(b *ir.Block) {
		state[b] = 1
		for _, s := range possible(b) {
			switch {
			case !among[s]:
			case state[s] == 1 && !isHead[s]:
				isHead[s] = true
				heads = append(heads, s)
			case state[s] == 0:
				visit(s)
			}
		}
		state[b] = 2
	}
	for _, b := range f.Blocks {
		if among[b] && state[b] == 0 {
			visit(b)
		}
	}
	return heads
}
