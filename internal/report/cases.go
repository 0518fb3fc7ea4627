package report

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/verdict"
)

// CaseResult says what came of one case of a check by cases.
type CaseResult struct {
	Case    string  `json:"case"` // which of the ways out of its fork, 3/13; 3/13.1/2 is the first half of that
	File    string  `json:"file"` // of the fork that was divided last
	Line    int     `json:"line"`
	Verdict string  `json:"verdict"`
	Seconds float64 `json:"seconds"`
	result  *Result
}

// NewCaseResult is the result of a case that one at a place gave.
func NewCaseResult(name, file string, line int, r *Result) CaseResult {
	return CaseResult{Case: name, File: file, Line: line, Verdict: r.Verdict, Seconds: r.total(), result: r}
}

// decides says that nothing has to be known of the other cases.
func (c CaseResult) decides() bool { return KindOf(c.Verdict) == verdict.Fail }

// OfCases is the result about a program of those about cases that have all its runs: a fail is one of the program, and
// it passes if each passes; else the reason is that of the first that is unknown. There is one case at least.
func OfCases(cases []CaseResult) *Result {
	standing := cases[0]
	for _, c := range cases {
		if rankOfCase(c) > rankOfCase(standing) {
			standing = c
		}
	}
	one := *standing.result
	out := &one
	out.Cases, out.Counts, out.Attempts, out.Assumptions = cases, Counts{}, nil, assumption.List{}
	out.Seconds = map[string]float64{}
	for _, c := range cases {
		out.Counts.add(c.result.Counts)
		out.Assumptions.Join(c.result.Assumptions)
		for stage, seconds := range c.result.Seconds {
			out.Seconds[stage] += seconds
		}
		if c.result.Detail != out.Detail && KindOf(out.Verdict) == verdict.Pass {
			out.Detail = "" // what is said of one pass is not said of all
		}
	}
	if standing.decides() {
		unknown := func(c CaseResult) bool { return KindOf(c.Verdict) == verdict.Unknown }
		out.Cases = slices.DeleteFunc(slices.Clone(cases), unknown) // those that it ended
	} else {
		out.Evidence = nil
		out.Warnings = inAll(cases)
	}
	return out
}

// rankOfCase orders what stands for all: a fail, then an error of the checker, then an unknown.
func rankOfCase(c CaseResult) int { return badness[c.result.status()] }

// inAll are the warnings that each case has: code that one does not reach another may.
func inAll(cases []CaseResult) []Warning {
	out := slices.Clone(cases[0].result.Warnings)
	for _, c := range cases[1:] {
		out = slices.DeleteFunc(out, func(w Warning) bool { return !slices.Contains(c.result.Warnings, w) })
	}
	return out
}

// add adds the counters of a further search; means and medians of several are none.
func (c *Counts) add(d Counts) {
	c.Iterations += d.Iterations
	c.Tests += d.Tests
	c.Steps += d.Steps
	c.Splits += d.Splits
	c.Regions += d.Regions
	c.Questions += d.Questions
	c.GraphsReused += d.GraphsReused
	c.SolverQueries += d.SolverQueries
	c.SolverSeconds += d.SolverSeconds
	if c.Other == nil && len(d.Other) > 0 {
		c.Other = map[string]int{}
	}
	for name := range maps.Keys(d.Other) {
		c.Other[name] += d.Other[name]
	}
}

// mostCasesTold is how many cases that are not proved are told of, one a line.
const mostCasesTold = 8

// writeCases says which case fails, or how many are proved, and which are not.
func (r *Result) writeCases(out io.Writer) {
	if len(r.Cases) == 0 {
		return
	}
	proved := 0
	for _, c := range r.Cases {
		if c.decides() {
			fmt.Fprintf(out, "by cases: case %s of %s:%d fails\n", c.Case, c.File, c.Line)
			return
		}
		if KindOf(c.Verdict) == verdict.Pass {
			proved++
		}
	}
	fmt.Fprintf(out, "by cases: %d of %d proved\n", proved, len(r.Cases))
	told := 0
	for _, c := range r.Cases {
		if KindOf(c.Verdict) == verdict.Pass {
			continue
		}
		if told++; told > mostCasesTold {
			fmt.Fprintf(out, "  and %d others\n", len(r.Cases)-proved-mostCasesTold)
			break
		}
		fmt.Fprintf(out, "  case %s of %s:%d: %s after %.1f s\n", c.Case, c.File, c.Line, c.Verdict, c.Seconds)
	}
}
