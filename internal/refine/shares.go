package refine

import (
	"time"

	"yogi/internal/deadline"
)

// This file divides the time of an attempt (package portfolio divides that of a search among
// attempts). A share is a part of the time that is left when what it is for begins, as there.

const (
	// generalisationShare is the part of the time left for one look for invariants: where none is found
	// splits go on, and they need the time.
	generalisationShare = 1.0 / 4
	// guessedIndexShare is the same in a program in which an index is guessed: nothing else finds
	// facts about all cells of an array.
	guessedIndexShare = 1.0 / 2
	// contractsScale is the number of functions for which contracts take one part less (contractsShare).
	contractsScale = 12
	// longGeneralisation bounds each of these. Long random runs have a share of their own (package concolic).
	longGeneralisation = 10 * time.Second
)

// contractsShare is the part of the time left for one look for contracts, in a program of so many
// functions: half in a small one, where calls that go on for ever are all there is, and less in a
// larger one, for every function costs candidates and few of them matter. shared says that all
// looks together get no more than this share of the time that the search has had: most large
// programs need no contract, and the looks could take two fifths of the time.
func contractsShare(functions int) (share float64, shared bool) {
	large := functions / contractsScale
	return 1 / float64(2+large), large > 0
}

// timeFor is the time for one look for facts that has a share of what is left.
func (e *Engine) timeFor(share float64) time.Duration {
	budget := longGeneralisation
	if left, limited := e.queries.Left(share); limited {
		budget = min(budget, left)
	}
	return budget
}

// timeForContracts is the time for the look for contracts at hand; none if it is not above 0.
func (e *Engine) timeForContracts() time.Duration {
	share, shared := contractsShare(len(e.Program.Functions))
	budget := e.timeFor(share)
	if shared {
		budget = min(budget, deadline.Of(time.Since(e.started), share)-e.contracts.took)
	}
	return budget
}
