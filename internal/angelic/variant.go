package angelic

import (
	"slices"

	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The program that a question is about is a variant of the entry's: a copy that assumes some
// specifications, in which assertions that a warning was given for do not fail and runs end at what
// was left out, and which asks perhaps for a place. The entry's own program, analysis.base, changes
// in one way alone: it is told of ghosts when a specification first needs them, so that a ghost is
// the same variable in all variants.

// assume makes the program at hand the variant that assumes exactly the given specifications.
func (a *analysis) assume(specs []*Specification) {
	a.assumed = specs
	a.program = a.variant(specs, nil)
}

// variant is the program under specifications; with a place reaching that is the only error in it.
func (a *analysis) variant(specs []*Specification, goal *place) *ir.Program {
	for {
		p := a.base.CopyBlocks()
		a.endRuns(p)
		known := len(a.base.Globals)
		i := &installer{base: a.base, program: p, terms: a.terms, made: map[*ir.Variable]bool{}}
		var at *ir.Block
		if goal != nil {
			at = goal.block.Counterpart(p)
		}
		for _, m := range a.base.Everywhere {
			i.installEvery(member{of: m.Struct, offset: m.Offset, width: m.Width})
		}
		for _, s := range specs {
			i.install(s)
		}
		if len(a.base.Globals) > known {
			continue // ghosts are new, and p does not declare them
		}
		if goal != nil {
			a.askFor(p, goal, at)
		}
		p.Number()
		ir.ComputeModifies(p)
		return p
	}
}

// endRuns ends the runs of a copy of the base at failures of assertions that are taken to hold, and
// at what was left out. Errors that are left are those of the base, by which their checks are known.
func (a *analysis) endRuns(p *ir.Program) {
	for n, f := range a.base.Functions {
		for m, b := range f.Blocks {
			to := p.Functions[n].Blocks[m]
			switch t := b.Terminator.(type) {
			case *ir.Error:
				to.Terminator = t
				if a.suppressed[key(t)] {
					trace.Suppress(to)
				}
			case *ir.Unsupported:
				if a.leftOut[t.Diagnostic] {
					to.Terminator = &ir.Halt{At: t.At, What: notModelled}
				}
			}
		}
	}
}

// notModelled is why a run ends at a construct that was left out.
const notModelled = "not modelled"

// leaveOut ends the runs at a construct that is not modelled; that nothing fails behind it is not
// shown. It reports whether the program at hand has the construct.
func (a *analysis) leaveOut(d *source.Diagnostic) bool {
	has := func(b *ir.Block) bool {
		u, ok := b.Terminator.(*ir.Unsupported)
		return ok && u.Diagnostic == d
	}
	if d == nil || !slices.ContainsFunc(a.program.Functions, func(f *ir.Function) bool { return slices.ContainsFunc(f.Blocks, has) }) {
		return false
	}
	a.leftOut[d] = true
	a.assume(a.assumed)
	a.out.cut = true
	a.note("not modelled, runs end there: " + d.String())
	return true
}

// reached is the error of a place in the program that asks for it.
const reached = "angelic assertion"

// askFor makes reaching the place the only error of a program, and every other assertion an
// assumption. The place is at block b of it.
func (a *analysis) askFor(p *ir.Program, goal *place, b *ir.Block) {
	a.endAtErrors(p)
	// Every block stays reachable as far as the graph goes, as the engine expects of a program: what
	// follows the place is behind a guard that is false.
	failure, rest := b.Function.NewBlock("reached", goal.pos), b.Function.NewBlock("rest", goal.pos)
	failure.Terminator = &ir.Error{At: ir.At{Pos: goal.pos}, What: reached}
	rest.Terminator = b.Terminator
	if goal.start {
		rest.Instructions, b.Instructions = b.Instructions, nil
	}
	for n, i := range b.Instructions {
		if as, ok := i.(*ir.Assign); ok && as.Dst == p.NullFound && !goal.check {
			rest.Instructions = slices.Clone(b.Instructions[n:])
			b.Instructions = slices.Clone(b.Instructions[:n])
			break
		}
	}
	b.Terminator = &ir.Goto{At: ir.At{Pos: goal.pos}, Targets: []ir.Target{
		{Guard: a.terms.True(), Block: failure}, {Guard: a.terms.False(), Block: rest},
	}}
}

// endAtErrors makes every assertion an assumption. With CheckAfterUse assertions are taken away.
func (a *analysis) endAtErrors(p *ir.Program) {
	var failing []*ir.Block // turned last: what goes to them is found by their errors
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch t := b.Terminator.(type) {
			case *ir.Goto:
				if a.options.Acceptance == CheckAfterUse && slices.ContainsFunc(t.Targets, func(t ir.Target) bool { return isFailure(t.Block) }) {
					b.Terminator = withoutCheck(a.terms, t)
				}
			case *ir.Error:
				failing = append(failing, b)
			case *ir.Unsupported:
				b.Terminator = &ir.Halt{At: t.At, What: notModelled}
			}
		}
	}
	for _, b := range failing {
		t := b.Terminator.(*ir.Error)
		b.Terminator = &ir.Halt{At: t.At, What: t.What}
	}
}

// withoutCheck is a goto of which one target fails, with the assertion taken away: the other is taken. The edge to
// the failure stays, behind a guard that is false.
func withoutCheck(terms *term.Builder, g *ir.Goto) *ir.Goto {
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
			t.Guard = terms.False()
		case rest == 1:
			t.Guard = terms.True()
		}
		out.Targets = append(out.Targets, t)
	}
	return out
}
