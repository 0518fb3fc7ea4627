package pipeline

import (
	"context"
	"time"

	"yogi/internal/verdict"
)

// This file divides the time of a search. A program gets turns as it is and as others that are made of it; a turn comes if
// those before did not come to an end, and what it finds counts only of the program that was asked about. From the outside
// in, with what each leaves to the next:
//
//	defined.go    all runs, then those that pass the checks for what is undefined, if the run that was found does not
//	readings.go   the reading of free specifications that was asked for, then the other one
//	guess.go      no index guessed, then guessed, then not again
//	relevance.go  all conditions, then without those on which no event depends, then all again
//
// Within one of these the attempts of interproc take theirs.

// Variables are for tests.
var (
	// unbelieving and believing are the parts of the time in which a program with free specifications is read without them, or
	// with them, where that is asked for. Of the other reading only a fail counts in the first case.
	unbelieving, believing = 0.85, 0.6
	// asItIs is the part of the time that a program gets before conditions are left out late.
	asItIs = 0.75
	// beforeStraight is what the search gets of a program whose one path is long, before it is followed to its end.
	beforeStraight = 0.4
)

const (
	// plainShare and plainMost bound the time that a program gets as it is before an index is guessed, guessedShare that of
	// the program with guesses before it is asked about as it is again.
	plainShare   = 0.1
	plainMost    = 3 * time.Second
	guessedShare = 0.5
	// earlyShare is what each question without conditions gets of the time that is left if the first one is without, lateShare
	// what other programs get at the end: nothing comes after these but the check of a proof.
	earlyShare = 0.5
	lateShare  = 0.8
	// axiomsShare and axiomsMost bound the question whether the axioms have a model, before the search; modelMost bounds the
	// one whether they have one in a test that was found.
	axiomsShare = 0.1
	axiomsMost  = 2 * time.Second
	modelMost   = 5 * time.Second
	// checksShare is what the run of a test with further checks gets of the time that is left.
	checksShare = 1.0 / 3
	// leaveOutShare is what all checks without an assumption may take of the time that is left when a proof was found.
	leaveOutShare = 0.5
	// unfoldingShare and unfoldingMost bound the time in which all paths are followed before the search begins.
	unfoldingShare = 0.1
	unfoldingMost  = 2 * time.Second
	// straightShare is what following a long path without branches gets of what the search has left: checking it takes as
	// long again.
	straightShare = 0.45
)

// partOf ends at a share of the time that is left, or after most if that is not zero and comes before. Where there is no limit
// and no most a turn is over when its search is stuck.
func partOf(ctx context.Context, share float64, most time.Duration) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	switch {
	case limited:
		part := time.Duration(float64(time.Until(deadline)) * share)
		if most == 0 || part < most {
			most = part
		}
	case most == 0:
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, most)
}

// isOpen says that another turn may have the answer that a search did not come to, and that there is time for it.
func isOpen(ctx context.Context, answer *verdict.Answer) bool {
	return answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() && ctx.Err() == nil
}

// addSearch adds the work of an earlier search, with a solver of its own, to an answer's.
func addSearch(answer *verdict.Answer, earlier verdict.Statistics) {
	answer.Statistics.AddWork(earlier)
	answer.Statistics.SolverQueries += earlier.SolverQueries
	answer.Statistics.SolverTime += earlier.SolverTime
}
