package angelic

import (
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	angelicverification "yogi/internal/angelic"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// listedProgram is an entry of the list of Boogie programs.
type listedProgram struct {
	File     string   `json:"file"`
	Warnings []string `json:"expected_warnings"`
	Specs    []string `json:"expected_specs"`
	Errors   []string `json:"expected_error"`
	Null     bool     `json:"expected_is_null_property"`
	// Earlier is the answer of an earlier version of the list's tool. Its warnings name their entries.
	Earlier *struct {
		Warnings []string `json:"warnings"`
		Specs    []string `json:"specs"`
	} `json:"expected_2015"`
	Derived *struct {
		Without string `json:"without_angelic"`
	} `json:"derived_expectation"`
}

// differences are the programs on which we answer differently than listed, with the reason. further are
// specifications of ours that are not listed, missing the listed ones that we do not have.
var differences = map[string]struct {
	why              string
	further, missing []string
	warned           []string // procedures, instead of those listed
}{
	"av-regressions/t1.bpl": {
		why:     "Baz is an entry too, and so is Bar: what they assume is for Foo to keep, which breaks it for Bar",
		further: []string{"a != NULL", "a != NULL"},
	},
	"av-regressions/t4.bpl": {
		why:     "Bar is an entry too: what it assumes is for Foo to keep, which breaks it",
		further: []string{"a != NULL"},
	},
	"av-regressions/generalize.bpl": {
		why: "each cell gets its own specification; for every z, b[z] > 0 is stronger than what was seen",
		further: []string{
			"b[g3] != NULL", "b[g4] != NULL",
		},
		missing: []string{"(forall _z: int :: b[_z] > 0)"},
	},
	"av-regressions/paper_overview1.bpl": {
		why: "the list gives no specifications; this is Figure 3 of ANGELIC without angelic assertions",
		further: []string{
			"x != NULL", "x != NULL", "x != NULL", "Lib1() != NULL", "Lib2() != NULL", "Lib1() != Lib2() && m[Lib2()] != NULL",
		},
		warned: []string{"Baz"},
	},
	"sdv/slam_guard.bpl": {
		why: "any condition on the monitored state is an atom (see withoutMonitor); unlock asks for less than that its argument is not the guard",
		further: []string{
			"resource != SLAM_guard || accessState == 0",
		},
		missing: []string{"(forall x_2: int :: unknownTrigger_5(x_2) ==> x_2 != SLAM_guard)"},
	},
}

// unknown are the procedures that the list was made without the bodies of: its flags for t21 are
// /unknownProc:malloc and /unknownProc:$alloc. The body would give an address that is not null, and
// nothing would be assumed.
var unknown = map[string][]string{"c-smack/t21.bpl": {"malloc", "$alloc"}}

// withoutMonitor are the programs whose list has atoms over pointers only, and to which the state
// of the property, a number that is compared with 0, is a pointer like any other.
var withoutMonitor = []string{"sdv/slam_guard.bpl"}

func TestBoogie(t *testing.T) {
	folder := filepath.Join(tasks(t), "bpl")
	var list []listedProgram
	readJSON(t, filepath.Join(folder, "index.json"), &list)
	for _, p := range list {
		t.Run(p.File, func(t *testing.T) {
			result, err := pipeline.Angelic(context.Background(), p.job(t, folder))
			if len(p.Errors) > 0 {
				var diagnostics source.Diagnostics
				if !errors.As(err, &diagnostics) || !strings.Contains(err.Error(), "no constant NULL") {
					t.Errorf("want a refusal, got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			d := differences[p.File]
			if d.why != "" {
				t.Log(d.why)
			}
			allComplete(t, result)
			compareProcedures(t, result, p.Warnings, d.warned)
			compareListed(t, result, p.Specs, d.further, d.missing)
			t.Logf("%d warnings, %d specifications (listed %d, %d)", len(result.Warnings()), count(result), len(p.Warnings), len(p.Specs))
		})
	}
}

// The answer from the entries that the list names is the one listed, without a difference.
func TestBoogieFromListedEntries(t *testing.T) {
	folder := filepath.Join(tasks(t), "bpl")
	var list []listedProgram
	readJSON(t, filepath.Join(folder, "index.json"), &list)
	compared := 0
	for _, p := range list {
		if p.Earlier == nil || len(p.Earlier.Warnings) == 0 {
			continue
		}
		compared++
		t.Run(p.File, func(t *testing.T) {
			job := p.job(t, folder)
			for _, w := range p.Earlier.Warnings {
				if entry := procedurePattern.FindStringSubmatch(w)[3]; !slices.Contains(job.Entries, entry) {
					job.Entries = append(job.Entries, entry)
				}
			}
			compareExactly(t, job, p.Earlier.Warnings, p.Earlier.Specs)
		})
	}
	if compared == 0 {
		t.Error("the list names no entry")
	}
}

// Without a monitor the vocabulary is that of the list, pointers only, and the answer is the one listed.
func TestBoogieWithoutMonitor(t *testing.T) {
	folder := filepath.Join(tasks(t), "bpl")
	var list []listedProgram
	readJSON(t, filepath.Join(folder, "index.json"), &list)
	for _, p := range list {
		if slices.Contains(withoutMonitor, p.File) {
			t.Run(p.File, func(t *testing.T) {
				job := p.job(t, folder)
				job.Monitors = nil
				compareExactly(t, job, p.Warnings, p.Specs)
			})
		}
	}
}

// job is the check of a program in the default configuration, with the conditions of branches among
// the atoms, as listed.
func (p listedProgram) job(t *testing.T, folder string) pipeline.AngelicJob {
	t.Helper()
	job := pipeline.AngelicJob{Job: pipeline.Job{Files: []string{filepath.Join(folder, p.File)}, Timeout: time.Minute}}
	job.Unknown = unknown[p.File]
	if p.Null {
		job.Checks = property.Null | property.Reach
	}
	job.Monitors = map[string]bool{"accessState": true}
	configuration, err := angelicverification.Configured("default")
	if err != nil {
		t.Fatal(err)
	}
	configuration.Guards = angelicverification.GuardsFirst
	job.Configuration = configuration
	return job
}

// compareExactly runs a job, whose answer is the one listed.
func compareExactly(t *testing.T, job pipeline.AngelicJob, warnings, specs []string) {
	t.Helper()
	result, err := pipeline.Angelic(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	allComplete(t, result)
	compareProcedures(t, result, warnings, nil)
	compareListed(t, result, specs, nil, nil)
}

func allComplete(t *testing.T, r *angelicverification.Result) {
	t.Helper()
	for _, e := range r.Entries {
		if !e.Complete {
			t.Errorf("entry %s: %s", e.Name, e.Undecided)
		}
	}
}

var procedurePattern = regexp.MustCompile(`^Assertion failed in proc (\S+) with expr (.*?)(?: and entrypoint (\S+))?$`)

// compareProcedures compares the procedures warned of, and the assertions where they are written as in the
// program.
func compareProcedures(t *testing.T, r *angelicverification.Result, listed, instead []string) {
	t.Helper()
	want := slices.Clone(instead)
	for _, w := range listed {
		m := procedurePattern.FindStringSubmatch(w)
		if m == nil {
			t.Fatalf("the listed warning %q is not understood", w)
		}
		want = append(want, m[1])
	}
	var got []string
	for _, w := range r.Warnings() {
		got = append(got, w.Function)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("warnings: want %v, got %v", want, got)
	}
}

// A listed specification is "(forall x_1: int, ... :: triggers ==> formula)" or "true ==> formula".
var namePattern = regexp.MustCompile(`[A-Za-z_]\w*(?:\(\))?`)

var quantified = regexp.MustCompile(`^\(forall (.*?) :: .*? ==> (.*)\)$`)

// compareListed checks that each listed specification is one of ours with the unknowns named, and that ours
// are all listed.
func compareListed(t *testing.T, r *angelicverification.Result, listed, further, missing []string) {
	t.Helper()
	b := term.NewBuilder()
	var ours []*term.Term
	var texts []string
	names := map[string]bool{}
	constants := strings.NewReplacer("notAcquired", "1", "acquired", "0")
	for _, e := range r.Entries {
		for _, s := range e.Specifications {
			f, err := formula(b, s.Text, sites(r, e))
			if err != nil {
				t.Fatal(err)
			}
			ours = append(ours, f)
			texts = append(texts, s.Text)
			for _, name := range namePattern.FindAllString(s.Text, -1) {
				names[name] = true
			}
		}
	}
	matched := make([]bool, len(ours))
	find := func(text string) bool {
		for _, candidate := range instances(text, names) {
			f, err := formula(b, candidate, constants)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range ours {
				if !matched[i] && equivalent(t, b, f, o) {
					matched[i] = true
					return true
				}
			}
		}
		return false
	}
	for _, text := range slices.Concat(further, listed) {
		if found := find(text); found == slices.Contains(missing, text) {
			t.Errorf("specification %s: found %v; ours: %v", text, found, texts)
		}
	}
	for i, ok := range matched {
		if !ok {
			t.Errorf("specification %s is not listed", texts[i])
		}
	}
}

// instances are a listed specification with its bound variables replaced by names in all ways.
func instances(text string, names map[string]bool) []string {
	if strings.HasPrefix(text, "(forall") && !strings.Contains(text, "==>") {
		return nil // over all values: ours never are
	}
	text = strings.TrimPrefix(text, "true ==> ")
	m := quantified.FindStringSubmatch(text)
	if m == nil {
		return []string{text}
	}
	out := []string{m[2]}
	for _, declaration := range strings.Split(m[1], ",") {
		bound := strings.TrimSpace(strings.SplitN(declaration, ":", 2)[0])
		var next []string
		for _, o := range out {
			for n := range names {
				next = append(next, regexp.MustCompile(`\b`+bound+`\b`).ReplaceAllLiteralString(o, n))
			}
		}
		out = next
	}
	return out
}
