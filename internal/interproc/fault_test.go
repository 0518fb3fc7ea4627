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

// TestFaults plants mistakes in the engine. Each must be noticed on some program: by the invariants
// (a bug of ours is reported), by the checker of certificates, or by a verdict that is not the truth;
// and a wrong pass must never have a certificate that is accepted.
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
			for file, text := range faultPrograms(t) {
				truth := verdict.Pass
				if strings.HasPrefix(text, "; FAIL") {
					truth = verdict.Fail
				}
				p, answer := checkWith(t, text, interproc.WithFault(interproc.Options{}, fault))
				switch {
				case answer.Reason == verdict.Internal:
					caught["invariant"]++
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
			if len(caught) == 0 {
				t.Error("nothing noticed it")
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
