// Package e2e holds C and Boogie programs with the verdicts they should get.
//
// The programs folder has a safe and an unsafe twin for each feature of C. They differ in one place, so
// a feature that is lowered wrongly shows as one of the two verdicts being wrong.
package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"yogi/e2e/truth"
)

func TestProgramsRun(t *testing.T) { truth.CheckPrograms(t, "programs/*.c") }

// TestProgramsAreTwins checks that each program has its counterpart, and says what its name says.
func TestProgramsAreTwins(t *testing.T) {
	checkTwins(t, "programs/*.c", ".c")
}

// TestBoogieAreTwins does the same for the Boogie programs, which nothing here can run.
func TestBoogieAreTwins(t *testing.T) {
	checkTwins(t, "boogie/*.bpl", ".bpl")
}

func checkTwins(t *testing.T, pattern, extension string) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs match %s (%v)", pattern, err)
	}
	seen := map[string][]truth.Verdict{}
	for _, path := range paths {
		annotation, err := truth.Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		feature, kind := splitKind(strings.TrimSuffix(filepath.Base(path), extension))
		if kind != strings.ToLower(annotation.Truth.String()) {
			t.Errorf("%s is %v", path, annotation.Truth)
		}
		seen[feature] = append(seen[feature], annotation.Truth)
	}
	for feature, verdicts := range seen {
		if len(verdicts) != 2 {
			t.Errorf("%s: %d programs, want a safe and an unsafe one", feature, len(verdicts))
		}
	}
}

// splitKind splits "goto_loop_safe" into "goto_loop" and "safe".
func splitKind(name string) (feature, kind string) {
	end := strings.LastIndexByte(name, '_')
	if end < 0 {
		return name, ""
	}
	return name[:end], name[end+1:]
}
