package interproc_test

import (
	"strings"
	"testing"

	"yogi/internal/interproc"
	"yogi/internal/verdict"
)

// queriesOf are the queries of questions about callees, by how these ended.
func queriesOf(answer *verdict.Answer) map[string]int {
	out := map[string]int{}
	for name, n := range answer.Statistics.ByKind {
		if how, ok := strings.CutPrefix(name, "queries of questions "); ok {
			out[how] = n
		}
	}
	return out
}

// TestWork: each query is counted with one question at most, the innermost, and those that a must summary could save
// are among those of questions that a test answered.
func TestWork(t *testing.T) {
	for _, algorithm := range algorithms {
		for text, ended := range map[string]string{threeCalls: "that a test answered", neverTwo: "answered no"} {
			_, answer := checkWith(t, text, interproc.Options{Check: true, Algorithm: algorithm})
			queries := queriesOf(answer)
			if queries[ended] == 0 {
				t.Errorf("%s: no queries of questions %s: %v", algorithm, ended, queries)
			}
			tested, again := queries["that a test answered"], queries["that a test answered, again of the function"]
			if all := tested + queries["answered no"] + queries["without an answer"]; again > tested || all > answer.Statistics.SolverQueries {
				t.Errorf("%s: %v of %d queries", algorithm, queries, answer.Statistics.SolverQueries)
			}
		}
	}
	again := func(algorithm string) int {
		_, answer := checkWith(t, threeCalls, interproc.Options{Check: true, Algorithm: algorithm})
		return queriesOf(answer)["that a test answered, again of the function"]
	}
	if dash, must := again("dash"), again("must"); dash == 0 || must >= dash {
		t.Errorf("queries of questions that a test answers again: %d, %d with must summaries", dash, must)
	}
}
