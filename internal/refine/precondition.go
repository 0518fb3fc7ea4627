package refine

import (
	"fmt"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/term/project"
)

// precondition is an over-approximation of the existential precondition of the demands: of the states
// from which some inputs of the block meet them all. Not the weakest precondition, which demands it of
// all inputs: with x := havoc and x = 1 demanded that would be false and cut a real edge. What the path
// decides is specialised first (WP-alpha). Then each input is eliminated by solving an equation for it;
// a demand that cannot be freed of an input is dropped, which only enlarges the set, and exact is false.
func (x *splitter) precondition(remove project.Elimination, b *ir.Block, p *concolic.Path, demands []Demand) (rho *term.Term, exact bool) {
	terms := x.engine.terms
	pre, inputs := x.engine.Unrestricted(b, demands)
	a := x.newAliasing(p, inputs)
	for i, t := range pre {
		pre[i] = a.resolve(t)
	}
	if x.engine.Options.Fault == UniversalPrecondition {
		return a.weaken(universal(terms, pre, inputs)), true
	}
	exact = true
	if a.anyDependsOnInput(pre) {
		pre = x.engine.queries.ExpandReads(pre) // a read after a write at an input's address hides the input
	}
	for _, input := range inputs {
		var complete bool
		pre, complete = remove(terms, pre, input)
		exact = exact && complete
	}
	return a.weaken(terms.And(pre...)), exact
}

// Unrestricted states the demands over the state before the block, with symbols for its inputs.
func (e *Engine) Unrestricted(b *ir.Block, demands []Demand) (pre, inputs []*term.Term) {
	terms := e.terms
	for _, d := range demands {
		if d.Index >= len(b.Instructions) {
			pre = append(pre, d.Term)
		}
	}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		switch instruction := b.Instructions[i].(type) {
		case *ir.Assign:
			pre = substituteAll(terms, pre, instruction.Dst.Sym, instruction.Src)
		case *ir.Havoc:
			fresh := BlockInput(terms, i, instruction)
			inputs = append(inputs, fresh)
			pre = substituteAll(terms, pre, instruction.Dst.Sym, fresh)
		case *ir.Assume:
			for _, d := range demands {
				if d.Index == i {
					pre = append(pre, d.Term)
				}
			}
		}
	}
	return pre, inputs
}

// BlockInput is the symbol of the input that instruction i of a block draws, in conditions over the state before
// the block.
func BlockInput(terms *term.Builder, i int, h *ir.Havoc) *term.Term {
	return terms.Var(fmt.Sprintf("any!%d!%s", i, h.Dst.Sort), h.Dst.Sort)
}

func substituteAll(terms *term.Builder, all []*term.Term, sym, value *term.Term) []*term.Term {
	s := terms.NewSubstitution(map[*term.Term]*term.Term{sym: value})
	for i, t := range all {
		all[i] = s.Apply(t)
	}
	return all
}

// Existential is the set of states from which some inputs of the block meet the demands; exact is false if it
// became larger than that.
func (e *Engine) Existential(remove project.Elimination, b *ir.Block, demands []Demand) (pre []*term.Term, exact bool) {
	pre, inputs := e.Unrestricted(b, demands)
	exact = true
	for i, input := range inputs {
		if i == 0 {
			pre = e.queries.ExpandReads(pre) // a read after a write at an input's address hides the input
		}
		var complete bool
		pre, complete = remove(e.terms, pre, input)
		exact = exact && complete
	}
	return pre, exact
}
