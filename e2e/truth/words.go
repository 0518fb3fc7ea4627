package truth

import (
	"regexp"
	"strings"
	"testing"

	"yogi/internal/report"
	"yogi/internal/verdict"
)

// solverSyntax is what solvers read and names of our own: no user is to meet them in what a check says of a C program.
var solverSyntax = regexp.MustCompile(`#[xb][0-9a-f]|\(_ [a-z]|\((=|or|and|not|select|store|fp|bv[a-z]+) |` +
	`\|[a-zA-Z_&@][^|\n ]*\||[a-z_0-9]::[a-z]|@[a-z]|<lib(c|rary)>|memory\.[0-9]|entered!|frontier @`)

// SolverWords is the first of such words in a text; "": there is none.
func SolverWords(text string) string { return solverSyntax.FindString(text) }

// CheckWords looks for such words in all that a reader sees of a verdict about a C program: the text, its JSON, and why
// it is unknown. What an internal error says is for us.
func CheckWords(t *testing.T, v verdict.Verdict, files []string) {
	t.Helper()
	if v.Reason == verdict.Internal {
		return
	}
	result := report.NewResult(v, files, nil)
	var text, object strings.Builder
	result.WriteText(&text)
	if err := result.WriteJSON(&object); err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(text.String() + object.String()) {
		if words := SolverWords(line); words != "" {
			t.Errorf("a reader of C does not know %q in\n%s", words, line)
		}
	}
}
