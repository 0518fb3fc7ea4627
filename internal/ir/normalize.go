package ir

// Normalize brings every function into the form that the analyses expect (CheckNormal): each Call alone
// in a block that ends in an unconditional goto, no false guards, no unreachable blocks, no blocks that
// only jump on, indices renumbered. The runs of the program stay the same.
func Normalize(p *Program) {
	for _, f := range p.Functions {
		f.normalize()
	}
	p.Number()
}

func (f *Function) normalize() {
	if len(f.Blocks) == 0 {
		return
	}
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		b.isolateCalls()
	}
	f.dropFalseGuards()
	f.threadJumps()
	f.removeUnreachable()
}

// isolateCalls splits b before and after each call. The first part stays b, so jumps to b stay right.
func (b *Block) isolateCalls() {
	at := 0
	for at < len(b.Instructions) {
		if _, ok := b.Instructions[at].(*Call); !ok {
			at++
			continue
		}
		if at > 0 {
			b = b.splitAt(at)
			at = 0
		}
		if len(b.Instructions) == 1 && b.jumpsOn() {
			return
		}
		b = b.splitAt(1)
		at = 0
	}
}

// splitAt moves what follows the first n instructions to a new block and jumps there.
func (b *Block) splitAt(n int) *Block {
	pos := b.Terminator.Position()
	if n < len(b.Instructions) {
		pos = b.Instructions[n].Position()
	}
	rest := b.Function.NewBlock(b.Label, pos)
	rest.Instructions = append(rest.Instructions, b.Instructions[n:]...)
	rest.Terminator = b.Terminator
	b.Instructions = b.Instructions[:n:n]
	b.Jump(pos, rest)
	return rest
}

// jumpsOn reports whether b ends in one unconditional goto.
func (b *Block) jumpsOn() bool {
	g, ok := b.Terminator.(*Goto)
	return ok && len(g.Targets) == 1 && g.Targets[0].Guard.IsTrue()
}

func (f *Function) dropFalseGuards() {
	for _, b := range f.Blocks {
		g, ok := b.Terminator.(*Goto)
		if !ok {
			continue
		}
		kept := make([]Target, 0, len(g.Targets))
		for _, t := range g.Targets {
			if !t.Guard.IsFalse() {
				kept = append(kept, t)
			}
		}
		g.Targets = kept
	}
}

// threadJumps makes every jump go past blocks that only jump on, and joins targets that became one.
func (f *Function) threadJumps() {
	f.Blocks[0] = f.threadEntry()
	for _, b := range f.Blocks {
		g, ok := b.Terminator.(*Goto)
		if !ok {
			continue
		}
		for i := range g.Targets {
			g.Targets[i].Block = g.Targets[i].Block.destination()
		}
		g.joinTargets(f.Program)
	}
}

// threadEntry is the first block that does something. It moves to the front; the blocks skipped are
// then unreachable or, in a cycle, kept.
func (f *Function) threadEntry() *Block {
	entry := f.Blocks[0]
	target := entry.destination()
	if target != entry {
		at := target.Index
		f.Blocks[at], entry.Index, target.Index = entry, at, 0
	}
	return target
}

// destination follows blocks that only jump on. A cycle of them ends at its first block met again.
func (b *Block) destination() *Block {
	seen := map[*Block]bool{}
	for len(b.Instructions) == 0 && b.jumpsOn() && !seen[b] {
		seen[b] = true
		b = b.Terminator.(*Goto).Targets[0].Block
	}
	return b
}

// joinTargets makes one target of those that lead to the same block.
func (g *Goto) joinTargets(p *Program) {
	var joined []Target
	at := map[*Block]int{}
	for _, t := range g.Targets {
		if i, ok := at[t.Block]; ok {
			joined[i].Guard = p.Terms.Or(joined[i].Guard, t.Guard)
			continue
		}
		at[t.Block] = len(joined)
		joined = append(joined, t)
	}
	g.Targets = joined
	if len(joined) < 2 {
		g.Choice = nil
	}
}

// removeUnreachable drops blocks that no path from the entry reaches and renumbers the others.
func (f *Function) removeUnreachable() {
	reached := f.Reachable()
	kept := make([]*Block, 0, len(f.Blocks))
	for i, b := range f.Blocks {
		if reached[i] {
			kept = append(kept, b)
		}
	}
	f.Blocks = kept
	f.renumberBlocks()
}

func (f *Function) renumberBlocks() {
	for i, b := range f.Blocks {
		b.Index = i
	}
}
