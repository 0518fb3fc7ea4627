package angelic

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/angelic/trace"
	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// place is an angelic assertion: a place that must stay reachable (ANGELIC, Definition 1).
type place struct {
	block *ir.Block
	start bool // the place is the start of the block, else where the block sets NullFound
	check bool // the place is the check at the end of the block
	// contract: the place is where the entry begins, which calls that keep to its contract get to.
	contract bool
	pos      source.Pos
	// state of what is known of the place under no specification at all.
	asked     bool
	reachable bool
	open      bool // a search did not decide it in its part of the time
	witnesses []*verdict.Test
}

// findSites lists the places in the entry function where a pointer was found to be null. Those in callees
// are left out: a function that is careful says nothing about its caller (ANGELIC section 3.1).
func (a *analysis) findSites(entry string) {
	f := a.base.Function(entry)
	if f == nil {
		return
	}
	if a.base.Assumptions.Has(assumption.EntryContract) {
		a.sites = append(a.sites, &place{block: f.Blocks[0], start: true, contract: true, pos: f.Pos})
	}
	switch a.options.Acceptance {
	case EntryReachable:
	case BranchReachable:
		a.findBranches(f)
	default:
		a.sites = append(a.sites, a.nullSites(f)...)
	}
}

// nullSites are the places in a function where a pointer was found to be null.
func (a *analysis) nullSites(f *ir.Function) []*place {
	if known, ok := a.sitesIn[f]; ok {
		return known
	}
	var out []*place
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if as, ok := i.(*ir.Assign); ok && as.Dst == a.base.NullFound && as.Dst != nil && !leadsToError(b) {
				out = append(out, &place{block: b, pos: as.Pos})
			}
		}
	}
	a.sitesIn[f] = out
	return out
}

// sitesFor are the places that a specification must leave reachable: those of the entry, and for the result of a
// function without a body those of the function that called it, whose own business it is.
func (a *analysis) sitesFor(s *Specification) []*place {
	out := slices.Clone(a.sites)
	if k := a.options.Acceptance; k != NullReachable && k != CheckAfterUse {
		return out
	}
	add := func(f *ir.Function) {
		for _, p := range a.nullSites(f) {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	for _, u := range s.Unknowns {
		if !isResult(u.Input) {
			continue
		}
		for _, f := range a.base.Functions {
			if takesIn(f, u.Input) {
				add(f)
			}
		}
	}
	if s.path == nil {
		return out
	}
	for _, f := range s.path.Functions() {
		add(a.base.Function(f.Name))
	}
	if check := a.checkOf(s.path.Error); check != nil {
		out = append(out, check)
	}
	return out
}

// guarded notes of a specification made from the conditions of branches that it is one.
func (a *analysis) guarded(s *Specification, path *trace.Path, at stage) {
	if at == withGuards && a.options.Guards == GuardsLast {
		s.path = path
	}
}

// takesIn says that an input is taken in in a function.
func takesIn(f *ir.Function, in *ir.Input) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if h, ok := i.(*ir.Havoc); ok && h.Input.ID == in.ID {
				return true
			}
		}
	}
	return false
}

// findBranches lists the ways of the branches of a function.
func (a *analysis) findBranches(f *ir.Function) {
	known := map[*ir.Block]bool{}
	for _, b := range f.Blocks {
		g, ok := b.Terminator.(*ir.Goto)
		if !ok || len(g.Targets) < 2 {
			continue
		}
		check := slices.ContainsFunc(g.Targets, func(t ir.Target) bool { return isFailure(t.Block) })
		for _, t := range g.Targets {
			if !check && !known[t.Block] && !leadsToError(t.Block) {
				known[t.Block] = true
				a.sites = append(a.sites, &place{block: t.Block, start: true, pos: t.Block.Pos})
			}
		}
	}
}

// isFailure says that a block does nothing but fail.
func isFailure(b *ir.Block) bool {
	_, ok := b.Terminator.(*ir.Error)
	return ok && len(b.Instructions) == 0
}

// leadsToError says that a block ends in an error function or a failing assertion: finding null there is a
// check of the program, which says that null is not expected.
func leadsToError(b *ir.Block) bool {
	for depth := 0; depth < 10; depth++ {
		switch t := b.Terminator.(type) {
		case *ir.Error:
			return t.Property == "" // else it is a failure that nobody asked for
		case *ir.Goto:
			if len(t.Targets) != 1 {
				return false
			}
			b = t.Targets[0].Block
		default:
			return false
		}
	}
	return false
}

// accept installs a specification if it is permissive together with those there are. Otherwise it says
// why not.
func (a *analysis) accept(s *Specification) (why string, class Class) {
	if r, in := a.testedElsewhere(s); r != nil {
		return fmt.Sprintf("%s takes null for a result of %s() at %s:%d", in, r.Function, r.Tested.File, r.Tested.Line), TestedElsewhere
	}
	before := a.specifications()
	if !a.consistent(append(slices.Clone(before), s)) {
		if a.consistent([]*Specification{s}) {
			return "it contradicts what is assumed for other assertions", Inconsistent
		}
		return "it is never true", NotPermissive
	}
	a.assume(append(slices.Clone(before), s))
	for _, place := range a.sitesFor(s) {
		if a.stays(place) {
			continue
		}
		class = NotPermissive
		if len(before) > 0 {
			a.assume([]*Specification{s})
			if a.stays(place) {
				class = Inconsistent
			}
		}
		a.assume(before)
		why = fmt.Sprintf("no run would find the pointer to be null at line %d any more", place.pos.Line)
		switch {
		case place.contract:
			why = "no call that keeps to the contract would get to the function any more"
		case place.check:
			why = fmt.Sprintf("no run would get to the check at line %d any more", place.pos.Line)
		case place.start:
			why = fmt.Sprintf("no run would get to line %d any more", place.pos.Line)
		}
		if class == Inconsistent {
			why += ", together with what is assumed for other assertions"
		}
		return why, class
	}
	return "", ""
}

// testedElsewhere says of a specification that says no more than that one result of a function
// without a body is not null where another function of the files takes null for a result of it:
// those who wrote the files know that it may be. That goes unless there are more functions that
// follow such results untested than there are that test them. (Errors as deviant behaviour; as a
// mere test says nothing of where null comes from, arguments are left alone.)
func (a *analysis) testedElsewhere(s *Specification) (test *ResultUse, in string) {
	if a.options.Acceptance == EntryReachable || len(s.Unknowns) != 1 || !isResult(s.Unknowns[0].Input) {
		return nil, ""
	}
	u := s.Unknowns[0]
	null := map[*term.Term]*term.Term{u.Symbol: a.terms.Const(term.ZeroValue(u.Symbol.Sort()))}
	if len(s.Formula.Vars()) != 1 || !a.terms.Substitute(s.Formula, null).IsFalse() {
		return nil, ""
	}
	name := strings.TrimSuffix(u.Input.Name, "()")
	tested, trusted := 0, 0
	for _, f := range a.options.Functions {
		n := slices.IndexFunc(f.Results, func(r ResultUse) bool { return r.Function == name })
		if n < 0 {
			continue
		}
		r := &f.Results[n]
		switch {
		case r.Tested != source.Pos{}:
			tested++
			if test == nil {
				test, in = r, f.Name
			}
		case r.Follows:
			trusted++
		}
	}
	if tested < trusted {
		return nil, ""
	}
	return test, in
}

func (a *analysis) specifications() []*Specification {
	out := make([]*Specification, len(a.specs))
	for i, s := range a.specs {
		out[i] = s.spec
	}
	return out
}

// consistent says that some outside satisfies the specifications: the entry stays reachable.
func (a *analysis) consistent(specs []*Specification) bool {
	var path []*term.Term
	for _, t := range slices.Concat(a.program.Axioms, a.program.Initial) {
		if !t.HasQuantifier() {
			path = append(path, t)
		}
	}
	for _, s := range specs {
		path = append(path, s.Formula)
		for _, u := range s.Unknowns {
			if u.Input.Kind == ir.OutsidePointer {
				path = append(path, a.program.Model.OutsideStart(a.terms, u.Symbol))
			}
		}
	}
	return a.solver.Check(a.ctx, solver.Query{Path: path, Label: "consistent", StatusOnly: true}).Status != solver.Unsat
}

// stays says that a place is reachable in the program as it is now, or was not anyway. What the engine
// cannot decide is taken for reachable, and noted.
func (a *analysis) stays(place *place) bool {
	if place.asked && !place.reachable || place.open && len(place.witnesses) == 0 {
		return true // one that no run is known to get to is not asked about again for each specification
	}
	asked := a.variant(a.assumed, place)
	for _, w := range place.witnesses {
		if reaches(asked, w) {
			return true
		}
	}
	answer := a.search(asked)
	switch answer.Kind {
	case verdict.Fail:
		place.asked, place.reachable = true, true
		place.witnesses = append(place.witnesses, answer.Test)
		return true
	case verdict.Unknown:
		if a.ctx.Err() != nil {
			return true // nothing is concluded: see cutOff
		}
		place.open = true
		a.note(fmt.Sprintf("whether line %d stays reachable is not decided (%s)", place.pos.Line, undecided(answer)))
		return true
	}
	if !place.asked {
		base := a.search(a.variant(nil, place))
		if a.ctx.Err() != nil {
			return true
		}
		place.asked = true
		place.reachable = base.Kind == verdict.Fail
		if base.Kind == verdict.Unknown {
			place.open = true
			a.note(fmt.Sprintf("whether line %d is reachable at all is not decided (%s)", place.pos.Line, undecided(base)))
		}
		if place.reachable {
			place.witnesses = append(place.witnesses, base.Test)
		}
	}
	return !place.reachable
}

// reaches says that a test reaches the place that a program asks for.
func reaches(asked *ir.Program, test *verdict.Test) bool {
	replayed, err := concrete.Run(asked, test, concrete.Limits{Steps: 100_000})
	return err == nil && replayed.Kind == concrete.ReachedError
}
