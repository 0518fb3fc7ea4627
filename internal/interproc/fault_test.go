package interproc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/interproc"
	"yogi/internal/refine"
	"yogi/internal/verdict"
)

// TestFaults plants mistakes in the engine. Each must be noticed on some program by the invariants (a bug
// of ours is reported), and on every program where it leads to a wrong pass. Without the invariants a wrong
// pass must never have a certificate that is accepted.
func TestFaults(t *testing.T) {
	for fault, name := range map[refine.Fault]string{
		refine.AlphaDropped:          "alpha dropped",
		refine.UniversalPrecondition: "universal precondition",
		refine.PathForgotten:         "path forgotten",
		refine.WrongHalf:             "wrong half",
		refine.AssumptionKept:        "assumption kept",
	} {
		t.Run(name, func(t *testing.T) {
			caught := map[string]int{}
			programs := faultPrograms(t)
			for file, text := range programs {
				if _, answer := checkWith(t, text, interproc.WithFault(interproc.Options{Check: true}, fault)); answer.Reason == verdict.Internal {
					caught["invariant"]++
				} else if answer.Kind == verdict.Pass && strings.HasPrefix(text, "; FAIL") {
					t.Errorf("%s: the invariants hold of a wrong pass", file)
				}
			}
			if caught["invariant"] == 0 {
				t.Error("no invariant notices it")
			}
			for file, text := range programs {
				truth := verdict.Pass
				if strings.HasPrefix(text, "; FAIL") {
					truth = verdict.Fail
				}
				p, answer := checkWith(t, text, interproc.WithFault(interproc.Options{}, fault))
				switch {
				case answer.Kind == verdict.Pass:
					err := certified(t, p, answer.Certificate)
					if err != nil {
						caught["certificate"]++
					}
					if truth == verdict.Fail {
						caught["verdict"]++
						if err == nil {
							t.Errorf("%s: a wrong pass is certified", file)
						}
					}
				case answer.Kind == verdict.Fail && truth == verdict.Pass:
					t.Errorf("%s: a wrong fail", file)
				}
			}
			t.Log(caught)
		})
	}
}

// faultPrograms are programs with known truth: those of testdata that are quick, and random ones.
func faultPrograms(t *testing.T) map[string]string {
	out := map[string]string{}
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := filepath.Base(file); name == "long_loop.ir" || strings.HasPrefix(name, "unsupported_reachable") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[file] = string(text)
	}
	for seed := int64(1); seed <= 30; seed++ {
		text := randomProgram(seed)
		truth := "; PASS "
		if enumerate(t, text) {
			truth = "; FAIL "
		}
		out[fmt.Sprint("seed ", seed)] = truth + text
	}
	return out
}
