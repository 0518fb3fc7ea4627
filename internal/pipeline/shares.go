package pipeline

// The shares of questions around the search, of the time that is left when they are asked. Those of the search are
// package portfolio's, those of evidence package confirm's.
const (
	// leaveOutShare is what all checks without an assumption may take when a proof was found.
	leaveOutShare = 0.5
	// definedShare is what the search for a run gets that is defined up to its error, where the one found is not: what
	// comes behind it is the check of a test.
	definedShare = 0.8
)
