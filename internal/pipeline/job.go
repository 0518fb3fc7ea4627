package pipeline

import (
	"yogi/internal/coverage"
	"yogi/internal/load"
	"yogi/internal/verdict"
)

// Job says what Run checks and how. Package load makes its program, without a search.
type Job = load.Job

// Search is how the answer is searched for.
type Search = load.Search

// Outcome is a verdict and what it took.
type Outcome struct {
	verdict.Verdict
	Seconds map[string]float64 // by stage
	// Coverage says what was found out about each line, if the job asks for it; nil: it could not be told.
	Coverage *coverage.Report
}
