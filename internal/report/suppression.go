package report

import (
	"fmt"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// The kinds of suppressions, in the words of SARIF.
const (
	InSource = "inSource" // by a comment
	External = "external" // by a baseline
)

// Suppression is why a failure does not count for the exit status.
type Suppression struct {
	Kind   string `json:"kind"`
	Check  string `json:"check"`
	Reason string `json:"reason"`
	File   string `json:"file"` // with the comment, or the baseline
	Line   int    `json:"line,omitempty"`
}

func (s *Suppression) String() string {
	return fmt.Sprintf("%s (%s, %s)", s.Reason, s.Check, source.Pos{File: s.File, Line: s.Line})
}

// Suppress says of a failure that it is suppressed. Its verdict stays.
func (r *Result) Suppress(s Suppression) {
	r.Suppression = &s
}

// CountAgain has a failure count as if nothing suppressed it.
func (r *Result) CountAgain() { r.Suppression = nil }

// statusSuppressed ranks a failure that is suppressed behind all but what is proved.
const statusSuppressed = -1

// suppressedIn says how many of some results are suppressed; "": none.
func suppressedIn(results []*Result) string {
	n := 0
	for _, r := range results {
		n += len(r.Suppressed)
		if r.Suppression != nil {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return suppressedCount(n)
}

func suppressedCount(n int) string {
	if n == 1 {
		return "1 failure is suppressed"
	}
	return fmt.Sprintf("%d failures are suppressed", n)
}

// Status is the exit status of a check with the result: 0 for a failure that is suppressed.
func (r *Result) Status() int { return max(0, r.status()) }

// status is Status, or statusSuppressed. It is told by what is written of a result, so one that was read has it too.
func (r *Result) status() int {
	if r.Suppression != nil {
		return statusSuppressed
	}
	return StatusOf(KindOf(r.Verdict), verdict.Reason(r.Reason))
}
