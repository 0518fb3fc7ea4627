package refine

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// This file is about the first abstraction (YOGI-OPT section 4): regions that are split by the
// conditions of the rule before the search begins. What the first abstraction makes impossible on
// an edge is found by substitution when the search comes to the edge, not for all edges at once:
// each absence has to be certified, and most are never asked for.

// Initial says which predicates a region graph begins with.
type Initial uint8

// The choices. The zero value is the control-flow graph.
const (
	InitialNone Initial = iota
	// InitialState: the conditions of the rule over its state.
	InitialState
	// InitialArguments: those over arguments and results of the functions that it observes too,
	// there and at their calls.
	InitialArguments
)

// mostInitial bounds the regions at one location of the first abstraction.
const mostInitial = 16

// initial is the first abstraction: the predicates of each function, and what was found of their regions,
// which all graphs share.
type initial struct {
	rule *ir.RuleState
	// predicates are those of each function.
	predicates map[*ir.Function][]*term.Term
	live       map[*ir.Function][]map[*term.Term]bool
	// possible are the steps between regions of the first abstraction that were looked at and may be.
	possible map[initialStep]bool
	// states are the regions of the first abstractions as conditions, before what has to hold
	// before an edge that leads into one, contradict the pairs of conditions of which that is
	// known.
	states     map[*region.Node]*term.Term
	before     map[edgeInto]*term.Term
	contradict map[[2]*term.Term]bool
}

// edgeInto is an edge that leads into states.
type edgeInto struct {
	block  *ir.Block
	target int
	into   *term.Term
}

type initialStep struct {
	from, to *region.Node
	edge     region.Edge
}

func newInitial(p *ir.Program) *initial {
	return &initial{rule: ir.FindRuleState(p), predicates: map[*ir.Function][]*term.Term{}, live: map[*ir.Function][]map[*term.Term]bool{}, possible: map[initialStep]bool{},
		states: map[*region.Node]*term.Term{}, before: map[edgeInto]*term.Term{}, contradict: map[[2]*term.Term]bool{}}
}

// Begin splits a new graph by the predicates that it begins with.
func (e *Engine) Begin(g *region.Graph) {
	if e.Options.Initial == InitialNone {
		return
	}
	if e.initials == nil {
		e.initials = newInitial(e.Program)
	}
	predicates := e.initialPredicates(g.Function)
	if len(predicates) == 0 {
		return
	}
	live := e.initials.liveness(g.Function)
	for _, b := range g.Function.Blocks {
		l := g.Locations[b.Index]
		for _, pred := range predicates {
			if !e.hasMeaning(pred, live[b.Index]) {
				continue
			}
			var leaves []*region.Node
			l.Root.EachLeaf(func(n *region.Node) { leaves = append(leaves, n) })
			for _, n := range leaves {
				if l.Leaves < mostInitial && !e.terms.Simplify(pred, n.Literals()...).IsConst() {
					g.Split(n, pred)
					e.Stats.ByKind["splits of the first abstraction"]++
				}
			}
		}
	}
	g.Begin()
}

// hasMeaning says that a condition is over parameters, globals and what is live. What is not live
// may have no value yet: such a condition, carried backwards, would be one about the entry that no
// caller can state.
func (e *Engine) hasMeaning(pred *term.Term, live map[*term.Term]bool) bool {
	return !slices.ContainsFunc(pred.Vars(), func(sym *term.Term) bool {
		v := e.Program.VariableOf(sym)
		return v == nil || v.Kind != ir.Global && v.Kind != ir.Parameter && !live[sym]
	})
}

// liveness are, by block of a function, the symbols of the variables that are live where it begins.
func (in *initial) liveness(f *ir.Function) []map[*term.Term]bool {
	if in.live[f] == nil {
		in.live[f] = f.Liveness()
	}
	return in.live[f]
}

// initialPredicates are the conditions of the rule's state that a function may change or asks for,
// and those about arguments, its own and those of the functions that it calls.
func (e *Engine) initialPredicates(f *ir.Function) []*term.Term {
	in := e.initials
	if known, ok := in.predicates[f]; ok {
		return known
	}
	asked := map[*term.Term]bool{}
	for _, b := range f.Blocks {
		if g, ok := b.Terminator.(*ir.Goto); ok {
			for _, t := range g.Targets {
				for _, atom := range term.Atoms(t.Guard) {
					asked[atom] = true
				}
			}
		}
	}
	changed := func(sym *term.Term) bool { return slices.Contains(f.Modifies, e.Program.VariableOf(sym)) }
	var out []*term.Term
	add := func(t *term.Term) {
		if t.Op() == term.OpNot {
			t = t.Arg(0)
		}
		if !t.IsConst() && t.Features()&term.HasArrays == 0 && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, c := range in.rule.Conditions {
		if asked[c] || slices.ContainsFunc(c.Vars(), changed) {
			add(c)
		}
	}
	if e.Options.Initial == InitialArguments {
		for _, c := range in.rule.Arguments[f] {
			add(c)
		}
		for _, b := range f.Blocks {
			if call := b.Call(); call != nil {
				for _, c := range e.atCall(call, in.rule.Arguments[call.Callee]) {
					add(c)
				}
			}
		}
	}
	in.predicates[f] = out
	return out
}

// atCall states conditions over a callee's parameters, results and globals of the actual ones;
// those over its locals have no such form.
func (e *Engine) atCall(call *ir.Call, conditions []*term.Term) []*term.Term {
	actual := map[*term.Term]*term.Term{}
	for i, p := range call.Callee.Params {
		actual[p.Sym] = call.Args[i]
	}
	for i, r := range call.Results {
		if r != nil {
			actual[call.Callee.Results[i].Sym] = r.Sym
		}
	}
	var out []*term.Term
	for _, c := range conditions {
		if !slices.ContainsFunc(c.Vars(), func(sym *term.Term) bool {
			v := e.Program.VariableOf(sym)
			return actual[sym] == nil && (v == nil || v.Kind != ir.Global)
		}) {
			out = append(out, e.terms.Substitute(c, actual))
		}
	}
	return out
}

// impossible reports whether the first abstraction says that no step along e leads from region s to
// region t; then the edge goes.
func (w *substitution) impossible(s *region.Node, e region.Edge, t *region.Node) bool {
	if w.engine.initials == nil {
		return false
	}
	step := initialStep{s.Initial(), t.Initial(), e}
	if step.from == nil || step.to == nil || w.engine.initials.possible[step] {
		return false
	}
	in, terms := w.engine.initials, w.engine.terms
	into := edgeInto{w.graph.Function.Blocks[e.Block], e.Target, in.state(terms, step.to)}
	demanded, ok := in.before[into]
	if !ok {
		demands := w.carriedBefore(e, step.to.Literals())
		if g, ok := into.block.Terminator.(*ir.Goto); ok && into.block.Call() == nil {
			demands = append(demands, w.demandBefore(into.block, len(into.block.Instructions), g.Targets[e.Target].Guard)...)
		}
		demanded = terms.And(demands...)
		in.before[into] = demanded
	}
	pair := [2]*term.Term{in.state(terms, step.from), demanded}
	contradict, ok := in.contradict[pair]
	if !ok {
		contradict = terms.Simplify(demanded, step.from.Literals()...).IsFalse()
		in.contradict[pair] = contradict
	}
	if !contradict {
		in.possible[step] = true
		return false
	}
	w.engine.Stats.ByKind["steps refuted by the first abstraction"]++
	w.graph.Remove(s, e, step.to, nil)
	return true
}

// state is a region of a first abstraction as a condition.
func (in *initial) state(terms *term.Builder, n *region.Node) *term.Term {
	if in.states[n] == nil {
		in.states[n] = terms.And(n.Literals()...)
	}
	return in.states[n]
}

// carriedBefore lists conditions over the state before e that hold wherever e can lead into a state
// of these literals: what can be carried over the block by substitution.
func (w *substitution) carriedBefore(e region.Edge, literals []*term.Term) []*term.Term {
	b := w.graph.Function.Blocks[e.Block]
	if call := b.Call(); call != nil {
		if e.Target == verdict.CalleeFails {
			return nil
		}
		return unchanged(call, literals)
	}
	var out []*term.Term
	for _, literal := range literals {
		out = append(out, w.demandBefore(b, len(b.Instructions)+1, literal)...)
	}
	return out
}

// demandBefore lists conditions over the state before b that hold wherever b is passed and t holds
// before the instruction of an index.
func (w *substitution) demandBefore(b *ir.Block, index int, t *term.Term) []*term.Term {
	pre, inputs := w.engine.Unrestricted(b, []Demand{{Index: index, Term: t}})
	for _, input := range inputs {
		pre, _ = project.Exists(w.engine.terms, pre, input)
	}
	return slices.DeleteFunc(slices.Clone(pre), hasStore) // the conjuncts may be the arguments of a term
}
