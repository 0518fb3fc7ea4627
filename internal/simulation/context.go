package simulation

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file follows functions, each in the contexts in which it is entered.

// function is what is known of a function.
type function struct {
	*ir.Function
	contexts map[string]*summary
	live     *ir.LiveVariables
	order    []int                 // of blocks, by index: behind those that lead to them, but for loops
	reads    map[*ir.Variable]bool // the globals that it, or a callee, reads
	// rigid stand for the values of parameters in what callers know of it, by their symbols; nil: not looked for yet.
	rigid map[*term.Term]*term.Term
	// enters: calls of it change the state, or tell of it, or can fail, or it is in depth; of others nothing is known.
	enters bool
}

// Behind mostContexts in which a function is entered nothing is known but the state where it is entered in others, and
// behind as many again only what all of them agree on. mostStates bounds the states that are told apart at a place,
// mostSplit those that are so for what a call returned, or for the choice of a condition in a block.
const (
	mostContexts = 64
	mostStates   = 16
	mostSplit    = 4
)

// summary is what is known of a function that is entered in one context. It stands for all runs of it from there.
type summary struct {
	function *function
	entry    facts
	at       []map[string]facts // at the starts of blocks, by the state of the rule
	calls    []map[string]*summary
	exits    map[string]facts
	callers  []callAt
	changed  map[*ir.Block]map[string]bool // states that are to be followed
	follows  bool
	waits    bool // it is in the queue
}

// callAt is a call in a context.
type callAt struct {
	by    *summary
	block *ir.Block
}

func (s *simulator) function(f *ir.Function) *function {
	out := s.functions[f]
	if out != nil {
		return out
	}
	out = &function{Function: f, contexts: map[string]*summary{}, order: f.ReversePostorder()}
	out.live = ir.FindLiveVariables(s.program, f, s.matters)
	out.enters = s.how == inDepth || f.CanError || s.telling[f] || slices.ContainsFunc(f.Modifies, func(v *ir.Variable) bool { return s.rule[v] || s.wholes[v] != nil })
	s.functions[f] = out
	return out
}

// enter is the summary of a function in a context.
func (s *simulator) enter(f *function, entry facts) *summary {
	key := entry.key()
	a := f.contexts[key]
	if a == nil && len(f.contexts) >= mostContexts {
		entry = entry.keep(func(f fact) bool { return s.isRule(f) || s.isWhole(f) })
		if len(f.contexts) >= 2*mostContexts { // there is no end of the states: a variable counts
			for _, other := range f.contexts {
				entry = join(entry, other.entry)
			}
		}
		key = entry.key()
		a = f.contexts[key]
	}
	if a == nil {
		s.contexts++
		a = &summary{
			function: f, entry: entry, at: make([]map[string]facts, len(f.Blocks)), calls: make([]map[string]*summary, len(f.Blocks)),
			exits: map[string]facts{}, changed: map[*ir.Block]map[string]bool{},
		}
		f.contexts[key] = a
		s.come(a, f.Entry(), entry)
		s.follow(a)
	}
	return a
}

// calledAt notes a call, which is followed again when there is another way out of the callee.
func (a *summary) calledAt(at callAt) {
	if !slices.Contains(a.callers, at) {
		a.callers = append(a.callers, at)
	}
}

// change notes that states of the rule are to be followed from a block.
func (a *summary) change(b *ir.Block, states ...string) {
	if a.changed[b] == nil {
		a.changed[b] = map[string]bool{}
	}
	for _, key := range states {
		a.changed[b][key] = true
	}
}

// come adds what is known where a path comes to a block.
func (s *simulator) come(a *summary, b *ir.Block, known facts) {
	live := a.function.live
	known = known.keep(func(f fact) bool {
		about := s.subjects[f.subject]
		if about.variable == s.condition {
			return s.isLive(live, b, about.index)
		}
		return s.rule[about.variable] || live.AtStart(b, about.variable) || about.variable.Kind == ir.Result
	})
	if a.at[b.Index] == nil {
		a.at[b.Index] = map[string]facts{}
	}
	if changed := s.add(a.at[b.Index], known); len(changed) > 0 {
		a.change(b, changed...)
	}
}

// add joins facts to those of the same state. It returns the states in which less is known then, if there are any.
// Where there are too many states at a place, those of the rule alone are told apart, and where these are too many,
// none.
func (s *simulator) add(to map[string]facts, known facts) (changed []string) {
	for by := apartIn(to); ; by++ {
		key := s.stateOf(known, by)
		before, is := to[key]
		switch {
		case is:
			if both := join(before, known); !both.equal(before) {
				to[key] = both
				changed = append(changed, key)
			}
			return changed
		case by == nothing || len(to) < mostStates:
			to[key] = known
			return append(changed, key)
		}
		for _, key := range slices.Sorted(maps.Keys(to)) {
			known := to[key]
			delete(to, key)
			key = s.stateOf(known, by+1)
			if before, is := to[key]; is {
				known = join(before, known)
			}
			to[key] = known
		}
		changed = slices.Sorted(maps.Keys(to))
	}
}

// follow executes the blocks of a summary at which something changed, until nothing does. A summary that is
// being followed is not begun again: who calls it goes on with the exits that are known, and is followed again when
// there are others.
func (s *simulator) follow(a *summary) {
	a.waits = false
	if a.follows {
		return
	}
	a.follows = true
	defer func() { a.follows = false }()
	for len(a.changed) > 0 && !s.isOver() {
		var next *ir.Block
		for b := range a.changed {
			if next == nil || a.function.order[b.Index] < a.function.order[next.Index] {
				next = b
			}
		}
		states := a.changed[next]
		delete(a.changed, next)
		for _, key := range slices.Sorted(maps.Keys(states)) {
			if known, ok := a.at[next.Index][key]; ok {
				s.block(a, next, key, known)
			}
		}
	}
}

// block executes a block.
func (s *simulator) block(a *summary, b *ir.Block, key string, known facts) {
	behind := []facts{known}
	for _, i := range b.Instructions {
		if call, ok := i.(*ir.Call); ok { // which is alone in its block
			behind = s.call(a, b, key, known, call)
			continue
		}
		var next []facts
		for _, known := range behind {
			switch i := i.(type) {
			case *ir.Assign:
				next = append(next, s.choose(known, i, mostSplit/len(behind))...)
			case *ir.Assume:
				if known, ok := s.assume(known, i.Cond); ok {
					next = append(next, known)
				}
			case *ir.Havoc:
				next = append(next, s.forget(known, i.Dst))
			}
		}
		behind = next
	}
	for _, known := range behind {
		s.leave(a, b, known)
	}
}

// leave takes the ways out of a block.
func (s *simulator) leave(a *summary, b *ir.Block, known facts) {
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, to := range t.Targets {
			if there, ok := s.assume(known, to.Guard); ok {
				s.come(a, to.Block, there)
			}
		}
	case *ir.Return:
		if changed := s.add(a.exits, s.exit(known)); len(changed) > 0 {
			for _, call := range a.callers {
				by := call.by
				by.change(call.block, slices.Collect(maps.Keys(by.at[call.block.Index]))...)
				if !by.waits && !by.follows {
					by.waits = true
					s.queue = append(s.queue, by)
				}
			}
		}
	case *ir.Error, *ir.Unsupported:
		s.over = true
	}
}

// exit is what a caller learns of what is known where a function returns.
func (s *simulator) exit(known facts) facts {
	return known.keep(func(f fact) bool {
		about := s.subjects[f.subject]
		switch {
		case s.isWhole(f):
			return true
		case about.variable == s.condition:
			return s.saysTheSame(about.index)
		case about.index != nil:
			return (f.value == nil || s.isFixed(f.value)) && s.isFixed(about.index)
		case about.variable.Kind == ir.Result:
			return f.value == nil || s.isFixed(f.value)
		case s.isOtherGlobal(about):
			return f.saysConstants()
		}
		return s.rule[about.variable]
	})
}

// call is what is known behind a call, for each way out of the callee.
func (s *simulator) call(a *summary, b *ir.Block, key string, known facts, call *ir.Call) (behind []facts) {
	callee := s.function(call.Callee)
	args := make([]*term.Term, len(call.Args))
	for k, t := range call.Args {
		args[k] = s.of(known, t)
	}
	changes := map[*ir.Variable]bool{}
	for _, v := range call.Callee.Modifies {
		changes[v] = true
	}
	for _, v := range call.Results {
		if v != nil {
			changes[v] = true
		}
	}
	left := known.keep(func(f fact) bool {
		about := s.subjects[f.subject]
		return !changes[about.variable] && (about.index == nil || !s.mentionsAny(about.index, changes))
	})
	if !callee.enters {
		return []facts{left}
	}
	entered := s.enter(callee, s.entryOf(callee, known, args))
	entered.calledAt(callAt{a, b})
	if a.calls[b.Index] == nil {
		a.calls[b.Index] = map[string]*summary{}
	}
	a.calls[b.Index][key] = entered
	meaning := map[*term.Term]*term.Term{}
	for k, p := range callee.Params {
		meaning[p.Sym] = args[k]
	}
	for _, key := range slices.Sorted(maps.Keys(entered.exits)) {
		behind = append(behind, s.split(s.returned(known, left, entered.exits[key], call, meaning, changes), call.Results)...)
	}
	return behind
}

// split tells apart what a call returned where that is one of few constants.
func (s *simulator) split(known facts, results []*ir.Variable) []facts {
	out := []facts{known}
	for _, r := range results {
		if r == nil || !s.results[r] {
			continue
		}
		n := s.ofVariable(r)
		if f, _ := known.of(n); f.in != nil && len(out)*len(f.in) <= mostSplit {
			var more []facts
			for _, one := range out {
				for _, c := range f.in {
					more = append(more, one.with(fact{subject: n, value: c}))
				}
			}
			out = more
		}
	}
	return out
}

func (s *simulator) mentionsAny(t *term.Term, changes map[*ir.Variable]bool) bool {
	return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return changes[s.program.VariableOf(sym)] })
}

// entryOf is what is known where a callee is entered: the state, constants that are handed over and decide
// something, and cells that it reads.
func (s *simulator) entryOf(callee *function, known facts, args []*term.Term) facts {
	var out facts
	named := map[*term.Term]*term.Term{}
	start := callee.Entry()
	for k, p := range callee.Params {
		t := args[k]
		is := s.constants(known, t)
		switch {
		case !callee.live.AtStart(start, p), p.Sort.Kind == term.KindArray:
		case is != nil:
			out = out.with(isOneOf(s.ofVariable(p), is))
		default:
			if not := s.excludedOf(known, t); len(not) > 0 {
				out = out.with(fact{subject: s.ofVariable(p), not: not})
			}
			if s.program.VariableOf(t) != nil && !s.assigned[p] {
				named[t] = p.Sym
			}
		}
	}
	for _, f := range known {
		about := s.subjects[f.subject]
		switch {
		case s.isRule(f):
			out = out.with(f)
		case s.isOtherGlobal(about):
			if f.saysConstants() && s.concerns(callee, about.variable) {
				out = out.with(f)
			}
		case s.isWhole(f):
			if s.concerns(callee, about.variable) {
				out = out.with(f)
			}
		case about.variable == s.condition:
			if condition, ok := s.handed(callee, about.index, args); ok {
				out, _ = s.assumeCondition(out, condition, f.value)
			}
		case about.index != nil && f.saysConstants() && s.concerns(callee, about.variable):
			told := !slices.ContainsFunc(about.index.Vars(), func(sym *term.Term) bool {
				v := s.program.VariableOf(sym)
				return named[sym] == nil && (v == nil || !v.Constant)
			})
			if told {
				index := s.terms.Substitute(about.index, named)
				f.subject = s.number(subject{about.variable, index})
				out = out.with(f)
			}
		}
	}
	return out
}

// returned is what is known behind a call that left through an exit, given what is known before it and what of that is
// left.
func (s *simulator) returned(known, left, exit facts, call *ir.Call, meaning map[*term.Term]*term.Term, changes map[*ir.Variable]bool) facts {
	out := left
	for _, f := range exit {
		about := s.subjects[f.subject]
		switch {
		case s.isWhole(f):
			out = s.withWhole(out, about.variable, f.not)
		case about.variable == s.condition:
			if condition, ok := s.told(about.index, call, meaning, changes); ok {
				out, _ = s.assumeCondition(out, condition, f.value)
			}
		case about.index != nil:
			index := s.terms.Substitute(about.index, meaning)
			if is, ok := s.inCaller(known, f, meaning); ok && isIndex(index) && !s.mentionsAny(index, changes) {
				is.subject = s.number(subject{about.variable, index})
				out = s.bounded(out, is)
			}
		case about.variable.Kind == ir.Result:
			if k := slices.Index(call.Callee.Results, about.variable); k >= 0 && call.Results[k] != nil {
				if is, ok := s.inCaller(known, f, meaning); ok {
					is.subject = s.ofVariable(call.Results[k])
					out = out.with(is)
				}
			}
		default:
			out = out.with(f)
		}
	}
	return out
}

// inCaller is what a fact at the end of a callee says to the caller, given what is known before the call: of a value
// that was handed over what was known of it then.
func (s *simulator) inCaller(known facts, f fact, meaning map[*term.Term]*term.Term) (fact, bool) {
	if f.value == nil {
		return f, true
	}
	value := s.terms.Substitute(f.value, meaning)
	if s.isFixed(value) {
		return fact{value: value}, true
	}
	if constants := s.constants(known, value); constants != nil {
		return isOneOf(0, constants), true
	}
	not := s.excludedOf(known, value)
	return fact{not: not}, len(not) > 0
}

// isOtherGlobal says that a subject is a scalar that is no part of the state.
func (s *simulator) isOtherGlobal(about subject) bool {
	v := about.variable
	return about.index == nil && v.Kind == ir.Global && v.Sort.Kind != term.KindArray && !s.rule[v] && v != s.program.AllocCounter
}

// concerns says that a function, or one that it calls, reads a global or changes it. What is known of one that it only
// changes is known behind it where it was left alone.
func (s *simulator) concerns(f *function, v *ir.Variable) bool {
	return s.readsOf(f)[v] || slices.Contains(f.Modifies, v)
}

// readsOf are the globals, maps among them, that a function reads, or a function that it calls.
func (s *simulator) readsOf(f *function) map[*ir.Variable]bool {
	if f.reads != nil {
		return f.reads
	}
	f.reads = map[*ir.Variable]bool{}
	seen := map[*ir.Function]bool{f.Function: true}
	work := []*ir.Function{f.Function}
	take := func(t *term.Term) {
		for _, sym := range t.Vars() {
			v := s.program.VariableOf(sym)
			if sym.Sort().Kind == term.KindArray || v != nil && v.Kind == ir.Global && !v.Constant {
				f.reads[v] = true
			}
		}
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.Blocks {
			for _, i := range b.Instructions {
				if call, ok := i.(*ir.Call); ok && !seen[call.Callee] {
					seen[call.Callee] = true
					work = append(work, call.Callee)
				}
				if a, ok := i.(*ir.Assign); ok && a.Dst.Sort.Kind == term.KindArray { // which reads no cell by being written
					value := a.Src
					for ; value.Op() == term.OpStore; value = value.Arg(0) {
						take(value.Arg(1))
						take(value.Arg(2))
					}
					continue
				}
				ir.EachTerm(i, take)
			}
			if goTo, ok := b.Terminator.(*ir.Goto); ok {
				for _, t := range goTo.Targets {
					take(t.Guard)
				}
			}
		}
	}
	return f.reads
}
