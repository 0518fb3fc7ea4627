package concolic

// longRunShare is the part of the time that the search has had which all long random runs together may have taken when
// a batch of them begins: they are no search, and cheap. It is a gate and no budget: a batch that begins is made, until
// its runs have longRunBatch blocks (random.go). The time that the search has had is the age of the Forest, which
// begins anew with each interproc.checker (interproc.Search).
//
// Batches are made by MakeLongRuns, which package refine calls where it looks for facts at a loop head (generalise.go)
// and for contracts (contract.go): without feature.Invariants there are none.
const longRunShare = 1.0 / 20
