// Package invariant finds facts that hold whenever a run is at a loop head or enters a function.
//
// Refinement from weakest preconditions alone unrolls a loop whose proof needs a fact that no finite
// number of unrollings states (SYNERGY, Fig. 9). This package is the generalisation of SYNERGY's
// RefineWithGeneralization: it proposes candidates from what the tests saw, from guards and from the
// predicates of the search, and keeps the largest set that is inductive (Houdini: Flanagan and Leino,
// FME 2001): true where the program starts and kept by every step between cut points. The solver proved
// each fact that is returned, given the others. Nobody has to believe that: the facts become predicates
// of regions, the search removes edges by its own queries, and the proof is checked as any other.
//
// Cut points are the entries of functions and the heads of loops, so every cycle, of the control flow or
// of calls, goes through one. The steps between them are encoded whole, branches merged into cases, so
// no fact is needed in between.
//
// C integers are machine integers: sums in a candidate wrap around as in the program, and orders are
// proposed signed and unsigned.
//
// Read Search.Prove first (search.go), then candidates.go, encode.go, which says what a step is, and
// houdini.go. contract.go and table.go are about returns, cells.go about guessed indices, elements.go about
// elements of lists.
package invariant
