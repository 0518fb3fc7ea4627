// Package ctest turns a test of a C program into a C program that runs it: copies of its files with a
// few listed edits, and a driver that supplies the inputs, to be compiled together with gcc. The run
// must reach the error, or the test proves nothing.
//
// What is edited: error functions that have a body get a trap at its beginning, an error label one
// behind it, and uninitialised locals that the test gives a value other than zero are initialised with
// it, or filled behind their declaration. Where values are told apart by the place of a call (Order),
// calls announce themselves. A function with a body that a rule watches gets another name, and its
// wrapper stands at the end of the file (rule.go), as does what sets static objects of an open program
// (outside.go). Everything else is the driver's: functions without a body return the test's values, in
// the order in which the test consumes them, and __VERIFIER_assume and its relatives end the run when
// they fail.
//
// Memory that the test gives contents is filled when it is made (contents.go). A test may also set
// what C leaves to the compiler, such as the order of the addresses of two objects. Plan lists
// these as Limits: a run that misses the error then refutes nothing.
//
// Read Plan and world first (plan.go): a world says all that a driver does. driver.go writes it, as a
// driverText; edits.go the copies, of what editing finds; build.go and run.go compile and run them, which
// is a Plan's; monitor.go notices violations of checks, place.go where they are. Each other file is about
// one kind of what a driver sets.
package ctest
