package pipeline

import (
	"context"
	"time"

	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// This file keeps the test that a check ended with, as kept.go keeps its proof: of the program, and of what its files
// hold. The next check confirms it, as if a search had found it, before it searches. The tests of kept.go cannot stand
// for it: they seed one engine, whose turn may come late, and say nothing of functions without an interpretation.

// keptFailure is the test of a program that failed.
type keptFailure struct {
	Seconds float64        `json:"seconds"` // that the check took
	Test    *evidence.Test `json:"test"`
	// Roles are those of the test's inputs, one for each, and Alike how many inputs of the program have each of them:
	// by these the test is found again for a program in which inputs have other numbers (carried.go).
	Roles []ir.InputRole `json:"roles,omitempty"`
	Alike []int          `json:"alike,omitempty"`
}

func failureKey(s *subject) store.Key { return store.KeyOf("failure", s.canonical().Text) }

// keepsFailures says whether failing tests of a subject are kept. A test over mathematical integers becomes one over
// machine words when it is confirmed, which is none of the program any more. Somebody who asks for the tests of the
// search, or what it reached, wants a search.
func (s *subject) keepsFailures() bool {
	return !s.job.IsLinear() && s.job.Ran == nil && s.job.Reached == nil
}

// keepFailure keeps the test of a verdict about a subject; took is the time of the check.
func keepFailure(s *store.Store, asked *subject, v verdict.Verdict, took time.Duration) {
	if s == nil || v.Kind != verdict.Fail || v.Test == nil || !asked.keepsFailures() {
		return
	}
	kept := keptFailure{Seconds: took.Seconds(), Test: evidence.EncodeTest(v.Test)}
	keepRecentFailure(s, asked, kept)
	var err error
	if kept.Test, err = kept.Test.Canonical(asked.canonical()); err == nil {
		s.Put(failureKey(asked), kept)
	}
}

// keepRecentFailure keeps a test, in the names of the program, as that of what the files of a subject hold now.
func keepRecentFailure(s *store.Store, asked *subject, kept keptFailure) {
	if asked.job.Has(feature.EarlierProofs) {
		kept.Roles, kept.Alike = rolesOf(asked.program, kept.Test)
		s.Put(recentFailureKey(asked.job), kept)
	}
}

// failedBefore is the verdict by the test that is kept of a subject, or of what its files held before; false: there is
// none, or it does not fail.
func (r *run) failedBefore(ctx context.Context, s *store.Store, asked *subject, of known) (confirm.Confirmed, bool) {
	if s == nil || !asked.keepsFailures() {
		return confirm.Confirmed{}, false
	}
	var kept keptFailure
	if s.Get(failureKey(asked), &kept) && kept.Test != nil {
		if named, err := kept.Test.Named(asked.canonical()); err == nil {
			kept.Test = named
			found, fails := r.byFailure(ctx, asked, kept, of, failuresFromCache)
			if fails {
				keepRecentFailure(s, asked, kept)
				return found, true
			}
		}
	}
	kept = keptFailure{}
	if asked.job.Has(feature.EarlierProofs) && s.Get(recentFailureKey(asked.job), &kept) && kept.Test != nil {
		found, fails := r.byFailure(ctx, asked, kept, of, failuresFromBefore)
		if !fails {
			found, fails = r.byCarried(ctx, asked, kept, of)
		}
		if fails {
			keepFailure(s, asked, found.Verdict, time.Duration(kept.Seconds*float64(time.Second)))
		}
		return found, fails
	}
	return confirm.Confirmed{}, false
}

// byFailure is the verdict by a test in the names of a subject. What it takes is bounded as for the proof of an earlier
// state: the test may be of a longer run than the search needs.
func (r *run) byFailure(ctx context.Context, asked *subject, kept keptFailure, of known, counted string) (confirm.Confirmed, bool) {
	test, err := kept.Test.Decode(asked.program)
	if err != nil || kept.Seconds < 0 {
		return confirm.Confirmed{}, false
	}
	limited, cancel := kept.window(ctx)
	defer cancel()
	if counted == failuresFromBefore && len(asked.program.Guesses) == 0 && !asked.Fails(limited, test) {
		return confirm.Confirmed{}, false // confirming it makes the program once more, which takes longer than the run
	}
	return r.byTest(limited, asked, test, of, counted)
}

// window is the time for a test.
func (k *keptFailure) window(ctx context.Context) (context.Context, context.CancelFunc) {
	return deadline.Part(ctx, recentProofShare, leastForTest+partOfSearch(k.Seconds, recentTestPart))
}

// byTest is the verdict by a test of a subject; false: it does not fail.
func (r *run) byTest(ctx context.Context, asked *subject, test *verdict.Test, of known, counted string) (confirm.Confirmed, bool) {
	answer := &verdict.Answer{Kind: verdict.Fail, Test: test}
	answer.Statistics.Set(counted, 1)
	found, err := r.confirm(ctx, asked, answer, of)
	return found, err == nil && found.Verdict.Kind == verdict.Fail
}
