package unfold

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// passedLoops are the loops that are not unrolled, by their heads, with what their rounds may assign. That
// has any value from the first arrival at the head on, so one round stands for all of them: a copy of so
// many bytes as an input says needs no bound then, and what it wrote is not known.
type passedLoops map[*ir.Block][]*ir.Variable

// places are the heads, for the proof.
func (l passedLoops) places(p *ir.Program) []verdict.LoopAt {
	var out []verdict.LoopAt
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if _, passed := l[b]; passed {
				out = append(out, verdict.LoopAt{Function: f.Name, Block: b.Index})
			}
		}
	}
	return out
}

// pass has a loop passed from now on, and says whether it is: one that allocates is not, since where
// objects are would be forgotten.
func (w *joined) pass(head *ir.Block) bool {
	l := ir.LoopAt(head)
	if l == nil {
		return false
	}
	assigned := l.Assigns()
	if c := w.program.AllocCounter; c != nil && slices.Contains(assigned, c) {
		return false
	}
	if w.passed == nil {
		w.passed = passedLoops{}
	}
	w.passed[head] = assigned
	return true
}

// headOfLoop is a state that came to the head of a loop from outside, and the symbols of what it forgot there.
type headOfLoop struct {
	state *state
	free  map[*term.Term]bool
}

// forget gives any value to what the rounds of a loop may assign, at whose head a state is.
func (w *joined) forget(s *state, assigned []*ir.Variable) {
	free := map[*term.Term]bool{}
	for _, v := range assigned {
		symbol := w.terms.Fresh(prefix+v.Name, v.Sort)
		free[symbol] = true
		s.Set(v, symbol)
	}
	if w.heads == nil {
		w.heads = map[string]headOfLoop{}
	}
	w.heads[w.name(s)] = headOfLoop{s.clone(), free}
}

// covers says that a state that has come back to the head of a loop is one of those that are followed
// from there: only what was forgotten has another value.
func (w *joined) covers(s *state) bool {
	back := s.clone()
	back.top.rounds = slices.Clone(back.top.rounds)
	back.top.rounds[len(back.top.rounds)-1] = 0
	head, ok := w.heads[w.name(back)]
	if !ok || common(head.state.conditions, s.conditions) < len(head.state.conditions) {
		return false
	}
	same := func(before, now []*term.Term) bool {
		for i, v := range now {
			if v != before[i] && !head.free[before[i]] {
				return false
			}
		}
		return true
	}
	if !same(head.state.globals, s.globals) {
		return false
	}
	for a, b := head.state.top, s.top; b != nil; a, b = a.caller, b.caller {
		if !same(a.values, b.values) {
			return false
		}
	}
	return true
}

// counting is a loop whose head lets a run stay while a condition holds on a counter that every round
// moves up by one.
type counting struct {
	counter *ir.Variable
	stays   *term.Term
}

// hasManyRounds says that a state is at the head of a loop that counts, and that a run may count further
// than loops are unrolled: then it need not be tried.
func (w *joined) hasManyRounds(s *state) bool {
	c := w.countingOf(s.top.block)
	if c == nil {
		return false
	}
	after := func(rounds uint64) *term.Term {
		later := w.terms.BVAdd(c.counter.Sym, w.terms.BVConst(c.counter.Sort.Width, rounds))
		return s.Eval(w.terms.Substitute(c.stays, map[*term.Term]*term.Term{c.counter.Sym: later}))
	}
	if s.Eval(c.stays).IsTrue() && after(mostRounds).IsConst() {
		return !after(mostPlain).IsFalse()
	}
	stays := after(mostRounds)
	return !stays.IsFalse() && w.asked(s.conditions, stays) == solver.Sat
}

// isPlain says that whether a loop that counts has a further round depends on no input.
func (w *joined) isPlain(s *state) bool {
	c := w.countingOf(s.top.block)
	return c != nil && s.Eval(c.stays).IsConst()
}

// countingOf is what is known of the head of a loop, nil if nothing is.
func (w *joined) countingOf(head *ir.Block) *counting {
	c, known := w.counting[head]
	if !known {
		if w.counting == nil {
			w.counting = map[*ir.Block]*counting{}
		}
		c = w.countingAt(head)
		w.counting[head] = c
	}
	return c
}

func (w *joined) countingAt(head *ir.Block) *counting {
	l := ir.LoopAt(head)
	t, branches := head.Terminator.(*ir.Goto)
	if l == nil || !branches || len(head.Instructions) > 0 {
		return nil
	}
	var stays *term.Term
	for _, target := range t.Targets {
		switch {
		case !l.In[target.Block]:
		case stays != nil:
			return nil
		default:
			stays = target.Guard
		}
	}
	if stays == nil || stays.IsTrue() {
		return nil
	}
	assigned := l.Assigns()
	var counter *ir.Variable
	for _, sym := range stays.Vars() {
		switch v := w.program.VariableOf(sym); {
		case v == nil || !slices.Contains(assigned, v):
		case counter != nil || v.Kind == ir.Global || v.Sort.Kind != term.KindBV || !w.countsUp(l, v):
			return nil
		default:
			counter = v
		}
	}
	if counter == nil {
		return nil
	}
	return &counting{counter, stays}
}

// countsUp says that all that a loop does to a variable is to add one.
func (w *joined) countsUp(l *ir.NaturalLoop, v *ir.Variable) bool {
	next := w.terms.BVAdd(v.Sym, w.terms.BVConst(v.Sort.Width, 1))
	for b := range l.In {
		for _, i := range b.Instructions {
			if a, isAssign := i.(*ir.Assign); slices.Contains(ir.Defined(i), v) && !(isAssign && a.Src == next) {
				return false
			}
		}
	}
	return true
}
