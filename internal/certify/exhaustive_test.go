package certify_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// exhaustive is the checker again, by enumeration of all states: a yardstick for programs whose
// variables have few values. It expects a certificate of the right form.
type exhaustive struct {
	t       testing.TB
	p       *ir.Program
	c       *verdict.Certificate
	eval    *term.Evaluator
	needed  map[int]bool
	work    []int
	reached map[int]bool // of the graph at hand
}

// state gives values to symbols; what is missing is zero.
type state map[*term.Term]term.Value

func (s state) Lookup(v *term.Term) (term.Value, bool) {
	if value, ok := s[v]; ok {
		return value, true
	}
	return term.ZeroValue(v.Sort()), true
}

func (s state) Apply(f *term.Func, _ []term.Value) (term.Value, bool) {
	return term.ZeroValue(f.Result), true
}

func (s state) with(sym *term.Term, v term.Value) state {
	out := make(state, len(s)+1)
	for k, w := range s {
		out[k] = w
	}
	out[sym] = v
	return out
}

// holds decides whether a certificate is one.
func holds(t testing.TB, p *ir.Program, c *verdict.Certificate) bool {
	x := &exhaustive{t: t, p: p, c: c, eval: term.NewEvaluator(), needed: map[int]bool{}}
	main := c.Graphs[c.Main]
	x.need(c.Main)
	symbols := map[*term.Term]bool{}
	treeSymbols(main.Trees[0], symbols)
	for _, fact := range p.Initial {
		termSymbols(fact, symbols)
	}
	if !x.all(symbols, state{}, func(s state) bool {
		for _, fact := range p.Initial {
			if !x.true(fact, s) {
				return true
			}
		}
		return in(main.NotMay, x.region(main.Trees[0], s))
	}) {
		return false
	}
	for len(x.work) > 0 {
		g := c.Graphs[x.work[0]]
		x.work = x.work[1:]
		if !x.graph(g) {
			return false
		}
	}
	return true
}

func in(list []int, n int) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}

func (x *exhaustive) need(n int) {
	if !x.needed[n] {
		x.needed[n] = true
		x.work = append(x.work, n)
	}
}

func treeSymbols(t *verdict.SplitTree, out map[*term.Term]bool) {
	if t.Pred != nil {
		termSymbols(t.Pred, out)
		treeSymbols(t.Yes, out)
		treeSymbols(t.No, out)
	}
}

func termSymbols(t *term.Term, out map[*term.Term]bool) {
	for _, v := range t.Vars() {
		out[v] = true
	}
}

// all enumerates the values of symbols on top of s; it stops at the first state for which f is false.
func (x *exhaustive) all(symbols map[*term.Term]bool, s state, f func(state) bool) bool {
	for sym := range symbols {
		if _, set := s[sym]; set {
			continue
		}
		for _, v := range x.values(sym.Sort()) {
			if !x.all(symbols, s.with(sym, v), f) {
				return false
			}
		}
		return true
	}
	return f(s)
}

func (x *exhaustive) values(s *term.Sort) []term.Value {
	if s.Kind == term.KindBool {
		return []term.Value{term.BoolValue(false), term.BoolValue(true)}
	}
	if s.Kind != term.KindBV || s.Width > 3 {
		x.t.Fatalf("sort %s has too many values", s)
	}
	out := make([]term.Value, 1<<s.Width)
	for i := range out {
		out[i] = term.BVValue(s.Width, uint64(i))
	}
	return out
}

func (x *exhaustive) value(t *term.Term, s state) term.Value {
	v, err := x.eval.Eval(t, s)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

func (x *exhaustive) true(t *term.Term, s state) bool { return x.value(t, s).Bool() }

func (x *exhaustive) region(t *verdict.SplitTree, s state) int {
	for t.Pred != nil {
		if x.true(t.Pred, s) {
			t = t.Yes
		} else {
			t = t.No
		}
	}
	return t.Region
}

// way is a control-flow edge.
type way struct{ block, target, to int }

func (x *exhaustive) ways(g *verdict.Graph, b *ir.Block) []way {
	var out []way
	failing := g.Exit == verdict.ErrorExit
	if call := b.Call(); call != nil {
		if failing && (call.Callee.CanError || call.Callee.ContainsUnsupported) {
			out = append(out, way{b.Index, verdict.CalleeFails, verdict.ExitLocation})
		}
		if !call.Callee.CanReturn {
			return out
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i, target := range t.Targets {
			out = append(out, way{b.Index, i, target.Block.Index})
		}
	case *ir.Return:
		if !failing {
			out = append(out, way{b.Index, 0, verdict.ExitLocation})
		}
	case *ir.Error, *ir.Unsupported:
		if failing {
			out = append(out, way{b.Index, 0, verdict.ExitLocation})
		}
	}
	return out
}

func regions(t *verdict.SplitTree) []int {
	if t.Pred == nil {
		return []int{t.Region}
	}
	return append(regions(t.Yes), regions(t.No)...)
}

// graph checks the claim of one graph: the reached regions are closed under steps.
func (x *exhaustive) graph(g *verdict.Graph) bool {
	f := x.p.Function(g.Function)
	type key struct{ from, to, block, target int }
	missing := map[key]bool{}
	for _, a := range g.Absent {
		missing[key{a.From, a.To, a.Block, a.Target}] = true
	}
	x.reached = map[int]bool{}
	for _, n := range g.NotMay {
		x.reached[n] = true
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			for _, w := range x.ways(g, b) {
				for _, from := range regions(g.Trees[b.Index]) {
					for _, to := range regions(g.Trees[w.to]) {
						if x.reached[from] && !x.reached[to] && !missing[key{from, to, w.block, w.target}] {
							x.reached[to] = true
							changed = true
						}
					}
				}
			}
		}
	}
	if x.reached[0] {
		return false
	}
	for _, b := range f.Blocks {
		for _, w := range x.ways(g, b) {
			if !x.closed(g, b, w) {
				return false
			}
		}
	}
	return true
}

// closed checks that steps along one edge stay in reached regions.
func (x *exhaustive) closed(g *verdict.Graph, b *ir.Block, w way) bool {
	uses := x.uses(g, b, w)
	symbols := map[*term.Term]bool{}
	treeSymbols(g.Trees[b.Index], symbols)
	treeSymbols(g.Trees[w.to], symbols)
	for _, i := range b.Instructions {
		ir.EachTerm(i, func(t *term.Term) { termSymbols(t, symbols) })
	}
	if t, ok := b.Terminator.(*ir.Goto); ok {
		for _, target := range t.Targets {
			termSymbols(target.Guard, symbols)
		}
	}
	for _, u := range uses {
		used := x.c.Graphs[u.Graph]
		inner := map[*term.Term]bool{}
		treeSymbols(used.Trees[0], inner)
		termSymbols(used.Post, inner)
		for sym := range inner {
			if v := x.p.VariableOf(sym); v != nil && v.Kind == ir.Global {
				symbols[sym] = true
			}
		}
		for _, value := range u.Rigid {
			termSymbols(value, symbols)
		}
	}
	return x.all(symbols, state{}, func(s state) bool {
		if !x.reached[x.region(g.Trees[b.Index], s)] {
			return true
		}
		return x.run(b, 0, s, uses, w, func(after state) bool {
			return x.reached[x.region(g.Trees[w.to], after)]
		})
	})
}

// uses are those of the absent edges along w that matter.
func (x *exhaustive) uses(g *verdict.Graph, b *ir.Block, w way) []verdict.Use {
	var out []verdict.Use
	for _, a := range g.Absent {
		if a.Block == b.Index && a.Target == w.target && x.reached[a.From] && !x.reached[a.To] {
			for _, u := range a.Uses {
				x.need(u.Graph)
				out = append(out, u)
			}
		}
	}
	return out
}

// run executes the block from instruction at and visits the states in which the edge is taken.
func (x *exhaustive) run(b *ir.Block, at int, s state, uses []verdict.Use, w way, f func(state) bool) bool {
	if at == len(b.Instructions) {
		if t, ok := b.Terminator.(*ir.Goto); ok && !x.true(t.Targets[w.target].Guard, s) {
			return true
		}
		return f(s)
	}
	switch i := b.Instructions[at].(type) {
	case *ir.Assign:
		return x.run(b, at+1, s.with(i.Dst.Sym, x.value(i.Src, s)), uses, w, f)
	case *ir.Assume:
		return !x.true(i.Cond, s) || x.run(b, at+1, s, uses, w, f)
	case *ir.Havoc:
		for _, v := range x.values(i.Dst.Sort) {
			if !x.run(b, at+1, s.with(i.Dst.Sym, v), uses, w, f) {
				return false
			}
		}
		return true
	case *ir.Call:
		return x.call(b, i, s, uses, w, f)
	}
	x.t.Fatalf("instruction %T", b.Instructions[at])
	return false
}

// call lets the callee do what its effects allow and the claims do not exclude.
func (x *exhaustive) call(b *ir.Block, call *ir.Call, s state, uses []verdict.Use, w way, f func(state) bool) bool {
	callee := call.Callee
	unset := map[*term.Term]bool{}
	for _, u := range uses {
		treeSymbols(x.c.Graphs[u.Graph].Trees[0], unset)
	}
	for sym := range unset {
		if v := x.p.VariableOf(sym); v == nil || v.Kind == ir.Global || v.Kind == ir.Parameter {
			delete(unset, sym)
		}
	}
	changed := map[*term.Term]bool{}
	for _, v := range callee.Modifies {
		changed[v.Sym] = true
	}
	for _, v := range callee.Results {
		changed[v.Sym] = true
	}
	if w.target == verdict.CalleeFails {
		changed = nil
	}
	return x.all(unset, state{}, func(inner state) bool {
		for _, v := range x.p.Globals {
			inner[v.Sym], _ = s.Lookup(v.Sym)
		}
		for i, v := range callee.Params {
			inner[v.Sym] = x.value(call.Args[i], s)
		}
		outcome := state{}
		for _, v := range x.p.Globals {
			if !changed[v.Sym] {
				outcome[v.Sym], _ = s.Lookup(v.Sym)
			}
		}
		return x.all(changed, outcome, func(outcome state) bool {
			for _, u := range uses {
				if x.excluded(u, s, inner, outcome) {
					return true
				}
			}
			if w.target == verdict.CalleeFails {
				return f(s)
			}
			after := s
			for _, v := range callee.Modifies {
				after = after.with(v.Sym, outcome[v.Sym])
			}
			for i, v := range call.Results {
				if v != nil {
					after = after.with(v.Sym, outcome[callee.Results[i].Sym])
				}
			}
			return x.run(b, 1, after, uses, w, f)
		})
	})
}

// excluded reports whether a use says that the callee does not end in outcome.
func (x *exhaustive) excluded(u verdict.Use, s, inner, outcome state) bool {
	used := x.c.Graphs[u.Graph]
	for sym, value := range u.Rigid {
		v := x.value(value, s)
		inner, outcome = inner.with(sym, v), outcome.with(sym, v)
	}
	return in(used.NotMay, x.region(used.Trees[0], inner)) && x.true(used.Post, outcome)
}
