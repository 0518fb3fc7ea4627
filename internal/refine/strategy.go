package refine

// Strategy answers the program's own question in the place of the main loop. The strategies share
// the program, the region graph, the forest, symbolic execution and the solver, and their answers
// carry the same evidence. They are in package baseline.
type Strategy interface {
	// Answer works on a question that arose in no other. It reports false if it leaves the question to the main loop.
	Answer(x *Explorer) (Result, bool)
}
