// Package harness writes a main that calls a function of a library with unknown inputs.
//
// In come the checked trees of a file and of the program's other files, the file's name and the
// function's; out comes C text that includes the file. What the arguments are is told by types and
// by what functions do: a pointer to what another parameter counts is that many elements at the end
// of an array, another one to characters a text; a pointer to an object of the library is what the
// library's own functions make or initialise, and is handed to the one that destroys it. Names are
// asked where these do not tell. A main calls the library as its users do, where --entry calls it
// in any way at all; what it takes for granted of users it says, so that the verdict names it.
//
// Read Write first, then writer.call and what it asks for one argument (harness.go). library.go says what the
// functions of a library do with its objects, counts.go which parameter counts what another one leads to; arrays.go,
// sizes.go and objects.go write what an argument leads to, streams.go what variables for streams hold.
package harness
