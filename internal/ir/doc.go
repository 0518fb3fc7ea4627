// Package ir is the intermediate representation of the analysed program: typed control-flow graphs
// of basic blocks over variables, whose expressions are terms.
//
// A Program is made by a front end, completed by the passes of package prepare (those of package
// memory turn loads, stores and allocations into plain assignments to map variables) and frozen: what
// asks about a changed program makes a copy first (Copy).
//
// # Instructions
//
//	Assign  dst := term                        every sort
//	Assume  runs that make the condition false are not runs of the program
//	Havoc   dst := some value: an input        carries an Input, so that a test can set it
//	Call    results := function(args)          alone in its block after Normalize
//	Load    dst := memory[addr]                until the memory pass, C only
//	Store   memory[addr] := value              until the memory pass, C only
//	Copy    memory[to..] := memory[from..]     until the memory pass, C only, constant size
//	Fill    memory[addr..] := one byte         until the memory pass, C only, constant size
//	Alloc   dst := a fresh object              until the memory pass, C only
//	Free    the object's lifetime ends         until the memory pass, C only
//	Clobber all of memory := some value, an input   until the memory pass, C only
//
// # Terminators
//
//	Goto         guarded targets: a run takes a target whose guard holds (several: a choice that is
//	             an input; none: the run is blocked)
//	Return       the function returns; its Results variables hold the values
//	Error        the property is violated here
//	Halt         the run ends without an error (abort, exit)
//	Unsupported  the program does something here that is not modelled
//
// # Expressions
//
// Every expression is a term over the symbols of variables (Variable.Sym) in scope: globals, and the
// parameters, results and locals of the function. Evaluation has no effect and is total: division by
// zero and over-wide shifts are what SMT-LIB says. A front end that wants something else says so with
// branches or inputs.
//
// # What to read first
//
//   - program.go, instruction.go: programs and what they are made of; check.go: what holds of each;
//   - print.go, parse.go: the text form; unprinted.go: what it leaves out;
//   - walk.go, copy.go, inline.go: what visits, copies and renames the parts of instructions, and must
//     know a new one;
//   - normalize.go, simplify.go, modifies.go: the passes on which the others rest. Each other pass is a
//     file with its name, and package prepare has their order.
package ir
