package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
	"yogi/rules"
)

// Each rule has a page, a program that keeps it, which is proved, and one that breaks it, for which a test
// is found. Verdicts leave the pipeline only with evidence that was checked.
func TestExamples(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			page := rules.Page(r)
			for _, want := range []string{"# " + filepath.Base(r.Name) + "\n", "## Why\n"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page has no %q", want)
				}
			}
			rule, err := slic.Parse(r.Path, rules.Read)
			if err != nil {
				t.Fatal(err)
			}
			base := strings.TrimSuffix(r.Path, ".slic")
			expect(t, rule, base+".good.c", verdict.Pass)
			expect(t, rule, base+".bad.c", verdict.Fail)
		})
	}
}

// The rule that docs/slic.md begins with does what the page says.
func TestManual(t *testing.T) {
	rule, err := slic.Parse("../examples/rules/Pool.slic", os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, rule, "../examples/rules/pool_ok.c", verdict.Pass)
	expect(t, rule, "../examples/rules/pool_bug.c", verdict.Fail)
	page, err := os.ReadFile("../docs/slic.md")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile("../examples/rules/Pool.slic")
	_, body, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(body) {
		if strings.TrimSpace(line) != "" && !strings.Contains(string(page), "    "+line) {
			t.Errorf("docs/slic.md has not the line %q of the rule", line)
		}
	}
}

func expect(t *testing.T, rule *slic.Rule, file string, want verdict.Kind) {
	t.Helper()
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
		return
	}
	job := pipeline.Job{Files: []string{file}, Timeout: time.Minute}
	job.SetRule(rule)
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if outcome.Kind != want {
		t.Errorf("%s: %v %s %s", file, outcome.Kind, outcome.Reason, outcome.Detail)
	}
}

func TestFind(t *testing.T) {
	for _, r := range rules.All() {
		if found, err := rules.Find(r.Name); err != nil || found != r {
			t.Errorf("%s: %v", r.Name, err)
		}
		if r.Summary() == "" || len(r.Summary()) > 200 {
			t.Errorf("%s: the page's first sentence is %q", r.Name, r.Summary())
		}
	}
	if _, err := rules.Find("NoSuchRule"); err == nil {
		t.Error("a rule is found that does not exist")
	}
	if all, err := rules.Match("posix/*"); err != nil || len(all) == 0 {
		t.Errorf("posix/*: %d rules, %v", len(all), err)
	}
}

// What the library does with a stream counts for the rule about streams, whatever function it is.
func TestStreams(t *testing.T) {
	rule, err := slic.Parse("posix/File.slic", rules.Read)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, h := range rule.Handlers {
		for _, p := range h.Patterns {
			known[p.Function] = known[p.Function] || h.Watch != nil
		}
	}
	streams := 0
	for _, f := range clib.Functions() {
		isStream := func(p clib.Parameter) bool { return p.Role == clib.Stream }
		if !slices.ContainsFunc(f.Params, isStream) && f.Result.Kind != clib.OpenStream {
			continue
		}
		streams++
		// Programs call what headers make of these names by another one.
		if name := f.Name; !known[name] && !strings.HasPrefix(name, "__isoc") {
			t.Errorf("%s takes or opens a stream, and the rule does not know it", name)
		}
	}
	if streams < 50 {
		t.Errorf("only %d functions of streams", streams)
	}
}
