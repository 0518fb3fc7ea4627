package attack

import (
	"testing"

	"yogi/e2e/exhaustive"
)

// TestProgramsAreC: what is generated compiles, of all families.
func TestProgramsAreC(t *testing.T) {
	for seed := number("SEED", 1); seed < number("SEED", 1)+70; seed++ {
		p := Generate(seed)
		build := exhaustive.Build{Text: p.Text, World: p.World, Flags: []string{"-O0", "-DRUNS=1"}}
		if _, err := build.Run(t.Context(), t.TempDir()); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.Text)
		}
	}
}
