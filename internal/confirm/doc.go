// Package confirm makes a verdict of an answer: it checks the evidence, says what the verdict takes
// for granted, and keeps the evidence where that is asked for.
//
//	Fail -> the test, of the program as it was written -> replayed -> compiled and run
//	     -> Verdict, evidence, violation witness
//	Pass -> the certificate -> re-checked with another solver
//	     -> Verdict, evidence, correctness witness
//
// Read Case.Confirm first, then Case and Maker, which say what it has to be told. Whatever does not
// check becomes an unknown with its reason, and no unknown an answer. Nothing of the search is
// known here, nor how programs are made: a Maker makes them. These are the stations of a test:
//
//	machine.go    a test over mathematical integers as one over machine words
//	replay.go     the run in the interpreter; tests carried over from one form of the program to another
//	exposure.go   what the outside cannot know at the start (exposurelog.go: the run that tells)
//	compiled.go   the compiled run, and what its end makes of the fail (setting.go: how it is
//	              compiled; places.go, choices.go: what no compiler can be told)
//	memorylog.go  the objects that a run makes, and writes that C forbids
//	outside.go    the run with the checks for what C leaves undefined
//
// Validate does the same for evidence that was kept: it has the program made again of the copies in the folder.
package confirm
