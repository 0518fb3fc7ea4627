package pipeline

import (
	"yogi/internal/load"
	"yogi/internal/verdict"
)

// Job is what Run is asked; it is made and read without a search, too.
type Job = load.Job

// Search is how the answer is searched for.
type Search = load.Search

// Outcome is a verdict and what it took.
type Outcome struct {
	verdict.Verdict
	Seconds map[string]float64 // by stage
}
