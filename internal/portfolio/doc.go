// Package portfolio is the schedule of a search: which attempts are made at a question, in which
// order, and what part of the time each may take. No way to search is best for all programs, and
// which one is the right one is seen afterwards.
//
// Read Table first (portfolio.go). A row is a turn: it says what is chosen (whether an index is guessed, which
// conditions are left out, what the engine makes predicates of; before these, whether there is a
// search at all), when the row applies, and its share of the time. An attempt is a choice of one
// row for each of the four. The first attempt takes the first row of each; the next one differs in
// the last choice, as the last digit of a number does, and so on until one has an answer that
// counts. So the rows of a choice share the time of the row around them: the rows of Engine that of
// a row of Conditions, these that of a row of Guess, and these that of the row of Method that is a
// search. A table in which each attempt has a share of the whole would not be the same: what an
// attempt leaves over because it gave up early goes to its neighbours within the row around them,
// and not to the attempts at another program.
//
// There is one unit: a share is a part of the time that is left when the turn begins, as a quiet
// machine would have it (deadline.Span): a busy one makes turns longer on the clock, and leaves the
// last ones out. Rows whose share is 1 have all that is left. What an attempt does inside, looking
// for invariants for instance, has shares of that attempt's time (package refine).
//
// The question whether the program's axioms contradict each other (confirm.AskAxioms) comes before
// all rows and is none. A row is an attempt at the question that was asked, and where it gives up
// the next one has its turn; this one is about the program alone, its answer holds for every row,
// and what it finds beside an answer (that the axioms have a model) goes to the check of the
// evidence. Its share of the time is in package confirm.
//
// inTurn is the one loop that divides the time and stops at an answer. The files methods, guesses,
// conditions and engine say what a row of their choice does, and which of its answers count: what
// is found about another program than the one asked about counts only as far as it is true of that
// one. With several processors the rows are divided among lanes, which do that beside one another
// (lanes.go).
package portfolio
