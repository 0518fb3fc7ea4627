package unfold

import (
	"maps"
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
	kept  keptCells
}

// keptCells are the contents of maps at the head of a loop that is passed: any value everywhere but in the cells of
// objects that no round writes. Without it a loop that clears a buffer would lose what any structure holds.
type keptCells struct {
	objects []uint64
	maps    map[*term.Term]bool
}

// forget gives any value to what the rounds of a loop may assign, at whose head a state is.
func (w *joined) forget(s *state, assigned []*ir.Variable) {
	head := headOfLoop{free: map[*term.Term]bool{}, kept: keptCells{w.keptAt(s, assigned), map[*term.Term]bool{}}}
	for _, v := range assigned {
		symbol := w.terms.Fresh(prefix+v.Name, v.Sort)
		head.free[symbol] = true
		value := symbol
		if w.hasAddresses(v) && len(head.kept.objects) > 0 {
			old := s.Eval(v.Sym)
			for _, i := range w.cells(old, head.kept.objects) {
				value = w.terms.Store(value, i, w.terms.Select(old, i))
			}
			head.kept.maps[value] = true
		}
		s.Set(v, value)
		if v.Kind == ir.Global {
			s.stores[v.Index] = 0
		}
	}
	if w.heads == nil {
		w.heads = map[string]headOfLoop{}
	}
	head.state = s.clone()
	w.heads[w.name(s)] = head
}

// keptAt are the objects that the rounds of a loop are taken not to write, at whose head a state is: all that have
// cells at constant addresses, but those that rounds were seen to write.
func (w *joined) keptAt(s *state, assigned []*ir.Variable) []uint64 {
	written, known := w.written[w.name(s)]
	if known && written == nil {
		return nil
	}
	var objects []uint64
	for _, v := range assigned {
		if w.hasAddresses(v) {
			for m := s.Eval(v.Sym); m.Op() == term.OpStore; m = m.Args()[0] {
				if i, constant := m.Args()[1].Value(); constant && !written[w.objectOf(i)] {
					objects = append(objects, w.objectOf(i))
				}
			}
		}
	}
	slices.Sort(objects)
	return slices.Compact(objects)
}

// hasAddresses says that a variable is a map of memory.
func (w *joined) hasAddresses(v *ir.Variable) bool {
	c := w.program.AllocCounter
	return c != nil && v.Sort.Kind == term.KindArray && v.Sort.Index == c.Sort && w.granule() > 0 && w.granule() < c.Sort.Width && c.Sort.Width <= 64
}

// granule is how many bits of an address are the offset in an object.
func (w *joined) granule() int { return w.program.Model.GranuleBits }

func (w *joined) objectOf(address term.Value) uint64 { return address.Uint64() >> w.granule() }

// cells are the constant addresses of a map's stores that are in some objects, in order.
func (w *joined) cells(m *term.Term, objects []uint64) []*term.Term {
	addresses := map[uint64]*term.Term{}
	for ; m.Op() == term.OpStore; m = m.Args()[0] {
		if i, constant := m.Args()[1].Value(); constant && slices.Contains(objects, w.objectOf(i)) {
			addresses[i.Uint64()] = m.Args()[1]
		}
	}
	var out []*term.Term
	for _, i := range slices.Sorted(maps.Keys(addresses)) {
		out = append(out, addresses[i])
	}
	return out
}

// covers says that a state that has come back to the head of a loop is one of those that are followed
// from there: only what was forgotten has another value.
func (w *joined) covers(s *state) bool {
	back := s.clone()
	back.top.rounds = slices.Clone(back.top.rounds)
	back.top.rounds[len(back.top.rounds)-1] = 0
	name := w.name(back)
	head, ok := w.heads[name]
	if !ok || common(head.state.conditions, s.conditions) < len(head.state.conditions) {
		return false
	}
	var writes []*term.Term // the addresses
	unknown := false        // another map
	same := func(before, now []*term.Term) bool {
		for i, v := range now {
			switch {
			case v == before[i] || head.free[before[i]]:
			case !head.kept.maps[before[i]]:
				return false
			case sharedBase(before[i], v) != before[i]:
				unknown = true
			default:
				for _, store := range storesSince(before[i], v) {
					writes = append(writes, store.Args()[1])
				}
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
	if !unknown && w.keeps(s, head.kept.objects, writes) {
		return true
	}
	w.learn(name, head.kept.objects, writes)
	w.again = true
	return false
}

// keeps says that in no run of a state the addresses are in one of some objects.
func (w *joined) keeps(s *state, objects []uint64, addresses []*term.Term) bool {
	var in []*term.Term
	for _, a := range addresses {
		upper := s.simplified(w.terms.Extract(a.Sort().Width-1, w.granule(), a))
		for _, o := range objects {
			in = append(in, w.terms.Eq(upper, w.terms.BVConst(upper.Sort().Width, o)))
		}
	}
	any := w.terms.Or(in...)
	return any.IsFalse() || w.excluded(s.conditions, any)
}

// learn notes the objects that rounds of the loop at a place may write, as constants in the addresses tell them; where
// these tell none nothing is kept there.
func (w *joined) learn(place string, objects []uint64, addresses []*term.Term) {
	written := maps.Clone(w.written[place])
	if written == nil {
		written = map[uint64]bool{}
	}
	before := len(written)
	walk := term.Walker(func(t *term.Term) bool {
		if value, constant := t.Value(); constant && t.Sort() == w.program.AllocCounter.Sort && slices.Contains(objects, w.objectOf(value)) {
			written[w.objectOf(value)] = true
		}
		return t.Sort().Kind != term.KindArray
	})
	for _, a := range addresses {
		walk(a)
	}
	if len(written) == before {
		written = nil
	}
	if w.written == nil {
		w.written = map[string]map[uint64]bool{}
	}
	w.written[place] = written
}

// kept are the objects that passed loops keep, for the proof.
func (w *joined) kept() []verdict.KeptObjects {
	var out []verdict.KeptObjects
	for _, place := range slices.Sorted(maps.Keys(w.heads)) {
		if objects := w.heads[place].kept.objects; len(objects) > 0 {
			out = append(out, verdict.KeptObjects{Place: place, Objects: objects})
		}
	}
	return out
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

// countingOf returns how the loop of a head counts; nil: it is not known.
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
