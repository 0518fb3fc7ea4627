package ir

import "yogi/internal/term"

// Simplify makes normalized functions smaller and keeps them normalized: straight-line chains of blocks
// without calls become one block, locals that hold a constant, a copy or a value used once are replaced
// by it within their block, and assignments to locals that nobody reads are dropped. Inputs stay, in
// their order, and so do notes for people (Note).
func Simplify(p *Program) {
	for _, f := range p.Functions {
		if len(f.Blocks) == 0 {
			continue
		}
		f.mergeChains()
		s := &simplifier{function: f, terms: p.Terms, uses: f.countUses()}
		for _, b := range f.Blocks {
			s.propagate(b)
		}
		f.normalize()
		f.mergeChains()
		f.removeDead()
		f.normalize()
	}
	p.removeUnusedLocals()
	p.Number()
}

// mergeChains appends to each block its only successor when that has no other predecessor.
func (f *Function) mergeChains() {
	count := make([]int, len(f.Blocks))
	count[0] = 1
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			count[s.Index]++
		}
	}
	merged := make([]bool, len(f.Blocks))
	for _, b := range f.Blocks {
		if merged[b.Index] || b.Call() != nil {
			continue
		}
		for b.jumpsOn() {
			next := b.Terminator.(*Goto).Targets[0].Block
			if next == b || count[next.Index] != 1 || next.Call() != nil {
				break
			}
			b.Instructions = append(b.Instructions[:len(b.Instructions):len(b.Instructions)], next.Instructions...)
			b.Terminator = next.Terminator
			next.Terminator = &Goto{At: At{next.Pos}}
			merged[next.Index] = true
		}
	}
	f.removeUnreachable()
}

// maxPropagatedSize bounds the terms that take the place of a variable used once: larger ones would
// make dumps and predicates unreadable and are better kept apart.
const maxPropagatedSize = 100

type simplifier struct {
	function *Function
	terms    *term.Builder
	uses     map[*term.Term]int
}

// countUses counts the instructions and guards that read each symbol.
func (f *Function) countUses() map[*term.Term]int {
	uses := map[*term.Term]int{}
	count := func(t *term.Term) {
		for _, sym := range t.Vars() {
			uses[sym]++
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			EachTerm(i, count)
		}
		// A condition and its negation in the guards of one goto count once.
		read := map[*term.Term]bool{}
		for _, sym := range guardSymbols(b) {
			if !read[sym] {
				read[sym] = true
				uses[sym]++
			}
		}
	}
	return uses
}

// Reads is the set of symbols that some term of the program reads.
func (p *Program) Reads() map[*term.Term]bool {
	read := map[*term.Term]bool{}
	for _, f := range p.Functions {
		for sym := range f.countUses() {
			read[sym] = true
		}
	}
	return read
}

// guardSymbols lists the symbols that the guards of b read, with repetitions.
func guardSymbols(b *Block) []*term.Term {
	g, ok := b.Terminator.(*Goto)
	if !ok {
		return nil
	}
	var out []*term.Term
	for _, t := range g.Targets {
		out = append(out, t.Guard.Vars()...)
	}
	return out
}

// propagate walks b with the values of locals known at each point, as terms over what variables hold
// at that point.
func (s *simplifier) propagate(b *Block) {
	known := map[*term.Term]*term.Term{}
	change := func(t *term.Term) *term.Term {
		if len(known) == 0 {
			return t
		}
		return s.terms.Substitute(t, known)
	}
	for _, i := range b.Instructions {
		mapTerms(i, change)
		if len(known) > 0 {
			eachDefined(i, func(v *Variable) { forget(known, v.Sym) })
		}
		if _, ok := i.(*Alloc); ok {
			forget(known, s.function.Program.AllocCounter.Sym)
		}
		if a, ok := i.(*Assign); ok && s.worthKnowing(a) {
			known[a.Dst.Sym] = a.Src
		}
	}
	if g, ok := b.Terminator.(*Goto); ok {
		for n := range g.Targets {
			g.Targets[n].Guard = change(g.Targets[n].Guard)
		}
	}
}

// forget drops what is known of sym and what is known through it.
func forget(known map[*term.Term]*term.Term, sym *term.Term) {
	delete(known, sym)
	for v, value := range known {
		for _, used := range value.Vars() {
			if used == sym {
				delete(known, v)
				break
			}
		}
	}
}

func (s *simplifier) worthKnowing(a *Assign) bool {
	if a.Dst.Kind == Global {
		return a.Src.IsConst()
	}
	for _, sym := range a.Src.Vars() {
		if sym == a.Dst.Sym {
			return false
		}
	}
	if a.Src.IsConst() || a.Src.Op() == term.OpVar {
		return true
	}
	// Floats stay: the memory pass relates the bits of one to a variable.
	return a.Dst.Sort.Kind != term.KindFloat && s.uses[a.Dst.Sym] == 1 && a.Src.Size() <= maxPropagatedSize
}

// removeDead drops assignments to locals and parameters whose value nobody reads afterwards.
func (f *Function) removeDead() {
	f.removeUnread(func(i Instruction) *Variable {
		if a, ok := i.(*Assign); ok {
			return a.Dst
		}
		return nil
	})
}

// removeUnread drops the instructions that only give a local or a parameter, which gives says, a value that nobody
// reads afterwards, and reports whether there were any.
func (f *Function) removeUnread(gives func(Instruction) *Variable) bool {
	changed := false
	live := f.liveOut()
	for _, b := range f.Blocks {
		set := live[b.Index].clone()
		f.readByTerminator(b, set)
		kept := make([]Instruction, 0, len(b.Instructions))
		for n := len(b.Instructions) - 1; n >= 0; n-- {
			i := b.Instructions[n]
			if v := gives(i); v != nil && v.Kind != Global && v.Note == nil && !set.has(v.Index) {
				changed = true
				continue
			}
			f.stepBack(i, set)
			kept = append(kept, i)
		}
		for l, r := 0, len(kept)-1; l < r; l, r = l+1, r-1 {
			kept[l], kept[r] = kept[r], kept[l]
		}
		b.Instructions = kept
	}
	return changed
}

// liveOut computes, for each block, the function's variables that are read on some path after it. What a block reads
// before it writes it, and what it writes, is found once: blocks are looked at again until nothing changes.
func (f *Function) liveOut() []bits {
	f.number()
	previous := f.Predecessors()
	variables := len(f.Variables())
	live, read, kept := make([]bits, len(f.Blocks)), make([]bits, len(f.Blocks)), make([]bits, len(f.Blocks))
	work, isWaiting := make([]*Block, len(f.Blocks)), make([]bool, len(f.Blocks))
	for i, b := range f.Blocks {
		live[i], read[i] = newBits(variables), newBits(variables)
		f.readByTerminator(b, read[i])
		kept[i] = fullBits(variables)
		for n := len(b.Instructions) - 1; n >= 0; n-- {
			f.stepBack(b.Instructions[n], read[i])
			f.drop(b.Instructions[n], kept[i])
		}
		work[i], isWaiting[i] = b, true
	}
	set := newBits(variables)
	for len(work) > 0 {
		b := work[len(work)-1]
		work, isWaiting[b.Index] = work[:len(work)-1], false
		for i := range set {
			set[i] = live[b.Index][i]&kept[b.Index][i] | read[b.Index][i]
		}
		for _, before := range previous[b.Index] {
			if live[before.Index].union(set) && !isWaiting[before.Index] {
				work, isWaiting[before.Index] = append(work, before), true
			}
		}
	}
	return live
}

func (f *Function) readByTerminator(b *Block, set bits) {
	switch t := b.Terminator.(type) {
	case *Goto:
		for _, target := range t.Targets {
			f.addRead(target.Guard, set)
		}
	case *Return:
		for _, r := range f.Results {
			set.add(r.Index)
		}
	}
}

// stepBack turns the variables live after i into those live before it.
func (f *Function) stepBack(i Instruction, set bits) {
	f.drop(i, set)
	EachTerm(i, func(t *term.Term) { f.addRead(t, set) })
}

// drop takes out the variables that i gives a value.
func (f *Function) drop(i Instruction, set bits) {
	eachDefined(i, func(v *Variable) {
		if v.Kind != Global {
			set.remove(v.Index)
		}
	})
}

func (f *Function) addRead(t *term.Term, set bits) {
	for _, sym := range t.Vars() {
		if v := f.Program.symbols[sym]; v != nil && v.Kind != Global {
			set.add(v.Index)
		}
	}
}

// removeUnusedLocals forgets locals that no instruction names any more.
func (p *Program) removeUnusedLocals() {
	for _, f := range p.Functions {
		used := f.namedVariables()
		kept := make([]*Variable, 0, len(f.Locals))
		for _, v := range f.Locals {
			if used.has(v.Index) {
				kept = append(kept, v)
			} else {
				delete(p.symbols, v.Sym)
			}
		}
		f.Locals = kept
	}
}

// namedVariables are the parameters, results and locals that some instruction or guard names, by their numbers.
func (f *Function) namedVariables() bits {
	f.number()
	used := newBits(len(f.Variables()))
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			EachTerm(i, func(t *term.Term) { f.addRead(t, used) })
			eachDefined(i, func(v *Variable) {
				if v.Kind != Global {
					used.add(v.Index)
				}
			})
		}
		if g, ok := b.Terminator.(*Goto); ok {
			for _, t := range g.Targets {
				f.addRead(t.Guard, used)
			}
		}
	}
	return used
}
