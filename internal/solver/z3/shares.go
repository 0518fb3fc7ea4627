package z3

// firstShare is the part of a query's time for the solver that has its path on its stack. Where that
// one gives up a fresh one has what is left, the rest at least.
const firstShare = 0.7
