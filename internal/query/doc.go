// Package query asks the solver about paths of a program and about steps of it.
//
// In goes a Query: the conjuncts of a path, over symbols for the inputs and for the globals at the
// start, and assumptions. Out comes a PathAnswer: what the solver said, and all that a test made of
// its model has to know of the query: which symbols it was about, which cells of the start's memory
// it reads, under which meaning of functions the model is one. Nothing about the latest query is
// kept: what is (rewritten terms, the conjuncts of the latest path by their symbols) is kept for
// speed alone and has no bearing on an answer.
//
// A query is made smaller and easier on the way, always to one that is satisfiable where the first was. That it is
// unsatisfiable is then so for the first too; that it is satisfiable shows when the test is run.
//
//   - slice.go leaves out what shares no symbol with the assumptions;
//   - start.go adds what is known of the cells of static memory that the query reads, and reads a model's start;
//   - axioms.go puts instances in the place of quantified facts;
//   - expand.go puts cases over addresses in the place of reads after writes;
//   - meaning.go compares a model with the functions whose meaning the program fixes, openfunctions.go finds values of
//     those that axioms restrict.
//
// Read session.go first.
package query
