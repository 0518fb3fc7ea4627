package induction

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// atReturn is, as a block, where a function returns.
const atReturn = -1

// point is where claims are made: the start of a block, or the return of a function.
type point struct {
	function *ir.Function
	block    int
	facts    map[*term.Term]*fact // also those that were refuted
	list     []*fact
	into     []*edge
	goal     *goal // for which claims were made here last
	claimed  int   // how many
}

func newPoint(f *ir.Function, block int) *point {
	return &point{function: f, block: block, facts: map[*term.Term]*fact{}}
}

func (p *point) isEntry() bool { return p.block == p.function.Entry().Index }

// pointsOf are the points of a function.
type pointsOf struct {
	blocks   []*point
	returned *point
	reenters bool // a run inside comes back to the entry
	tried    bool // in a round, whether it is entered at all
}

func (of *pointsOf) each(visit func(*point)) {
	for _, p := range of.blocks {
		visit(p)
	}
	visit(of.returned)
}

// passage says what an edge passes.
type passage int

const (
	byStep   passage = iota + 1 // the instructions of a block
	byCall                      // a call that returns
	intoCall                    // to the entry of a callee
	byStart                     // the start of the program
)

// edge leads from one point to another. Terms are over the state at its beginning and symbols for what is not known
// of the state at its end.
type edge struct {
	by     passage
	from   *point // nil: the program starts
	to     *point // nil: an error
	block  *ir.Block
	target int
	given  []*term.Term // what holds where the edge is taken
	effect *effect
}

// effect says what a block does.
type effect struct {
	after      *term.Substitution
	changes    map[*term.Term]bool
	conditions []*term.Term
	call       *ir.Call
	// ended are the results of the callee and the globals that it changes, as they are when it returns.
	ended map[*term.Term]*term.Term
}

// draw makes the points and edges of what the program can run; false: some of that has no body.
func (w *prover) draw() bool {
	work := []*ir.Function{w.program.Entry}
	reached := map[*ir.Function]bool{w.program.Entry: true}
	var order []*ir.Function
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if len(f.Blocks) == 0 {
			return false
		}
		order = append(order, f)
		of := &pointsOf{returned: newPoint(f, atReturn)}
		for _, b := range f.Blocks {
			of.blocks = append(of.blocks, newPoint(f, b.Index))
		}
		w.points[f] = of
		for _, callee := range f.Callees() {
			if !reached[callee] {
				reached[callee] = true
				work = append(work, callee)
			}
		}
	}
	for _, f := range order {
		for _, b := range f.Blocks {
			w.leave(b)
		}
		w.findChecks(f)
	}
	start := w.points[w.program.Entry].blocks[w.program.Entry.Entry().Index]
	start.into = append(start.into, &edge{by: byStart, to: start})
	return true
}

// check is a part of a function in which a check has failed: whichever way a run goes from its beginnings,
// it ends in an error or in what is not modelled.
type check struct {
	begins        []*point
	tried, failed bool // in a round, as a whole
}

// findChecks finds the checks that fail in a function.
func (w *prover) findChecks(f *ir.Function) {
	failing := map[*ir.Block]*check{}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(f.Blocks) {
			if failing[b] != nil {
				continue
			}
			var of *check
			switch t := b.Terminator.(type) {
			case *ir.Error, *ir.Unsupported:
				of = &check{}
			case *ir.Goto:
				if b.Call() != nil {
					continue // which may not return
				}
				for _, target := range t.Targets {
					if of = failing[target.Block]; of == nil {
						break
					}
				}
			}
			if of != nil {
				failing[b], changed = of, true
			}
		}
	}
	// Those that are connected are one.
	for changed := true; changed; {
		changed = false
		for b, of := range failing {
			for _, s := range b.Successors() {
				if failing[s] != of {
					joined := failing[s]
					for c, other := range failing {
						if other == joined {
							failing[c] = of
						}
					}
					changed = true
				}
			}
		}
	}
	begins := map[*ir.Block]bool{f.Entry(): true}
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			begins[s] = begins[s] || failing[b] == nil
		}
	}
	for _, b := range f.Blocks {
		if of := failing[b]; of != nil && begins[b] {
			of.begins = append(of.begins, w.points[f].blocks[b.Index])
		}
	}
	for b, of := range failing {
		w.checks[b] = of
	}
}

// leave makes the edges out of a block.
func (w *prover) leave(b *ir.Block) {
	of := w.points[b.Function]
	from, does := of.blocks[b.Index], w.effectOf(b)
	by := byStep
	if does.call != nil {
		by = byCall
		entry := w.points[does.call.Callee].blocks[does.call.Callee.Entry().Index]
		entry.into = append(entry.into, &edge{by: intoCall, from: from, to: entry, block: b, effect: does})
		if !does.call.Callee.CanReturn {
			return
		}
	}
	lead := func(to *point, target int, guard *term.Term) {
		given := append(does.conditions[:len(does.conditions):len(does.conditions)], term.Conjuncts(does.after.Apply(guard))...)
		e := &edge{by: by, from: from, to: to, block: b, target: target, given: w.resolved(given), effect: does}
		if to == nil {
			w.goals = append(w.goals, &goal{edge: e})
			return
		}
		to.into = append(to.into, e)
		of.reenters = of.reenters || to.block == b.Function.Entry().Index
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i, target := range t.Targets {
			lead(of.blocks[target.Block.Index], i, target.Guard)
		}
	case *ir.Return:
		lead(of.returned, 0, w.terms.True())
	case *ir.Error, *ir.Unsupported:
		lead(nil, 0, w.terms.True())
	}
}

// resolved are conditions with the disjunctions among them without what others exclude.
func (w *steps) resolved(conditions []*term.Term) []*term.Term {
	holds := map[*term.Term]bool{}
	for _, c := range conditions {
		holds[c] = true
	}
	out := slices.Clone(conditions)
	for changed := true; changed; {
		changed = false
		for i, c := range out {
			if c.Op() != term.OpOr {
				continue
			}
			left := slices.DeleteFunc(slices.Clone(c.Args()), func(d *term.Term) bool { return holds[w.terms.Not(d)] })
			if len(left) == len(c.Args()) {
				continue
			}
			parts := term.Conjuncts(w.terms.Or(left...))
			for _, part := range parts {
				holds[part] = true
			}
			out, changed = append(slices.Delete(out, i, i+1), parts...), true
			break
		}
	}
	return out
}

// effectOf executes a block over its start.
func (w *steps) effectOf(b *ir.Block) *effect {
	after := map[*term.Term]*term.Term{}
	e := &effect{changes: map[*term.Term]bool{}}
	some := func(v *ir.Variable) *term.Term { return w.terms.Fresh("some!"+v.Name, v.Sort) }
	for _, instruction := range b.Instructions {
		switch i := instruction.(type) {
		case *ir.Assign:
			after[i.Dst.Sym] = w.terms.Substitute(i.Src, after)
		case *ir.Assume:
			if !i.Cond.HasQuantifier() { // left out, it only allows more runs
				e.conditions = append(e.conditions, term.Conjuncts(w.terms.Substitute(i.Cond, after))...)
			}
		case *ir.Havoc:
			after[i.Dst.Sym] = some(i.Dst)
		case *ir.Call:
			e.call, e.ended = i, map[*term.Term]*term.Term{}
			for _, v := range i.Callee.Modifies {
				e.ended[v.Sym] = some(v)
				after[v.Sym] = e.ended[v.Sym]
			}
			for n, v := range i.Callee.Results {
				e.ended[v.Sym] = some(v)
				if n < len(i.Results) && i.Results[n] != nil {
					after[i.Results[n].Sym] = e.ended[v.Sym]
				}
			}
		}
	}
	for sym := range after {
		e.changes[sym] = true
	}
	e.after = w.terms.NewSubstitution(after)
	w.effects[b] = e
	return e
}

// value carries a term from behind an edge to before it.
func (w *steps) value(e *edge, t *term.Term) *term.Term {
	switch e.by {
	case byStart:
		return t
	case intoCall:
		arguments := map[*term.Term]*term.Term{}
		for i, v := range e.effect.call.Callee.Params {
			arguments[v.Sym] = e.effect.call.Args[i]
		}
		t = w.terms.Substitute(t, arguments)
	default:
		t = e.effect.after.Apply(t)
		if kept := w.kept[e.from.function]; kept != nil {
			t = w.terms.Substitute(t, kept)
		}
	}
	if e.from.isEntry() {
		t = w.whereEntered(e.from.function, t)
	}
	return t
}

// touches says that the block of an edge changes something that a term speaks of.
func (e *edge) touches(t *term.Term) bool {
	for _, sym := range t.Vars() {
		if e.effect.changes[sym] {
			return true
		}
	}
	return false
}

// largestClaim bounds the size of a claim, mostCases the cases of a disjunction.
const (
	largestClaim = 300
	mostCases    = 8
)

// isClaimable says that a term is over the state at a point, and small.
func (w *steps) isClaimable(at *point, t *term.Term) bool {
	if t.IsTrue() || t.Size() > largestClaim || t.HasQuantifier() || len(term.Disjuncts(t)) > mostCases {
		return false
	}
	for _, sym := range t.Vars() {
		if !w.isInScope(at, sym) {
			return false
		}
	}
	return true
}

func (w *steps) isInScope(at *point, sym *term.Term) bool {
	v := w.program.VariableOf(sym)
	if v == nil {
		f, is := w.rigid[sym]
		return is && !at.isEntry() && (f == nil || f == at.function)
	}
	switch v.Kind {
	case ir.Global:
		return true
	case ir.Parameter:
		return at.block != atReturn && slices.Contains(at.function.Params, v)
	case ir.Result:
		return !at.isEntry() && slices.Contains(at.function.Results, v)
	}
	return !at.isEntry() && at.block != atReturn && slices.Contains(at.function.Locals, v)
}
