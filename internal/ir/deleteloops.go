package ir

import (
	"slices"

	"yogi/internal/term"
)

// DeleteLoops takes away the loops that change nothing which is read behind them and that surely end:
// what is left of a copy when nobody reads the bytes. A loop of that kind is
//
//   - is left to one block only, without an input, a call, an error or an assumption in it;
//   - assigns variables of its function that are dead behind it;
//   - has no other loop in it, and goes on only while a counter, which every round moves by one towards
//     a limit, has not come there.
//
// Behind it control goes from its head to that block. Of nested loops the inner ones go first. The
// rounds of such a loop have no bound that a search could find but by an invariant, or an unrolling
// by going around. (Loop deletion, as compilers have it.)
func DeleteLoops(p *Program) {
	for _, f := range p.Functions {
		for f.deleteLoop() {
			f.removeUnreachable()
		}
	}
}

// deleteLoop deletes one loop, and says whether there was one.
func (f *Function) deleteLoop() bool {
	if len(f.Blocks) == 0 {
		return false
	}
	loops := f.NaturalLoops()
	if len(loops) == 0 {
		return false
	}
	var live []map[*term.Term]bool // nil: no loop of the function needed it yet; it takes long for large ones
	for _, l := range loops {
		exit := f.onlyExit(l)
		if exit == nil {
			continue
		}
		assigned, ok := l.assigned()
		if !ok || !l.simple() {
			continue
		}
		if live == nil {
			live = f.Liveness()
		}
		if readsAny(live[exit.Index], assigned) || !l.ends(f, assigned) {
			continue
		}
		l.Head.Instructions = nil
		l.Head.Terminator = &Goto{At: At{l.Head.Terminator.Position()}, Targets: []Target{{Guard: f.Program.Terms.True(), Block: exit}}}
		return true
	}
	return false
}

// onlyExit is the block to which every edge out of a loop leads; nil if there are several, or none, or
// a block of the loop that does not end in a branch over values.
func (f *Function) onlyExit(l *NaturalLoop) *Block {
	var exit *Block
	for _, b := range f.Blocks {
		if !l.In[b] {
			continue
		}
		t, ok := b.Terminator.(*Goto)
		if !ok || t.Choice != nil {
			return nil
		}
		guards := make([]*term.Term, len(t.Targets))
		for i, target := range t.Targets {
			guards[i] = target.Guard
			switch {
			case l.In[target.Block]:
			case exit == nil:
				exit = target.Block
			case exit != target.Block:
				return nil
			}
		}
		if !f.Program.Terms.Or(guards...).IsTrue() {
			return nil // a run may end here
		}
	}
	return exit
}

// assigned are the symbols of the variables that the blocks of a loop assign, with all that is
// assigned to each; ok is false if the loop does anything else.
func (l *NaturalLoop) assigned() (out map[*term.Term][]*placed, ok bool) {
	out = map[*term.Term][]*placed{}
	for b := range l.In {
		for _, i := range b.Instructions {
			a, isAssign := i.(*Assign)
			if !isAssign || a.Dst.Kind == Global {
				return nil, false
			}
			out[a.Dst.Sym] = append(out[a.Dst.Sym], &placed{b, a})
		}
	}
	return out, true
}

// placed is an assignment in its block.
type placed struct {
	block  *Block
	assign *Assign
}

func readsAny(live map[*term.Term]bool, assigned map[*term.Term][]*placed) bool {
	for sym := range assigned {
		if live[sym] {
			return true
		}
	}
	return false
}

// ends says that every run leaves the loop: one of its branches, which every round takes, lets a run
// stay only while a counter has not come to its limit.
func (l *NaturalLoop) ends(f *Function, assigned map[*term.Term][]*placed) bool {
	every := l.everyRound(f)
	for _, b := range f.Blocks {
		if !every[b] {
			continue
		}
		stay, leaves := l.stay(b)
		if !leaves || stay == nil {
			continue
		}
		for _, cond := range term.Conjuncts(stay) {
			if counts(cond, f.Program.Terms, every, assigned) {
				return true
			}
		}
	}
	return false
}

// everyRound are the blocks that no round of the loop passes by.
func (l *NaturalLoop) everyRound(f *Function) map[*Block]bool {
	out := map[*Block]bool{}
	tree, previous := f.Dominators(), f.Predecessors()[l.Head.Index]
	for b := range l.In {
		out[b] = !slices.ContainsFunc(previous, func(from *Block) bool { return l.In[from] && !tree.Dominates(b.Index, from.Index) })
	}
	return out
}

// stay is the guard of the one edge of a block that does not leave the loop, nil if there are more.
func (l *NaturalLoop) stay(b *Block) (guard *term.Term, leaves bool) {
	n := 0
	for _, t := range b.Terminator.(*Goto).Targets {
		if l.In[t.Block] {
			guard = t.Guard
			n++
		} else {
			leaves = true
		}
	}
	if n != 1 {
		return nil, leaves
	}
	return guard, leaves
}

// counts says that a condition under which a run stays in the loop fails some time, since one side is
// a counter that comes to the other, which does not change, in steps of one.
func counts(cond *term.Term, terms *term.Builder, every map[*Block]bool, assigned map[*term.Term][]*placed) bool {
	differ := false
	if cond.Op() == term.OpNot && cond.Args()[0].Op() == term.OpEq {
		cond, differ = cond.Args()[0], true
	}
	if len(cond.Args()) != 2 {
		return false
	}
	for side, counter := range cond.Args() {
		limit := cond.Args()[1-side]
		step := step(counter, terms, every, assigned)
		if step == 0 || !unchanged(limit, assigned) {
			continue
		}
		switch {
		case differ:
			// A counter of so many bits has every value once in a while.
			if counter.Sort().Kind == term.KindBV {
				return true
			}
		case isLess(cond.Op()):
			// Less than a limit and one more is at most the limit, so it does not wrap around; the same
			// downwards from more than it.
			if side == 0 && step == 1 || side == 1 && step == -1 {
				return true
			}
		}
	}
	return false
}

func isLess(op term.Op) bool {
	return op == term.OpBVUlt || op == term.OpBVSlt || op == term.OpLt
}

func unchanged(t *term.Term, assigned map[*term.Term][]*placed) bool {
	for _, sym := range t.Vars() {
		if _, changes := assigned[sym]; changes {
			return false
		}
	}
	return true
}

// step is 1 or -1 if that is what every round adds to a term over one variable, which it assigns once; else 0.
func step(counter *term.Term, terms *term.Builder, every map[*Block]bool, assigned map[*term.Term][]*placed) int {
	next := map[*term.Term]*term.Term{}
	for _, sym := range counter.Vars() {
		at := assigned[sym]
		if len(at) == 0 {
			continue
		}
		if len(at) != 1 || !every[at[0].block] || !unchangedBut(at[0].assign.Src, sym, assigned) {
			return 0
		}
		next[sym] = at[0].assign.Src
	}
	if len(next) != 1 {
		return 0
	}
	var up, down *term.Term
	switch counter.Sort().Kind {
	case term.KindBV:
		one := terms.BVConst(counter.Sort().Width, 1)
		up, down = terms.BVAdd(counter, one), terms.BVSub(counter, one)
	case term.KindInt:
		up, down = terms.Add(counter, terms.IntConst(1)), terms.Sub(counter, terms.IntConst(1))
	}
	switch terms.Substitute(counter, next) {
	case up:
		return 1
	case down:
		return -1
	}
	return 0
}

// unchangedBut says that what a loop assigns to a variable reads no other that it assigns.
func unchangedBut(src, sym *term.Term, assigned map[*term.Term][]*placed) bool {
	for _, read := range src.Vars() {
		if _, changes := assigned[read]; changes && read != sym {
			return false
		}
	}
	return true
}

// simple says that every round of a loop ends: no cycle in it misses its head.
func (l *NaturalLoop) simple() bool {
	const open, done = 1, 2
	seen := map[*Block]int{l.Head: done}
	var acyclic func(b *Block) bool
	acyclic = func(b *Block) bool {
		seen[b] = open
		for _, next := range b.Successors() {
			if l.In[next] && (seen[next] == open || seen[next] == 0 && !acyclic(next)) {
				return false
			}
		}
		seen[b] = done
		return true
	}
	for _, next := range l.Head.Successors() {
		if l.In[next] && seen[next] == 0 && !acyclic(next) {
			return false
		}
	}
	return true
}
