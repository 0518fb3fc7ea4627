package lower

import (
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// initializeLocals gives every local and result that may be read before it is set any value at entry. A
// backward analysis finds them: the fact is the set of variables whose value may still be read.
func initializeLocals(f *ir.Function, input func(kind ir.InputKind, name, typ string, pos source.Pos) *ir.Input) {
	a := newLiveness(f)
	live := a.atEntry()
	var list []ir.Instruction
	for _, v := range f.Variables() {
		if v.Kind == ir.Parameter || !live.has(v.Index) {
			continue
		}
		pos := v.Pos
		if !pos.IsValid() {
			pos = f.Pos
		}
		list = append(list, &ir.Havoc{At: ir.At{Pos: pos}, Dst: v, Input: input(ir.UninitializedRead, v.Source, v.Type, pos)})
	}
	if len(list) > 0 {
		first := f.Blocks[0]
		first.Instructions = append(list, first.Instructions...)
	}
}

// set is a set of variable indices.
type set []uint64

func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// include adds all of t and reports whether that changed s.
func (s set) include(t set) bool {
	changed := false
	for i, w := range t {
		if s[i]|w != s[i] {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

type liveness struct {
	function     *ir.Function
	words        int
	in           []set // live where the block starts
	predecessors [][]*ir.Block
}

func newLiveness(f *ir.Function) *liveness {
	a := &liveness{function: f, words: (len(f.Variables()) + 63) / 64, predecessors: f.Predecessors()}
	a.in = make([]set, len(f.Blocks))
	for i := range a.in {
		a.in[i] = make(set, a.words)
	}
	return a
}

func (a *liveness) atEntry() set {
	work := make([]*ir.Block, len(a.function.Blocks))
	queued := make([]bool, len(work))
	for i, b := range a.function.Blocks {
		work[i], queued[i] = b, true
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		queued[b.Index] = false
		if !a.in[b.Index].include(a.before(b)) {
			continue
		}
		for _, p := range a.predecessors[b.Index] {
			if !queued[p.Index] {
				queued[p.Index] = true
				work = append(work, p)
			}
		}
	}
	return a.in[0]
}

// before returns what is live where b starts, from what is live where its successors start.
func (a *liveness) before(b *ir.Block) set {
	live := make(set, a.words)
	for _, s := range b.Successors() {
		live.include(a.in[s.Index])
	}
	read := func(t *term.Term) { a.read(live, t) }
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, target := range t.Targets {
			read(target.Guard)
		}
	case *ir.Return:
		for _, r := range a.function.Results {
			live.add(r.Index)
		}
	}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		for _, v := range ir.Defined(b.Instructions[i]) {
			if v.Kind != ir.Global {
				live.remove(v.Index)
			}
		}
		ir.EachTerm(b.Instructions[i], read)
	}
	return live
}

func (a *liveness) read(live set, t *term.Term) {
	for _, sym := range t.Vars() {
		if v := a.function.Program.VariableOf(sym); v != nil && v.Kind != ir.Global {
			live.add(v.Index)
		}
	}
}
