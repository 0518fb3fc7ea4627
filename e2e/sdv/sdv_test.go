// Package sdv checks what is claimed of programs with rules of the Static Driver Verifier: their axioms hold in the
// interpretation that tests use, and a run that is reported as a fail has broken the rule when it ends.
//
// The programs are those of testdata, and of the folder sdv in a task folder that the environment variable TASKS names.
package sdv

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/report/evidence"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// broken is the global that the rule's handlers set where the rule is violated.
const broken = "yogi_error"

// limit is the time for each program; the fails among the fifty that it suffices for are looked at.
const limit = 12 * time.Second

func programs(t *testing.T) []string {
	paths, err := filepath.Glob("testdata/*.bpl")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	if folder := os.Getenv("TASKS"); folder != "" {
		more, err := filepath.Glob(filepath.Join(folder, "sdv", "*.bpl"))
		if err != nil || len(more) == 0 {
			t.Fatalf("no programs in %s/sdv: %v", folder, err)
		}
		paths = append(paths, more...)
	}
	return paths
}

// end keeps the value of a global in the state in which a run ends.
type end struct {
	name  string
	value term.Value
}

func (*end) Step(*concrete.Machine, *ir.Block, int) {}
func (*end) Enter(*concrete.Machine, *ir.Block)     {}
func (*end) Leave(*concrete.Machine, *ir.Block)     {}

func (e *end) Exit(m *concrete.Machine, _ *ir.Block) {
	for _, v := range m.Program.Globals {
		if v.Name == e.name {
			e.value = m.Global(v.Index)
		}
	}
}

// Every quantified axiom is one of the laws that are proved of the interpretation, by name and shape, so a test that
// evaluates none of them is still one of the program.
func TestAxiomsAreLaws(t *testing.T) {
	for _, path := range programs(t) {
		p := read(t, path)
		if len(p.Axioms) == 0 {
			t.Errorf("%s: no axioms", path)
		}
		for _, axiom := range p.UncheckedAxioms {
			t.Errorf("%s: not known to hold: %s", path, axiom)
		}
	}
}

func read(t *testing.T, path string) *ir.Program {
	t.Helper()
	p, err := load.Read(t.Context(), pipeline.Job{Files: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFailsBreakTheRule(t *testing.T) {
	slots := make(chan struct{}, runtime.NumCPU())
	for _, path := range programs(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			outcome, err := pipeline.Run(t.Context(), pipeline.Job{Files: []string{path}, Timeout: limit})
			switch {
			case err != nil:
				t.Fatal(err)
			case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected:
				t.Fatalf("%s: %s", outcome.Reason, outcome.Detail)
			case outcome.Kind == verdict.Fail:
				checkEnd(t, path, outcome.Test)
			case filepath.Base(filepath.Dir(path)) == "testdata":
				t.Errorf("%s (%s)", outcome.Kind, outcome.Detail)
			}
		})
	}
}

// checkEnd runs a test again and looks at the rule's global where it ends.
func checkEnd(t *testing.T, path string, test *verdict.Test) {
	t.Helper()
	p := read(t, path)
	var rejection *split.Rejection
	p, err := load.Prepare(p, load.Job{Search: load.Search{}, DebugCheck: true})
	if err != nil && !errors.As(err, &rejection) {
		t.Fatal(err)
	}
	decoded, err := evidence.EncodeTest(test).Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	last := &end{name: broken}
	out, err := concrete.Run(p, decoded, concrete.Limits{Observer: last, Stop: func() bool { return context.Cause(t.Context()) != nil }})
	switch {
	case err != nil:
		t.Fatal(err)
	case out.Kind != concrete.ReachedError:
		t.Fatalf("the test ends with %s", out.Kind)
	case !last.value.IsValid():
		t.Fatalf("no global %s", broken)
	case last.value.IsZero():
		t.Errorf("the run ends with %s = %s", broken, last.value)
	default:
		t.Logf("%s = %s at the end", broken, last.value)
	}
}
