// Package z3 answers queries with libz3 in the same process. It is empty in a build without cgo.
package z3
