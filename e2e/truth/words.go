package truth

import "regexp"

// solverSyntax is what solvers read and names of our own: no user is to meet them in what a check says of a C program.
var solverSyntax = regexp.MustCompile(`#[xb][0-9a-f]|\(_ [a-z]|\((=|or|and|not|select|store|fp) |\|[a-zA-Z_&][^|\n ]*::|@[a-z]|<library>|memory\.[0-9]`)

// SolverWords is the first of such words in a text; "": there is none.
func SolverWords(text string) string { return solverSyntax.FindString(text) }
