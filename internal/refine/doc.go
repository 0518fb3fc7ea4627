// Package refine answers one question about one function: can it, started where the tests of an activation start,
// leave through an exit in a state of Post? It is the algorithm DASH (Fig. 8 and 14): tests grow a forest (package
// concolic), a region graph over-approximates the function (package region), and the frontier between what tests
// reached and what they did not is extended by a new test or refuted by a split.
//
// In goes a Question, out comes a Result: Must, with a test's state; NotMay, for which the graph is the proof;
// Unknown, with the reason. Invariants I1 to I5 of SMASH (section 4.3) hold after every step; invariants.go and
// check.go check them.
//
// Steps that lead through a call are not decided here: package interproc does that, through the interface Calls.
//
// # What to read first
//
// question.go and loop.go: the question, the main loop and the table of its tactics. An Explorer (explore.go) works on
// a question. It consists of types, each in the next, which know none of those behind them:
//
//   - paths (paths.go): what holds at the end of a path; aliasing.go has WP-alpha, values.go what a path fixes;
//   - tests (tests.go): which states of tests are in which region; run.go, segment.go and continue.go run more;
//   - splitter (split.go): how a region is split: refute.go, and precondition.go for the predicate;
//   - frontiers (frontier.go): which frontiers there are (eachFrontier), which is next (byEffort), where runs start,
//     what was given up; effort.go says how much is spent on a callee;
//   - generaliser (generalise.go): facts of package invariant become regions (SYNERGY section 5): realise.go, for whole
//     programs contract.go;
//   - Explorer: the loop, and the extension of a frontier (extend.go), which may ask package interproc.
//
// Beside them stand substitution (propagate.go, initial.go), which decides steps between regions without a query, and
// strategy.go: what takes the place of the main loop (package baseline). shares.go has the parts of the time, check.go
// and invariants.go what is checked after each step in tests, lacking.go what a search without an answer tells people.
//
// # What lives how long
//
// An Explorer lives as long as one attempt at its question: when that comes again another one begins, with what is left
// of the work:
//
//   - the region graph, which interproc.checker keeps by question and attempt, with the must summaries and the stack of
//     questions that are being worked on;
//   - in the Engine (engine.go), of which a checker has one: the forest of tests, the effort at edges over calls, the
//     searches for facts of each function and for contracts, the states of random runs, the facts by which regions were
//     split, the steps of the first abstraction, the counters. Its turn is that of the attempt at hand;
//   - in interproc.Search, which begins a checker anew when an attempt gave up or tests have to mean something else:
//     what the next one has to know of those before it (contracts tried, how tests mean functions), and their counters.
//
// # Words
//
//	obligations     of a region: the literals on whose yes side it is (the rho of the splits), which
//	                its states have to meet to get to the target
//	carry           take a predicate backwards over a block by its precondition, without a query about a path
//	context, frame  demands of the questions in which this one arose, over the states at their calls
//	effort          iterations that questions about a callee had before they were put off; what a question may take
//	                before it is put off is its Effort
//	given up        a frontier that is not worked on any more, since a query had no answer or no predicate separates
//	realise         make facts part of the region graph
package refine
