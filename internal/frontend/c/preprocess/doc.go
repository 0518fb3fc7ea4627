// Package preprocess turns C source text into the tokens of one translation unit: it scans, runs the
// directives, expands the macros, and finds headers in the given directories and in the embedded set.
// It reads no file that it is not told about and runs no program.
//
// It is our own and not a published parser's because the tokens must keep pragmas at their place
// between the others (#pragma pack changes layouts), and because it must end on every input: each loop
// consumes input or counts against a limit.
//
// Read preprocessor.run first (preprocess.go); scanner.go makes tokens, directive.go and condition.go run
// the directives, macro.go expands. reading.go is how a file is read, as flags of a compiler say it.
package preprocess
