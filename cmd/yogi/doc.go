// Command yogi checks C and Boogie programs: it answers with a test that runs, with a proof that was
// checked, or says why it does not know.
//
// Each subcommand, or group of them, has a file and is a thin function over a library package.
//
// Read main.go and check.go first. flags.go, help.go and reading.go have what several subcommands share; checkOptions
// is in check.go, of which folder.go, places.go and entries.go each make a kind of check; trials.go is for subcommands
// that run checks as processes of their own.
package main
