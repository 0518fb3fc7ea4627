package cases

import (
	"slices"

	"yogi/internal/ir"
)

// once knows what no run of a program gets to twice.
type once struct {
	entry   *ir.Function
	calls   map[*ir.Function][]*ir.Block // the blocks with a call of each function, one for each call
	cycles  map[*ir.Function][]bool      // of the blocks, by their numbers
	answers map[*ir.Function]bool        // not set while it is being found out: a function that calls itself runs again
	reached map[*ir.Block]bool           // what paths lead to from the entry
}

func newOnce(p *ir.Program) *once {
	o := &once{
		entry: p.Entry, calls: map[*ir.Function][]*ir.Block{}, cycles: map[*ir.Function][]bool{},
		answers: map[*ir.Function]bool{}, reached: map[*ir.Block]bool{},
	}
	o.reached = reach(p, (*ir.Block).Successors, func(b *ir.Block, call *ir.Call) {
		o.calls[call.Callee] = append(o.calls[call.Callee], b)
	})
	return o
}

// reach are the blocks that paths lead to from the entry, over the successors that a block is said to have, and tells
// of the calls in them.
func reach(p *ir.Program, successors func(*ir.Block) []*ir.Block, meet func(*ir.Block, *ir.Call)) map[*ir.Block]bool {
	out := map[*ir.Block]bool{}
	work := []*ir.Block{p.Entry.Entry()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if out[b] {
			continue
		}
		out[b] = true
		work = append(work, successors(b)...)
		for _, i := range b.Instructions {
			if call, ok := i.(*ir.Call); ok {
				meet(b, call)
				if len(call.Callee.Blocks) > 0 {
					work = append(work, call.Callee.Entry())
				}
			}
		}
	}
	return out
}

// block says that runs may get to a block, and none does twice.
func (o *once) block(b *ir.Block) bool {
	return o.reached[b] && !o.inCycle(b) && o.function(b.Function)
}

// function says that no run calls a function twice; a run begins with a call of the entry.
func (o *once) function(f *ir.Function) bool {
	if answer, ok := o.answers[f]; ok {
		return answer
	}
	o.answers[f] = false
	calls := o.calls[f]
	answer := f == o.entry
	if len(calls) > 0 {
		answer = f != o.entry && o.block(calls[0]) && areExclusive(calls)
	}
	o.answers[f] = answer
	return answer
}

// mostCalls is how many calls of a function are looked at.
const mostCalls = 8

// areExclusive says that blocks are of one function, and that no path of it leads from one to another.
func areExclusive(blocks []*ir.Block) bool {
	if len(blocks) == 1 {
		return true
	}
	isElsewhere := func(b *ir.Block) bool { return b.Function != blocks[0].Function }
	if len(blocks) > mostCalls || slices.ContainsFunc(blocks, isElsewhere) {
		return false
	}
	for n, b := range blocks {
		if slices.Contains(blocks[:n], b) {
			return false
		}
		behind := reachedFrom(b)
		if slices.ContainsFunc(blocks, func(other *ir.Block) bool { return behind[other.Index] }) {
			return false
		}
	}
	return true
}

// reachedFrom are the blocks of its function that paths lead to from behind a block, by their numbers.
func reachedFrom(b *ir.Block) []bool {
	out := make([]bool, len(b.Function.Blocks))
	work := b.Successors()
	for len(work) > 0 {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[next.Index] {
			out[next.Index] = true
			work = append(work, next.Successors()...)
		}
	}
	return out
}

// inCycle says that a run of the block's function may come back to the block.
func (o *once) inCycle(b *ir.Block) bool {
	f := b.Function
	if o.cycles[f] == nil {
		c := &cycles{in: make([]bool, len(f.Blocks)), number: make([]int, len(f.Blocks)), low: make([]int, len(f.Blocks))}
		for _, root := range f.Blocks {
			if c.number[root.Index] == 0 {
				c.visit(root)
			}
		}
		o.cycles[f] = c.in
	}
	return o.cycles[f][b.Index]
}

// cycles finds the blocks of a function that lead back to themselves: those of strongly connected components that have
// an edge inside (Tarjan 1972). All are by the numbers of blocks.
type cycles struct {
	in     []bool
	number []int // depth-first number, from 1; 0: not seen yet
	low    []int
	stack  []*ir.Block
	count  int
}

// done is the number of blocks whose component is complete.
const done = 1 << 30

func (c *cycles) visit(b *ir.Block) {
	c.count++
	c.number[b.Index], c.low[b.Index] = c.count, c.count
	c.stack = append(c.stack, b)
	for _, to := range b.Successors() {
		if c.number[to.Index] == 0 {
			c.visit(to)
		}
		c.low[b.Index] = min(c.low[b.Index], c.low[to.Index])
		c.in[b.Index] = c.in[b.Index] || to == b
	}
	if c.low[b.Index] != c.number[b.Index] {
		return
	}
	for at := len(c.stack) - 1; ; at-- {
		member := c.stack[at]
		c.low[member.Index] = done
		c.in[member.Index] = c.in[member.Index] || c.stack[at] != b || at < len(c.stack)-1
		if member == b {
			c.stack = c.stack[:at]
			return
		}
	}
}
