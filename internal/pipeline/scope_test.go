package pipeline

import (
	"testing"

	"yogi/internal/property"
)

// TestScopeNamesEachCheck: of each check it is said whether it was made, as of one word of it alone.
func TestScopeNamesEachCheck(t *testing.T) {
	for _, name := range property.CheckNames() {
		checks, err := property.ParseChecks([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		words := 0
		for _, group := range checkWords {
			if group.checks&checks != 0 {
				words++
			}
		}
		// That a program frees all at its end is told of apart.
		if words != 1 && checks != property.Cleanup {
			t.Errorf("%s belongs to %d words of the scope", name, words)
		}
	}
}
