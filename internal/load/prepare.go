package load

import (
	"errors"
	"slices"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
	"yogi/internal/prepare"
	"yogi/internal/verdict"
)

// Prepare is the program that the engine reads of one that Read made of a job, after the passes that
// its search has. If the error is a *split.Rejection the program is there too, and good for tests; a
// proof about it is none about the files.
func Prepare(p *ir.Program, job Job) (*ir.Program, error) {
	return prepare.Program(p, job.preparation())
}

// PrepareAsRead is Prepare of what Read made of the job and nobody changed, with what jobs share.
func PrepareAsRead(p *ir.Program, job Job) (*ir.Program, error) { return job.Shared.prepared(p, job) }

// preparation says how the job's program is prepared.
func (j Job) preparation() prepare.Options {
	return prepare.Options{Features: j.Features, Check: j.DebugCheck, End: func(p *ir.Program) { endRuns(p, j.Given) }}
}

// singleProcedure are the algorithms that work on one procedure.
var singleProcedure = []string{"synergy", "slam", "lee-yannakakis"}

// Refusal says why an algorithm does not work on a program.
type Refusal struct {
	Reason verdict.Reason
	Detail string
}

// PrepareForAlgorithm is PrepareAsRead for the algorithm of the job. For one that works on a single
// procedure every call is replaced by the body; a program that calls itself has no such form, nor
// has one that is too large, and the refusal says so.
func PrepareForAlgorithm(p *ir.Program, job Job) (*ir.Program, *Refusal, error) {
	prepared, err := PrepareAsRead(p, job)
	var rejection *split.Rejection
	if err == nil && job.Elements != nil {
		prepared, err = prepare.WithElements(prepared, job.Elements.Facts, prepare.Options{Check: job.DebugCheck})
	}
	if err != nil && !errors.As(err, &rejection) || !slices.Contains(singleProcedure, job.Algorithm) {
		return prepared, nil, err
	}
	for _, f := range prepared.Functions {
		if f.Recursive {
			return prepared, &Refusal{verdict.Recursion, job.Algorithm + " works on a single procedure, and " + f.Name + " calls itself"}, nil
		}
	}
	whole, failed := prepare.SingleProcedure(prepared, prepare.Options{Check: job.DebugCheck})
	if failed != nil {
		return nil, nil, failed
	}
	if slices.ContainsFunc(whole.Entry.Blocks, func(b *ir.Block) bool { return b.Call() != nil }) {
		return whole, &Refusal{verdict.Memory, "the program is too large to be the single procedure that " + job.Algorithm + " works on"}, nil
	}
	return whole, nil, err
}
