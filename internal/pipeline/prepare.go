package pipeline

import (
	"errors"
	"slices"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
	"yogi/internal/prepare"
	"yogi/internal/verdict"
)

// Prepare is the program that the engine reads of one of a front end, after the passes that the
// search has. If the error is a *split.Rejection the program is there too, and good for tests; a
// proof about it is none about the files.
func Prepare(p *ir.Program, search Search) (*ir.Program, error) {
	return prepare.Program(p, search.leavesOut)
}

// singleProcedure are the algorithms that work on one procedure.
var singleProcedure = []string{"synergy", "slam", "lee-yannakakis"}

// prepareFor is Prepare for a job. For the algorithms that work on a single procedure every call is
// replaced by the body; a program that calls itself has no such form, and the verdict says so. The
// error is as of Prepare.
func prepareFor(job Job, p *ir.Program) (*ir.Program, *verdict.Verdict, error) {
	prepared, err := Prepare(p, job.Search)
	var rejection *split.Rejection
	if err != nil && !errors.As(err, &rejection) || !slices.Contains(singleProcedure, job.Algorithm) {
		return prepared, nil, err
	}
	for _, f := range prepared.Functions {
		if f.Recursive {
			v := unknown(verdict.Recursion, job.Algorithm+" works on a single procedure, and "+f.Name+" calls itself")
			return prepared, &v, nil
		}
	}
	whole, failed := prepare.SingleProcedure(prepared)
	if failed != nil {
		return nil, nil, failed
	}
	if slices.ContainsFunc(whole.Entry.Blocks, func(b *ir.Block) bool { return b.Call() != nil }) {
		v := unknown(verdict.Memory, "the program is too large to be the single procedure that "+job.Algorithm+" works on")
		return whole, &v, nil
	}
	return whole, nil, err
}
