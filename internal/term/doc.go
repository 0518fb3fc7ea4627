// Package term holds the formulas of the checker: immutable, hash-consed, simplified at construction.
//
// In go sorts, constants and operators through the methods of a Builder; out come Terms. Two
// invariants carry everything: equal terms of one Builder are the same pointer, and a constructor may
// return any term that has the same value under every assignment, so it simplifies but never loses
// meaning. The package also says what a term means: Evaluator computes its value, and the constructors
// fold constants with the very same functions.
//
// Semantics are SMT-LIB's, made total: Int division by zero is 0 and its remainder the dividend, Real
// division by zero is 0, and a float that has no image in a conversion to bits gives 0. Where SMT-LIB
// leaves such a case open this is one of its interpretations.
//
//	x := b.Var("x", b.BV(32))
//	b.Eq(b.BVAdd(x, b.BVConst(32, 4)), b.BVAdd(x, b.BVConst(32, 8))) // false
//
// Read builder.go and op.go first. The constructors are in a file for each sort (boolterm.go, bvterm.go,
// arith.go, arrayterm.go, floatterm.go; eq.go and compare.go are about several), eval.go and apply.go
// say what they mean, print.go and parse.go are SMT-LIB. simplify.go makes smaller what the
// constructors have made, in the light of what else is known.
package term
