package pipeline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/property"
	"yogi/internal/report/evidence"
	"yogi/internal/verdict"
)

// machineHeader is one of the C library that the checker has none of its own for.
const machineHeader = "/usr/include/sysexits.h"

// TestEvidenceHasHeaders: evidence about a program that reads the machine's headers is checked with its copies of them.
// One whose copies say something else, which has none of a header, or which would have the machine's read, is rejected,
// whatever the machine has.
func TestEvidenceHasHeaders(t *testing.T) {
	if _, err := os.Stat(machineHeader); err != nil {
		t.Skipf("there is no header to read: %v", err)
	}
	const program = `#include <assert.h>
#include <sysexits.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x == EX_USAGE)
    assert(x CONDITION 64);
  return 0;
}
`
	copied := evidence.CopyOfHeader(machineHeader)
	edits := map[string]struct {
		edit func(t *testing.T, folder string, b *evidence.Bundle)
		says string // "": the evidence is in order
	}{
		"as it was written": {func(*testing.T, string, *evidence.Bundle) {}, ""},
		"another text": {func(t *testing.T, folder string, b *evidence.Bundle) {
			at := slices.IndexFunc(b.Sources, func(s evidence.Source) bool { return s.Copy == copied })
			path := filepath.Join(folder, copied)
			text, err := os.ReadFile(path)
			if err != nil || at < 0 {
				t.Fatal(at, err)
			}
			other := write(t, "other.h", strings.ReplaceAll(string(text), "64", "65"))
			b.Sources[at].Text = other
		}, "test"},
		"a text that was not declared": {func(t *testing.T, folder string, b *evidence.Bundle) {
			b.Sources = slices.DeleteFunc(b.Sources, func(s evidence.Source) bool { return s.Copy == copied })
		}, "sysexits.h not found"},
		"the machine's headers": {func(t *testing.T, _ string, b *evidence.Bundle) {
			var settings map[string]any
			if err := json.Unmarshal(b.Settings, &settings); err != nil || settings["machine_dirs"] == nil {
				t.Fatal(settings, err)
			}
			delete(settings, "machine_dirs")
			text, err := json.Marshal(settings)
			if err != nil {
				t.Fatal(err)
			}
			b.Settings = text
		}, "where the standard headers of its machine were"},
	}
	for condition, want := range map[string]verdict.Kind{"==": verdict.Pass, "!=": verdict.Fail} {
		job := Job{Files: []string{write(t, "program.c", strings.Replace(program, "CONDITION", condition, 1))}, Timeout: time.Minute, Out: t.TempDir()}
		job.SystemOwn = true
		if out, err := Run(t.Context(), job); err != nil || out.Kind != want {
			t.Fatalf("%v %s %s %v", out.Kind, out.Reason, out.Detail, err)
		}
		for name, c := range edits {
			t.Run(condition+name, func(t *testing.T) {
				folder := t.TempDir()
				if err := os.CopyFS(folder, os.DirFS(job.Out)); err != nil {
					t.Fatal(err)
				}
				b, err := evidence.Read(folder)
				if err != nil {
					t.Fatal(err)
				}
				for i, s := range b.Sources {
					b.Sources[i].Text = filepath.Join(folder, s.Copy)
				}
				c.edit(t, folder, b)
				if err := b.Write(folder); err != nil {
					t.Fatal(err)
				}
				_, err = Validate(t.Context(), folder)
				switch {
				case c.says == "" && err != nil:
					t.Errorf("rejected: %v", err)
				case c.says != "" && (err == nil || c.says != "test" && !strings.Contains(err.Error(), c.says)):
					t.Errorf("the error is %v, want one that says %q", err, c.says)
				}
			})
		}
	}
}

// TestEvidenceHasContracts: files of contracts are part of evidence: it is about their copies, wherever others lie.
func TestEvidenceHasContracts(t *testing.T) {
	contracts := write(t, "contracts.acsl", "/*@ requires n > 0; */\nint inverse(int n);\n")
	job := Job{Files: []string{write(t, "program.c", "int inverse(int n) { return 100 / n; }\n")}, Timeout: time.Minute, Out: t.TempDir()}
	job.Entry, job.ContractFiles, job.Checks = "inverse", []string{contracts}, property.Division
	if out, err := Run(t.Context(), job); err != nil || out.Kind != verdict.Pass {
		t.Fatalf("%v %s %s %v", out.Kind, out.Reason, out.Detail, err)
	}
	if err := os.Remove(contracts); err != nil {
		t.Fatal(err)
	}
	if _, err := Validate(t.Context(), job.Out); err != nil {
		t.Errorf("rejected: %v", err)
	}
}
