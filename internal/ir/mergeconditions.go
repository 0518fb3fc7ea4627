package ir

import "yogi/internal/term"

// conditionLimit is the size of the largest guard that MergeConditions makes.
const conditionLimit = 2000

// MergeConditions joins the blocks of a short-circuit condition: where block A goes to X if c and else to
// B, and B, which nothing else goes to, only assumes and goes to X if d and else to D, A goes to X if
// c or d. What B assumes holds in A's runs that do not take c. A condition of n parts is then one branch
// with one predicate, not n branches with a predicate each at every block before (DASH Fig. 5). A state in which
// neither branch can be taken is blocked, which is assumed where it does not go without saying.
// Normalize afterwards removes the blocks left over.
func MergeConditions(p *Program) {
	for _, f := range p.Functions {
		predecessors := f.Predecessors()
		for _, b := range f.Blocks {
			for b.mergeNext(predecessors) {
			}
		}
	}
}

// mergeNext merges one block into b, if there is one to merge.
func (b *Block) mergeNext(predecessors [][]*Block) bool {
	g, ok := b.Terminator.(*Goto)
	if !ok || g.Choice != nil || len(g.Targets) != 2 || b.Call() != nil {
		return false
	}
	for i, target := range g.Targets {
		next, common := target.Block, g.Targets[1-i]
		if next == b || len(predecessors[next.Index]) != 1 || common.Block == next {
			continue
		}
		if merged := next.mergeInto(b, common); merged != nil {
			merged.At, merged.Branch = g.At, joinText(g, next.Terminator.(*Goto), common.Block)
			if g.Targets[1].Block == common.Block { // what was true of the first target stays so
				merged.Targets[0], merged.Targets[1] = merged.Targets[1], merged.Targets[0]
			}
			b.Terminator = merged
			for _, s := range next.Successors() {
				replacePredecessor(predecessors[s.Index], next, b)
			}
			return true
		}
	}
	return false
}

// mergeInto returns the goto of the joined blocks, and adds what b assumes to before.
func (b *Block) mergeInto(before *Block, common Target) *Goto {
	g, ok := b.Terminator.(*Goto)
	if !ok || g.Choice != nil || len(g.Targets) != 2 || !b.onlyAssumes() {
		return nil
	}
	terms := b.Function.Program.Terms
	for i, target := range g.Targets {
		if other := g.Targets[1-i].Block; target.Block == common.Block && other != common.Block {
			guard := terms.Or(common.Guard, target.Guard)
			if guard.Size() > conditionLimit {
				return nil
			}
			before.assumeTaken()
			for _, instruction := range b.Instructions {
				assume := instruction.(*Assume)
				before.Emit(&Assume{At: assume.At, Cond: terms.Or(common.Guard, assume.Cond), Known: assume.Known})
			}
			if one := terms.Or(common.Guard, g.someTarget(terms)); !one.IsTrue() {
				before.Emit(&Assume{At: g.At, Cond: one})
			}
			return &Goto{Targets: []Target{{Guard: guard, Block: common.Block}, {Guard: terms.Not(guard), Block: other}}}
		}
	}
	return nil
}

// assumeTaken assumes what the branch that ends b takes for granted: that one of its two targets can be taken.
func (b *Block) assumeTaken() {
	if one := b.Terminator.(*Goto).someTarget(b.Function.Program.Terms); !one.IsTrue() {
		b.Emit(&Assume{At: b.Terminator.(*Goto).At, Cond: one})
	}
}

// someTarget says that one of two targets can be taken.
func (g *Goto) someTarget(terms *term.Builder) *term.Term {
	if g.Targets[0].Guard == terms.Not(g.Targets[1].Guard) {
		return terms.True()
	}
	return terms.Or(g.Targets[0].Guard, g.Targets[1].Guard)
}

// joinText is the joined condition in the source's words: a || b if the common target is taken when either
// is true, a && b if it is taken when either is false, nothing if the two are not alike.
func joinText(first, second *Goto, common *Block) string {
	a, b := first.Targets[0].Block == common, second.Targets[0].Block == common
	switch {
	case first.Branch == "" || second.Branch == "" || a != b:
		return ""
	case a:
		return "(" + first.Branch + ") || (" + second.Branch + ")"
	}
	return "(" + first.Branch + ") && (" + second.Branch + ")"
}

func (b *Block) onlyAssumes() bool {
	for _, instruction := range b.Instructions {
		if _, ok := instruction.(*Assume); !ok {
			return false
		}
	}
	return true
}

func replacePredecessor(list []*Block, old, b *Block) {
	for i, p := range list {
		if p == old {
			list[i] = b
		}
	}
}
