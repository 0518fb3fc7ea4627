package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/deadline"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// This file warns of passes that are vacuous: no run of the program comes to an end, as each stops at an
// assumption that never holds, or at what the checks that were asked for leave undefined. A pass is right about
// such a program, and its reader learns nothing of what was to be checked. That no run ends is asked and proved as
// the pass itself is: the ends of the program are the errors, and its errors end runs as what a check has excluded
// does.

// WarnVacuous is the warning.
const WarnVacuous = "no-run-ends"

// vacuitySteps bounds the run that is tried before anything is asked.
const vacuitySteps = 20_000

// vacuous warns of a pass about a program of which no run ends. Most programs have a run of zeros that does, so
// that nothing is asked about them; nor is it of those that have no end.
func (r *run) vacuous(ctx context.Context, about *subject, v verdict.Verdict) ([]verdict.Warning, error) {
	if v.Kind != verdict.Pass || r.job.Apart || len(v.Warnings) > 0 || !canBeVacuous(r.job) || endsOfZeros(ctx, about.program) {
		return nil, nil
	}
	return r.noRunEnds(ctx)
}

// allVacuous is vacuous of passes about places of a program, of which no place fails.
func allVacuous(ctx context.Context, job Job, found []Finding) ([]verdict.Warning, error) {
	isPass := func(f Finding) bool { return f.Kind == verdict.Pass }
	isFail := func(f Finding) bool { return f.Kind == verdict.Fail || len(f.Warnings) > 0 }
	if !canBeVacuous(job) || !slices.ContainsFunc(found, isPass) || slices.ContainsFunc(found, isFail) {
		return nil, nil
	}
	job.Given, job.Apart = nil, false
	scratch, err := os.MkdirTemp("", "yogi-")
	if err != nil {
		return nil, nil // what was found needs none
	}
	defer os.RemoveAll(scratch)
	return (&run{job: job, watch: newStopwatch(), scratch: scratch}).noRunEnds(ctx)
}

// canBeVacuous says that it is asked of a job's program whether its runs end: of C over machine integers, as numbers
// without bounds may take a run that does not end for ever, and of none under a rule, which says that no event occurs.
func canBeVacuous(job Job) bool {
	k := evidenceOf(job)
	return job.Rule == nil && k.InC && !k.Linear
}

// noRunEnds warns if it is proved in time that no run of the job's program ends.
func (r *run) noRunEnds(ctx context.Context) ([]verdict.Warning, error) {
	ctx, cancel := deadline.Part(ctx, vacuityShare, 0)
	defer cancel()
	made, err := within(ctx, func() (*ir.Program, error) { return load.Read(ctx, r.job) })
	if err != nil {
		return nil, withoutLimit(ctx, err)
	}
	open := openFunctions(made)
	text := fmt.Sprintf("no run of %s comes to an end: what was checked holds of the part before which each run stops", r.entryName())
	if made.Assumptions.Has(assumption.EntryContract) {
		text += "; it may be that no call keeps to its contract"
	}
	warnings := []verdict.Warning{{ID: WarnVacuous, Pos: made.Entry.Pos, Text: text}}
	switch hasEnd := endsInstead(made, open); {
	case !hasEnd && hasLoop(open):
		return nil, nil // nobody takes a pass about a program that goes on for ever for more than it is
	case !hasEnd:
		return warnings, nil
	}
	job := r.job
	job.Out, job.Witness, job.SolverLog, job.Journal, job.Ran = "", "", "", nil, nil
	job.Shared = nil // which knows the program with its own errors
	asked, early, err := prepared(job, made, r.table)
	if early != nil || err != nil || endsOfZeros(ctx, asked.program) {
		return nil, err
	}
	other := &run{job: job, table: r.table, watch: newStopwatch(), scratch: r.scratch}
	found, _, err := other.searched(ctx, nil, asked, nil, known{})
	if err != nil || found.Verdict.Kind != verdict.Pass {
		return nil, withoutLimit(ctx, err)
	}
	return warnings, nil
}

// entryName is the function that the job starts in, as its reader knows it.
func (r *run) entryName() string { return cmp.Or(r.job.Entry, "main") }

// withoutLimit is an error, none if the limit of a question led to it.
func withoutLimit(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// endsOfZeros says that the run whose inputs are all zero comes to an end of the program, or to where that is an
// error.
func endsOfZeros(ctx context.Context, p *ir.Program) bool {
	ran, err := concrete.Run(p, &verdict.Test{}, concrete.Limits{Steps: vacuitySteps, Stop: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return false
	}
	return ran.Kind == concrete.Returned || ran.Kind == concrete.ReachedError || ran.Kind == concrete.Halted && isEnd(ran.Block.Terminator)
}

// isEnd says that the program ends a run at a terminator, short of its entry's return.
func isEnd(t ir.Terminator) bool {
	h, isHalt := t.(*ir.Halt)
	return isHalt && h.EndsProgram()
}

// endsInstead makes the ends of a program its errors, in place of those that it has. It says whether a way leads
// to one.
func endsInstead(p *ir.Program, open map[*ir.Function][]bool) (found bool) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			t := b.Terminator
			_, returns := t.(*ir.Return)
			switch e, isError := t.(*ir.Error); {
			case isError:
				b.Terminator = &ir.Halt{At: e.At, What: e.What}
			case isEnd(t), returns && f == p.Entry:
				b.Terminator = &ir.Error{At: ir.At{Pos: t.Position()}, What: "the run ends"}
				found = found || open[f] != nil && open[f][b.Index]
			}
		}
	}
	return found
}

// openFunctions has, of each function that is called on some way from the entry, the blocks that a way leads
// through to their ends, by index. What the conditions of a way are about is not looked at.
func openFunctions(p *ir.Program) map[*ir.Function][]bool {
	returning := map[*ir.Function]bool{}
	passed := func(b *ir.Block) bool {
		return !slices.ContainsFunc(calleesOf(b), func(f *ir.Function) bool { return !returning[f] })
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Functions {
			if !returning[f] && len(f.Blocks) > 0 && isAnyReturn(f, openBlocksPast(f, f.Blocks[0], passed), passed) {
				returning[f], changed = true, true
			}
		}
	}
	out := map[*ir.Function][]bool{}
	for work := []*ir.Function{p.Entry}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if out[f] != nil || len(f.Blocks) == 0 {
			continue
		}
		out[f] = openBlocksPast(f, f.Blocks[0], passed)
		for _, b := range f.Blocks {
			if out[f][b.Index] {
				work = append(work, calleesOf(b)...)
				out[f][b.Index] = passed(b)
			}
		}
	}
	return out
}

// hasLoop says that one of these blocks begins a loop.
func hasLoop(open map[*ir.Function][]bool) bool {
	for f, blocks := range open {
		if slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return b.Label == ir.LoopLabel && blocks[b.Index] }) {
			return true
		}
	}
	return false
}

// calleesOf are the functions that a block of a program as the front end made it calls, of which there may be several.
func calleesOf(b *ir.Block) (out []*ir.Function) {
	for _, i := range b.Instructions {
		if c, isCall := i.(*ir.Call); isCall {
			out = append(out, c.Callee)
		}
	}
	return out
}

// isAnyReturn says that one of some blocks, by index, is passed and returns.
func isAnyReturn(f *ir.Function, blocks []bool, passed func(*ir.Block) bool) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool {
		_, returns := b.Terminator.(*ir.Return)
		return returns && blocks[b.Index] && passed(b)
	})
}
