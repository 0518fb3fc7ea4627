package concolic

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file repairs the inputs of a blocked run without the solver. Every condition on the path is a
// term over the inputs; the one that fails is made true by a change of one of its inputs, the conditions
// that this breaks by changes of others, and so on for a few levels.

// repairLimit bounds the work on a repair.
type repairLimit struct {
	depth int   // changes that draw others after them
	work  int64 // terms computed at one depth
}

// A blocked run is worth some work, since the test ends there without it. Where a solver's answer comes next and
// is mostly no, more than a moment is lost. What a repair costs is the terms it computes, not the conditions: one
// that reads memory behind hundreds of stores costs as much as a thousand others.
var (
	thorough = repairLimit{depth: 4, work: 100_000}
	quick    = repairLimit{depth: 2, work: 20_000}
)

// unblock changes the inputs of a blocked run so that it passes the condition that blocks it and still
// meets all that it met; nil if no small change does.
func (f *dryRuns) unblock(s *dryRun, run *Plan, out *concrete.Outcome) *Plan {
	n := len(out.Block.Instructions)
	for _, next := range s.continuations(out) {
		f.Symbolic(next)
		path := slices.Concat(f.Constraint(s.path), s.keep)
		var goals []*term.Term
		for _, c := range next.conditions {
			switch {
			case out.BlockedAt < 0 && c.Index >= n, c.Index == out.BlockedAt:
				goals = append(goals, c.Term)
			case c.Index < n && (out.BlockedAt < 0 || c.Index < out.BlockedAt):
				path = append(path, c.Term)
			}
		}
		if plan := f.repairFor(run, next, path, goals, thorough); plan != nil {
			if out.BlockedAt >= 0 {
				plan.Inputs = plan.Inputs[:len(run.Inputs)]
			}
			return plan
		}
	}
	return nil
}

// Repair changes the inputs of a run that meets the conditions of path so that it meets the goals too, without much
// work: nil if no small change does. next is the path whose inputs may be changed.
func (f *dryRuns) Repair(run *Plan, next *Path, path, goals []*term.Term) *Plan {
	return f.repairFor(run, next, path, goals, quick)
}

// repairFor changes the inputs of a run that meets the conditions of path so that it meets the goals
// too; next is the path whose inputs may be changed.
func (f *dryRuns) repairFor(run *Plan, next *Path, path, goals []*term.Term, limit repairLimit) *Plan {
	var parts []*term.Term
	for _, goal := range goals {
		if goal.IsFalse() || goal.HasQuantifier() {
			return nil
		}
		parts = append(parts, term.Conjuncts(goal)...)
	}
	r := f.newRepairing(run, next)
	r.path, r.goals, r.limit = f.queries.Conditions(path), parts, limit
	for _, t := range parts {
		if !r.holds(t) && !r.deepen(t) {
			return nil
		}
	}
	for _, t := range parts { // a later change may break an earlier goal only if the search gave up on it
		if !r.holds(t) {
			return nil
		}
	}
	return r.plan(run)
}

func (f *dryRuns) newRepairing(run *Plan, next *Path) *repairing {
	r := &repairing{
		runs: f, values: map[*term.Term]term.Value{}, conditions: map[*term.Term]conditions{},
		changing: map[*term.Term]bool{}, functions: f.queries.FunctionsIn(run.Functions),
	}
	for _, g := range run.Globals {
		r.values[g.Variable.Sym] = g.Value
	}
	r.inputs = make([]verdict.InputValue, 0, next.drawn)
	r.symbols = make([]*term.Term, 0, next.drawn)
	for _, q := range next.Steps() {
		for _, d := range q.draws {
			k := len(r.inputs)
			v := term.IntValue(int64(d.target))
			if d.symbol != nil {
				v = term.ZeroValue(d.symbol.Sort())
				if k < len(run.Inputs) && run.Inputs[k].Input == d.input {
					v = run.Inputs[k].Value
				}
			}
			r.inputs = append(r.inputs, verdict.InputValue{Input: d.input, Value: v})
			r.symbols = append(r.symbols, d.symbol)
		}
	}
	return r
}

// repairing is the work on one repair: an assignment of the inputs and of the globals at the start.
type repairing struct {
	runs       *dryRuns
	inputs     []verdict.InputValue      // of the run
	symbols    []*term.Term              // of the inputs; nil: a choice
	values     map[*term.Term]term.Value // of globals, and of inputs that were changed
	path       query.Conditions
	goals      []*term.Term              // what is to become true, beyond the path
	conditions map[*term.Term]conditions // by symbol, as far as asked for
	changing   map[*term.Term]bool       // symbols being changed
	functions  func(f *term.Func, args []term.Value) (term.Value, bool)
	limit      repairLimit
	until      int64 // what the evaluator may have computed at the end of this depth
	top        int   // depth of the outermost fix
	trail      []changed
	followed   map[*term.Term]bool
}

// conditions are those on one symbol. A symbol in a quantified one is left as it is.
type conditions struct {
	plain      []*term.Term
	quantified bool
}

// on are the conditions on a symbol.
func (r *repairing) on(sym *term.Term) conditions {
	if known, ok := r.conditions[sym]; ok {
		return known
	}
	var out conditions
	for _, list := range [][]*term.Term{r.path.On(sym), r.goals} {
		for _, t := range list {
			switch {
			case !t.DependsOn(sym):
			case t.HasQuantifier():
				out.quantified = true
			default:
				out.plain = append(out.plain, t)
			}
		}
	}
	r.conditions[sym] = out
	return out
}

// input is which input a symbol is.
func (r *repairing) input(sym *term.Term) (k int, ok bool) {
	k, ok = r.runs.inputs[sym]
	return k, ok && k < len(r.symbols) && r.symbols[k] == sym
}

// given is the value of a symbol, if it has one yet.
func (r *repairing) given(sym *term.Term) (term.Value, bool) {
	if v, ok := r.values[sym]; ok {
		return v, true
	}
	if k, ok := r.input(sym); ok {
		return r.inputs[k].Value, true
	}
	return term.Value{}, false
}

// changed is a change that can be undone.
type changed struct {
	symbol *term.Term
	before term.Value
	had    bool
}

// Lookup implements term.Assignment.
func (r *repairing) Lookup(sym *term.Term) (term.Value, bool) {
	if v, ok := r.given(sym); ok {
		return v, true
	}
	return term.ZeroValue(sym.Sort()), true
}

// Apply implements term.Assignment.
func (r *repairing) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return r.functions(f, args)
}

func (r *repairing) value(t *term.Term) (term.Value, bool) {
	v, err := r.runs.evaluator.Eval(t, r)
	return v, err == nil
}

func (r *repairing) holds(t *term.Term) bool {
	v, ok := r.value(t)
	return ok && v.Bool()
}

// isSpent says that this depth has had its work.
func (r *repairing) isSpent() bool { return r.runs.evaluator.Computed() > r.until }

// deepen looks for the change that draws the fewest others after it.
func (r *repairing) deepen(t *term.Term) bool {
	for r.top = 1; r.top <= r.limit.depth; r.top++ {
		r.until = r.runs.evaluator.Computed() + r.limit.work
		if r.fix(t, r.top) {
			return true
		}
	}
	return false
}

// fix makes a condition true that is false now, by a change of one of its symbols and, where that breaks
// other conditions, of theirs. On failure nothing has changed.
func (r *repairing) fix(t *term.Term, depth int) bool {
	if depth == 0 {
		return false
	}
	symbols := slices.Clone(t.Vars())
	slices.SortFunc(symbols, func(a, b *term.Term) int { return r.rank(b) - r.rank(a) })
	for _, sym := range symbols {
		if r.changing[sym] || !r.free(sym) || r.on(sym).quantified {
			continue
		}
		for _, v := range r.candidatesFor(sym, t, depth) {
			if r.isSpent() {
				return false
			}
			if r.change(sym, v, t, depth) {
				return true
			}
		}
	}
	return false
}

// rank orders symbols: the latest input first, globals at the start last.
func (r *repairing) rank(sym *term.Term) int {
	if k, ok := r.input(sym); ok {
		return k + 1
	}
	return 0
}

// free reports whether a symbol may be changed: an input of the run, or a global that the program does
// not fix at the start.
func (r *repairing) free(sym *term.Term) bool {
	if _, ok := r.input(sym); ok {
		return true
	}
	v := r.runs.program.VariableOf(sym)
	return v != nil && v.Kind == ir.Global && v.Memory == nil && len(r.runs.queries.CellsAtStart(sym)) == 0
}

// change gives a symbol a value and mends what that breaks.
func (r *repairing) change(sym *term.Term, v term.Value, goal *term.Term, depth int) bool {
	if before, had := r.given(sym); had && before.Equal(v) {
		return false
	}
	mark := len(r.trail)
	r.set(sym, v)
	r.changing[sym] = true
	defer delete(r.changing, sym)
	if r.holds(goal) && r.mend(sym, depth) && r.holds(goal) {
		return true
	}
	r.undo(mark)
	return false
}

// mend makes the conditions on a changed symbol true again.
func (r *repairing) mend(sym *term.Term, depth int) bool {
	for _, t := range r.on(sym).plain {
		if !r.holds(t) && (r.isSpent() || !r.fix(t, depth-1)) {
			return false
		}
	}
	return true
}

func (r *repairing) set(sym *term.Term, v term.Value) {
	before, had := r.values[sym]
	r.trail = append(r.trail, changed{sym, before, had})
	r.values[sym] = v
}

func (r *repairing) undo(mark int) {
	for i := len(r.trail) - 1; i >= mark; i-- {
		if c := r.trail[i]; c.had {
			r.values[c.symbol] = c.before
		} else {
			delete(r.values, c.symbol)
		}
	}
	r.trail = r.trail[:mark]
}

// candidatesFor lists values of a symbol that may make a condition true: at the top of a repair those that
// other conditions suggest, too.
func (r *repairing) candidatesFor(sym, t *term.Term, depth int) []term.Value {
	if sym.Sort().Kind == term.KindArray {
		return r.cells(sym, t)
	}
	out := candidates(r.value, r.runs.terms, sym, []*term.Term{t})
	if depth != r.top {
		return out
	}
	if r.followed == nil {
		r.followed = map[*term.Term]bool{}
	}
	clear(r.followed)
	return r.follow(sym, out, 3)
}

// follow adds the values that the other conditions on a symbol suggest, and those on symbols that it is
// equal to: what becomes of p = q, q = 0 or q = fresh.
func (r *repairing) follow(sym *term.Term, out []term.Value, depth int) []term.Value {
	const most = 60
	r.followed[sym] = true
	for _, c := range r.on(sym).plain {
		if len(out) > most {
			return out
		}
		if c.Op() == term.OpEq && c.Arg(0).IsVar() && c.Arg(1).IsVar() {
			other := c.Arg(0)
			if other == sym {
				other = c.Arg(1)
			}
			if depth > 0 && !r.followed[other] {
				out = r.follow(other, out, depth-1)
			}
			continue
		}
		out = append(out, candidates(r.value, r.runs.terms, sym, []*term.Term{c})...)
	}
	return out
}

// cells lists maps that differ from a symbol's in one cell that the condition reads.
func (r *repairing) cells(sym, t *term.Term) []term.Value {
	if sym.Sort().Elem.Kind == term.KindArray {
		return nil
	}
	now := term.NewArrayValue(sym.Sort(), term.ZeroValue(sym.Sort().Elem))
	if v, ok := r.given(sym); ok {
		now = v.Array()
	}
	terms := r.runs.terms
	var out []term.Value
	term.Walker(func(u *term.Term) bool {
		if len(out) > 30 {
			return false
		}
		if u.Op() == term.OpSelect && u.DependsOn(sym) {
			cell := terms.Var("cell!"+u.Sort().String(), u.Sort())
			if index, ok := r.value(u.Args()[1]); ok {
				r.values[cell], _ = r.value(u)
				for _, v := range candidates(r.value, terms, cell, []*term.Term{terms.Replace(t, u, cell)}) {
					out = append(out, term.ArrayVal(now.Store(index, v)))
				}
				delete(r.values, cell)
			}
		}
		return true
	})(t)
	return out
}

// plan is the run's plan with the values as they are now.
func (r *repairing) plan(run *Plan) *Plan {
	plan := &Plan{Inputs: r.inputs, Length: run.Length, Functions: run.Functions}
	for k, sym := range r.symbols {
		if v, ok := r.values[sym]; ok {
			plan.Inputs[k].Value = v
		}
	}
	for _, v := range r.runs.program.Globals {
		if value, ok := r.values[v.Sym]; ok {
			plan.Globals = append(plan.Globals, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
	return plan
}

// Near says what leads to a model near a test on the path p; nil: there is no test.
func (f *dryRuns) Near(p *Path, base *Plan, demands []*term.Term) func(applications []*term.Term) []*term.Term {
	if p == nil || base == nil {
		return nil
	}
	return func(applications []*term.Term) []*term.Term { return f.pins(p, base, applications, demands) }
}

// pins fixes the arguments of applications, other than those in the demands, as they are in a test on the
// path p.
func (f *dryRuns) pins(p *Path, base *Plan, applications, demands []*term.Term) []*term.Term {
	wanted := map[*term.Term]bool{}
	for _, t := range demands {
		for _, a := range f.queries.GroundTerms(t) {
			wanted[a] = true
		}
	}
	r := f.newRepairing(base, p)
	var out []*term.Term
	for _, t := range applications {
		if wanted[t] {
			continue
		}
		for _, a := range t.Args() {
			if v, ok := r.value(a); ok && !a.IsConst() {
				out = append(out, f.terms.Eq(a, f.terms.Const(v)))
			}
		}
	}
	return out
}
