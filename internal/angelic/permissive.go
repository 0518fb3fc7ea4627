package angelic

import (
	"fmt"
	"slices"

	"yogi/internal/angelic/trace"
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
	pos   source.Pos
	// state of what is known of the place under no specification at all.
	asked     bool
	reachable bool
	witnesses []*verdict.Test
}

// keepOriginal remembers the instructions of all blocks, so that specifications can be taken back.
func (a *analysis) keepOriginal() {
	a.original = map[*ir.Block][]ir.Instruction{}
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			a.original[b] = slices.Clone(b.Instructions)
		}
	}
}

// reinstall makes the program assume exactly the given specifications.
func (a *analysis) reinstall(specs []*Specification) {
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			b.Instructions = slices.Clone(a.original[b])
		}
	}
	i := &installer{program: a.program, terms: a.terms, made: map[*ir.Variable]bool{}}
	for _, s := range specs {
		i.install(s)
	}
}

// findSites lists the places in the entry function where a pointer was found to be null. Those in callees
// are left out: a function that is careful says nothing about its caller (ANGELIC section 3.1).
func (a *analysis) findSites(entry string) {
	f := a.program.Function(entry)
	if f == nil || a.options.Acceptance == EntryReachable {
		return
	}
	if a.options.Acceptance == BranchReachable {
		a.findBranches(f)
		return
	}
	a.sites = a.nullSites(f)
}

// nullSites are the places in a function where a pointer was found to be null.
func (a *analysis) nullSites(f *ir.Function) []*place {
	if known, ok := a.sitesIn[f]; ok {
		return known
	}
	var out []*place
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if as, ok := i.(*ir.Assign); ok && as.Dst == a.program.NullFound && as.Dst != nil && !leadsToError(b) {
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
		for _, f := range a.program.Functions {
			if takesIn(f, u.Input) {
				add(f)
			}
		}
	}
	if s.path == nil {
		return out
	}
	for _, f := range s.path.Functions() {
		add(f)
	}
	if check := a.checkOf(s.path.Error); check != nil {
		out = append(out, check)
	}
	return out
}

// guarded notes of a specification made from the conditions of branches that it is one.
func (a *analysis) guarded(s *Specification, path *trace.Path, useGuards bool) {
	if useGuards && a.options.Guards == GuardsLast {
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
	before := a.specifications()
	if !a.consistent(append(slices.Clone(before), s)) {
		if a.consistent([]*Specification{s}) {
			return "it contradicts what is assumed for other assertions", Inconsistent
		}
		return "it is never true", NotPermissive
	}
	a.reinstall(append(slices.Clone(before), s))
	for _, place := range a.sitesFor(s) {
		if a.stays(place) {
			continue
		}
		class = NotPermissive
		if len(before) > 0 {
			a.reinstall([]*Specification{s})
			if a.stays(place) {
				class = Inconsistent
			}
		}
		a.reinstall(before)
		why = fmt.Sprintf("no run would find the pointer to be null at line %d any more", place.pos.Line)
		switch {
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
	if place.asked && !place.reachable {
		return true
	}
	for _, w := range place.witnesses {
		if a.reaches(place, w) {
			return true
		}
	}
	answer := a.reach(place)
	switch answer.Kind {
	case verdict.Fail:
		place.asked, place.reachable = true, true
		place.witnesses = append(place.witnesses, answer.Test)
		return true
	case verdict.Unknown:
		if a.ctx.Err() != nil {
			return true // nothing is concluded: see cutOff
		}
		a.note(fmt.Sprintf("whether line %d stays reachable is not decided (%s)", place.pos.Line, undecided(answer)))
		return true
	}
	if !place.asked {
		now := a.snapshot()
		a.reinstall(nil)
		base := a.reach(place)
		a.restore(now)
		if a.ctx.Err() != nil {
			return true
		}
		place.asked = true
		place.reachable = base.Kind == verdict.Fail
		if base.Kind == verdict.Unknown {
			a.note(fmt.Sprintf("whether line %d is reachable at all is not decided (%s)", place.pos.Line, undecided(base)))
		}
		if place.reachable {
			place.witnesses = append(place.witnesses, base.Test)
		}
	}
	return !place.reachable
}

func (a *analysis) snapshot() map[*ir.Block][]ir.Instruction {
	now := map[*ir.Block][]ir.Instruction{}
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			now[b] = slices.Clone(b.Instructions)
		}
	}
	return now
}

func (a *analysis) restore(now map[*ir.Block][]ir.Instruction) {
	for b, list := range now {
		b.Instructions = list
	}
}

// reached is the error of a place in the program that asks for it.
const reached = "angelic assertion"

// asking runs f on the program in which reaching the place is the only error, and every other assertion
// an assumption.
func (a *analysis) asking(place *place, f func()) {
	type kept struct {
		terminator   ir.Terminator
		instructions []ir.Instruction
	}
	before := map[*ir.Block]kept{}
	var failing []*ir.Block // turned last: what goes to them is found by their errors
	for _, fn := range a.program.Functions {
		for _, b := range fn.Blocks {
			switch t := b.Terminator.(type) {
			case *ir.Goto:
				if kind := a.options.Acceptance; kind == CheckAfterUse && slices.ContainsFunc(t.Targets, func(t ir.Target) bool { return isFailure(t.Block) }) {
					before[b] = kept{t, b.Instructions}
					b.Terminator = a.withoutCheck(t)
				}
			case *ir.Error:
				failing = append(failing, b)
			case *ir.Unsupported:
				before[b] = kept{t, b.Instructions}
				b.Terminator = &ir.Halt{At: t.At, What: "not modelled"}
			}
		}
	}
	for _, b := range failing {
		t := b.Terminator.(*ir.Error)
		before[b] = kept{t, b.Instructions}
		b.Terminator = &ir.Halt{At: t.At, What: t.What}
	}
	b := place.block
	if _, ok := before[b]; !ok {
		before[b] = kept{b.Terminator, b.Instructions}
	}
	// Every block stays reachable as far as the graph goes, as the engine expects of a program: what follows the
	// place is behind a guard that is false.
	blocks := b.Function.Blocks
	failure, rest := b.Function.NewBlock("reached", place.pos), b.Function.NewBlock("rest", place.pos)
	failure.Terminator = &ir.Error{At: ir.At{Pos: place.pos}, What: reached}
	rest.Terminator = b.Terminator
	if place.start {
		rest.Instructions, b.Instructions = b.Instructions, nil
	}
	for n, i := range b.Instructions {
		if as, ok := i.(*ir.Assign); ok && as.Dst == a.program.NullFound && !place.check {
			rest.Instructions = slices.Clone(b.Instructions[n:])
			b.Instructions = slices.Clone(b.Instructions[:n])
			break
		}
	}
	b.Terminator = &ir.Goto{At: ir.At{Pos: place.pos}, Targets: []ir.Target{
		{Guard: a.terms.True(), Block: failure}, {Guard: a.terms.False(), Block: rest},
	}}
	defer func() {
		b.Function.Blocks = blocks
		for b, k := range before {
			b.Terminator, b.Instructions = k.terminator, k.instructions
		}
	}()
	f()
}

// withoutCheck is a goto of which one target fails, with the assertion taken away: the other is taken. The edge to
// the failure stays, behind a guard that is false.
func (a *analysis) withoutCheck(g *ir.Goto) *ir.Goto {
	out := &ir.Goto{At: g.At, Choice: g.Choice, Branch: g.Branch}
	rest := 0
	for _, t := range g.Targets {
		if !isFailure(t.Block) {
			rest++
		}
	}
	for _, t := range g.Targets {
		switch {
		case isFailure(t.Block):
			t.Guard = a.terms.False()
		case rest == 1:
			t.Guard = a.terms.True()
		}
		out.Targets = append(out.Targets, t)
	}
	return out
}

// reach asks the engine for a run to the place.
func (a *analysis) reach(place *place) (answer *verdict.Answer) {
	a.asking(place, func() { answer = a.ask() })
	return answer
}

// reaches says that a test reaches the place in the program as it is now.
func (a *analysis) reaches(place *place, test *verdict.Test) (ok bool) {
	a.asking(place, func() {
		replayed, err := concrete.Run(a.program, test, concrete.Limits{Steps: 100_000})
		ok = err == nil && replayed.Kind == concrete.ReachedError
	})
	return ok
}
