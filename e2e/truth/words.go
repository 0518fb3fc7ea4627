package truth

import (
	"errors"
	"html"
	"regexp"
	"strings"
	"testing"

	"yogi/internal/page"
	"yogi/internal/report"
	"yogi/internal/sarif"
	"yogi/internal/verdict"
)

// solverSyntax matches what solvers read and names of our own: no user is to meet them in what a
// check says of a C program.
var solverSyntax = regexp.MustCompile(`#[xb][0-9a-f]|\(_ [a-z]|\((=|or|and|not|select|store|fp|bv[a-z]+) |` +
	`\|[a-zA-Z_&@][^|\n ]*\||[a-z_0-9]::[a-z]|@[a-z]|<lib(c|rary)>|memory\.[0-9]|entered!|frontier @`)

// ownOfPage matches the parts that all pages have.
var ownOfPage = regexp.MustCompile(`(?s)<style>.*?</style>|<script.*?</script>|<meta[^>]*>`)

// SolverWords is the first of such words in a text; "": there is none.
func SolverWords(text string) string { return solverSyntax.FindString(text) }

// CheckWords looks for such words in all that a reader sees of a verdict about a C program: the
// text, its JSON, SARIF and page, and why it is unknown. What an internal error says is for us.
func CheckWords(t *testing.T, v verdict.Verdict, files []string) {
	t.Helper()
	if v.Reason == verdict.Internal {
		return
	}
	result := report.NewResult(v, files, nil)
	var text, object, exchanged, shown strings.Builder
	result.WriteText(&text)
	if err := errors.Join(
		result.WriteJSON(&object), sarif.Write(&exchanged, "1", sarif.All, []*report.Result{result}),
		page.WriteCheck(&shown, page.Check{Results: []*report.Result{result}, Text: func(string) (string, bool) { return "", false }}),
	); err != nil {
		t.Error(err)
	}
	// The page's own style and script are no words.
	body := html.UnescapeString(ownOfPage.ReplaceAllString(shown.String(), ""))
	for line := range strings.Lines(text.String() + object.String() + exchanged.String() + body) {
		if words := SolverWords(line); words != "" {
			t.Errorf("a reader of C does not know %q in\n%s", words, line)
		}
	}
}
