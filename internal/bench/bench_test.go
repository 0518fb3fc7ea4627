package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fakeChecker answers by what the program's text says, as `yogi check --json` would, and counts its
// calls in a file beside itself.
const fakeChecker = `#!/bin/sh
echo call >> "$0.calls"
for last; do :; done
answer=$(head -n 1 "$last")
case "$answer" in
crash) echo panic >&2; exit 4;;
refuse) echo "$last:1:1: syntax error" >&2; exit 2;;
explain) echo "$last:9: slow" >&2; echo "{\"verdict\":\"UNKNOWN(timeout)\",\"reason\":\"timeout\",\"detail\":\"main at $last:4:2 ($last)\",\"counts\":{}}"; exit 3;;
UNKNOWN*) echo "{\"verdict\":\"$answer\",\"reason\":\"timeout\",\"counts\":{}}"; exit 3;;
esac
echo "{\"verdict\":\"$answer\",\"class\":\"executed\",\"counts\":{\"tests\":7,\"solver_queries\":3}}"
`

const manifest = `[
{"id":"a","file":"a.c","language":"c","property":"unreach-call","expected":"true","category":"locks","short":true},
{"id":"b","file":"b.c","language":"c","property":"unreach-call","expected":"false","category":"locks","short":true},
{"id":"c","file":"c.c","language":"c","property":"unreach-call","expected":"true","category":"locks","short":true},
{"id":"d","file":"d.c","language":"c","property":"unreach-call","expected":"true","category":"loops","short":true},
{"id":"e","file":"e.c","language":"c","property":"unreach-call","expected":"true","category":"loops","short":true},
{"id":"f","file":"f.c","language":"c","property":"other:x","expected":"true","category":"loops","short":true},
{"id":"g","file":"g.c","language":"c","property":"unreach-call","expected":"true","category":"loops","short":true},
{"id":"h","file":"h.c","language":"c","property":"unreach-call","expected":"true","category":"loops"}
]`

func setup(t *testing.T) Options {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, answer := range map[string]string{
		"a": "TRUE", "b": "FALSE(unreach-call)", "c": "FALSE(unreach-call)", "d": "UNKNOWN(timeout)", "e": "crash", "f": "TRUE", "g": "refuse", "h": "TRUE",
	} {
		write(name+".c", answer+"\n", 0o600)
	}
	return Options{
		Manifest: write("manifest.json", manifest, 0o600), Selection: Selection{Short: true}, Algorithms: []string{"dash"},
		Timeout: 10 * time.Second, Jobs: 2, Results: filepath.Join(dir, "out", "results.jsonl"),
		Checker: write("checker", fakeChecker, 0o700),
	}
}

// TestPropertyFiles: the files of properties that arguments name are there, with what is checked of each.
func TestPropertyFiles(t *testing.T) {
	folder, scratch := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.c"), []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeProperties(scratch); err != nil {
		t.Fatal(err)
	}
	for task, checks := range map[Task]int{
		{Property: "no-overflow"}:     1,
		{Property: "valid-memsafety"}: 3,
		{Property: "valid-memsafety", Note: "valid-deref and valid-free only: why"}: 2,
	} {
		task.File, task.Language = "a.c", "c"
		args, err := task.arguments(folder, scratch)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(args[slices.Index(args, "--property")+1])
		if err != nil || strings.Count(string(text), "CHECK(") != checks || strings.Contains(string(text), "memtrack") != (checks == 3) {
			t.Errorf("%s %s: %q, %v", task.Property, task.Note, text, err)
		}
	}
}

func outcomes(records []Record) string {
	var words []string
	for _, r := range records {
		words = append(words, r.Task+"="+string(r.Outcome)+"/"+r.Reason)
	}
	return strings.Join(words, " ")
}

func calls(o Options) int {
	text, _ := os.ReadFile(o.Checker + ".calls")
	return strings.Count(string(text), "call")
}

func TestOutcomes(t *testing.T) {
	o := setup(t)
	records, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := "a=right/ b=right/ c=wrong/ d=unknown/timeout e=unknown/internal f=not counted/unsupported g=unknown/input"
	if got := outcomes(records); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !HasWrong(records) {
		t.Error("the wrong verdict is not noticed")
	}
	var table bytes.Buffer
	if err := WriteTable(&table, records); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(table.String(), "WRONG c (dash)") {
		t.Errorf("the table does not begin with the wrong verdict:\n%s", &table)
	}
}

// TestRecordsAreRelative: nothing in the records says where the tasks lie, which is given as an
// absolute path, or relative to the folder of the run, by the manifest or by the tasks.
func TestRecordsAreRelative(t *testing.T) {
	tasks := func(o *Options, folder string) {
		o.Tasks, _ = LoadManifest(filepath.Join(folder, "manifest.json"))
		for i := range o.Tasks {
			o.Tasks[i].Root = folder
		}
	}
	for name, give := range map[string]func(t *testing.T, o *Options, folder string){
		"manifest": func(*testing.T, *Options, string) {},
		"relative manifest": func(t *testing.T, o *Options, folder string) {
			t.Chdir(filepath.Dir(folder))
			o.Manifest = filepath.Join(filepath.Base(folder), "manifest.json")
		},
		"tasks": func(_ *testing.T, o *Options, folder string) { tasks(o, folder) },
		"relative tasks": func(t *testing.T, o *Options, folder string) {
			t.Chdir(filepath.Dir(folder))
			tasks(o, filepath.Base(folder))
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := setup(t)
			folder := filepath.Dir(o.Manifest)
			if err := os.WriteFile(filepath.Join(folder, "a.c"), []byte("explain\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(folder, "b.c")); err != nil {
				t.Fatal(err)
			}
			give(t, &o, folder)
			if _, err := Run(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			records, err := ReadRecords(o.Results)
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]string{}
			for _, r := range records {
				said[r.Task] = r.Detail + "|" + r.Diagnostics
			}
			for task, want := range map[string]string{
				"a": "main at a.c:4:2 (a.c)|a.c:9: slow",
				"b": "open b.c: no such file or directory|",
				"g": "g.c:1:1: syntax error|g.c:1:1: syntax error",
			} {
				if said[task] != want {
					t.Errorf("%s: got %q, want %q", task, said[task], want)
				}
			}
		})
	}
}

func TestRelativeTo(t *testing.T) {
	got := relativeTo("sdv", "/tasks/")("sdv/a.bpl:3 (sdv/b.bpl) other/sdv/c.bpl /tasks/d.c:1 /tasks2/e.c /old/tasks/f.c")
	if want := "a.bpl:3 (b.bpl) other/sdv/c.bpl d.c:1 /tasks2/e.c /old/tasks/f.c"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := relativeTo(".")("a.c: ./b/c.c"); got != "a.c: ./b/c.c" {
		t.Errorf("got %s", got)
	}
}

func TestResumes(t *testing.T) {
	o := setup(t)
	first, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	// An interrupted run leaves half a line.
	text, err := os.ReadFile(o.Results)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	cut := strings.Join(lines[:3], "") + lines[3][:20]
	if err := os.WriteFile(o.Results, []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	before := calls(o)
	second, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if outcomes(first) != outcomes(second) {
		t.Errorf("resumed: %s\nfirst: %s", outcomes(second), outcomes(first))
	}
	if again := calls(o) - before; again > 4 {
		t.Errorf("%d runs repeated", again)
	}
}

func TestDisputedByHand(t *testing.T) {
	o := setup(t)
	o.Disputed = filepath.Join(filepath.Dir(o.Manifest), "disputed.txt")
	if err := os.WriteFile(o.Disputed, []byte("# task reason\nc the run shows it\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	records, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if HasWrong(records) || !strings.Contains(outcomes(records), "c=disputed/") {
		t.Errorf("got %s", outcomes(records))
	}
}

func TestSample(t *testing.T) {
	tasks := make([]Task, 100)
	for i := range tasks {
		tasks[i].ID = string(rune('a' + i))
	}
	one := Selection{Sample: 5, Seed: 1}.Select(tasks)
	same := Selection{Sample: 5, Seed: 1}.Select(tasks)
	other := Selection{Sample: 5, Seed: 2}.Select(tasks)
	if len(one) != 5 || one[0] != same[0] || one[4] != same[4] {
		t.Errorf("the same seed gives different samples: %v, %v", one, same)
	}
	if one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3] {
		t.Error("different seeds give the same sample")
	}
}

func TestBodylessFunctions(t *testing.T) {
	for text, want := range map[string]string{
		"extern void error(void);\nint main() { error(); }":             "error",
		"void error(void) { }\nint main() { error(); }":                 "",
		"#include <error.h>\nint main() { error(0, 0, 0); }":            "",
		"int main() { /* error() */ return 0; }":                        "",
		"void err();\nvoid errorFn(int (*f)(int), int x)\n{\n}\nerr();": "err",
		"#define error(x) foo(x)\nint main() { error(1); }":             "",
		"int main() { if (error()) { x = 1; } ldv_error(); }":           "ldv_error,error",
	} {
		if got := strings.Join(bodylessFunctions(text, olderErrorFunctions), ","); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestRandomSettings: each task gets settings of its own, the same ones again from the same seed,
// whatever else is selected.
func TestRandomSettings(t *testing.T) {
	o := setup(t)
	o.Random, o.Selection.Seed = 2, 7
	drawn := func(o Options) map[string][]string {
		records, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		settings := map[string][]string{}
		for _, r := range records {
			settings[r.Task] = append(settings[r.Task], r.Algorithm+" "+r.Flags)
		}
		return settings
	}
	all := drawn(o)
	made := calls(o)
	o.Selection.Category = "loops"
	loops := drawn(o)
	if calls(o) != made {
		t.Error("what was run was run again")
	}
	distinct := map[string]bool{}
	for task, settings := range all {
		if len(settings) != 2 {
			t.Errorf("%s was checked with %d settings", task, len(settings))
		}
		for _, s := range settings {
			distinct[s] = true
		}
		if again := loops[task]; again != nil && !slices.Equal(again, settings) {
			t.Errorf("%s: %v, then %v", task, settings, again)
		}
	}
	if len(loops) != 4 || len(distinct) < len(all) {
		t.Errorf("%d tasks of one category; %d settings for %d tasks", len(loops), len(distinct), len(all))
	}
}

// TestSeedsAreIndependent: no seed has the settings of the next one, one place later, and fewer
// settings are the first of more.
func TestSeedsAreIndependent(t *testing.T) {
	draw := func(seed int64, n int) []Variant {
		return Options{Random: n, Selection: Selection{Seed: seed}}.random(Task{ID: "a"})
	}
	same := func(a, b []Variant) bool {
		return slices.EqualFunc(a, b, func(x, y Variant) bool { return x.Algorithm == y.Algorithm && slices.Equal(x.Flags, y.Flags) })
	}
	for seed := range int64(20) {
		one, next := draw(seed, 6), draw(seed+1, 6)
		if same(one[1:], next[:5]) || same(one[:5], next[1:]) || same(one, next) {
			t.Errorf("the settings of seeds %d and %d are the same ones", seed, seed+1)
		}
		if !same(one[:3], draw(seed, 3)) {
			t.Errorf("three settings of seed %d are not the first of six", seed)
		}
	}
}

// TestContradictions: without a stated verdict two settings that contradict one another are an error.
func TestContradictions(t *testing.T) {
	record := func(task, algorithm, verdict string) Record {
		r := Record{Task: task, Algorithm: algorithm, Verdict: verdict}
		r.judge(Task{}, nil)
		return r
	}
	right := []Record{record("a", "smash", "TRUE"), record("a", "dash", "UNKNOWN(timeout)"), record("b", "smash", "FALSE(unreach-call)"), record("a", "may", "TRUE")}
	if HasWrong(right) {
		t.Error("nothing contradicts anything")
	}
	wrong := append(right, record("b", "dash", "TRUE"))
	var out bytes.Buffer
	if err := WriteTable(&out, wrong); err != nil || !HasWrong(wrong) || !strings.Contains(out.String(), "WRONG b: FALSE(unreach-call) (smash ), and TRUE (dash )") {
		t.Errorf("%v %s", err, out.String())
	}
}
