package angelic

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	angelicverification "yogi/internal/angelic"
	"yogi/internal/pipeline"
	"yogi/internal/property"
)

// Open programs in which nothing is wrong, and mutants of them with one defect each. OPEN=all tries every mutant,
// compiles the tests of the warnings, and prints the table.
const openPrograms = "testdata/open/*.c"

// A mutation makes a defect in a line that it matches.
var mutations = []struct {
	name    string
	line    *regexp.Regexp
	replace string
}{
	{"acquired twice", regexp.MustCompile(`^(\t+)((?:lock|hold|greet)\(\w+\);)$`), "$1$2 $2"},
	{"not released", regexp.MustCompile(`^(\t+)(?:unlock|let_go)\(\w+\);$`), "$1;"},
	{"released twice", regexp.MustCompile(`^(\t+)((?:unlock|let_go|finish|put)\(\w+\);)$`), "$1$2 $2"},
	{"test turned round", regexp.MustCompile(`^(\t+)(}? ?(?:else )?if) \(!(\w+)\)( \{)?$`), "$1$2 ($3)$4"},
	{"test left out", regexp.MustCompile(`^(\t+)(}? ?(?:else )?if) \(!(\w+)\)( \{)?$`), "$1$2 (0)$4"},
}

// excusable is the mutation that an assumption about the outside may excuse: with the test the evidence goes that
// null was expected. It is counted apart.
const excusable = "test left out"

// mutant is a program with one line changed.
type mutant struct {
	name, mutation, text string
	line                 int
}

func mutants(name, text string) []mutant {
	var out []mutant
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, m := range mutations {
			if !m.line.MatchString(line) || strings.HasPrefix(line, "static") {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = m.line.ReplaceAllString(line, m.replace)
			out = append(out, mutant{name, m.name, strings.Join(changed, "\n"), i + 1})
		}
	}
	return out
}

func runOpen(t *testing.T, path string, confirm bool) *angelicverification.Result {
	t.Helper()
	job := pipeline.AngelicJob{Job: pipeline.Job{Files: []string{path}, Timeout: time.Minute}, Confirm: confirm}
	job.DataModel, job.Checks = "LP64", property.Reach|property.Null
	job.Monitors = map[string]bool{"held": true, "state": true, "references": true}
	var err error
	if job.Configuration, err = angelicverification.Configured("default"); err != nil {
		t.Fatal(err)
	}
	result, err := pipeline.Angelic(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestOpenPrograms(t *testing.T) {
	paths, err := filepath.Glob(openPrograms)
	if err != nil || len(paths) == 0 {
		t.Fatal("no open programs", err)
	}
	all := os.Getenv("OPEN") == "all"
	type row struct{ made, found, confirmed int }
	table := map[string]*row{}
	total := row{}
	for n, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !all && n%2 != 0 {
			continue
		}
		if result := runOpen(t, path, false); result.Words() != "CLEAN" {
			t.Errorf("%s: %s, and nothing is wrong", path, result.Words())
		}
		list := mutants(filepath.Base(path), string(text))
		if len(list) == 0 {
			t.Errorf("%s has no mutants", path)
		}
		for i, m := range list {
			if !all && i%9 != 0 {
				continue
			}
			file := filepath.Join(t.TempDir(), m.name)
			if err := os.WriteFile(file, []byte(m.text), 0o644); err != nil {
				t.Fatal(err)
			}
			result := runOpen(t, file, all)
			r := table[m.mutation]
			if r == nil {
				r = &row{}
				table[m.mutation] = r
			}
			r.made++
			if m.mutation != excusable {
				total.made++
			}
			if len(result.Warnings()) > 0 {
				r.found++
				if m.mutation != excusable {
					total.found++
				}
			} else {
				t.Logf("%s:%d: %s: %s", m.name, m.line, m.mutation, result.Words())
			}
			if slices.ContainsFunc(result.Warnings(), func(w *angelicverification.Warning) bool {
				return strings.HasPrefix(w.Executed, "compiled and run, it fails")
			}) {
				r.confirmed++
				if m.mutation != excusable {
					total.confirmed++
				}
			}
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-28s %6s %6s %10s\n", "defect", "made", "found", "confirmed")
	for _, m := range mutations {
		if r := table[m.name]; r != nil {
			fmt.Fprintf(&out, "%-28s %6d %6d %10d\n", m.name, r.made, r.found, r.confirmed)
		}
	}
	fmt.Fprintf(&out, "%-28s %6d %6d %10d", "all but those left out", total.made, total.found, total.confirmed)
	t.Log("\n" + out.String())
	if total.found*10 < total.made*8 {
		t.Errorf("%d of %d defects found: fewer than 80 %%", total.found, total.made)
	}
}
