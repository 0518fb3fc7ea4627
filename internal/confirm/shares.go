package confirm

import "time"

// The shares of questions about evidence, of the time that is left when they are asked. Those of the
// search are package portfolio's, those of other questions around it package pipeline's.
const (
	// axiomsShare and axiomsMost bound the question whether the axioms have a model; modelMost
	// bounds the one whether they have one in a test that was found.
	axiomsShare = 0.1
	axiomsMost  = 2 * time.Second
	modelMost   = 5 * time.Second
	// checksShare is the part of the time left that the run of a test with further checks gets.
	checksShare = 1.0 / 3
)
