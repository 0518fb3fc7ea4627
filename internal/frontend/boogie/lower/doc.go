// Package lower turns a checked Boogie file into the intermediate representation.
//
// Only what the entry can reach is lowered: procedures on demand, globals, constants and functions when an
// expression names them, axioms when they speak about something that is used. A construct that is not
// modelled becomes an Unsupported terminator at its place; where it has no place (an axiom), the entry
// itself is Unsupported.
//
// The meaning given to a program is that of the whole program, not of each procedure by its contract: a call
// runs the body. So requires clauses are checked at calls, ensures clauses where a body returns, and a
// contract is only believed of a procedure that has no body.
//
// Read Program first, then procedures.go, statements.go and expressions.go; specifications.go is the
// contract of a procedure, choose.go says where the program starts, and entry.go lowers that. What refuse.go and
// choose.go say depends on the checked file and the options alone; all else adds to the program that is made (a
// lowering), on demand, and so all of its parts may ask for one another: an expression for a global, a global for its
// axioms, a call for a procedure, whose body has expressions.
package lower
