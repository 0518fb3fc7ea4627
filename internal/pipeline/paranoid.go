package pipeline

import (
	"context"
	"fmt"

	"yogi/internal/verdict"
)

// What a verdict's statistics say of the store.
const (
	proofsFromCache    = "proofs from the cache"
	proofsFromBefore   = "proofs of an earlier state of the files"
	failuresFromCache  = "failing tests from the cache"
	failuresFromBefore = "failing tests of an earlier state of the files"
	takenUpRejected    = "proofs with parts of an earlier one rejected"
	testsFromCache     = "tests from the cache"
	searchesCutShort   = "searches cut short after an earlier one without an answer"
	foundAgain         = "verdicts found again without the cache"
	notFoundAgain      = "verdicts not found again without the cache"
)

// isFromStore says that the store had a part in a verdict.
func isFromStore(counts map[string]int) bool {
	return counts[proofsFromCache]+counts[proofsFromBefore]+counts[failuresFromCache]+counts[failuresFromBefore]+counts[testsFromCache] > 0
}

// paranoid runs a job, and where the store had a part in the verdict runs it again without. What the second run
// cannot decide stays as it is, since its evidence was checked; two verdicts that contradict each other are a bug.
func paranoid(ctx context.Context, job Job, run func(context.Context, Job) (Outcome, error)) (Outcome, error) {
	first, err := run(ctx, job)
	counts := first.Statistics.ByKind
	alone := job
	alone.Cache = ""
	if err == nil && counts[searchesCutShort] > 0 {
		return run(ctx, alone)
	}
	if err != nil || first.Kind == verdict.Unknown || !isFromStore(counts) {
		return first, err
	}
	alone.Out, alone.Witness = "", ""
	second, err := run(ctx, alone)
	if err != nil {
		return second, err
	}
	switch second.Kind {
	case verdict.Unknown:
		first.Statistics.Set(notFoundAgain, 1)
	case first.Kind:
		first.Statistics.Set(foundAgain, 1)
	default:
		first.Verdict = unknown(verdict.Internal, fmt.Sprintf("with what earlier checks found the verdict is %s, without it is %s", first.Kind, second.Kind))
		first.Property = second.Property
	}
	for stage, seconds := range second.Seconds {
		first.Seconds[stage] += seconds
	}
	return first, nil
}
