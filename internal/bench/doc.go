// Package bench runs the checker on sets of tasks with known verdicts and prints the tables.
//
// In goes a manifest, or a folder of programs without expectation; out come JSON lines, one a run, and
// a table. Every task is a child process of its own, so that one that dies takes nothing with it, and
// what is measured is what a user would see. Runs of the same revision that are already in the results file are not
// repeated.
//
// Read Run first (bench.go), then Record (record.go) and child.go, which runs one task. manifest.go says what a task
// is, against.go how records are compared with those of another revision, table.go and markdown.go print. family.go
// makes programs of growing size, history.go checks the sources before and after the fix of a known bug.
package bench
