package ir

import "slices"

// LoopOrder is an order of a function's blocks in which every run visits them if the rounds of loops
// are counted: what is done in a round of a loop comes before its next round, and all rounds before
// what is behind the loop.
type LoopOrder struct {
	number []int      // of each block: its place among those of the round that it is in
	loops  [][]*Block // the heads of the loops that each block is in, the outermost first
}

// LoopOrder is nil if a loop of the function can be entered elsewhere than at its head.
func (f *Function) LoopOrder() *LoopOrder {
	o := &LoopOrder{number: f.ReversePostorder(), loops: make([][]*Block, len(f.Blocks))}
	loops := f.NaturalLoops()
	slices.SortFunc(loops, func(a, b *NaturalLoop) int { return o.number[a.Head.Index] - o.number[b.Head.Index] })
	for _, l := range loops {
		for b := range l.In {
			o.loops[b.Index] = append(o.loops[b.Index], l.Head)
		}
	}
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			if o.number[b.Index] >= 0 && o.number[s.Index] <= o.number[b.Index] && !slices.Contains(o.loops[b.Index], s) {
				return nil
			}
		}
	}
	return o
}

// ReversePostorder numbers the blocks so that only edges back go to smaller numbers; -1 is a block
// that the entry does not lead to.
func (f *Function) ReversePostorder() []int {
	next := make([][]int, len(f.Blocks))
	number := make([]int, len(f.Blocks))
	for i, b := range f.Blocks {
		number[i] = -1
		for _, s := range b.Successors() {
			next[i] = append(next[i], s.Index)
		}
	}
	order := postorderFrom(0, next)
	for i, block := range order {
		number[block] = len(order) - 1 - i
	}
	return number
}

// Rounds are the numbers of the rounds in which a run is behind an edge, in each loop that the target
// is in, given those in which it was before.
func (o *LoopOrder) Rounds(from *Block, rounds []int, to *Block) []int {
	before, behind := o.loops[from.Index], o.loops[to.Index]
	out := make([]int, len(behind))
	for i, head := range behind {
		if i >= len(before) || before[i] != head {
			break
		}
		if out[i] = rounds[i]; head == to {
			out[i]++
		}
	}
	return out
}

// Start are the rounds at the function's first block.
func (o *LoopOrder) Start(f *Function) []int { return make([]int, len(o.loops[f.Blocks[0].Index])) }

// Place is where a run is as numbers that compare, one after the other, as runs visit places.
func (o *LoopOrder) Place(b *Block, rounds []int) []int {
	var out []int
	for i, head := range o.loops[b.Index] {
		out = append(out, o.number[head.Index], rounds[i])
	}
	return append(out, o.number[b.Index])
}

// Again says that a block is the head of a loop, in another round than the first.
func (o *LoopOrder) Again(b *Block, rounds []int) bool {
	loops := o.loops[b.Index]
	n := len(loops)
	return n > 0 && loops[n-1] == b && rounds[n-1] > 0
}
