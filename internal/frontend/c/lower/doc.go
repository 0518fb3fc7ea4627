// Package lower turns a typed C program (tree.Unit) into an ir.Program: control flow becomes
// blocks, expressions become terms evaluated from left to right, objects become registers or
// memory.
//
// An object lives in registers, one for each scalar in it, when its address is not taken, no part
// of it is indexed by a value that is not constant, it is not volatile, and it holds no union;
// every other object lives in memory and is reached by Load and Store. Only functions and objects
// that the entry can reach are lowered. A construct that is not modelled ends its path in an
// Unsupported terminator, so it matters only where a run reaches it.
//
// Invariant: ir.Check accepts the program, and each input of the C program (nondeterministic call,
// missing body, uninitialised object, unspecified result) is one Havoc.
//
// # What to read first
//
//   - Program (lower.go): the phases, and why they come in this order; reach.go is the second of them;
//   - state.go: what is known of the unit and what is made of it, as types each in the next; a method is
//     one of the first that has what it needs;
//   - builder.go, frame.go, function.go: lowering one function. A builder appends instructions, blocks
//     and checks to it; a frame, which has one, knows where objects are, reads and writes them and
//     calls with values; expressions, which have a frame, evaluate what the source says (expr.go,
//     arith.go, cond.go, place.go, declare.go for initial values); a body, which has expressions,
//     lowers statements (stmt.go, jumps.go, scope.go). access.go is reading and writing;
//   - call.go: a call of a function with a body, with a model, of the library, or without any of it;
//     indirect.go: one through a pointer; order.go: where the order of evaluation matters;
//   - emitter.go: what the packages below this one ask for to lower a call: libc, which has the
//     models that the IR expresses (those in C are in models/libc), libcall, for what package clib
//     knows of a function of the library, builtin and intrinsic;
//   - guard.go: checks become error edges; extents.go and the files of the shadow state: what the
//     checks of memory remember; overflow.go: arithmetic;
//   - outside*.go, open.go: what is not in the program; placement.go: where objects lie;
//   - monitor.go: the handlers of a rule; told.go: what a failing run tells a person.
package lower
