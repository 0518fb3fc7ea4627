package randomc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// violation is the first violation of a check in a run: "" for none.
type violation struct {
	property string
	line     int
}

// sanitizerLine matches the line in which gcc's run-time library reports a violation.
var sanitizerLine = regexp.MustCompile(`p\.c:(\d+):\d+: runtime error: (signed integer overflow|negation|shift exponent|left shift|division)`)

// sanitized runs a program with gcc's checks of arithmetic and of memory, which end it at the first
// violation.
func sanitized(t *testing.T, text, mode string) (v violation, ok bool) {
	t.Helper()
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("gcc", "-w", "-std=gnu11", mode, "-O0", "-ftrapv", "-DPRINT", "-fno-sanitize-recover=all",
		"-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero", "-o", binary, file)
	if out, err := build.CombinedOutput(); err != nil {
		t.Logf("%v\n%s", err, out)
		return v, false
	}
	run := exec.Command(binary)
	run.Env = []string{"ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:symbolize=0:max_malloc_fill_size=4096:malloc_fill_byte=0"}
	out, err := run.CombinedOutput()
	if err == nil {
		return v, true
	}
	switch text := string(out); {
	case strings.Contains(text, "attempting double-free"), strings.Contains(text, "attempting free on address"):
		return violation{property: "valid-free"}, true
	case strings.Contains(text, "ERROR: AddressSanitizer"):
		return violation{property: "valid-deref"}, true
	}
	found := sanitizerLine.FindSubmatch(out)
	if found == nil {
		t.Fatalf("%v\n%.400s\n%s", err, out, text)
	}
	line, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	v = violation{"no-overflow", line}
	switch string(found[2]) {
	case "shift exponent":
		v.property = "valid-shift"
	case "division":
		v.property = "no-division-by-zero"
	}
	return v, true
}

// checked runs the program, lowered with the same checks.
func checked(t *testing.T, text, model string) violation {
	t.Helper()
	p, diagnostics, err := c.Load(context.Background(), c.Options{
		Volatile: "ordinary", DataModel: model, Units: []c.Unit{{File: "p.c", Source: []byte(text), Reading: c.Reading{Defines: []string{"EXPECTED=0ULL"}}}},
		Checks: property.Overflow | property.Shift | property.Division |
			property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree,
	})
	if err != nil || len(diagnostics) > 0 {
		t.Fatalf("%v %v\n%s", err, diagnostics.Err(), text)
	}
	if p, err = load.Prepare(p, load.Job{Search: load.Search{Features: feature.Without(feature.GuessedIndex)}, DebugCheck: true}); err != nil {
		t.Fatalf("after the passes: %v\n%s", err, text)
	}
	out, err := concrete.Run(p, &verdict.Test{}, concrete.Limits{Steps: maxSteps})
	if err != nil {
		t.Fatal(err)
	}
	switch out.Kind {
	case concrete.ReachedError:
		return violation{out.Property, out.Pos.Line}
	case concrete.Returned, concrete.Halted:
		return violation{}
	}
	t.Fatalf("the run ends at %v: %v %s\n%s", out.Pos, out.Kind, out.What, text)
	return violation{}
}

// The checks find the first violation where gcc's sanitizers do, and none where they do not.
func TestChecksAgreeWithSanitizers(t *testing.T) {
	for _, model := range []struct{ name, mode string }{{"LP64", "-m64"}, {"ILP32", "-m32"}} {
		t.Run(model.name, func(t *testing.T) {
			t.Parallel()
			for seed := int64(0); seed < checkedSeeds; seed++ {
				text := Program(seed)
				want, ok := sanitized(t, text, model.mode)
				if !ok {
					t.Skip("gcc does not compile for this model here")
				}
				if got := checked(t, text, model.name); got != want {
					t.Errorf("seed %d: %+v, and gcc finds %+v", seed, got, want)
				}
			}
		})
	}
}

// The memory checks find the kind of violation that the address sanitizer finds, and none where it does not.
func TestMemoryChecksAgreeWithSanitizer(t *testing.T) {
	t.Run("pointers", func(t *testing.T) { agree(t, pointerSeeds, Pointers) })
	t.Run("lives", func(t *testing.T) { agree(t, livesSeeds, Lives) })
}

func agree(t *testing.T, seeds int64, generate func(int64) string) {
	t.Parallel()
	kinds := map[string]int{}
	for seed := range seeds {
		model := []struct{ name, mode string }{{"LP64", "-m64"}, {"ILP32", "-m32"}}[seed%2]
		text := generate(seed)
		want, ok := sanitized(t, text, model.mode)
		if !ok {
			t.Skip("gcc does not compile for this model here")
		}
		kinds[want.property]++
		if got := checked(t, text, model.name); got.property != want.property {
			t.Errorf("seed %d, %s: %+v, and gcc finds %q\n%s", seed, model.name, got, want.property, text)
		}
	}
	if kinds[""] == 0 || kinds["valid-deref"] == 0 || kinds["valid-free"] == 0 {
		t.Errorf("the programs end in too few ways: %v", kinds)
	}
}

// pointerSeeds and livesSeeds are the numbers of programs with pointers.
const (
	pointerSeeds = 14
	livesSeeds   = 14
)

// checkedSeeds is the number of programs. Of more than these some have overflows that gcc folds away before
// it inserts its checks: (unsigned char)(x * y) is computed with unsigned operands.
const checkedSeeds = 10
