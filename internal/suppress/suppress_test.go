package suppress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/report"
)

// fail is a failure at a line.
func fail(file string, line int, property, what string) *report.Result {
	return &report.Result{Verdict: "FALSE(" + property + ")", Property: property, Error: &report.Place{File: file, Line: line, What: what}}
}

func TestComments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	text := strings.Join([]string{
		`*p = 0; // yogi: ignore[null] behind the line`, // 1
		`// yogi: ignore[null] above`,                   // 2
		`// what it is about`,
		`*p = 0;`, // 4
		`/* yogi:ignore [ bounds , overflow ] in a`,
		`   comment of two lines */ a[i + 1] = 0;`, // 6
		`s = "// yogi: ignore[null] a string";`,
		`s = "\"// yogi: ignore[null] a string";`, // 8
		`c = '"'; *p = 0; // yogi: ignore[null] behind a character`,
		`// yogi: ignore[null] too far above`, // 10
		``,
		`*p = 0;`, // 12
		`*p = 0; // yogi: ignore[family/name] a rule`,
		`// yogi: ignore[null] an own line`, // 14
		`*p = 0; // yogi: ignore[bounds] a line's end`,
	}, "\n")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	null, bounds := "access through a null pointer", "access outside of every object"
	for _, c := range []struct {
		line           int
		property, what string
		reason         string
	}{
		{1, "valid-deref", null, "behind the line"},
		{1, "valid-deref", bounds, ""},
		{1, "valid-free", "free of what is no object", ""},
		{2, "valid-deref", null, ""},
		{4, "valid-deref", null, "above"},
		{6, "valid-deref", bounds, "in a"},
		{6, "no-overflow", "signed overflow", "in a"},
		{7, "valid-deref", null, ""},
		{8, "valid-deref", null, ""},
		{9, "valid-deref", null, "behind a character"},
		{12, "valid-deref", null, ""},
		{13, "family/name", "the rule is violated", "a rule"},
		{13, "family/other", "the rule is violated", ""},
		{15, "valid-deref", null, "an own line"},
		{15, "valid-deref", bounds, "a line's end"},
	} {
		s := Read([]string{file}, []string{"family/name", "family/other"})
		r := fail(file, c.line, c.property, c.what)
		s.Apply(r)
		got := ""
		if r.Suppression != nil {
			got = r.Suppression.Reason
		}
		if got != c.reason {
			t.Errorf("line %d, %s: suppressed for %q, want %q", c.line, c.what, got, c.reason)
		}
		if !strings.HasPrefix(r.Verdict, "FALSE") {
			t.Errorf("line %d: the verdict became %s", c.line, r.Verdict)
		}
	}
}

// TestUnused: nothing is said to be of no use before all is known.
func TestUnused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("*p = 0; // yogi: ignore[null] why\n*q = 0;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := func(string) bool { return true }
	none := func(string) bool { return false }
	suppressed := fail(file, 1, "valid-deref", "access through a null pointer")
	for _, c := range []struct {
		name    string
		result  *report.Result
		checked func(string) bool
		unused  bool
	}{
		{"a pass", &report.Result{Verdict: "TRUE"}, all, true},
		{"a pass of another check", &report.Result{Verdict: "TRUE"}, none, false},
		{"unknown", &report.Result{Verdict: "UNKNOWN(timeout)"}, all, false},
		{"the first failure", fail(file, 2, "valid-deref", "access through a null pointer"), all, false},
		{"what it is for", suppressed, all, false},
	} {
		s := Read([]string{file}, nil)
		s.Apply(c.result)
		if got := len(s.Warnings([]*report.Result{c.result}, c.checked)) > 0; got != c.unused {
			t.Errorf("behind %s it is of no use: %v", c.name, got)
		}
	}
}
