package lower

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// setEverything makes every local set before it is read on every path: jumps into a scope pass its
// declarations, and then an object has an unspecified value, which is an input at the function's entry.
func (l *lowerer) setEverything(f *ir.Function) {
	live := liveAtStart(l.program, f)
	dropUnread(l.program, f, live)
	unset := live[0]
	for _, param := range f.Params {
		delete(unset, param)
	}
	if len(unset) == 0 {
		return
	}
	var havocs []ir.Instruction
	for _, v := range f.Variables() {
		if unset[v] {
			input := l.newInput(ir.UninitializedRead, v.Source, v.Type, v.Pos)
			havocs = append(havocs, &ir.Havoc{At: ir.At{Pos: v.Pos}, Dst: v, Input: input})
		}
	}
	f.Blocks[0].Instructions = append(havocs, f.Blocks[0].Instructions...)
}

// dropUnread removes the inputs for uninitialised objects and unspecified results that no path reads:
// most locals are declared without a value and assigned before they are used.
func dropUnread(p *ir.Program, f *ir.Function, live []map[*ir.Variable]bool) {
	for _, b := range f.Blocks {
		w := &liveness{program: p, set: liveOut(p, b, live)}
		kept := len(b.Instructions)
		for i := len(b.Instructions) - 1; i >= 0; i-- {
			if h, ok := b.Instructions[i].(*ir.Havoc); ok && isDroppable(h) && !w.set[h.Dst] {
				continue
			}
			w.before(b.Instructions[i])
			kept--
			b.Instructions[kept] = b.Instructions[i]
		}
		b.Instructions = b.Instructions[kept:]
	}
}

func isDroppable(h *ir.Havoc) bool {
	return h.Dst.Kind != ir.Global && (h.Input.Kind == ir.UninitializedRead || h.Input.Kind == ir.Unspecified)
}

// liveAtStart finds for each block the locals, parameters and results that some path from its start
// reads before it sets them.
func liveAtStart(p *ir.Program, f *ir.Function) []map[*ir.Variable]bool {
	live := make([]map[*ir.Variable]bool, len(f.Blocks))
	for i := range live {
		live[i] = map[*ir.Variable]bool{}
	}
	predecessors := make([][]*ir.Block, len(f.Blocks))
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			predecessors[s.Index] = append(predecessors[s.Index], b)
		}
	}
	queued := make([]bool, len(f.Blocks))
	work := make([]*ir.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		work[i], queued[i] = b, true
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		queued[b.Index] = false
		in := liveIn(p, b, live)
		if len(in) == len(live[b.Index]) {
			continue
		}
		live[b.Index] = in
		for _, pred := range predecessors[b.Index] {
			if !queued[pred.Index] {
				queued[pred.Index] = true
				work = append(work, pred)
			}
		}
	}
	return live
}

// liveIn computes the variables live at the start of b. The sets only grow, so sizes tell a change.
func liveIn(p *ir.Program, b *ir.Block, live []map[*ir.Variable]bool) map[*ir.Variable]bool {
	w := &liveness{program: p, set: liveOut(p, b, live)}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		w.before(b.Instructions[i])
	}
	return w.set
}

// liveOut computes the variables live after the instructions of b.
func liveOut(p *ir.Program, b *ir.Block, live []map[*ir.Variable]bool) map[*ir.Variable]bool {
	w := &liveness{program: p, set: map[*ir.Variable]bool{}}
	for _, s := range b.Successors() {
		for v := range live[s.Index] {
			w.set[v] = true
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, target := range t.Targets {
			w.read(target.Guard)
		}
	case *ir.Return:
		for _, r := range b.Function.Results {
			w.set[r] = true
		}
	}
	return w.set
}

// liveness is a set of live variables that moves backwards over instructions.
type liveness struct {
	program *ir.Program
	set     map[*ir.Variable]bool
}

func (w *liveness) before(i ir.Instruction) {
	for _, v := range ir.Defined(i) {
		delete(w.set, v)
	}
	ir.EachTerm(i, w.read)
}

func (w *liveness) read(t *term.Term) {
	for _, sym := range t.Vars() {
		if v := w.program.VariableOf(sym); v.Kind != ir.Global {
			w.set[v] = true
		}
	}
}
