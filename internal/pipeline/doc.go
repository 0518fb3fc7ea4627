// Package pipeline is the whole flow of a check: from files to a verdict with its evidence.
//
//	files -> front end -> ir.Program -> prepare -> portfolio, interproc -> Answer -> confirm -> Verdict
//
// Read run.check first: it is that line as code. subject.go is a program as package portfolio asks
// about it, case.go a job as package confirm sees it; kept.go has what earlier checks left, defined.go
// the search for another test where the first is no run of C, shares.go the time that each of these
// may take. Other questions stand on top of the flow: places.go asks about each place apart, entries.go
// for each function, tests.go makes suites of tests, angelic.go checks open code, validate.go believes
// nothing of a folder of evidence.
//
// Trouble takes four ways out. What a compiler would reject too is an error of Run (source.Diagnostics,
// or a file that cannot be read). What we do not support or run out of is a Verdict that is Unknown with
// a reason. A bug of ours is Unknown(internal). Evidence that does not check is
// Unknown(evidence-rejected), and a bug too.
package pipeline
