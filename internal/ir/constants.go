package ir

import (
	"slices"

	"yogi/internal/term"
)

// Constants puts constants in the place of variables that hold one value at a point whenever a run gets
// there, within each function, from callees to callers (conditional constant propagation: what holds at
// the returns of a callee holds after its calls, whoever calls it), and into functions that one call
// alone enters: main is such a function, and what is known of the objects before it makes the addresses
// of its own constants.
//
// Where a constant is lost at a join of paths, the local is assigned it again before the join: the
// precondition of what comes after then sees it there, instead of carrying the variable back to its
// assignment, over every call between. It needs the normal form and Modifies; runs, their inputs and what
// they do to globals stay the same.
func Constants(p *Program) {
	c := &constants{program: p, exits: map[*Function]environment{}, callers: callersOf(p), unbound: p.allocatesInLoops(), entries: map[*Function]environment{}}
	stale := map[*Function]bool{} // what their analysis was based on has changed since
	for _, f := range p.Functions {
		stale[f] = len(f.Blocks) > 0
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Functions {
			if !stale[f] {
				continue
			}
			stale[f] = false
			flow := c.analyse(f)
			if !flow.exit.equal(c.exits[f]) {
				c.exits[f] = flow.exit
				for _, caller := range c.callers[f] {
					stale[caller], changed = true, true
				}
			}
			for _, callee := range c.enter(f, flow) {
				stale[callee], changed = true, true
			}
		}
	}
	for _, f := range p.Functions {
		if len(f.Blocks) > 0 {
			c.rewrite(f)
		}
	}
}

// environment gives the variables that hold a known constant; nil is the environment of no run at all.
type environment map[*Variable]*term.Term

func (e environment) equal(other environment) bool {
	if (e == nil) != (other == nil) || len(e) != len(other) {
		return false
	}
	for v, t := range e {
		if other[v] != t {
			return false
		}
	}
	return true
}

func (e environment) clone() environment {
	out := make(environment, len(e))
	for v, t := range e {
		out[v] = t
	}
	return out
}

// join returns what holds whichever of two environments does.
func (e environment) join(other environment) environment {
	switch {
	case e == nil:
		return other
	case other == nil:
		return e
	}
	out := environment{}
	for v, t := range e {
		if other[v] == t {
			out[v] = t
		}
	}
	return out
}

type constants struct {
	program *Program
	exits   map[*Function]environment // globals and results at the returns; nil: none seen yet
	callers map[*Function][]*Function // where each function is called
	unbound bool                      // objects may be made any number of times
	entries map[*Function]environment // of functions with one call: parameters and globals there; nil: none seen yet
}

// callersOf lists where each function is called, once for each call.
func callersOf(p *Program) map[*Function][]*Function {
	out := map[*Function][]*Function{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if call := b.Call(); call != nil {
				out[call.Callee] = append(out[call.Callee], f)
			}
		}
	}
	return out
}

// allocatesInLoops says that a loop or a function that calls itself may make objects.
func (p *Program) allocatesInLoops() bool {
	if p.AllocCounter == nil {
		return false
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if slices.ContainsFunc(b.Instructions, p.allocates) && (f.Recursive || b.OnCycle()) {
				return true
			}
		}
	}
	return false
}

// allocates says that an instruction, or what it calls, changes the counter of addresses.
func (p *Program) allocates(i Instruction) bool {
	switch x := i.(type) {
	case *Alloc:
		return true
	case *Call:
		return slices.Contains(x.Callee.Modifies, p.AllocCounter)
	}
	return slices.Contains(Defined(i), p.AllocCounter)
}

// fromOneCall says that runs enter f from one call alone, in a program with objects whose addresses that makes known.
// Elsewhere it gains nothing: a function that is searched by itself then has predicates about its one caller.
func (c *constants) fromOneCall(f *Function) bool {
	return c.program.AllocCounter != nil && f != c.program.Entry && len(c.callers[f]) == 1
}

// enter notes what is known where f calls functions that no other call enters. It lists those of which that is new.
func (c *constants) enter(f *Function, r *flow) (changed []*Function) {
	for _, b := range f.Blocks {
		call := b.Call()
		if call == nil || r.entry[b.Index] == nil || !c.fromOneCall(call.Callee) {
			continue
		}
		c.through(b, r.entry[b.Index].clone(), func(i Instruction, env environment) {
			if i != Instruction(call) {
				return
			}
			if entry := c.atEntry(call, env); !entry.equal(c.entries[call.Callee]) {
				c.entries[call.Callee] = entry
				if len(call.Callee.Blocks) > 0 {
					changed = append(changed, call.Callee)
				}
			}
		})
	}
	return changed
}

// atEntry returns what the callee knows of its parameters and the globals. Where objects are made any number
// of times those before are not told apart by their addresses: a list is one shape, whichever node is the
// first.
func (c *constants) atEntry(call *Call, env environment) environment {
	out := environment{}
	for v, t := range env {
		if v.Kind == Global && !(c.unbound && v == c.program.AllocCounter) {
			out[v] = t
		}
	}
	for i, v := range call.Callee.Params {
		if t := c.value(call.Args[i], env); t.IsConst() && foldable(v) {
			out[v] = t
		}
	}
	return out
}

// flow is the result for one function.
type flow struct {
	entry []environment // by block
	exit  environment
}

// begin has the values with which f is entered, those at its call if there is one; of several nothing
// is known. nil: no run that was seen yet enters it.
func (c *constants) begin(f *Function) environment {
	if !c.fromOneCall(f) {
		return environment{}
	}
	if entry := c.entries[f]; entry != nil {
		return entry.clone()
	}
	return nil
}

func (c *constants) analyse(f *Function) *flow {
	r := &flow{entry: make([]environment, len(f.Blocks))}
	if r.entry[f.Entry().Index] = c.begin(f); r.entry[f.Entry().Index] == nil {
		return r
	}
	work := []*Block{f.Entry()}
	queued := make([]bool, len(f.Blocks))
	reach := func(b *Block, env environment) {
		joined := r.entry[b.Index].join(env)
		if r.entry[b.Index] != nil && joined.equal(r.entry[b.Index]) {
			return
		}
		r.entry[b.Index] = joined
		if !queued[b.Index] {
			queued[b.Index] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		queued[b.Index] = false
		env := c.through(b, r.entry[b.Index].clone(), nil)
		if env == nil {
			continue
		}
		switch t := b.Terminator.(type) {
		case *Goto:
			for _, target := range t.Targets {
				if after := c.assume(env, target.Guard); after != nil {
					reach(target.Block, after)
				}
			}
		case *Return:
			r.exit = r.exit.join(c.visible(f, env))
		}
	}
	return r
}

// visible returns what an environment says of globals and results.
func (c *constants) visible(f *Function, env environment) environment {
	out := environment{}
	for v, t := range env {
		if v.Kind == Global {
			out[v] = t
		}
	}
	for _, v := range f.Results {
		if t := env[v]; t != nil {
			out[v] = t
		}
	}
	return out
}

// through carries env, which it changes, over the instructions of b; nil: no run passes. change, if not
// nil, sees each instruction with what holds before it.
func (c *constants) through(b *Block, env environment, change func(Instruction, environment)) environment {
	for _, i := range b.Instructions {
		if change != nil {
			change(i, env)
		}
		switch x := i.(type) {
		case *Assume:
			if env = c.assume(env, x.Cond); env == nil {
				return nil
			}
			continue
		case *Call:
			if env = c.call(x, env); env == nil {
				return nil
			}
			continue
		case *Assign:
			value := c.value(x.Src, env)
			delete(env, x.Dst)
			if value.IsConst() && foldable(x.Dst) {
				env[x.Dst] = value
			}
			continue
		case *Alloc:
			if v := c.program.AllocCounter; v != nil {
				delete(env, v)
			}
		}
		for _, v := range Defined(i) {
			delete(env, v)
		}
	}
	return env
}

func (c *constants) call(x *Call, env environment) environment {
	exit := c.exits[x.Callee]
	if exit == nil {
		return nil
	}
	out := env.clone()
	for _, v := range x.Callee.Modifies {
		delete(out, v)
	}
	for v, t := range exit {
		if v.Kind == Global {
			out[v] = t
		}
	}
	for n, dst := range x.Results {
		if dst == nil {
			continue
		}
		delete(out, dst)
		if t := exit[x.Callee.Results[n]]; t != nil {
			out[dst] = t
		}
	}
	return out
}

// foldable says of which variables constants are kept: not of floats, whose bits the memory pass relates
// to a variable, and not of maps.
func foldable(v *Variable) bool {
	return v.Sort.Kind != term.KindFloat && v.Sort.Kind != term.KindArray
}

// value is a term with the constants put in.
func (c *constants) value(t *term.Term, env environment) *term.Term {
	var known map[*term.Term]*term.Term
	for _, sym := range t.Vars() {
		v := c.program.symbols[sym]
		if v == nil {
			continue
		}
		if t := env[v]; t != nil {
			if known == nil {
				known = map[*term.Term]*term.Term{}
			}
			known[sym] = t
		}
	}
	if known == nil {
		return t
	}
	return c.program.Terms.Substitute(t, known)
}

// assume returns what holds after a condition; nil: it is false.
func (c *constants) assume(env environment, cond *term.Term) environment {
	cond = c.value(cond, env)
	if cond.IsFalse() {
		return nil
	}
	out := env
	know := func(sym, value *term.Term) {
		v := c.program.symbols[sym]
		if v == nil || !value.IsConst() || !foldable(v) || out[v] != nil {
			return
		}
		if len(out) == len(env) {
			out = out.clone()
		}
		out[v] = value
	}
	for _, t := range term.Conjuncts(cond) {
		switch {
		case t.Op() == term.OpEq:
			know(t.Arg(0), t.Arg(1))
			know(t.Arg(1), t.Arg(0))
		case t.IsVar():
			know(t, c.program.Terms.True())
		case t.Op() == term.OpNot && t.Arg(0).IsVar():
			know(t.Arg(0), c.program.Terms.False())
		}
	}
	return out
}

// rewrite puts the constants into f.
func (c *constants) rewrite(f *Function) {
	r := c.analyse(f)
	ends := make([]environment, len(f.Blocks))
	for _, b := range f.Blocks {
		env := r.entry[b.Index]
		if env == nil {
			continue
		}
		env = c.through(b, env.clone(), func(i Instruction, env environment) {
			mapTerms(i, func(t *term.Term) *term.Term { return c.value(t, env) })
		})
		g, ok := b.Terminator.(*Goto)
		if !ok || env == nil {
			continue
		}
		for n := range g.Targets {
			g.Targets[n].Guard = c.value(g.Targets[n].Guard, env)
		}
		ends[b.Index] = env
	}
	live := f.liveOut()
	for _, b := range f.Blocks {
		if b.Call() == nil {
			again(b, ends[b.Index], r.entry, live[b.Index])
		}
	}
}

// again assigns at the end of b the constants of live locals that a successor does not know any more.
func again(b *Block, end environment, entry []environment, live bits) {
	var lost []*Variable
	for v, value := range end {
		if v.Kind == Global || !live.has(v.Index) || assignsLast(b, v, value) {
			continue
		}
		for _, s := range b.Successors() {
			if entry[s.Index] != nil && entry[s.Index][v] == nil {
				lost = append(lost, v)
				break
			}
		}
	}
	slices.SortFunc(lost, func(x, y *Variable) int { return x.Index - y.Index })
	for _, v := range lost {
		b.Instructions = append(b.Instructions, &Assign{At: At{b.Terminator.Position()}, Dst: v, Src: end[v]})
	}
}

// assignsLast reports whether the last definition of v in b is an assignment of value.
func assignsLast(b *Block, v *Variable, value *term.Term) bool {
	for _, i := range slices.Backward(b.Instructions) {
		if slices.Contains(Defined(i), v) {
			a, ok := i.(*Assign)
			return ok && a.Src == value
		}
	}
	return false
}
