package bench

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// TestRevisions: what one revision gave says nothing of another one, and is not lost by it.
func TestRevisions(t *testing.T) {
	o := setup(t)
	run := func(revision string) (made int, records []Record) {
		o.Origin = Origin{Revision: revision, Cores: 2, Memory: 8}
		before := calls(o)
		records, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Revision != revision {
				t.Errorf("%s at %s is a record of %s", r.Task, revision, r.Revision)
			}
		}
		return calls(o) - before, records
	}
	first, records := run("first")
	if first == 0 || len(records) != 7 {
		t.Fatalf("%d calls, %d records", first, len(records))
	}
	for _, again := range []struct {
		revision string
		calls    int
	}{{"second", first}, {"first", 0}, {"second", 0}, {"second+changed", first}, {"", first}} {
		if made, _ := run(again.revision); made != again.calls {
			t.Errorf("%q: %d calls, want %d", again.revision, made, again.calls)
		}
	}
	all, err := ReadRecords(o.Results)
	if err != nil || len(all) != 4*len(records) {
		t.Errorf("%v: %d records of four revisions with %d tasks", err, len(all), len(records))
	}
}

// TestBuiltOf: only a build of unchanged files is known by its revision.
func TestBuiltOf(t *testing.T) {
	long := strings.Repeat("0123456789", 4)
	set := func(pairs ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{}
		for i := 0; i < len(pairs); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return info
	}
	for name, c := range map[string]struct {
		info     *debug.BuildInfo
		revision string
		changed  bool
	}{
		"clean":      {set("vcs.revision", long, "vcs.modified", "false"), "012345678901", false},
		"changed":    {set("vcs.revision", long, "vcs.modified", "true"), "012345678901", true},
		"not said":   {set("vcs.revision", long), "012345678901", true},
		"none":       {set("vcs.modified", "false"), "unknown", true},
		"no setting": {set(), "unknown", true},
	} {
		if revision, changed := builtOf(c.info, true); revision != c.revision || changed != c.changed {
			t.Errorf("%s: %s, %v", name, revision, changed)
		}
	}
	if revision, changed := builtOf(nil, false); revision != "unknown" || !changed {
		t.Errorf("without build information: %s, %v", revision, changed)
	}
}

// TestThisOrigin: a program without a revision, as a test is, is known by its content.
func TestThisOrigin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	origin := func(text string) string {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := ThisOrigin(path)
		if err != nil || o.Cores == 0 {
			t.Fatalf("%v %+v", err, o)
		}
		return o.Revision
	}
	one, other := origin("one"), origin("other")
	if one == other || one != origin("one") || !strings.Contains(one, "+") {
		t.Errorf("%s and %s", one, other)
	}
	if _, err := ThisOrigin(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no program, and nothing is said")
	}
}
