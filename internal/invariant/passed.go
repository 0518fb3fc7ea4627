package invariant

import (
	"slices"

	"yogi/internal/ir"
)

// This file makes calls of functions with loops a part of their callers' steps: what is behind a call is what
// the callee does, except that each of its loops leaves what it changes with any value. What a function does
// behind its loops, or what it does not change, is often all that its callers need: fgets writes a zero, strcspn
// returns no more than strlen did.
//
// A run that returns is at each loop head that it comes to for a last time. From there on it takes no edge back
// to that head, and what the loop does not change is as it was when it came there first. So the edges back are
// left out, and at each head what the loop changes is havoc. That holds where each loop is entered through
// its head alone.

// passed is where a call returns; nil: it does not. ok is false of a callee that is too large for that.
func (e *encoder) passed(from origin, callee *ir.Function, inside *moment) (after *moment, ok bool) {
	from.aside = true
	switch e.passingOf(callee).way {
	case pastLoops:
		at := inside.clone()
		e.forget(at, ownOf(callee))
		return e.through(from, e.loopsOf(callee), map[int][]*moment{callee.Entry().Index: {at}}), true
	case behindLoops:
		return e.tail(from, callee, inside), true
	}
	return nil, false
}

// passing is how a call of a function is passed, and how many blocks are executed for that.
type passing struct {
	way    passingWay
	blocks int
}

type passingWay int

const (
	notPassed   passingWay = iota + 1 // what it changes has any value behind
	pastLoops                         // all that the function does, past its loops
	behindLoops                       // what it does behind the last of them
)

func (e *encoder) passingOf(f *ir.Function) passing {
	if done, ok := e.passings[f]; ok {
		return done
	}
	e.passings[f] = passing{notPassed, 1}
	if f.Recursive {
		return e.passings[f]
	}
	if l := e.loopsOf(f); l != nil {
		if n := e.blocksOf(l.order); n <= inlineBlocks {
			e.passings[f] = passing{pastLoops, n}
			return e.passings[f]
		}
	}
	tail := e.tailOf(f)
	blocks := slices.DeleteFunc(slices.Clone(f.Blocks), func(b *ir.Block) bool { return !tail[b.Index] })
	if n := e.blocksOf(blocks); n <= inlineBlocks {
		e.passings[f] = passing{behindLoops, n}
	}
	return e.passings[f]
}

// blocksOf counts blocks and those that are executed for the calls in them.
func (e *encoder) blocksOf(blocks []*ir.Block) int {
	n := len(blocks)
	for _, b := range blocks {
		if call := b.Call(); call != nil {
			n += e.passingOf(call.Callee).blocks
		}
	}
	return n
}

// loops are those of a function.
type loops struct {
	order   []*ir.Block            // the blocks from which it may return, each behind those that lead to it but for edges back
	back    map[[2]int]bool        // edges back to heads, from block to block
	changed map[int][]*ir.Variable // by head: what its loop changes
}

// loopsOf finds the loops of a function; nil: one of them is entered at several places.
func (e *encoder) loopsOf(f *ir.Function) *loops {
	if l, ok := e.loops[f]; ok {
		return l
	}
	l := &loops{back: map[[2]int]bool{}, changed: map[int][]*ir.Variable{}}
	const open, done = 1, 2
	state := make([]int, len(f.Blocks))
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		state[b.Index] = open
		for _, s := range b.Successors() {
			switch state[s.Index] {
			case open:
				l.back[[2]int{b.Index, s.Index}] = true
			case 0:
				visit(s)
			}
		}
		state[b.Index] = done
		l.order = append(l.order, b)
	}
	visit(f.Entry())
	slices.Reverse(l.order)
	inside := map[int]map[int]bool{}
	for edge := range l.back {
		if inside[edge[1]] == nil {
			inside[edge[1]] = map[int]bool{edge[1]: true}
		}
		l.behind(f, edge[0], inside[edge[1]])
	}
	for head, blocks := range inside {
		if blocks[f.Entry().Index] && head != f.Entry().Index {
			l = nil
			break
		}
		l.changed[head] = changedIn(f, blocks)
	}
	if l != nil {
		leads := leadTo(f, isReturn, func(*ir.Block) bool { return true })
		l.order = slices.DeleteFunc(l.order, func(b *ir.Block) bool { return !leads[b.Index] })
	}
	e.loops[f] = l
	return l
}

func isReturn(b *ir.Block) bool {
	_, returns := b.Terminator.(*ir.Return)
	return returns
}

// leadTo lists the blocks that are among some or lead to one of them by way of blocks that may be passed.
func leadTo(f *ir.Function, some, mayPass func(*ir.Block) bool) map[int]bool {
	out := map[int]bool{}
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			leads := some(b)
			for _, s := range b.Successors() {
				leads = leads || out[s.Index] && mayPass(s)
			}
			if leads && !out[b.Index] {
				out[b.Index], again = true, true
			}
		}
	}
	return out
}

// behind adds to the blocks of a loop those that lead to one of its blocks, which is added too.
func (l *loops) behind(f *ir.Function, block int, in map[int]bool) {
	before := make([][]int, len(f.Blocks))
	for _, b := range l.order {
		for _, s := range b.Successors() {
			before[s.Index] = append(before[s.Index], b.Index)
		}
	}
	for work := []int{block}; len(work) > 0; {
		b := work[0]
		work = work[1:]
		if !in[b] {
			in[b] = true
			work = append(work, before[b]...)
		}
	}
}

// changedIn lists what some blocks of a function may change, in the order of its text.
func changedIn(f *ir.Function, blocks map[int]bool) []*ir.Variable {
	var out []*ir.Variable
	seen := map[*ir.Variable]bool{}
	add := func(v *ir.Variable) {
		if v != nil && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, b := range f.Blocks {
		if !blocks[b.Index] {
			continue
		}
		for _, i := range b.Instructions {
			for _, v := range ir.Defined(i) {
				add(v)
			}
			if call, ok := i.(*ir.Call); ok {
				for _, v := range call.Callee.Modifies {
					add(v)
				}
			}
		}
	}
	return out
}

// ownOf lists the variables of a function that have no value when it is entered.
func ownOf(f *ir.Function) []*ir.Variable { return slices.Concat(f.Locals, f.Results) }

// forget gives variables any value.
func (e *encoder) forget(m *moment, variables []*ir.Variable) {
	for _, v := range variables {
		m.env[v.Sym] = e.symbol(v.Sort)
	}
}

// through executes a function from where it is reached, past its loops; nil: it does not return.
func (e *encoder) through(from origin, l *loops, arriving map[int][]*moment) *moment {
	forget := func(b *ir.Block, m *moment) { e.forget(m, l.changed[b.Index]) }
	return e.execute(from, l.order, arriving, forget, func(at, to *ir.Block, _ *moment) bool { return !l.back[[2]int{at.Index, to.Index}] })
}

// tailOf lists the blocks of a function from which it may return without coming to another loop head, the
// heads among them.
func (e *encoder) tailOf(f *ir.Function) map[int]bool {
	heads := e.headsOf(f)
	return leadTo(f, isReturn, func(b *ir.Block) bool { return !heads[b.Index] })
}

// tail is passed of a function that is large: what it does behind the last loop head that it comes to, where
// all that it changes has any value.
func (e *encoder) tail(from origin, f *ir.Function, inside *moment) *moment {
	heads, tail := e.headsOf(f), e.tailOf(f)
	all := map[int]bool{}
	for _, b := range f.Blocks {
		all[b.Index] = true
	}
	changed := slices.Concat(changedIn(f, all), ownOf(f))
	l := &loops{back: map[[2]int]bool{}}
	arriving := map[int][]*moment{}
	way := e.symbol(e.terms.Int())
	for _, b := range e.topologicalAmong(f, tail) {
		l.order = append(l.order, b)
		for _, s := range b.Successors() {
			l.back[[2]int{b.Index, s.Index}] = !tail[s.Index] || heads[s.Index]
		}
		if !heads[b.Index] && b != f.Entry() {
			continue
		}
		at := inside.clone()
		if at.cond = e.terms.Eq(way, e.terms.IntConst(int64(b.Index))); heads[b.Index] {
			e.forget(at, changed)
		} else {
			e.forget(at, ownOf(f))
		}
		arriving[b.Index] = []*moment{at}
	}
	after := e.through(from, l, arriving)
	if after != nil {
		after.cond = e.terms.And(inside.cond, after.cond)
	}
	return after
}

// topologicalAmong orders some blocks, each behind those that lead to it but for loop heads.
func (e *encoder) topologicalAmong(f *ir.Function, blocks map[int]bool) []*ir.Block {
	heads := e.headsOf(f)
	seen := map[int]bool{}
	var out []*ir.Block
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b.Index] = true
		for _, s := range b.Successors() {
			if blocks[s.Index] && !seen[s.Index] && !heads[s.Index] {
				visit(s)
			}
		}
		out = append(out, b)
	}
	for _, b := range f.Blocks {
		if blocks[b.Index] && !seen[b.Index] {
			visit(b)
		}
	}
	slices.Reverse(out)
	return out
}
