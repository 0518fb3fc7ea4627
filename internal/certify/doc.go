// Package certify decides whether evidence is believed: the certificate of a pass, the test of a fail.
//
// That the program, whose memory is split into maps, stands for the one that was read is checked by
// package certify/split.
//
// It shares no code with what found the evidence: it has its own idea of what a block does (step), of
// what a call may change (effects) and of which regions can be reached, and it asks a solver of its own
// choosing. What it trusts is packages term and ir, that solver's "unsat", and, for tests, the
// interpreter.
//
// A certificate is accepted if
//
//  0. it has the form that package verdict describes (form.go);
//  1. Main is about the program's entry, and every start state lies in one of its NotMay regions;
//  2. in each graph that is relied on, no abstract path leads from a NotMay region to region 0 of the
//     exit (graph.go);
//  3. each absent edge that 2 needs is absent: no step leads from its From to its To, given the claims
//     of the graphs named in its Uses (obligation.go, discharge.go).
//
// By induction on the length of runs this proves the claims of all graphs relied on, and with 1 that no
// run of the program reaches an error or an unsupported place. Absent edges and graphs that nothing
// needs are not looked at.
//
// A certificate may also say that all paths of the program end without an error
// (verdict.Unfolding): they are followed here again, and every edge that is cut must be one that no
// run takes there (unfolding.go). Or it bounds the rounds of loops (verdict.Unrolling): then paths
// are followed together, and each round behind a bound must be one that no run begins, or one round
// of a loop stands for all, in which what it assigns has any value (unrolling.go). Or it says that
// the axioms contradict one another, so that there is no run at all (oracle.go).
//
// An answer that is not a clear yes is a no: *Rejection when the certificate is wrong, *GaveUp when the
// solver did not decide.
//
// Read Certificate first, then the files in the order of the conditions above; step.go is what a block
// does. Test is the other entry (replay.go): a test of a fail is run in the interpreter.
package certify
