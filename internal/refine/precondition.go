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
func (x *Explorer) precondition(remove project.Elimination, b *ir.Block, p *concolic.Path, demands []demand) (rho *term.Term, exact bool) {
	terms := x.engine.terms
	pre, inputs := x.unrestricted(b, demands)
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

// unrestricted states the demands over the state before the block, with symbols for its inputs.
func (x *Explorer) unrestricted(b *ir.Block, demands []demand) (pre, inputs []*term.Term) {
	return x.engine.unrestricted(b, demands)
}

func (e *Engine) unrestricted(b *ir.Block, demands []demand) (pre, inputs []*term.Term) {
	terms := e.terms
	for _, d := range demands {
		if d.index >= len(b.Instructions) {
			pre = append(pre, d.term)
		}
	}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		switch instruction := b.Instructions[i].(type) {
		case *ir.Assign:
			pre = substituteAll(terms, pre, instruction.Dst.Sym, instruction.Src)
		case *ir.Havoc:
			fresh := blockInput(terms, i, instruction)
			inputs = append(inputs, fresh)
			pre = substituteAll(terms, pre, instruction.Dst.Sym, fresh)
		case *ir.Assume:
			for _, d := range demands {
				if d.index == i {
					pre = append(pre, d.term)
				}
			}
		}
	}
	return pre, inputs
}

// blockInput is the symbol of the input that instruction i of a block draws, in conditions over the state before
// the block.
func blockInput(terms *term.Builder, i int, h *ir.Havoc) *term.Term {
	return terms.Var(fmt.Sprintf("any!%d!%s", i, h.Dst.Sort), h.Dst.Sort)
}

func substituteAll(terms *term.Builder, all []*term.Term, sym, value *term.Term) []*term.Term {
	s := terms.NewSubstitution(map[*term.Term]*term.Term{sym: value})
	for i, t := range all {
		all[i] = s.Apply(t)
	}
	return all
}
