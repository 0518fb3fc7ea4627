package z3

import "time"

// A query goes to the solver that has its path on its stack first, for a moment. Solvers without scopes that see the
// query alone have the rest (askFresh), the first as Z3 has it and the second tuned for paths.
const (
	firstShare  = 0.05                   // of a query's time for the solver that has its path
	leastFirst  = 300 * time.Millisecond // of it, unless that is more than mostFirst
	mostFirst   = 0.7
	secondShare = 0.5 // of what is left for the first of the fresh ones
)
