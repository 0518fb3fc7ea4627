// Package solver asks whether conjunctions of terms can be true.
//
// In goes a Query: a path of conjuncts and a list of assumptions. Out comes an Answer: Sat with a
// model, Unsat with the assumptions that matter, or Unknown with a reason. The backends are in the
// packages below this one; here are the types, and the layers that stand before a backend and answer
// what needs no search. Each layer is a Solver around a Solver, and each can be switched off without
// changing what is Sat or Unsat.
//
// Read Query, Answer and Solver first; package solver/chain puts the layers in their order. validate.go is
// why a Sat is believed; cache.go and reuse.go answer again what was asked before.
package solver
