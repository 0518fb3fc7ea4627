package baseline

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// This file is the baseline SLAM, as SYNERGY (section 4) and DASH (sections 2 and 5) describe it: abstraction
// by predicates that are refined by counterexamples, without tests. An iteration takes an error path of the
// abstract program and asks whether the whole of it is feasible from the initial states. If it is, that
// is the test. If not, the preconditions of the conditions that contradict one another are predicates
// from now on, along the whole path and at every location.
//
// The abstract program is the exact one, SLAM's Boolean program without the Cartesian approximation. It is
// made where an abstract error path leads: only there are regions split by all predicates, and
// only there are abstract steps looked for by queries. SLAM works on procedures; this one on a single
// procedure.

// slam is one run of it.
type slam struct {
	*refine.Explorer
	alias      Alias
	predicates []*term.Term
	known      map[*term.Term]bool
	// tracked says of a region how many of the predicates it was split by.
	tracked map[*region.Node]int
	// steps are the abstract steps that a query found possible.
	steps map[abstractStep]bool
	atoms map[*term.Term][]*term.Term
}

// abstractPath is a path of the abstract program from an entry region to the target.
type abstractPath struct {
	regions []*region.Node
	edges   []region.Edge // edges[i] leads from regions[i] to regions[i+1]
}

// SLAM is the strategy.
type SLAM struct{ Alias Alias }

// Alias says what SLAM tracks of a read after writes whose addresses may be equal.
type Alias uint8

// The choices. AliasCases tracks each equality of addresses and each value as predicates of their own, as
// SLAM does; AliasIte one predicate that contains the cases.
const (
	AliasCases Alias = iota
	AliasIte
)

// Answer implements refine.Strategy.
func (strategy SLAM) Answer(x *refine.Explorer) (refine.Result, bool) {
	s := &slam{
		Explorer: x, alias: strategy.Alias, known: map[*term.Term]bool{}, tracked: map[*region.Node]int{},
		steps: map[abstractStep]bool{}, atoms: map[*term.Term][]*term.Term{},
	}
	return s.run(), true
}

func (s *slam) run() refine.Result {
	x := s.Explorer
	for {
		if reason := x.Engine().Stopped(); reason != "" {
			return refine.Result{Kind: refine.Unknown, Reason: reason}
		}
		x.Check()
		path := s.errorPath()
		if path == nil {
			return refine.Result{Kind: refine.NotMay}
		}
		if s.splitAlong(path) || !s.possible(path) {
			continue
		}
		x.Engine().Stats.Iterations++
		if step := s.analyse(path); !step.Progress {
			return refine.Result{Kind: refine.Unknown, Reason: step.Reason, Detail: step.Detail}
		}
		if x.Fulfilled() != nil {
			return refine.Result{Kind: refine.Must, State: x.Fulfilled()}
		}
	}
}

// errorPath finds a shortest path of the abstract program, as far as that is known; nil if there is none.
func (s *slam) errorPath() *abstractPath {
	g := s.Graph
	next := map[*region.Node]abstractStep{}
	seen := map[*region.Node]bool{g.Target: true}
	queue := []*region.Node{g.Target}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.Location == g.Entry() && !s.IsBlocked(t) {
			return s.pathFrom(t, next)
		}
		g.Predecessors(t, func(from *region.Node, e region.Edge) {
			if !seen[from] {
				seen[from] = true
				next[from] = abstractStep{from, t, e}
				queue = append(queue, from)
			}
		})
	}
	return nil
}

func (s *slam) pathFrom(n *region.Node, next map[*region.Node]abstractStep) *abstractPath {
	path := &abstractPath{regions: []*region.Node{n}}
	for n != s.Graph.Target {
		step := next[n]
		path.edges = append(path.edges, step.edge)
		path.regions = append(path.regions, step.to)
		n = step.to
	}
	return path
}

// splitAlong splits the regions of a path by the predicates that they were not yet split by. It reports
// whether one was split.
func (s *slam) splitAlong(path *abstractPath) bool {
	changed := false
	for _, n := range path.regions {
		changed = n != s.Graph.Target && s.split(n) || changed
	}
	return changed
}

// split divides a region by the first predicate that it leaves open.
func (s *slam) split(n *region.Node) bool {
	for s.tracked[n] < len(s.predicates) && !s.Engine().Stop() {
		p := s.predicates[s.tracked[n]]
		s.tracked[n]++
		if n.Location == s.Graph.Entry() && s.hasLocals(p) {
			continue
		}
		if s.excludes(n, p) || s.excludes(n, s.Engine().Terms().Not(p)) {
			continue
		}
		s.Engine().Stats.Splits++
		yes, no := s.Graph.Split(n, p)
		s.tracked[yes], s.tracked[no] = s.tracked[n], s.tracked[n]
		return true
	}
	return false
}

// hasLocals reports whether a predicate mentions a variable that has no value yet when the program starts.
func (s *slam) hasLocals(p *term.Term) bool {
	return slices.ContainsFunc(p.Vars(), func(sym *term.Term) bool {
		v := s.Engine().Program.VariableOf(sym)
		return v == nil || v.Kind != ir.Global
	})
}

func (s *slam) excludes(n *region.Node, p *term.Term) bool {
	return s.Engine().AskAnywhere(n.Literals(), []*term.Term{p}, s.Label("track")).Status == solver.Unsat
}

// possible asks for each step of a path whether the abstract program has it, and removes the first that it
// has not.
func (s *slam) possible(path *abstractPath) bool {
	if s.contradictsStart(path.regions[0]) {
		return false
	}
	for i, e := range path.edges {
		step := abstractStep{path.regions[i], path.regions[i+1], e}
		if s.steps[step] {
			continue
		}
		block := s.Graph.Function.Blocks[e.Block]
		if s.Contradicts(step.from, e, step.to, stepDemands(block, e, step.to)) {
			return false
		}
		s.steps[step] = true
	}
	return true
}

// contradictsStart asks whether no run starts in an entry region.
func (s *slam) contradictsStart(n *region.Node) bool {
	entry := s.Activation.Entry()
	var assume []*term.Term
	for _, literal := range n.Literals() {
		assume = append(assume, s.Engine().Forest.SymbolicValue(entry, literal, nil))
	}
	if s.Engine().AskNear(entry, s.Basis(entry), s.PathConstraint(entry), assume, s.Label("enter")).Status != solver.Unsat {
		return false
	}
	s.Block(n)
	return true
}

// origin is a condition on a path: index of the step, and of the condition in its block.
type origin struct{ step, index int }

// analyse asks whether a whole path is feasible. If it is, its test is run; if not, there are new predicates.
func (s *slam) analyse(path *abstractPath) refine.Step {
	p := s.Activation.Entry()
	var assume []*term.Term
	var origins []origin
	for i, e := range path.edges {
		p = p.Child(moveAlong(s.Graph, e))
		for _, c := range s.Engine().Forest.Conditions(p) {
			assume = append(assume, c.Term)
			origins = append(origins, origin{i, c.Index})
		}
	}
	entry := s.Activation.Entry()
	answer := s.Engine().AskNear(entry, s.Basis(entry), s.PathConstraint(entry), assume, s.Label("path"))
	switch answer.Status {
	case solver.Sat:
		return s.RunTest(p, answer, s.Graph.Target, assume)
	case solver.Unsat:
		core := map[origin]bool{}
		for _, i := range answer.Core {
			core[origins[i]] = true
		}
		for _, remove := range []project.Elimination{project.Exists, project.ExistsExactly} {
			if s.discover(path, core, remove) {
				return refine.Step{Progress: true}
			}
		}
		return refine.Step{Reason: verdict.Divergence, Detail: "an infeasible path gives no new predicate"}
	}
	return refine.Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}
}

// discover carries the conditions in the core back along the path and tracks the atoms of their preconditions.
// It reports whether there are new ones.
func (s *slam) discover(path *abstractPath, core map[origin]bool, remove project.Elimination) bool {
	known := len(s.predicates)
	var after []*term.Term
	for i, e := range slices.Backward(path.edges) {
		block := s.Graph.Function.Blocks[e.Block]
		var demands []refine.Demand
		for index := range len(block.Instructions) + 1 {
			if core[origin{i, index}] {
				demands = append(demands, refine.Demand{Index: index, Term: refine.ConditionOf(block, index, e.Target)})
			}
		}
		for _, t := range after {
			demands = append(demands, refine.Demand{Index: len(block.Instructions) + 1, Term: t})
		}
		pre, _ := s.Engine().Existential(remove, block, demands)
		after = after[:0]
		for _, t := range pre {
			for _, atom := range s.atomsOf(t) {
				s.track(atom)
			}
			if !t.IsConst() {
				after = append(after, term.Conjuncts(t)...)
			}
		}
	}
	return len(s.predicates) > known
}

func (s *slam) track(atom *term.Term) {
	if !atom.IsConst() && !s.known[atom] {
		s.known[atom] = true
		s.predicates = append(s.predicates, atom)
	}
}

// atomsOf lists the atoms of a formula. With AliasCases the atoms of a read after a write are those of the
// cases (the axiom of assignment with aliases, as in SLAM's weakest precondition).
func (s *slam) atomsOf(t *term.Term) []*term.Term {
	if done, ok := s.atoms[t]; ok {
		return done
	}
	var parts []*term.Term
	if t.IsConnective() {
		parts = t.Args()
	} else if s.alias == AliasCases {
		parts = s.cases(t)
	}
	var out []*term.Term
	if parts == nil {
		out = []*term.Term{t}
	}
	for _, part := range parts {
		for _, atom := range s.atomsOf(part) {
			if !slices.Contains(out, atom) {
				out = append(out, atom)
			}
		}
	}
	s.atoms[t] = out
	return out
}

// cases splits an atom by the first read after a write in it: the equality of the addresses, and the atom in
// either case; nil if there is none.
func (s *slam) cases(t *term.Term) []*term.Term {
	read := readAfterWrite(t)
	if read == nil {
		return nil
	}
	terms, store, index := s.Engine().Terms(), read.Arg(0), read.Arg(1)
	same := terms.Eq(index, store.Arg(1))
	written := terms.Replace(t, read, store.Arg(2))
	before := terms.Replace(t, read, terms.Select(store.Arg(0), index))
	return []*term.Term{same, written, before}
}

// readAfterWrite finds a select over a store in a term, an innermost one; nil if there is none.
func readAfterWrite(t *term.Term) *term.Term {
	if t.Features()&term.HasArrays == 0 || t.HasQuantifier() {
		return nil
	}
	return term.Innermost(t, func(t *term.Term) bool { return t.Op() == term.OpSelect && t.Arg(0).Op() == term.OpStore })
}
