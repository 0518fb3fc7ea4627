package pipeline

import "time"

// The shares of questions around the search, of the time that is left when they are asked. Those of the search are
// package portfolio's, those of evidence package confirm's.
const (
	// leaveOutShare is what all checks without an assumption may take when a proof was found.
	leaveOutShare = 0.5
	// definedShare is what the search for a run gets that is defined up to its error, where the one found is not: what
	// comes behind it is the check of a test.
	definedShare = 0.8
	// unfoldingShare and unfoldingMost bound the time in which all paths are followed before the search begins.
	unfoldingShare = 0.1
	unfoldingMost  = 2 * time.Second
	// straightShare is what following a long path without branches gets of what the search has left: checking it takes as
	// long again.
	straightShare = 0.45
)

// beforeStraight is what the search gets of a program whose one path is long, before it is followed to its end; a
// variable for tests.
var beforeStraight = 0.4
