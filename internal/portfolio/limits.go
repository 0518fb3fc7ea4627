package portfolio

import (
	"time"

	"yogi/internal/induction"
	"yogi/internal/unfold"
)

// Limits bounds a walk over paths. One before the search is short: programs that end within it are
// decided in a moment, whatever facts a search would need, and of others little time is lost. Where
// paths were seen to come back to states it is long, and where one path never forks it is, after the
// search: the self-test of a library may be long, and there is but one run of it, which comes back to
// no state if it ends.
func (p Pick) Limits() unfold.Limits {
	switch p {
	case Unrolled:
		return unfold.Limits{Blocks: 200_000, Queries: 20_000}
	case OnePath:
		return unfold.Limits{Blocks: 20_000_000, Queries: 10_000, Ahead: true, Tests: true}
	case FewStates:
		return unfold.Limits{Blocks: 20_000_000, Queries: 1_000_000, States: true, Loose: true, Tests: true}
	default:
		return unfold.Limits{Blocks: 50_000, Queries: 400}
	}
}

// PlaceClaims bounds what is done for one place by claims found backwards, and EarlyClaims for one
// error before a search: a program with an error that fails, or has no claims, is not to wait for
// them.
var (
	PlaceClaims = induction.Limits{Queries: 20, Claims: 2000, Rounds: 3, Query: 150 * time.Millisecond}
	EarlyClaims = hesitant(PlaceClaims)
)

func hesitant(limits induction.Limits) induction.Limits {
	limits.Rounds, limits.Promising = 2, true
	return limits
}
