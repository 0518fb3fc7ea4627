package interproc_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/interproc"
)

// TestTurns checks that attempts which take short turns, so that each goes on with what the others have left, come to
// the answers that one attempt comes to, with the invariants re-checked after every step and the evidence checked.
func TestTurns(t *testing.T) {
	compare := func(t *testing.T, text, algorithm string) {
		t.Helper()
		options := interproc.Options{Check: true, Algorithm: algorithm}
		_, alone := checkWith(t, text, options)
		p, answer := checkWith(t, text, interproc.WithTurns(options, 4, 20))
		if answer.Kind != alone.Kind {
			t.Errorf("in turns: %s %s, one attempt: %s %s", answer.Kind, answer.Reason, alone.Kind, alone.Reason)
			return
		}
		confirm(t, p, answer)
	}
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ir"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, string(text), "smash")
		})
	}
	t.Run("random", func(t *testing.T) {
		for seed := int64(1); seed <= 15; seed++ {
			for _, algorithm := range []string{"smash", "may", "must", "dash"} {
				compare(t, randomProgram(seed), algorithm)
			}
		}
	})
}
