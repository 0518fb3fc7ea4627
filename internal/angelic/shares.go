package angelic

import "time"

// This file has the shares in which the time of an entry is divided.

// searchShare is the part of the entry's time that is left in which a search has to say whether a place is reachable.
// Most are found at once, by a test. What takes long is as a rule one that no run gets to, as the one behind an
// allocation that does not fail: the proof of that may need an invariant of each loop before it.
const searchShare = 0.2

// The first tests of a question have a part of the time that is left, but not more than a moment, and those of
// whether a place is reachable have half of it.
const (
	firstShare, mostForFirst = 0.1, time.Second
	reachShare, mostForReach = 0.05, time.Second / 2
)
