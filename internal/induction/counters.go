package induction

import (
	"cmp"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file proposes what loops keep of variables that go by constants: that two of them go in step, and that one goes
// in one direction. Nothing in the claims on the way back says so: before each round they say more of the rounds to
// come, and never what all rounds have in common.

// counter is a variable that a loop changes by adding a constant, always the same.
type counter struct {
	variable *ir.Variable
	step     *term.Term
}

// countersOf lists the counters of a loop.
func (w *steps) countersOf(l *loop) []counter {
	if l.counted {
		return l.counters
	}
	l.counted = true
	steps, isOther := map[*term.Term]*term.Term{}, map[*term.Term]bool{}
	for _, b := range slices.SortedFunc(maps.Keys(l.In), func(a, b *ir.Block) int { return cmp.Compare(a.Index, b.Index) }) {
		effect := w.effects[b]
		for _, sym := range term.Keys(effect.changes) {
			if sym.Sort().Kind != term.KindBV {
				continue
			}
			step := w.terms.BVSub(effect.after.Apply(sym), sym)
			if known := steps[sym]; !step.IsConst() || known != nil && known != step {
				isOther[sym] = true
			}
			steps[sym] = step
		}
	}
	for sym, step := range steps {
		if v := w.program.VariableOf(sym); v != nil && !isOther[sym] && step != w.zero(sym.Sort()) {
			l.counters = append(l.counters, counter{v, step})
		}
	}
	slices.SortFunc(l.counters, func(a, b counter) int { return cmp.Compare(a.variable.Sym.ID(), b.variable.Sym.ID()) })
	return l.counters
}

func (w *steps) zero(s *term.Sort) *term.Term { return w.terms.BVConst(s.Width, 0) }

// keptByCounters lists what a loop may keep of its counters, of those that a value is about, as far as what is given
// where an edge leaves the loop's head speaks of where they end.
func (w *steps) keptByCounters(l *loop, given []*term.Term, value *term.Term) (out []*term.Term) {
	counters := w.countersOf(l)
	for i, c := range counters {
		x := c.variable.Sym
		for _, other := range counters[i+1:] {
			if value.DependsOn(x) || value.DependsOn(other.variable.Sym) {
				out = append(out, w.inStep(l, c, other)...)
			}
		}
	}
	for _, c := range counters {
		out = append(out, w.inDirection(l, c, given)...)
	}
	return append(out, w.definitions(l, value)...)
}

// inDirection says of a counter that what is given keeps from going round that it is not behind where it began.
func (w *steps) inDirection(l *loop, c counter, given []*term.Term) (out []*term.Term) {
	x := c.variable.Sym
	isDown := w.terms.BVSlt(c.step, w.zero(c.step.Sort())).IsTrue()
	for _, g := range given {
		o, is := orderOf(g)
		if !is || isDown && o.than != x || !isDown && o.less != x {
			continue
		}
		from := w.asEntered(l, x)
		if f := l.Head.Function; from == nil && c.variable.Kind == ir.Parameter && !w.points[f].reenters {
			from = w.ghost(f, c.variable) // as what was put to or taken from it before is often no less than nothing
		}
		switch {
		case from == nil:
		case isDown:
			out = append(out, w.notMore(o, x, from))
		default:
			out = append(out, w.notMore(o, from, x))
		}
	}
	return out
}

// bearsInStep says that the conditions of an edge out of a loop's head speak of a counter, and a value of another one.
func (w *steps) bearsInStep(e *edge, value *term.Term) bool {
	return slices.ContainsFunc(w.loopsAround(e.block), func(l *loop) bool {
		speaks := func(t *term.Term) func(counter) bool {
			return func(c counter) bool { return t.DependsOn(c.variable.Sym) }
		}
		counters := w.countersOf(l)
		return l.Head == e.block && slices.ContainsFunc(counters, speaks(value)) &&
			slices.ContainsFunc(e.given, func(g *term.Term) bool { return slices.ContainsFunc(counters, speaks(g)) })
	})
}

// inStep says that the loop changes two counters in step: of as many low bits as both have, so that it holds whatever
// carries out of these, and needs no other claim.
func (w *steps) inStep(l *loop, a, b counter) []*term.Term {
	width := min(a.step.Sort().Width, b.step.Sort().Width)
	low := func(t *term.Term) *term.Term { return w.terms.Extract(width-1, 0, t) }
	together := w.terms.BVSub(
		w.terms.BVMul(low(b.step), low(a.variable.Sym)), w.terms.BVMul(low(a.step), low(b.variable.Sym)))
	from := w.asEntered(l, together)
	if from == nil {
		return nil
	}
	return []*term.Term{w.terms.Eq(together, from)}
}

// definitions says of variables in a value that the loop leaves alone what they were given before.
func (w *steps) definitions(l *loop, value *term.Term) (out []*term.Term) {
	for _, sym := range value.Vars() {
		v := w.program.VariableOf(sym)
		if v == nil || v.Kind == ir.Parameter || l.changes[sym] || sym.Sort().Kind != term.KindBV {
			continue
		}
		if from := w.asEntered(l, sym); from != nil && from != sym {
			out = append(out, w.terms.Eq(sym, from))
		}
	}
	return out
}

// asEntered is what a term about the state at a loop's head is where the loop is entered, said by what the function was
// entered with, if nothing but the blocks that every run passes on the way has a bearing on it; nil: it cannot be said.
// Whether it is so is not known, but a claim.
func (w *steps) asEntered(l *loop, t *term.Term) *term.Term {
	f := l.Head.Function
	dominators := w.dominatorsOf(f)
	for at := dominators.Parent(l.Head.Index); at >= 0; at = dominators.Parent(at) {
		t = w.effects[f.Blocks[at]].after.Apply(t)
	}
	named := map[*term.Term]*term.Term{}
	for _, sym := range t.Vars() {
		v := w.program.VariableOf(sym)
		switch {
		case v == nil || v.Kind != ir.Parameter && v.Kind != ir.Global:
			return nil
		case !w.isChanged(f, sym):
		case w.points[f].reenters:
			return nil
		default:
			named[sym] = w.ghost(f, v)
		}
	}
	return w.terms.Substitute(t, named)
}

// isChanged says that a function changes a variable.
func (w *steps) isChanged(f *ir.Function, sym *term.Term) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return w.effects[b].changes[sym] })
}

func (w *steps) dominatorsOf(f *ir.Function) *ir.DominatorTree {
	tree := w.dominators[f]
	if tree == nil {
		tree = f.Dominators()
		w.dominators[f] = tree
	}
	return tree
}

// keptByStride lists what together says that a counter that is not yet at a bound is not beyond it with its next step:
// x + d <= y holds where x is not y, x <= y, and both are at whole steps of d, a power of two.
func (w *steps) keptByStride(given []*term.Term, value *term.Term) (out []*term.Term) {
	for _, g := range given {
		for _, o := range ordersFrom(g) {
			if !o.strict || o.less.Sort().Kind != term.KindBV {
				continue
			}
			for _, a := range ordersIn(value) {
				out = append(out, w.wholeSteps(o, a)...)
			}
		}
	}
	return out
}

// wholeSteps says of what one order bounds, and of its bound, that they are at whole steps of how far what the other
// order is about is from it; and that it is not beyond the bound, where it is only known not to be there.
func (w *steps) wholeSteps(o, a order) []*term.Term {
	if a.than.Sort() != o.than.Sort() {
		return nil
	}
	apart := w.terms.BVSub(o.than, a.than)
	if !apart.IsConst() {
		return nil
	}
	less := w.terms.BVSub(o.less, apart)
	if o.differ && a.strict && less == a.less {
		return []*term.Term{w.notMore(a, less, a.than)}
	}
	bits := term.PowerOfTwo(w.terms.BVSub(a.less, less))
	if bits <= 0 {
		return nil
	}
	low := func(t *term.Term) *term.Term { return w.terms.Extract(bits-1, 0, t) }
	whole := w.terms.Eq(low(less), low(a.than))
	if o.differ {
		return []*term.Term{w.notMore(a, less, a.than), whole}
	}
	return []*term.Term{whole}
}
