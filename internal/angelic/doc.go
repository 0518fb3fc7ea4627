// Package angelic looks for errors in open code: each function is called with everything from outside
// unknown, and a failure is reported only if no acceptable assumption about the outside explains it away
// (ANGELIC, Algorithm 1).
//
// For an entry the loop is: find a failing test with the engine of a check; ask package explain for a
// specification of the unknowns that excludes its path; keep the specification if code that must stay
// reachable does, else warn and suppress the assertion; again, until no failure is left.
//
// Read analysis.run first (loop.go), then question.go and permissive.go: how a specification is found
// and when it is acceptable; variant.go makes the program that each question is about. callers.go and
// contracts.go are about what is done with what was assumed.
package angelic
