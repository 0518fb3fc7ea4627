package lower

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// foldGuards moves the assumptions that a block starts with to the edges that lead to it: a choice then
// sees which of its targets are open, and a choice between complementary assumptions is a branch, not an
// input.
func foldGuards(f *ir.Function) {
	terms := f.Program.Terms
	leading := make([]*term.Term, len(f.Blocks))
	for _, b := range f.Blocks[1:] {
		leading[b.Index] = takeAssumptions(terms, b)
	}
	for _, b := range f.Blocks {
		g, ok := b.Terminator.(*ir.Goto)
		if !ok {
			continue
		}
		if len(g.Targets) == 1 && g.Targets[0].Guard.IsTrue() {
			if c := leading[g.Targets[0].Block.Index]; c != nil {
				b.Emit(&ir.Assume{At: ir.At{Pos: g.Targets[0].Block.Pos}, Cond: c})
			}
			continue
		}
		for i, t := range g.Targets {
			if c := leading[t.Block.Index]; c != nil {
				g.Targets[i].Guard = terms.And(t.Guard, c)
			}
		}
		if g.Choice != nil && exclusive(terms, g.Targets) {
			g.Choice = nil
		}
	}
}

// takeAssumptions removes the assumptions that a block starts with and returns their conjunction, nil if
// there are none.
func takeAssumptions(terms *term.Builder, b *ir.Block) *term.Term {
	n := 0
	var conditions []*term.Term
	for n < len(b.Instructions) {
		a, ok := b.Instructions[n].(*ir.Assume)
		if !ok {
			break
		}
		conditions = append(conditions, a.Cond)
		n++
	}
	if n == 0 {
		return nil
	}
	b.Instructions = b.Instructions[n:]
	return terms.And(conditions...)
}

// maxExclusive bounds the choices that are tried: the test is quadratic.
const maxExclusive = 64

// exclusive reports whether no two guards can hold together, as far as their text shows.
func exclusive(terms *term.Builder, targets []ir.Target) bool {
	if len(targets) > maxExclusive {
		return false
	}
	for i, t := range targets {
		for _, u := range targets[:i] {
			if !contradict(terms, t.Guard, u.Guard) {
				return false
			}
		}
	}
	return true
}

func contradict(terms *term.Builder, x, y *term.Term) bool {
	for _, a := range term.Conjuncts(x) {
		for _, b := range term.Conjuncts(y) {
			if terms.And(a, b).IsFalse() || refutedByValue(terms, a, b) || refutedByValue(terms, b, a) {
				return true
			}
		}
	}
	return false
}

// refutedByValue recognises x == 1 against x > 2: with the value put in, nothing is left.
func refutedByValue(terms *term.Builder, equation, other *term.Term) bool {
	if equation.Op() != term.OpEq {
		return false
	}
	args := equation.Args()
	for i, v := range args {
		if k := args[1-i]; v.IsVar() && k.IsConst() && other.DependsOn(v) {
			return terms.Substitute(other, map[*term.Term]*term.Term{v: k}).IsFalse()
		}
	}
	return false
}
