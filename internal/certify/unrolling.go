package certify

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// unrolling follows the paths of the program together, as verdict.Unrolling says, and refutes that a
// run begins a round that is said not to be begun, or gets to an error. Nothing of what found the
// proof is used, but for the order in which places are visited (ir.LoopOrder), on which no claim
// rests: paths are joined only where all open calls are in the same blocks, whenever that is.
func (k *checker) unrolling(u *verdict.Unrolling, reached func(*verdict.Graph, map[int]bool)) error {
	w := &unroller{
		unfolder: unfolder{
			checker: k, left: u.Blocks, visited: map[*ir.Block]bool{}, inputs: map[*term.Term]bool{}, fixing: byAssumptions,
		},
		orders: map[*ir.Function]*ir.LoopOrder{}, ends: map[string]bool{}, placed: map[string]bool{},
		passed: map[*ir.Block][]*ir.Variable{}, entered: map[string]headOfLoop{}, kept: map[string][]uint64{}, waiting: map[string][]impossible{},
	}
	for _, f := range k.program.Functions {
		if w.orders[f] = f.LoopOrder(); w.orders[f] == nil {
			return &Rejection{"the unrolling", "a loop of " + f.Name + " is entered elsewhere than at its head"}
		}
	}
	for _, end := range u.Ends {
		w.ends[end] = true
	}
	for _, place := range u.Placed {
		w.placed[place] = true
	}
	for _, at := range u.Passed {
		f := k.program.Function(at.Function)
		if f == nil || at.Block < 0 || at.Block >= len(f.Blocks) {
			return &Rejection{"the unrolling", fmt.Sprintf("there is no block %d of %q", at.Block, at.Function)}
		}
		loop := ir.LoopAt(f.Blocks[at.Block])
		if loop == nil {
			return &Rejection{"the unrolling", fmt.Sprintf("block %d of %s is no head of a loop", at.Block, f.Name)}
		}
		w.passed[loop.Head] = loop.Assigns()
	}
	for _, k := range u.Kept {
		w.kept[k.Place] = k.Objects
	}
	first := w.entry()
	first.frame().rounds = w.orders[k.program.Entry].Start(k.program.Entry)
	w.arrive(first)
	for len(w.open) > 0 {
		here := w.open[0]
		w.open = w.open[1:]
		paths, err := w.together(here.paths)
		if err != nil {
			return err
		}
		for _, p := range paths {
			if err := w.from(p); err != nil {
				return err
			}
		}
	}
	if err := w.refuteAll(); err != nil {
		return err
	}
	if reached != nil {
		w.tell(reached)
	}
	return nil
}

// unroller follows paths that are joined where they meet.
type unroller struct {
	unfolder
	orders  map[*ir.Function]*ir.LoopOrder
	ends    map[string]bool
	placed  map[string]bool
	passed  map[*ir.Block][]*ir.Variable // by the heads of loops that are not unrolled, what these assign
	kept    map[string][]uint64          // by places, the objects that rounds of such a loop do not write
	entered map[string]headOfLoop        // where paths came to such heads from outside, by their places
	open    []arrivals                   // in the order in which they are to be visited
	waiting map[string][]impossible      // by where these paths allocate next
}

// impossible is a path on which no run may be.
type impossible struct {
	where string
	facts []*term.Term
}

// askedTogether is how many paths one question is about: what a solver finds out of their common
// history serves all of them.
const askedTogether = 16

// never refutes that a run is on a path, with others that are still to come: with those that have allocated the same,
// since others share but the beginning with it.
func (w *unroller) never(p *path, where string) error {
	next := verdict.Next(w.next(p))
	w.waiting[next] = append(w.waiting[next], impossible{where, p.facts})
	if len(w.waiting[next]) < askedTogether {
		return nil
	}
	return w.refuteWaiting(next)
}

// refuteAll refutes that a run is on any of the paths that are waiting for it.
func (w *unroller) refuteAll() error {
	for _, next := range slices.Sorted(maps.Keys(w.waiting)) {
		if err := w.refuteWaiting(next); err != nil {
			return err
		}
	}
	return nil
}

// refuteWaiting is refuteAll for those that allocate next at one place: together, and where that is not decided one by
// one.
func (w *unroller) refuteWaiting(next string) error {
	waiting := w.waiting[next]
	delete(w.waiting, next)
	if len(waiting) == 0 {
		return nil
	}
	w.counts.Obligations += len(waiting)
	shared := waiting[0].facts
	for _, i := range waiting {
		shared = shared[:sharedFacts(shared, i.facts)]
	}
	var any []*term.Term
	for _, i := range waiting {
		any = append(any, w.terms.And(i.facts[len(shared):]...))
	}
	err := w.oracle.refute("the unrolling", append(slices.Clone(shared), w.terms.Or(any...)), nil, w.oracle.timeout)
	if !errors.As(err, new(*GaveUp)) {
		return err
	}
	for _, i := range waiting {
		if err := w.oracle.insist("the unrolling: "+i.where, i.facts, nil); err != nil {
			return err
		}
	}
	return nil
}

// arrivals are the paths that have come to one place.
type arrivals struct {
	order []int
	paths []*path
}

// arrive leaves a path to be continued when all that may meet it has come there. A path on which the
// address of the next object is a choice becomes two.
func (w *unroller) arrive(p *path) {
	if next := w.next(p); next != nil && next.Op() == term.OpIte {
		choice := next.Args()[0]
		other := p.copied()
		w.arrive(w.chosen(p, choice, choice, 1))
		w.arrive(w.chosen(other, choice, w.terms.Not(choice), 2))
		return
	}
	order := w.order(p)
	i, found := slices.BinarySearchFunc(w.open, order, func(a arrivals, order []int) int { return slices.Compare(a.order, order) })
	if !found {
		w.open = slices.Insert(w.open, i, arrivals{order: order})
	}
	w.open[i].paths = append(w.open[i].paths, p)
}

// next is where the path allocates its next object, nil in a program that allocates none.
func (w *unroller) next(p *path) *term.Term {
	if w.program.AllocCounter == nil {
		return nil
	}
	return p.values[w.program.AllocCounter.Sym]
}

// chosen restricts a path to the runs that satisfy a fact, for which a choice has one of its arms.
func (w *unroller) chosen(p *path, choice, fact *term.Term, arm int) *path {
	w.add(p, fact)
	resolve := func(values map[*term.Term]*term.Term) {
		for sym, v := range values {
			if v.Op() == term.OpIte && v.Args()[0] == choice {
				values[sym] = v.Args()[arm]
			}
		}
	}
	resolve(p.values)
	for i := range p.frames {
		resolve(p.frames[i].values)
	}
	return p
}

// order is where a path stands among others: numbers that compare as places are visited.
func (w *unroller) order(p *path) []int {
	var out []int
	for i, f := range p.frames {
		out = append(out, w.orders[f.at.Function].Place(f.at, f.rounds)...)
		if i < len(p.frames)-1 {
			out = append(out, 0)
		} else if f.called {
			out = append(out, 1)
		}
	}
	return out
}

// from continues a path up to where others may meet it, and refutes that it is at an error.
func (w *unroller) from(p *path) error {
	if f := p.frame(); !f.called && w.isPassed(f.at) {
		if w.orders[f.at.Function].Again(f.at, f.rounds) {
			return w.covered(p)
		}
		w.forget(p)
	} else if !f.called && w.orders[f.at.Function].Again(f.at, f.rounds) {
		if place := w.place(p); w.ends[place] {
			return w.never(p, "a round that none begins, at "+place)
		}
	}
	for {
		at := p.frame().at
		if w.left--; w.left < 0 {
			return &Rejection{"the unrolling", "the paths are longer than it says"}
		}
		w.visited[at] = true
		if call := soleCall(at); call != nil && !p.frame().called {
			if err := w.callee(p, call); err != nil {
				return err
			}
			p.frame().rounds = w.orders[call.Callee].Start(call.Callee)
			continue
		} else if call == nil {
			blocked, err := w.instructions(p, at)
			if blocked || err != nil {
				return err
			}
			w.locate(p)
		}
		p.frame().called = false
		switch t := at.Terminator.(type) {
		case *ir.Goto:
			return w.split(p, t)
		case *ir.Return:
			if len(p.frames) == 1 {
				return nil
			}
			if err := w.back(p); err != nil {
				return err
			}
			w.arrive(p)
			return nil
		case *ir.Halt:
			return nil
		case *ir.Error, *ir.Unsupported:
			return w.never(p, w.errorAt(at))
		default:
			return fmt.Errorf("certify: block %d of %s ends in %T", at.Index, at.Function.Name, t)
		}
	}
}

func (w *unroller) place(p *path) string {
	calls := make([]verdict.CallAt, len(p.frames))
	for i, f := range p.frames {
		calls[i] = verdict.CallAt{Function: f.at.Function.Name, Block: f.at.Index, Rounds: f.rounds}
	}
	return verdict.Place(calls, w.next(p))
}

func (w *unroller) errorAt(at *ir.Block) string {
	return fmt.Sprintf("an error in block %d of %s", at.Index, at.Function.Name)
}

// split sends a path along all edges of a block that are not plainly closed. It refutes at once that a run goes to a
// block which but fails: there is nothing behind it for which paths had to be joined.
func (w *unroller) split(p *path, t *ir.Goto) error {
	from, rounds := p.frame().at, p.frame().rounds
	for _, target := range t.Targets {
		guard := w.value(p, target.Guard)
		if guard.IsFalse() {
			continue
		}
		behind := p.copied()
		w.add(behind, guard)
		f := behind.frame()
		if isFailure(target.Block) {
			if err := w.never(behind, w.errorAt(target.Block)); err != nil {
				return err
			}
			w.visited[target.Block] = true
			continue
		}
		f.at, f.rounds = target.Block, w.orders[from.Function].Rounds(from, rounds, target.Block)
		w.arrive(behind)
	}
	return nil
}

// isFailure says that a block has nothing but an end that no run may come to.
func isFailure(b *ir.Block) bool {
	if len(b.Instructions) > 0 {
		return false
	}
	switch b.Terminator.(type) {
	case *ir.Error, *ir.Unsupported:
		return true
	}
	return false
}

// together makes one path of all that have the same next address, as far as it is named.
func (w *unroller) together(paths []*path) ([]*path, error) {
	var groups [][]*path
	var keys []string
	for _, p := range paths {
		key := verdict.Next(w.next(p))
		i := slices.Index(keys, key)
		if i < 0 {
			i = len(keys)
			keys, groups = append(keys, key), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	var out []*path
	for _, g := range groups {
		p, err := w.union(g)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// union is a path of all runs of some. Those with the longest common history are joined first.
func (w *unroller) union(paths []*path) (*path, error) {
	for len(paths) > 1 {
		longest, first, second := -1, 0, 0
		for j := range paths {
			for i := range j {
				if n := history(paths[i], paths[j]); n > longest {
					longest, first, second = n, i, j
				}
			}
		}
		one, err := w.either(paths[first], paths[second], longest)
		if err != nil {
			return nil, err
		}
		paths[first] = one
		paths = slices.Delete(paths, second, second+1)
	}
	return paths[0], nil
}

// history is how many facts two paths share before they differ.
func history(p, q *path) int { return sharedFacts(p.facts, q.facts) }

func sharedFacts(facts, others []*term.Term) int {
	n := min(len(facts), len(others))
	for i := range n {
		if facts[i] != others[i] {
			return i
		}
	}
	return n
}

// either is a path of the runs of p and of those of q, which share so many facts. Whether a run is one
// of p tells a fact of p whose negation is one of q, or else a symbol that may be either.
func (w *unroller) either(p, q *path, shared int) (*path, error) {
	if !slices.EqualFunc(p.frames, q.frames, func(f, g frame) bool { return f.at == g.at && f.called == g.called }) {
		return nil, fmt.Errorf("certify: paths at different places have one order")
	}

	onlyP, onlyQ := p.facts[shared:], q.facts[shared:]
	var isP *term.Term
	for _, fact := range onlyP {
		if slices.Contains(onlyQ, w.terms.Not(fact)) {
			isP = fact
			break
		}
	}
	if isP == nil {
		isP = w.terms.Fresh("certify!side", w.terms.True().Sort())
	}
	out := p.copied()
	out.facts, out.context = slices.Clone(p.facts[:shared]), nil
	for _, fact := range onlyP {
		w.add(out, w.terms.Or(w.terms.Not(isP), fact))
	}
	for _, fact := range onlyQ {
		w.add(out, w.terms.Or(isP, fact))
	}
	w.eitherValue(isP, p, q, out.values, q.values)
	if next := w.next(p); next != nil {
		out.values[w.program.AllocCounter.Sym] = w.eitherNext(isP, next, w.next(q))
	}
	for i := range out.frames {
		w.eitherValue(isP, p, q, out.frames[i].values, q.frames[i].values)
	}
	for sym, n := range q.writes {
		out.writes[sym] = max(out.writes[sym], n)
	}
	return out, nil
}

// eitherNext is eitherTerm for the next address. Where nothing but unknown sizes differs the choice is
// between these, so that the address is none.
func (w *unroller) eitherNext(isP, next, other *term.Term) *term.Term {
	sizes, otherSizes := verdict.Sizes(next), verdict.Sizes(other)
	known, otherKnown := next, other
	for _, size := range sizes {
		known = w.terms.BVSub(known, size)
	}
	for _, size := range otherSizes {
		otherKnown = w.terms.BVSub(otherKnown, size)
	}
	if len(sizes) != len(otherSizes) || known != otherKnown {
		return w.eitherTerm(isP, next, other)
	}
	either := known
	for i, size := range sizes {
		either = w.terms.BVAdd(either, w.terms.Ite(isP, size, otherSizes[i]))
	}
	return either
}

// eitherValue makes of the values of p those of either. A variable that has none yet is its own symbol. What is no map
// is put in the context of the path that it is of.
func (w *unroller) eitherValue(isP *term.Term, p, q *path, ofP, ofQ map[*term.Term]*term.Term) {
	for sym, v := range ofQ {
		if _, ok := ofP[sym]; !ok && v != sym {
			ofP[sym] = sym
		}
	}
	for _, sym := range term.Keys(ofP) {
		v := ofP[sym]
		other, ok := ofQ[sym]
		if !ok {
			other = sym
		}
		if v != other && sym.Sort().Kind != term.KindArray {
			v, other = w.inContext(p, v), w.inContext(q, other)
		}
		ofP[sym] = w.eitherTerm(isP, v, other)
	}
}

// eitherTerm is v if isP holds, else other. Where both are one map with stores it is that map with
// the stores of v, which change nothing unless isP holds, and then those of other, which change
// nothing if it does.
func (w *unroller) eitherTerm(isP, v, other *term.Term) *term.Term {
	if v == other {
		return v
	}
	var ofV []*term.Term
	before := map[*term.Term]int{} // a map that v was made of, by the number of stores since
	for at := v; ; at = at.Args()[0] {
		before[at] = len(ofV)
		if at.Op() != term.OpStore {
			break
		}
		ofV = append(ofV, at)
	}
	var ofOther []*term.Term
	at := other
	for at.Op() == term.OpStore {
		if _, ok := before[at]; ok {
			break
		}
		ofOther, at = append(ofOther, at), at.Args()[0]
	}
	since, ok := before[at]
	if !ok || since+len(ofOther) == 0 {
		return w.terms.Ite(isP, v, other)
	}
	m := at
	for _, s := range slices.Backward(ofV[:since]) {
		index := s.Args()[1]
		m = w.terms.Store(m, index, w.terms.Ite(isP, s.Args()[2], w.terms.Select(m, index)))
	}
	for _, s := range slices.Backward(ofOther) {
		index := s.Args()[1]
		m = w.terms.Store(m, index, w.terms.Ite(isP, w.terms.Select(m, index), s.Args()[2]))
	}
	return m
}

// locate replaces the sizes by which the next address is no constant, where the proof says that it may
// be, and the facts of the path say that each is one granule.
func (w *unroller) locate(p *path) {
	next := w.next(p)
	if len(w.placed) == 0 || next == nil || next.IsConst() || !w.placed[w.place(p)] {
		return
	}
	for _, size := range verdict.Sizes(next) {
		one := w.terms.BVConst(next.Sort().Width, 1<<w.program.Model.GranuleBits)
		other := append(slices.Clone(p.facts), w.terms.Ne(size, one))
		if w.oracle.refute("the unrolling: a size", other, nil, w.oracle.timeout) == nil {
			w.replace(p, size, one)
		}
	}
}
