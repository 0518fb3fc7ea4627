// Package history is a set of historical bugs that patches of Debian source packages fixed: names, places and
// harnesses, for `yogi bench --history`. The sources are where they are published, so what is tested here
// is that the set can be read.
package history

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"yogi/internal/bench"
	"yogi/internal/project"
	"yogi/internal/property"
)

// TestCases: every case names a package, its version and a patch, and what to ask; its harness is there
// and so are the stand-ins for headers that its flags name; and no folder is left without a case.
func TestCases(t *testing.T) {
	bugs, err := bench.ReadBugs(".")
	if err != nil || len(bugs) < 5 {
		t.Fatal(len(bugs), err)
	}
	folders := map[string]bool{"cfg": true}
	standIns := map[string]bool{}
	for _, b := range bugs {
		if folders[b.ID] {
			t.Errorf("%s is there twice", b.ID)
		}
		folders[b.ID] = true
		if b.Package == "" || b.Version == "" || b.Patch == "" || b.Repository != "" || b.File == "" || b.Entry == "" {
			t.Errorf("%s says not what to ask about: %+v", b.ID, b)
		}
		if _, err := os.Stat(filepath.Join(b.ID, b.Harness)); err != nil || b.Harness == "" {
			t.Errorf("%s has no harness: %v", b.ID, err)
		}
		for _, list := range []string{b.Check, b.HarnessCheck} {
			if _, err := property.ParseChecks(strings.Split(list, ",")); err != nil {
				t.Errorf("%s: %v", b.ID, err)
			}
		}
		// The pattern is of lines: one of the file alone would take any failure in it.
		if line, err := regexp.Compile(b.Line); err != nil || line.MatchString(b.File) || !strings.HasSuffix(b.Line, "$") {
			t.Errorf("%s: the pattern %q of the line: %v", b.ID, b.Line, err)
		}
		flags, err := project.SplitLine(b.Flags)
		if err != nil {
			t.Errorf("%s: %v", b.ID, err)
		}
		for _, flag := range flags {
			if path, is := strings.CutPrefix(flag, "-Icfg/"); is {
				standIns[path] = true
				if _, err := os.Stat(filepath.Join("cfg", path)); err != nil {
					t.Errorf("%s: %v", b.ID, err)
				}
			}
		}
	}
	for pattern, known := range map[string]map[string]bool{"*": folders, "cfg/*": standIns} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.IsDir() && !known[filepath.Base(path)] {
				t.Errorf("no case is about %s", path)
			}
		}
	}
}
