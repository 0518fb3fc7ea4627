package concolic

// probeShare is the part of the time that the search has had for all long random runs: they are no
// search, and cheap.
const probeShare = 1.0 / 20
