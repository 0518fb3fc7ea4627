package main

import (
	"strings"
	"testing"
)

// TestExplainWords: what stands in the last line of an answer, and in its advice, is explained.
func TestExplainWords(t *testing.T) {
	for word, want := range map[string]string{
		"contract":    "--contracts FILE",
		"CLEAN":       "yogi angelic",
		"UNDECIDED":   "undecided: timeout",
		"WARNINGS(3)": "no acceptable assumption",
		"uninit":      "heap",
	} {
		var out strings.Builder
		if err := explainWord(&out, word); err != nil || !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("%s: %v\n%s", word, err, &out)
		}
	}
}
