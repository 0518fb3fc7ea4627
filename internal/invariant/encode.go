package invariant

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/term"
)

const (
	// inlineBlocks is the size up to which loop-free functions are part of the steps of their callers.
	inlineBlocks = 80
	// scopeBlocks is the size up to which a program is searched as a whole; of a larger one a single
	// function is, whose callers may do anything.
	scopeBlocks = 3000
)

// step is all runs from one point to another that pass through no third.
type step struct {
	from, to Point
	// cond says which states of from (and inputs on the way) take the step.
	cond *term.Term
	// after maps symbols to their values at to, over the state at from; missing ones are unchanged.
	after map[*term.Term]*term.Term
	// call is the call on the way that has a contract; nil: none.
	call *instance
}

// encoder makes the steps of a program.
type encoder struct {
	program  *ir.Program
	stop     func() bool
	terms    *term.Builder
	heads    map[*ir.Function]map[int]bool
	loops    map[*ir.Function]*loops  // see passed
	passings map[*ir.Function]passing // see passed
	inline   map[*ir.Function]bool
	scope    map[*ir.Function]bool
	order    []*ir.Function // the functions with points, callers first
	steps    []*step
	fresh    int
	// contracts: functions with points have facts about their returns (contract.go).
	contracts bool
	cuts      map[*ir.Function]map[int]bool // see cutsOf
	ghosts    map[*ir.Function][]Ghost
	ghostOf   map[*term.Term]*ir.Function
	numbers   map[*term.Sort][]int64 // see constants
	words     map[*ir.Function]*vocabulary
	liveness  map[*ir.Function][]map[*term.Term]bool
	guessed   *cells  // see cells
	tables    *tables // see fromTables
}

// purpose says what facts are looked for.
type purpose int

const (
	forInvariants purpose = iota // at loop heads and entries
	forContracts                 // at returns, too
)

// encode makes the steps between the points of everything that f's proof may depend on; nil: stopped.
func encode(p *ir.Program, f *ir.Function, aim purpose, stop func() bool) *encoder {
	contracts := aim == forContracts
	e := &encoder{
		stop: stop, program: p, terms: p.Terms, heads: map[*ir.Function]map[int]bool{}, loops: map[*ir.Function]*loops{},
		passings: map[*ir.Function]passing{}, inline: map[*ir.Function]bool{}, scope: map[*ir.Function]bool{},
		contracts: contracts, cuts: map[*ir.Function]map[int]bool{}, ghosts: map[*ir.Function][]Ghost{}, ghostOf: map[*term.Term]*ir.Function{},
		words: map[*ir.Function]*vocabulary{}, liveness: map[*ir.Function][]map[*term.Term]bool{},
	}
	e.chooseScope(f)
	if contracts && !e.nameGhosts() {
		return nil
	}
	for _, g := range e.order {
		e.from(Point{g, g.Entry().Index})
		for _, b := range g.Blocks {
			if e.cutsOf(g)[b.Index] && b != g.Entry() {
				e.from(Point{g, b.Index})
			}
		}
	}
	if stop() {
		return nil
	}
	return e
}

// chooseScope lists the functions with points: the whole program if it is small, else f alone.
func (e *encoder) chooseScope(f *ir.Function) {
	blocks := 0
	seen := map[*ir.Function]bool{}
	var reached []*ir.Function
	var visit func(g *ir.Function)
	visit = func(g *ir.Function) {
		if seen[g] || blocks > scopeBlocks {
			return
		}
		seen[g] = true
		blocks += len(g.Blocks)
		reached = append(reached, g)
		for _, b := range g.Blocks {
			if call := b.Call(); call != nil {
				visit(call.Callee)
			}
		}
	}
	visit(e.program.Entry)
	if blocks > scopeBlocks {
		reached = []*ir.Function{f}
	}
	for _, g := range reached {
		if g == f || g == e.program.Entry || !e.isInline(g) {
			e.scope[g] = true
			e.order = append(e.order, g)
		}
	}
}

// points lists the points in scope: with contracts the returns first, then the others, callers first.
func (e *encoder) points() []Point {
	var out []Point
	for _, f := range e.order {
		if e.hasContract(f) {
			out = append(out, Point{f, AtReturn})
		}
	}
	for _, f := range e.order {
		out = append(out, Point{f, f.Entry().Index})
		for _, b := range f.Blocks {
			if b != f.Entry() && e.cutsOf(f)[b.Index] {
				out = append(out, Point{f, b.Index})
			}
		}
	}
	return out
}

// Heads are the loop heads of a function, by block index: the targets of retreating edges. Every cycle
// goes through one.
func Heads(f *ir.Function) map[int]bool {
	const open, done = 1, 2
	heads := map[int]bool{}
	state := make([]int, len(f.Blocks))
	type frame struct {
		block *ir.Block
		next  int
	}
	stack := []frame{{block: f.Entry()}}
	state[f.Entry().Index] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		successors := top.block.Successors()
		if top.next == len(successors) {
			state[top.block.Index] = done
			stack = stack[:len(stack)-1]
			continue
		}
		s := successors[top.next]
		top.next++
		switch state[s.Index] {
		case open:
			heads[s.Index] = true
		case 0:
			state[s.Index] = open
			stack = append(stack, frame{block: s})
		}
	}
	return heads
}

func (e *encoder) headsOf(f *ir.Function) map[int]bool {
	if h := e.heads[f]; h != nil {
		return h
	}
	h := Heads(f)
	e.heads[f] = h
	return h
}

// isInline reports whether calls of f are part of the caller's steps.
func (e *encoder) isInline(f *ir.Function) bool {
	if done, ok := e.inline[f]; ok {
		return done
	}
	e.inline[f] = false
	ok := !f.Recursive && len(e.headsOf(f)) == 0 && e.size(f, inlineBlocks) <= inlineBlocks
	for _, b := range f.Blocks {
		if call := b.Call(); ok && call != nil {
			ok = e.isInline(call.Callee)
		}
	}
	e.inline[f] = ok
	return ok
}

// size is the number of blocks of f and of what it calls, counted at each call, up to a limit.
func (e *encoder) size(f *ir.Function, limit int) int {
	n := len(f.Blocks)
	for _, b := range f.Blocks {
		if call := b.Call(); call != nil && n <= limit && !call.Callee.Recursive {
			n += e.size(call.Callee, limit-n)
		}
	}
	return n
}

// moment is a place on the way between points: when it is reached, and the values of what was assigned.
type moment struct {
	cond *term.Term
	env  map[*term.Term]*term.Term
	call *instance
}

func (m *moment) clone() *moment {
	env := make(map[*term.Term]*term.Term, len(m.env)+4)
	for k, v := range m.env {
		env[k] = v
	}
	return &moment{m.cond, env, m.call}
}

func (e *encoder) eval(m *moment, t *term.Term) *term.Term {
	if len(m.env) == 0 {
		return t
	}
	return e.terms.Substitute(t, m.env)
}

func (e *encoder) symbol(sort *term.Sort) *term.Term {
	e.fresh++
	return e.terms.Var(fmt.Sprintf("some!%d!%s", e.fresh, sort), sort)
}

// from makes the steps that start at p.
func (e *encoder) from(p Point) {
	start := &moment{cond: e.terms.True(), env: map[*term.Term]*term.Term{}}
	if p.Block == p.Function.Entry().Index {
		for _, g := range e.ghosts[p.Function] {
			start.env[g.Symbol] = g.Variable.Sym
		}
	}
	end := e.run(origin{Point: p}, p.Function.Blocks[p.Block], start, e.cutsOf(p.Function))
	if end != nil {
		e.add(origin{Point: p}, Point{p.Function, AtReturn}, end)
	}
}

// origin is where the steps begin that come of what is executed.
type origin struct {
	Point
	aside bool // what is executed is no part of the program's steps, see passed
}

// run executes a function from a block, in topological order up to its loop heads, and returns the moment
// of its return, or nil. Steps end at the blocks of points; of a function that is inlined there are none.
func (e *encoder) run(from origin, start *ir.Block, at *moment, points map[int]bool) *moment {
	stay := func(*ir.Block, *moment) {}
	return e.execute(from, e.topological(start), map[int][]*moment{start.Index: {at}}, stay, func(_, to *ir.Block, next *moment) bool {
		if points[to.Index] {
			e.add(from, Point{start.Function, to.Index}, next)
		}
		return !points[to.Index]
	})
}

// execute executes blocks of a function in an order, from where they are reached, and returns the moment of its return,
// or nil. enter is told of each block and the moment in which it is, goes whether a run that takes an edge goes on.
func (e *encoder) execute(from origin, order []*ir.Block, arriving map[int][]*moment, enter func(*ir.Block, *moment), goes func(at, to *ir.Block, next *moment) bool) *moment {
	var returns []*moment
	for _, b := range order {
		moments := arriving[b.Index]
		if len(moments) == 0 || e.stop() {
			continue
		}
		m := e.merge(moments)
		if m.cond.IsFalse() {
			continue
		}
		enter(b, m)
		if m = e.block(from, b, m); m == nil {
			continue
		}
		switch t := b.Terminator.(type) {
		case *ir.Return:
			returns = append(returns, m)
		case *ir.Error, *ir.Unsupported:
			e.add(from, Point{from.Function, AtError}, m)
		case *ir.Goto:
			e.branch(t, m, func(to *ir.Block, next *moment) {
				if goes(b, to, next) {
					arriving[to.Index] = append(arriving[to.Index], next)
				}
			})
		}
	}
	if len(returns) == 0 {
		return nil
	}
	return e.merge(returns)
}

// branch hands on the moments in which the targets of a jump are reached.
func (e *encoder) branch(t *ir.Goto, m *moment, reach func(*ir.Block, *moment)) {
	way := e.terms.IntConst(0)
	if t.Choice != nil {
		way = e.symbol(e.terms.Int())
	}
	for i, target := range t.Targets {
		next := m
		if len(t.Targets) > 1 || !target.Guard.IsTrue() {
			next = m.clone()
			next.cond = e.terms.And(m.cond, e.eval(m, target.Guard))
		}
		if t.Choice != nil { // the targets exclude one another
			next.cond = e.terms.And(next.cond, e.terms.Eq(way, e.terms.IntConst(int64(i))))
		}
		reach(target.Block, next)
	}
}

// topological orders the blocks that can be reached from start without passing a point.
func (e *encoder) topological(start *ir.Block) []*ir.Block {
	heads := e.cutsOf(start.Function)
	seen := map[int]bool{start.Index: true}
	var postorder []*ir.Block
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for _, s := range b.Successors() {
			if !seen[s.Index] && !heads[s.Index] {
				seen[s.Index] = true
				visit(s)
			}
		}
		postorder = append(postorder, b)
	}
	visit(start)
	for i, j := 0, len(postorder)-1; i < j; i, j = i+1, j-1 {
		postorder[i], postorder[j] = postorder[j], postorder[i]
	}
	return postorder
}

// merge joins moments, of which a run is in at most one.
func (e *encoder) merge(moments []*moment) *moment {
	if len(moments) == 1 {
		return moments[0].clone()
	}
	conds := make([]*term.Term, len(moments))
	out := &moment{env: map[*term.Term]*term.Term{}, call: moments[0].call}
	for i, m := range moments {
		conds[i] = m.cond
		for sym := range m.env {
			out.env[sym] = nil
		}
	}
	out.cond = e.terms.Or(conds...)
	for _, sym := range term.Keys(out.env) {
		value := valueOf(moments[len(moments)-1], sym)
		for i := len(moments) - 2; i >= 0; i-- {
			if v := valueOf(moments[i], sym); v != value {
				value = e.terms.Ite(conds[i], v, value)
			}
		}
		out.env[sym] = value
	}
	return out
}

func valueOf(m *moment, sym *term.Term) *term.Term {
	if v := m.env[sym]; v != nil {
		return v
	}
	return sym
}

// block executes the instructions of a block; nil: no run gets through.
func (e *encoder) block(from origin, b *ir.Block, m *moment) *moment {
	for _, instruction := range b.Instructions {
		switch x := instruction.(type) {
		case *ir.Assign:
			m.env[x.Dst.Sym] = e.eval(m, x.Src)
		case *ir.Assume:
			if !x.Cond.HasQuantifier() { // left out, it only allows more runs
				m.cond = e.terms.And(m.cond, e.eval(m, x.Cond))
			}
		case *ir.Havoc:
			m.env[x.Dst.Sym] = e.symbol(x.Dst.Sort)
		case *ir.Call:
			if m = e.call(from, x, m); m == nil {
				return nil
			}
		}
		if m.cond.IsFalse() {
			return nil
		}
	}
	return m
}

// call executes a call: as part of the step, or as a step to the callee's entry after which anything may
// have happened to what the callee changes.
func (e *encoder) call(from origin, call *ir.Call, m *moment) *moment {
	callee := call.Callee
	if !e.scope[callee] && !callee.CanReturn {
		return nil
	}
	inside := m.clone()
	for i, param := range callee.Params {
		inside.env[param.Sym] = e.eval(m, call.Args[i])
	}
	if e.isInline(callee) && !e.scope[callee] {
		after := e.run(from, callee.Entry(), inside, nil)
		if after == nil {
			return nil
		}
		return e.results(call, after)
	}
	if e.scope[callee] {
		e.add(from, Point{callee, callee.Entry().Index}, inside)
	}
	if !callee.CanReturn {
		return nil
	}
	if !e.contracts {
		if after, ok := e.passed(from, callee, inside); ok && after == nil {
			return nil
		} else if ok {
			return e.results(call, after)
		}
	}
	after := m.clone()
	for _, dst := range call.Results {
		if dst != nil {
			after.env[dst.Sym] = e.symbol(dst.Sort)
		}
	}
	for _, v := range callee.Modifies {
		after.env[v.Sym] = e.symbol(v.Sort)
	}
	if e.hasContract(callee) {
		after.call = e.instance(call, m, after)
	}
	return after
}

// results gives the results of a call the values that its callee returned with.
func (e *encoder) results(call *ir.Call, after *moment) *moment {
	values := make([]*term.Term, len(call.Results))
	for i, r := range call.Callee.Results {
		values[i] = valueOf(after, r.Sym)
	}
	for i, dst := range call.Results {
		if dst != nil {
			after.env[dst.Sym] = values[i]
		}
	}
	return after
}

func (e *encoder) add(from origin, to Point, m *moment) {
	if !m.cond.IsFalse() && !from.aside {
		e.steps = append(e.steps, &step{from: from.Point, to: to, cond: m.cond, after: m.env, call: m.call})
	}
}
