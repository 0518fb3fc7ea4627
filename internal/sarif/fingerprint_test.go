package sarif

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/report"
)

// TestFingerprints: a result is known again when lines before it are new, or it is indented otherwise; another line, an
// equal one behind it, and another property are other results.
func TestFingerprints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	of := func(text string, line int, property string) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := &report.Result{
			Verdict: "FALSE(" + property + ")", Property: property, Files: []string{file},
			Error: &report.Place{File: file, Line: line, Column: 1, What: "signed overflow"},
		}
		var out bytes.Buffer
		if err := Write(&out, "1.2", All, []*report.Result{r}); err != nil {
			t.Fatal(err)
		}
		validate(t, out.Bytes())
		var written log
		if err := json.Unmarshal(out.Bytes(), &written); err != nil {
			t.Fatal(err)
		}
		return written.Runs[0].Results[0].Fingerprints[lineHash]
	}
	const text = "int f(int x) {\n\treturn x + 1;\n}\nint g(int x) {\n\treturn x + 1;\n}\n"
	first := of(text, 2, "no-overflow")
	if !strings.HasSuffix(first, ":1") {
		t.Fatalf("the fingerprint is %q", first)
	}
	if again := of("/* new */\n"+strings.ReplaceAll(text, "\t", "    "), 3, "no-overflow"); again != first {
		t.Errorf("after edits of other lines it is %s, and was %s", again, first)
	}
	if other := of(text, 5, "no-overflow"); other == first {
		t.Error("the same text in another function has the same fingerprint")
	}
	if other := of(text, 2, "valid-shift"); other == first {
		t.Error("another property has the same fingerprint")
	}
	if other := of(strings.Replace(text, "x + 1", "x + 2", 1), 2, "no-overflow"); other == first {
		t.Error("another line has the same fingerprint")
	}
	if none := of(text, 99, "no-overflow"); none != "" {
		t.Errorf("a line behind the end of the file has %s", none)
	}
}
