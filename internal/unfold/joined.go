package unfold

import (
	"context"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Joined follows the paths of a program as Run does, but joins those that meet: paths that are at one
// place, in the same calls and in the same rounds of all loops, become one whose values are choices
// between theirs. So the work grows with the rounds of loops and not with the number of paths. The
// solver is asked at the beginning of each further round of a loop whether a run gets there, and at
// each error. A loop of many rounds is passed (passed.go). Paths that allocated differently much stay
// apart, since where an object is would be a choice otherwise, and with it every access.
func Joined(ctx context.Context, p *ir.Program, s solver.Solver, limits Limits) Outcome {
	w := &joined{paths: paths{ctx: ctx, program: p, terms: p.Terms, solver: s, limits: limits}, orders: map[*ir.Function]*ir.LoopOrder{}}
	for _, f := range p.Functions {
		if w.orders[f] = f.LoopOrder(); w.orders[f] == nil {
			return w.out
		}
	}
	start := w.start()
	start.top.rounds = w.orders[p.Entry].Start(p.Entry)
	start.bindsAssumed = true
	for w.begin(start); !w.walk() || !w.noErrors(); w.begin(start) {
		if !w.again {
			return w.out
		}
	}
	w.out.Unrolling = &verdict.Unrolling{Blocks: w.out.Blocks, Ends: w.ends, Placed: w.placed, Passed: w.passed.places(p), Kept: w.kept()}
	return w.out
}

// begin leaves nothing of a walk but which loops are passed.
func (w *joined) begin(start *state) {
	w.waiting, w.ends, w.errors, w.placed, w.heads, w.again, w.out.Blocks = nil, nil, nil, nil, nil, false, 0
	w.wait(start.clone())
}

// joined is the walk.
type joined struct {
	paths
	orders  map[*ir.Function]*ir.LoopOrder
	waiting []*meeting // in the order of their places
	ends    []string
	errors  map[string][][]*term.Term // the conditions of paths to errors that are not refuted yet, by where these allocate next
	placed  []string                  // where the address of the next object was found
	passed  passedLoops
	heads   map[string]headOfLoop // where states came to loops that are passed, by their names
	// written are the objects that rounds of passed loops were seen to write, by the places at which states came to the
	// loops; nil: any.
	written map[string]map[uint64]bool
	// counting has what is known of the heads of loops; nil: nothing.
	counting map[*ir.Block]*counting
	again    bool // the walk is to begin again, since one more loop is passed
}

// askedTogether is how many errors one question is about: what the solver finds out of their common
// history serves all of them.
const askedTogether = 16

// never says that no run satisfies the conditions of a path that is at an error, as far as it was asked yet. Paths
// that allocated differently are never joined and share little, so that the errors of each have questions of their own.
func (w *joined) never(s *state) bool {
	next := verdict.Next(w.next(s))
	if w.errors == nil {
		w.errors = map[string][][]*term.Term{}
	}
	w.errors[next] = append(w.errors[next], s.conditions)
	return len(w.errors[next]) < askedTogether || w.noErrorsOf(next)
}

// noErrors says that no run takes one of the paths to errors that there are so far.
func (w *joined) noErrors() bool {
	for _, next := range slices.Sorted(maps.Keys(w.errors)) {
		if !w.noErrorsOf(next) {
			return false
		}
	}
	return true
}

// noErrorsOf says the same of those that allocate next at one place: it asks about all together, and where that is not
// decided about each.
func (w *joined) noErrorsOf(next string) bool {
	errors := w.errors[next]
	delete(w.errors, next)
	if len(errors) == 0 {
		return true
	}
	shared := errors[0]
	for _, conditions := range errors {
		shared = shared[:common(shared, conditions)]
	}
	rest := make([]*term.Term, len(errors))
	for i, conditions := range errors {
		rest[i] = w.terms.And(conditions[len(shared):]...)
	}
	switch status := w.asked(shared, w.terms.Or(rest...)); {
	case status == solver.Sat:
		return false
	case status == solver.Unsat:
		return true
	}
	happens := func(conditions []*term.Term) bool { return !w.excluded(conditions, nil) }
	return len(errors) > 1 && !slices.ContainsFunc(errors, happens)
}

// meeting are the states that have come to a place.
type meeting struct {
	place  []int
	states []*state
}

// walk follows all states, those first to which others cannot lead any more. It says whether all
// paths end without an error.
func (w *joined) walk() bool {
	for len(w.waiting) > 0 {
		m := w.waiting[0]
		w.waiting = w.waiting[1:]
		for _, s := range w.meet(m.states) {
			if !w.enter(s) || !w.advance(s) {
				return false
			}
		}
	}
	return true
}

// wait puts a state to the others that come to its place.
func (w *joined) wait(s *state) {
	if c := w.program.AllocCounter; c != nil && s.globals[c.Index].Op() == term.OpIte {
		choice := s.globals[c.Index].Args()[0]
		s.assumed = true
		other := s.clone()
		w.wait(s.given(choice, 1))
		w.wait(other.given(choice, 2))
		return
	}
	place := w.order(s)
	i, found := slices.BinarySearchFunc(w.waiting, place, func(m *meeting, place []int) int { return slices.Compare(m.place, place) })
	if !found {
		w.waiting = slices.Insert(w.waiting, i, &meeting{place: place})
	}
	w.waiting[i].states = append(w.waiting[i].states, s)
}

// order is where a state is: block and rounds of each activation, the outermost first. A call that
// has returned comes behind all that is done in it.
func (w *joined) order(s *state) []int {
	var stack []*activation
	for a := s.top; a != nil; a = a.caller {
		stack = append(stack, a)
	}
	slices.Reverse(stack)
	var out []int
	for i, a := range stack {
		out = append(out, w.orders[a.function].Place(a.block, a.rounds)...)
		switch {
		case i < len(stack)-1:
			out = append(out, 0)
		case a.returned:
			out = append(out, 1)
		}
	}
	return out
}

// enter says whether the state goes on; ok is false if the walk is over.
func (w *joined) enter(s *state) (ok bool) {
	a := s.top
	if a.returned {
		return true
	}
	again := w.orders[a.function].Again(a.block, a.rounds)
	if _, passed := w.passed[a.block]; !again && !passed && w.hasManyRounds(s) {
		w.pass(a.block)
	}
	if assigned, passed := w.passed[a.block]; passed {
		if !again {
			w.forget(s, assigned)
			return true
		}
		covered := w.covers(s)
		s.top = nil
		return covered
	}
	if !again {
		return true
	}
	most := mostPlain
	if !w.isPlain(s) {
		if w.excluded(s.conditions, nil) {
			w.ends = append(w.ends, w.name(s))
			s.top = nil
			return true
		}
		most = mostRounds
	}
	if rounds := a.rounds[len(a.rounds)-1]; rounds > most {
		w.again = w.pass(a.block)
		return false
	}
	return w.out.Queries <= w.limits.Queries
}

// mostRounds is how many rounds a loop may have whose end depends on inputs: one that has more is
// likely to have as many as the largest number. mostPlain is that of a loop whose end depends on none,
// such as that of a memset of a structure: nothing is asked there.
const (
	mostRounds = 40
	mostPlain  = 1000
)

// name is that of the place of a state.
func (w *joined) name(s *state) string {
	var calls []verdict.CallAt
	for a := s.top; a != nil; a = a.caller {
		calls = append(calls, verdict.CallAt{Function: a.function.Name, Block: a.block.Index, Rounds: a.rounds})
	}
	slices.Reverse(calls)
	return verdict.Place(calls, w.next(s))
}

// next is where a state allocates its next object, nil in a program that allocates none.
func (w *joined) next(s *state) *term.Term {
	if c := w.program.AllocCounter; c != nil {
		return s.globals[c.Index]
	}
	return nil
}

// advance executes a state up to where others may meet it. ok is false if it is at an error that a
// run may come to, or at a limit.
func (w *joined) advance(s *state) (ok bool) {
	for s.top != nil {
		if w.out.Blocks++; w.out.Blocks > w.limits.Blocks || w.ctx.Err() != nil {
			return false
		}
		b := s.top.block
		if call := callOf(b); call != nil && !s.top.returned {
			if s.depth() > mostCalls {
				return false
			}
			s.call(call, sem.Bind(s, call))
			s.top.rounds = w.orders[call.Callee].Start(call.Callee)
			continue
		}
		s.top.returned = false
		if callOf(b) == nil {
			if sem.Execute(s, b) >= 0 {
				return true
			}
			w.locate(s)
		}
		switch t := b.Terminator.(type) {
		case *ir.Goto:
			return w.branchJoined(s, s.edges(t))
		case *ir.Return:
			if s.top.caller == nil {
				return true
			}
			s.leave()
			w.wait(s)
			return true
		case *ir.Halt:
			return true
		default: // an error, or what is not modelled
			return w.never(s)
		}
	}
	return true
}

// mostCalls is how many calls may be open.
const mostCalls = 60

func (s *state) depth() (n int) {
	for a := s.top; a != nil; a = a.caller {
		n++
	}
	return n
}

// branchJoined sends a state along edges. Those to an error end there: paths that fail are not joined, since nothing
// comes behind, and each is excluded by what is known on its own. ok is false if a run may fail.
func (w *joined) branchJoined(s *state, edges []edge) (ok bool) {
	order := w.orders[s.top.function]
	for i, e := range edges {
		behind := s
		if i < len(edges)-1 {
			behind = s.clone()
		}
		from := behind.top.block
		if !e.guard.IsTrue() {
			behind.conditions = append(slices.Clip(behind.conditions), e.guard)
		}
		if fails(e.target) {
			if !w.never(behind) {
				return false
			}
			continue
		}
		behind.top.rounds = order.Rounds(from, behind.top.rounds, e.target)
		behind.top.block = e.target
		w.wait(behind)
	}
	return true
}

// fails says that a block is an error or not modelled, and nothing else.
func fails(b *ir.Block) bool {
	switch b.Terminator.(type) {
	case *ir.Error, *ir.Unsupported:
		return len(b.Instructions) == 0
	}
	return false
}

// meet joins the states that allocated the same, as far as that is known.
func (w *joined) meet(states []*state) []*state {
	var out []*state
	for len(states) > 0 {
		var same, others []*state
		for _, s := range states {
			if verdict.Next(w.next(states[0])) == verdict.Next(w.next(s)) {
				same = append(same, s)
			} else {
				others = append(others, s)
			}
		}
		out, states = append(out, w.joinAll(same)), others
	}
	return out
}

// joinAll joins those first that went the same way for longest: one branch is what tells them apart.
func (w *joined) joinAll(states []*state) *state {
	for len(states) > 1 {
		best, x, y := -1, 0, 1
		for i := range states {
			for j := i + 1; j < len(states); j++ {
				if n := common(states[i].conditions, states[j].conditions); n > best {
					best, x, y = n, i, j
				}
			}
		}
		states[x] = w.join(states[x], states[y])
		states = slices.Delete(states, y, y+1)
	}
	return states[0]
}

// common is how many conditions two states share from the beginning.
func common(x, y []*term.Term) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// join is a state of all runs of x and of y. Its choice is the condition that tells x from y if there
// is one, or else a symbol.
func (w *joined) join(x, y *state) *state {
	n := common(x.conditions, y.conditions)
	choice, ofX, ofY := w.choice(x.conditions[n:], y.conditions[n:])
	out := x.clone()
	out.conditions, out.known = slices.Clone(x.conditions[:n]), nil
	for _, c := range ofX {
		out.require(w.terms.Implies(choice, c))
	}
	for _, c := range ofY {
		out.require(w.terms.Or(choice, c))
	}
	for i, v := range y.globals {
		if c := w.program.AllocCounter; c != nil && i == c.Index {
			out.globals[i] = w.chooseNext(choice, out.globals[i], v)
			continue
		}
		out.globals[i] = w.chooseValue(choice, x, y, out.globals[i], v)
		out.stores[i] = max(out.stores[i], y.stores[i])
	}
	for a, b := out.top, y.top; a != nil; a, b = a.caller, b.caller {
		for i, v := range b.values {
			a.values[i] = w.chooseValue(choice, x, y, a.values[i], v)
		}
	}
	return out
}

func (w *joined) choice(x, y []*term.Term) (choice *term.Term, ofX, ofY []*term.Term) {
	for i, c := range x {
		if j := slices.Index(y, w.terms.Not(c)); j >= 0 {
			return c, slices.Delete(slices.Clone(x), i, i+1), slices.Delete(slices.Clone(y), j, j+1)
		}
	}
	return w.terms.Fresh("unfold!choice", w.terms.True().Sort()), x, y
}

// chooseValue is choose for the values of a variable in two states. Each is what it is there: a status that a check set
// is a constant where it was set, and a choice that has that constant says which way a run came.
func (w *joined) chooseValue(choice *term.Term, x, y *state, ofX, ofY *term.Term) *term.Term {
	if ofX == ofY {
		return ofX
	}
	if ofX.Sort().Kind == term.KindArray {
		return w.choose(choice, ofX, ofY)
	}
	return w.choose(choice, x.simplified(ofX), y.simplified(ofY))
}

// choose is x where the choice holds, else y. Of maps that were made of one by stores it is that one
// with the stores of both, each of which changes something only where its side is chosen: a select
// from it passes the stores at other addresses.
func (w *joined) choose(choice, x, y *term.Term) *term.Term {
	if x == y {
		return x
	}
	if x.Op() != term.OpStore && y.Op() != term.OpStore {
		return w.terms.Ite(choice, x, y)
	}
	base := sharedBase(x, y)
	if base == nil {
		return w.terms.Ite(choice, x, y)
	}
	out := base
	for _, s := range storesSince(base, x) {
		i := s.Args()[1]
		out = w.terms.Store(out, i, w.terms.Ite(choice, s.Args()[2], w.terms.Select(out, i)))
	}
	for _, s := range storesSince(base, y) {
		i := s.Args()[1]
		out = w.terms.Store(out, i, w.terms.Ite(choice, w.terms.Select(out, i), s.Args()[2]))
	}
	return out
}

// chooseNext is choose for where the next object is allocated, whose address has so many unknown sizes in
// both states: the choice is between these.
func (w *joined) chooseNext(choice, x, y *term.Term) *term.Term {
	out, others := x, verdict.Sizes(y)
	for i, size := range verdict.Sizes(x) {
		out = w.terms.BVAdd(w.terms.BVSub(out, size), w.terms.Ite(choice, size, others[i]))
	}
	return out
}

// sharedBase is the latest map that both were made of by stores, nil if there is none.
func sharedBase(x, y *term.Term) *term.Term {
	passed := map[*term.Term]bool{x: true}
	for x.Op() == term.OpStore {
		x = x.Args()[0]
		passed[x] = true
	}
	for !passed[y] {
		if y.Op() != term.OpStore {
			return nil
		}
		y = y.Args()[0]
	}
	return y
}

// storesSince are the stores that made a map of base, the first of them first.
func storesSince(base, m *term.Term) []*term.Term {
	var out []*term.Term
	for ; m != base; m = m.Args()[0] {
		out = append(out, m)
	}
	slices.Reverse(out)
	return out
}

// given is the state of those runs for which a choice is as it says: 1, it holds, 2, it does not.
func (s *state) given(choice *term.Term, arm int) *state {
	cond := choice
	if arm == 2 {
		cond = s.terms.Not(choice)
	}
	s.conditions = append(slices.Clip(s.conditions), cond)
	chosen := func(values []*term.Term) {
		for i, v := range values {
			if v.Op() == term.OpIte && v.Args()[0] == choice {
				values[i] = v.Args()[arm]
			}
		}
	}
	chosen(s.globals)
	for a := s.top; a != nil; a = a.caller {
		chosen(a.values)
	}
	return s
}
