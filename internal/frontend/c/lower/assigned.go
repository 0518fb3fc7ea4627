package lower

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// setEverything makes every local set before it is read on every path: jumps into a scope pass its
// declarations, and then an object has an unspecified value, which is an input at the function's entry.
func (l *lowerer) setEverything(f *ir.Function) {
	l.program.Number()
	unset := unsetReads(l.program, f)
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

// unsetReads finds the locals and results that some path reads before it sets them: liveness at the
// entry block.
func unsetReads(p *ir.Program, f *ir.Function) map[*ir.Variable]bool {
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
	for _, param := range f.Params {
		delete(live[0], param)
	}
	return live[0]
}

// liveIn computes the variables live at the start of b. The sets only grow, so sizes tell a change.
func liveIn(p *ir.Program, b *ir.Block, live []map[*ir.Variable]bool) map[*ir.Variable]bool {
	in := map[*ir.Variable]bool{}
	read := func(t *term.Term) {
		for _, sym := range t.Vars() {
			if v := p.VariableOf(sym); v.Kind != ir.Global {
				in[v] = true
			}
		}
	}
	for _, s := range b.Successors() {
		for v := range live[s.Index] {
			in[v] = true
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, target := range t.Targets {
			read(target.Guard)
		}
	case *ir.Return:
		for _, r := range b.Function.Results {
			in[r] = true
		}
	}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		for _, v := range ir.Defined(b.Instructions[i]) {
			delete(in, v)
		}
		ir.EachTerm(b.Instructions[i], read)
	}
	return in
}
