package angelic

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	angelicverification "yogi/internal/angelic"
	"yogi/internal/pipeline"
	"yogi/internal/property"
)

// Open programs in which nothing is wrong, and mutants of them with one defect each that a run of
// the program's driver shows. OPEN=all tries them all, compiles the tests of the warnings, and
// prints the table: at least 80 % of the defects are found, and at most one warning in five is
// false. OPEN=NAME tries those of one program, and OPEN_TIME=30s gives each that time. The short
// run has programs without a false warning.
const openPrograms = "testdata/open/*.c"

// runOpen checks a program in the default configuration, without models. What is named is the state
// of the property: the locks, the order of states, the references.
func runOpen(t *testing.T, path string, confirm bool) *angelicverification.Result {
	t.Helper()
	limit := time.Minute
	if text := os.Getenv("OPEN_TIME"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	job := pipeline.AngelicJob{Job: pipeline.Job{Files: []string{path}, Timeout: limit}, Confirm: confirm}
	job.DataModel, job.Checks = "LP64", property.Reach|property.Null|property.UseAfterFree|property.InvalidFree
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

// quick are the programs of the short run, and the mutants tried of each.
var quick = map[string]int{"account.c": 1, "names.c": 0, "timers.c": 1}

// row is a line of the table.
type row struct{ mutants, defects, found, warnings, confirmed int }

func (r *row) add(o row) {
	r.mutants += o.mutants
	r.defects += o.defects
	r.found += o.found
	r.warnings += o.warnings
	r.confirmed += o.confirmed
}

func confirmed(r *angelicverification.Result) int {
	n := 0
	for _, w := range r.Warnings() {
		if w.IsConfirmed() {
			n++
		}
	}
	return n
}

func summary(r *angelicverification.Result) string {
	out := r.Words()
	for _, w := range r.Warnings() {
		out += fmt.Sprintf("; %s %s: %s", w.Class, w.Pos, w.What)
	}
	for _, w := range r.Unexplained() {
		out += fmt.Sprintf("; unexplained %s: %s", w.Pos, w.What)
	}
	for _, e := range r.Entries {
		if e.Undecided != "" {
			out += "; " + e.Name + " undecided"
		}
	}
	return out
}

func TestOpenPrograms(t *testing.T) {
	paths, err := filepath.Glob(openPrograms)
	if err != nil || len(paths) == 0 {
		t.Fatal("no open programs", err)
	}
	asked := os.Getenv("OPEN")
	table := map[string]*row{}
	var kinds []string
	var total row
	falseWarnings := 0
	for _, path := range paths {
		name := filepath.Base(path)
		most, isQuick := quick[name]
		if asked == "" && !isQuick || asked != "" && asked != "all" && asked+".c" != name {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if crashes(t, name, string(text)) {
			t.Errorf("%s crashes", name)
		}
		result := runOpen(t, path, false)
		falseWarnings += len(result.Warnings())
		known := len(result.Warnings()) // what a mutant is warned of besides is of the defect
		switch {
		case asked == "" && result.Words() != "CLEAN":
			t.Errorf("nothing is wrong: %s", summary(result))
		case known > 0:
			t.Logf("%s: nothing is wrong: %s", name, summary(result))
		}
		if asked != "" {
			most = 100
		}
		for i, m := range mutantsOf(name, string(text), 1) {
			if i >= most {
				break
			}
			r := row{mutants: 1}
			if crashes(t, name, m.text) {
				file := filepath.Join(t.TempDir(), m.program)
				if err := os.WriteFile(file, []byte(m.text), 0o644); err != nil {
					t.Fatal(err)
				}
				result := runOpen(t, file, asked != "")
				r.defects, r.warnings = 1, max(0, len(result.Warnings())-known)
				r.confirmed = min(r.warnings, confirmed(result))
				if r.warnings > 0 {
					r.found = 1
				}
				t.Logf("%s:%d: %s: %s", name, m.line, m.name, strings.ReplaceAll(summary(result), file, name))
			}
			if table[m.kind] == nil {
				table[m.kind] = &row{}
			}
			if !slices.Contains(kinds, m.kind) {
				kinds = append(kinds, m.kind)
			}
			table[m.kind].add(r)
			total.add(r)
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-32s %8s %8s %6s %9s %10s\n", "kind", "mutants", "defects", "found", "warnings", "confirmed")
	line := func(name string, r row) {
		fmt.Fprintf(&out, "%-32s %8d %8d %6d %9d %10d\n", name, r.mutants, r.defects, r.found, r.warnings, r.confirmed)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		line(k, *table[k])
	}
	line("together", total)
	t.Logf("\n%swarnings on programs in which nothing is wrong: %d", out.String(), falseWarnings)
	if asked == "all" && falseWarnings*4 > total.warnings {
		t.Errorf("%d of %d warnings are false: more than one in five", falseWarnings, falseWarnings+total.warnings)
	}
	if total.found*10 < total.defects*8 {
		t.Errorf("%d of %d defects found: fewer than 80 %%", total.found, total.defects)
	}
}
