package certify

// The shares of the check of a proof.
const (
	// insistShare is the part of the time left for an obligation that was not decided in the time of a
	// query. The rest is for those behind it.
	insistShare = 0.5
	// shortShare is the part of a query's time for a question about all steps of an obligation: where it has no answer
	// they are asked one by one.
	shortShare = 1.0 / 10
)
