package randomc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

const (
	seeds    = 12
	maxSteps = 2_000_000
)

// compiled runs the program under gcc and returns its checksum; ok is false where the machine cannot
// compile for the model.
func compiled(t *testing.T, text, mode string) (checksum string, ok bool) {
	t.Helper()
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("gcc", "-w", "-std=gnu11", mode, "-O0", "-fwrapv", "-DPRINT", "-o", binary, file)
	if out, err := build.CombinedOutput(); err != nil {
		t.Logf("%v\n%s", err, out)
		return "", false
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return strings.TrimSpace(string(out)), true
}

// interpreted runs the program, lowered, and returns how it ended.
func interpreted(t *testing.T, text, model, expected string, split bool) *concrete.Replayed {
	t.Helper()
	p, diagnostics, err := c.Load(context.Background(), c.Options{
		Volatile: "ordinary", DataModel: model, Units: []c.Unit{{File: "p.c", Source: []byte(text), Reading: c.Reading{Defines: []string{"EXPECTED=" + expected + "ULL"}}}},
	})
	if err != nil || len(diagnostics) > 0 {
		t.Fatalf("%v %v\n%s", err, diagnostics.Err(), text)
	}
	if split {
		if p, err = load.Prepare(p, load.Job{Search: load.Search{}, DebugCheck: true}); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	} else if err := memory.Lower(p, memory.Options{}); err != nil {
		t.Fatal(err)
	}
	out, err := concrete.Run(p, &verdict.Test{}, concrete.Limits{Steps: maxSteps})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The interpreter comes to the checksum that gcc's program prints, in both data models, with memory whole, and
// split and after all other passes.
func TestInterpreterAgreesWithCompiler(t *testing.T) {
	for _, model := range []struct{ name, mode string }{{"LP64", "-m64"}, {"ILP32", "-m32"}} {
		t.Run(model.name, func(t *testing.T) {
			for seed := int64(0); seed < seeds; seed++ {
				text := Program(seed)
				checksum, ok := compiled(t, text, model.mode)
				if !ok {
					t.Skip("gcc does not compile for this model here")
				}
				for _, split := range []bool{false, true} {
					out := interpreted(t, text, model.name, checksum, split)
					if out.Kind != concrete.Returned {
						t.Errorf("seed %d, split %v: %v at %v: %s", seed, split, out.Kind, out.Pos, out.What)
					}
				}
			}
		})
	}
}
