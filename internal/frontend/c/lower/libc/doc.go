// Package libc has the models of functions of the C library that the IR expresses: what a call does
// is emitted where it stands. Other functions have a model in C (models/libc), or are known by what
// the table of clib says of them. Of a function that has both models the one in C is taken, unless
// those are left out (--libc none).
//
// Read rows first, the table of the models (table.go); the other files have the models, by the header that declares the
// functions.
package libc
