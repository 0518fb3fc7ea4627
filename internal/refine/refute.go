package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// Demand is a condition on a step through a block: a term over the state before instruction Index. The
// guard has Index len(Instructions), the literals of the region behind the edge len(Instructions)+1.
type Demand struct {
	Index int
	Term  *term.Term
}

// ConditionOf returns the term of an Assume or of the guard of target.
func ConditionOf(b *ir.Block, index, target int) *term.Term {
	if index < len(b.Instructions) {
		return b.Instructions[index].(*ir.Assume).Cond
	}
	return b.Terminator.(*ir.Goto).Targets[target].Guard
}

// refute splits the region before a frontier that no test extends (RefinePred, DASH section 4.2.1). The
// core are those demands that contradict the path.
func (x *splitter) refute(f frontier, at *concolic.State, core, all []Demand) Step {
	if len(core) == 0 {
		return Step{Reason: verdict.Internal, Detail: "the path of a test has no model"}
	}
	if continued, err := x.continueTest(); err != nil {
		return Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
	} else if continued {
		return Step{Progress: true}
	}
	if !x.engine.Options.Features.Has(feature.Cores) {
		core = all
	}
	block := x.Graph.Function.Blocks[f.edge.Block]
	if x.engine.Options.Fault == PathForgotten {
		x.SplitOff(f.from, x.engine.terms.False(), f.edge, f.to, nil)
		return Step{Progress: true}
	}
	if x.Contradicts(f.from, f.edge, f.to, all) {
		return Step{Progress: true}
	}
	// A predicate that lost something of an input but still separates is simple, and so comes first.
	for _, remove := range []project.Elimination{project.Exists, project.ExistsExactly} {
		for _, demands := range x.choices(f, at, core, all) {
			rho, exact := x.precondition(remove, block, at.Path, demands)
			if !x.separates(at, rho, exact) {
				continue
			}
			x.SplitOff(f.from, rho, f.edge, f.to, nil)
			return Step{Progress: true}
		}
	}
	if rho := x.byValues(block, at, core); rho != nil {
		x.SplitOff(f.from, rho, f.edge, f.to, nil)
		return Step{Progress: true}
	}
	return Step{Reason: verdict.Divergence, Detail: x.engine.notSeparated(x.Graph.Function, block, core)}
}

// choices lists sets of demands that contradict the path, best first: the obligations of the region behind the
// edge without the branch condition (DASH section 5(b): a diamond that does not matter must not double
// the predicates), with it, and with whatever else the core names.
func (x *splitter) choices(f frontier, at *concolic.State, core, all []Demand) [][]Demand {
	if x.engine.turn.Predicates == ByCore {
		return [][]Demand{core, all}
	}
	obligations := map[*term.Term]bool{}
	for _, literal := range f.to.Obligations() {
		obligations[literal] = true
	}
	n := len(x.Graph.Function.Blocks[f.edge.Block].Instructions)
	var weak, strong, full []Demand
	inCore := map[Demand]bool{}
	for _, d := range core {
		inCore[d] = true
	}
	coreIsWeak, coreIsStrong := true, true
	for _, d := range all {
		isObligation := d.Index > n && obligations[d.Term]
		if isObligation {
			weak = append(weak, d)
		}
		if isObligation || d.Index <= n {
			strong = append(strong, d)
		}
		if isObligation || d.Index <= n || inCore[d] {
			full = append(full, d)
		}
		coreIsWeak = coreIsWeak && (isObligation || !inCore[d])
		coreIsStrong = coreIsStrong && (isObligation || d.Index <= n || !inCore[d])
	}
	var out [][]Demand
	if len(weak) > 0 && x.engine.Options.Features.Has(feature.BranchPredicates) && (coreIsWeak || x.unreachable(f, at, weak)) {
		out = append(out, weak)
	}
	if coreIsStrong || x.unreachable(f, at, strong) {
		out = append(out, strong)
	}
	return append(out, full, core)
}

// unreachable asks whether the path contradicts demands behind the edge.
func (x *splitter) unreachable(f frontier, at *concolic.State, demands []Demand) bool {
	if len(demands) == 0 {
		return false
	}
	block := x.Graph.Function.Blocks[f.edge.Block]
	pre, _ := x.engine.Unrestricted(block, demands) // the block's inputs are free in the query
	now := make([]*term.Term, len(pre))
	for i, t := range pre {
		now[i] = x.SymbolicAt(at.Path, t)
	}
	answer := x.engine.queries.Ask(query.Query{
		Path: x.PathConstraint(at.Path), Assume: now, Label: x.Label("weaker"), Timeout: optionalQuery,
	})
	return answer.Status == solver.Unsat
}

// Contradicts removes the edge between two regions without a split when the demands contradict one
// another or the region before the edge, whatever the path: one more query after a failed test,
// over a single block, that spares a predicate taken from the accidents of the path. DASH has no
// such step; it splits by the path at once. The edge goes from every region at the location whose
// literals include those in the core.
func (x *splitter) Contradicts(from *region.Node, e region.Edge, to *region.Node, demands []Demand) bool {
	b := x.Graph.Function.Blocks[e.Block]
	literals := from.Literals()
	pre, _ := x.engine.Unrestricted(b, demands)
	assume := append(append([]*term.Term(nil), literals...), pre...)
	answer := x.engine.queries.AskAnywhere(query.Query{Assume: assume, Label: x.Label("contradicts"), Timeout: optionalQuery})
	if answer.Status != solver.Unsat {
		return false
	}
	needed := map[*term.Term]bool{}
	for _, i := range answer.Core {
		if i < len(literals) {
			needed[literals[i]] = true
		}
	}
	var regions []*region.Node
	from.Location.Root.EachLeaf(func(s *region.Node) {
		found := 0
		for _, literal := range s.Literals() {
			if needed[literal] {
				found++
			}
		}
		if found == len(needed) && (s == from || x.engine.Options.Features.Has(feature.Cores)) {
			regions = append(regions, s)
		}
	})
	for _, s := range regions {
		x.Graph.Remove(s, e, to, nil)
	}
	x.engine.Stats.ByKind["edges removed without a split"] += len(regions)
	x.Update()
	return true
}
