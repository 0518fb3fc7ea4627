package concolic

import (
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// This file keeps tests alive past their frontier: a run that takes a nondeterministic goto or draws a
// value without looking at the assumes that follow is blocked within a few steps.

// lookAhead chooses a target of a nondeterministic goto: an enabled one whose leading assumes hold in
// the present state, and of those the one visited least often.
func (f *dryRuns) lookAhead(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	best, bestCount := -1, 0
	for _, i := range enabled {
		block := g.Targets[i].Block
		if !passes(m, block) {
			continue
		}
		if n := f.visits[block]; best < 0 || n < bestCount {
			best, bestCount = i, n
		}
	}
	if best < 0 {
		best = enabled[0]
	}
	f.visits[g.Targets[best].Block]++
	return best
}

// passes evaluates the assumes at the start of a block.
func passes(m *concrete.Machine, b *ir.Block) bool {
	for _, instruction := range b.Instructions {
		assume, ok := instruction.(*ir.Assume)
		if !ok {
			return true
		}
		if assume.Cond.HasQuantifier() {
			continue
		}
		if !m.Eval(assume.Cond).Bool() {
			return false
		}
	}
	return true
}

// draw picks the value of a Havoc: one that satisfies the assumes which follow in the block, tried
// among what a repair gave the same input last, zero, one, and the constants in those assumes and their neighbours.
func (f *dryRuns) draw(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	usual, ok := f.repaired[h.Input]
	if !ok {
		usual = term.ZeroValue(h.Dst.Sort)
	}
	demands := demandsOn(b, index, h)
	if len(demands) == 0 || h.Dst.Sort.Kind == term.KindArray {
		return usual
	}
	t := &trial{machine: m, symbol: h.Dst.Sym, demands: demands}
	if ok && t.accepts(usual) {
		return usual
	}
	eval := func(t *term.Term) (term.Value, bool) { return m.Eval(t), true }
	for _, v := range candidates(eval, f.terms, h.Dst.Sym, demands) {
		if t.accepts(v) {
			return v
		}
	}
	return usual
}

// demandsOn lists the assumes of the block that follow a Havoc and depend on its value and on nothing
// that is assigned in between.
func demandsOn(b *ir.Block, index int, h *ir.Havoc) []*term.Term {
	var demands []*term.Term
	assigned := map[*term.Term]bool{}
scan:
	for _, instruction := range b.Instructions[index+1:] {
		switch x := instruction.(type) {
		case *ir.Assign:
			assigned[x.Dst.Sym] = true
		case *ir.Havoc:
			assigned[x.Dst.Sym] = true
		case *ir.Assume:
			demand, other := false, false
			for _, sym := range x.Cond.Vars() {
				demand = demand || sym == h.Dst.Sym
				other = other || assigned[sym]
			}
			if demand && !other && !x.Cond.HasQuantifier() {
				demands = append(demands, x.Cond)
			}
		default:
			break scan
		}
		if assigned[h.Dst.Sym] {
			break
		}
	}
	return demands
}

// trial evaluates demands under a tentative value of one variable.
type trial struct {
	machine *concrete.Machine
	symbol  *term.Term
	value   term.Value
	demands []*term.Term
}

func (t *trial) Lookup(sym *term.Term) (term.Value, bool) {
	if sym == t.symbol {
		return t.value, true
	}
	return t.machine.Lookup(sym)
}

func (t *trial) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return t.machine.Apply(f, args)
}

func (t *trial) accepts(v term.Value) bool {
	t.value = v
	evaluator := term.NewEvaluator()
	for _, d := range t.demands {
		if holds, err := evaluator.Eval(d, t); err != nil || !holds.Bool() {
			return false
		}
	}
	return true
}

// candidates lists values to try: zero, one, and with their neighbours the values of everything in the
// demands that does not depend on the symbol, and the values at which their comparisons become
// equalities.
func candidates(eval func(*term.Term) (term.Value, bool), terms *term.Builder, symbol *term.Term, demands []*term.Term) []term.Value {
	sort := symbol.Sort()
	out := []term.Value{term.ZeroValue(sort)}
	add := func(v term.Value) {
		switch sort.Kind {
		case term.KindBV:
			if sort.Width <= 64 {
				x := v.Uint64()
				out = append(out, v, term.BVValue(sort.Width, x+1), term.BVValue(sort.Width, x-1))
			}
		case term.KindInt:
			x := v.Int64()
			out = append(out, v, term.IntValue(x+1), term.IntValue(x-1))
		default:
			out = append(out, v)
		}
	}
	switch sort.Kind {
	case term.KindBool:
		return append(out, term.BoolValue(true))
	case term.KindBV:
		add(term.BVValue(sort.Width, 0))
	case term.KindInt:
		add(term.IntValue(0))
	}
	walk := term.Walker(func(t *term.Term) bool {
		if len(out) > 90 {
			return false
		}
		if !t.DependsOn(symbol) {
			if t.Sort() == sort {
				if v, ok := eval(t); ok {
					add(v)
				}
			}
			return false
		}
		if args := t.Args(); len(args) == 2 && t.Sort().Kind == term.KindBool && args[0].Sort() == args[1].Sort() && args[0].Sort().Kind != term.KindBool {
			if edge, ok := terms.SolveFor(symbol, terms.Eq(args[0], args[1])); ok {
				if v, ok := eval(edge); ok {
					add(v)
				}
			}
			for i, a := range args { // a float is written to memory as bits that stand for it
				if a.Op() == term.OpFFromBits && a.Arg(0) == symbol && !args[1-i].DependsOn(symbol) {
					if v, ok := eval(args[1-i]); ok {
						add(v.Bits())
					}
				}
			}
		}
		return true
	})
	for _, d := range demands {
		walk(d)
	}
	return out
}
