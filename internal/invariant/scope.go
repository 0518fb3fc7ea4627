package invariant

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// inScope tells of terms whether they are over the state at a point: at a function's entry that is its
// parameters and the globals.
func (e *encoder) inScope(p Point) func(*term.Term) bool {
	atEntry := p.Block == p.Function.Entry().Index
	return func(t *term.Term) bool {
		for _, sym := range t.Vars() {
			if f := e.ghostOf[sym]; f != nil {
				if f != p.Function || atEntry {
					return false
				}
				continue
			}
			v := e.program.VariableOf(sym)
			if v == nil {
				return false
			}
			switch v.Kind {
			case ir.Global:
			case ir.Parameter:
				if p.Block == AtReturn || !ownedBy(v, p.Function.Params) {
					return false
				}
			case ir.Local:
				if atEntry || p.Block == AtReturn || !ownedBy(v, p.Function.Locals) {
					return false
				}
			default:
				if atEntry || !ownedBy(v, p.Function.Results) {
					return false
				}
			}
		}
		return true
	}
}

func ownedBy(v *ir.Variable, list []*ir.Variable) bool {
	for _, w := range list {
		if v == w {
			return true
		}
	}
	return false
}

// live lists the variables whose value at a point may be read later: the function's own, by a backward
// analysis, then the scalar globals that it or a function in its calls mentions.
func (e *encoder) live(p Point) []*ir.Variable {
	var out []*ir.Variable
	if p.Block == AtReturn {
		out = append(out, p.Function.Results...)
	} else {
		liveness := e.liveness[p.Function]
		if liveness == nil {
			liveness = p.Function.Liveness()
			e.liveness[p.Function] = liveness
		}
		liveAt := liveness[p.Block]
		for _, v := range p.Function.Variables() {
			if liveAt[v.Sym] && (v.Kind == ir.Parameter || p.Block != p.Function.Entry().Index) {
				out = append(out, v)
			}
		}
	}
	mentioned := e.mentioned(p.Function)
	for _, v := range e.program.Globals {
		if mentioned[v.Sym] && v.Sort.Kind != term.KindArray && v != e.program.AllocCounter {
			out = append(out, v)
		}
	}
	return out
}

// mentioned lists the globals that a function or one that it calls reads or writes.
func (e *encoder) mentioned(f *ir.Function) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	seen := map[*ir.Function]bool{}
	var visit func(g *ir.Function)
	visit = func(g *ir.Function) {
		if seen[g] {
			return
		}
		seen[g] = true
		reads := func(t *term.Term) {
			for _, sym := range t.Vars() {
				out[sym] = true
			}
		}
		for _, b := range g.Blocks {
			for _, instruction := range b.Instructions {
				ir.EachTerm(instruction, reads)
				if call, ok := instruction.(*ir.Call); ok {
					visit(call.Callee)
				}
			}
			if t, ok := b.Terminator.(*ir.Goto); ok {
				for _, target := range t.Targets {
					reads(target.Guard)
				}
			}
		}
	}
	visit(f)
	return out
}
