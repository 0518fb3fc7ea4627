package pipeline

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yogi/internal/confirm"
	"yogi/internal/jsonedit"
	"yogi/internal/load"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// related is a pair of programs of e2e, NAME_safe and NAME_unsafe, of which the second breaks what the first keeps, and
// how they are searched.
type related struct{ name, options, part string }

// kin are proved in different ways, each with a part of the text of its proof. FORGED=PATTERN takes the pairs of
// other files, FORGED_OPTIONS other features of the search.
var kin = []related{
	{"programs/recursion_relation.c", "", `"uses":[{`},
	{"programs/goto_loop.c", "unfolding=off", `"graphs":[{`},
	{"programs/nested_loops.c", "unfolding=off unrolling=on", `"unrolling":{`},
	{"programs/array_all_filled.c", "unfolding=off states=off", `"graphs":[{`},
	{"programs/string_walk.c", "", `"cuts":[4`},
	{"programs/constant_table.c", "", `"kept":[`},
	{"boogie/lock_map.bpl", "", `"graphs":[{`},
	{"boogie/contradiction.bpl", "", `"contradiction":true`},
	{"boogie/axiom_value.bpl", "", ``},
}

// forgeries is how many changed entries are tried for each program, FORGERIES=N if that is set.
func forgeries() int {
	if n, err := strconv.Atoi(os.Getenv("FORGERIES")); err == nil {
		return n
	}
	return 6
}

// TestForgedEntries: whatever stands under the keys of a program in the store, no broken program passes and no correct
// one fails by it: entries of its twin, and of itself, with any of their fields changed.
func TestForgedEntries(t *testing.T) {
	pairs := kin
	if pattern := os.Getenv("FORGED"); pattern != "" {
		pairs = nil
		found, err := filepath.Glob(filepath.Join("../../e2e", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if before, after, ok := strings.Cut(strings.TrimPrefix(path, "../../e2e/"), "_safe"); ok {
				pairs = append(pairs, related{before + after, os.Getenv("FORGED_OPTIONS"), ""})
			}
		}
	}
	for _, pair := range pairs {
		t.Run(strings.ReplaceAll(pair.name, "/", "_"), func(t *testing.T) {
			t.Parallel()
			extension := filepath.Ext(pair.name)
			base := filepath.Join("../../e2e", strings.TrimSuffix(pair.name, extension))
			safe, unsafe := forgedOf(t, base+"_safe"+extension, pair.options), forgedOf(t, base+"_unsafe"+extension, pair.options)
			if safe.verdict != verdict.Pass || unsafe.verdict != verdict.Fail {
				if os.Getenv("FORGED") == "" {
					t.Errorf("they are %s and %s", safe.verdict, unsafe.verdict)
				}
				return // other tests look for verdicts of files that are not named here
			}
			if !strings.Contains(string(safe.entries["proof"]), pair.part) {
				t.Errorf("no %s in the proof: %.300s", pair.part, safe.entries["proof"])
			}
			for _, own := range []*forged{safe, unsafe} {
				if found, is := own.found(t); !own.contradicts && (!is || found != own.verdict) {
					t.Errorf("what was kept of %s says nothing of it", own.job.Files[0])
				}
			}
			r := rand.New(rand.NewPCG(7, 7))
			for n := range forgeries() {
				for _, of := range []*forged{safe, unsafe} {
					if !of.contradicts {
						of.try(t, r, n, safe.entries, unsafe.entries)
					}
				}
			}
		})
	}
}

// forged is a program with what a check of it left in a store.
type forged struct {
	job     Job
	about   *subject
	of      known
	kept    *store.Store
	keys    map[string]store.Key
	entries map[string]json.RawMessage
	verdict verdict.Kind
	// contradicts: the axioms contradict each other, which is an answer before the store is asked.
	contradicts bool
}

// forgedOf checks a program and reads what was kept of it.
func forgedOf(t *testing.T, file, options string) *forged {
	t.Helper()
	var search Search
	var err error
	for _, setting := range strings.Fields(options) {
		if search, err = search.Switched(setting); err != nil {
			t.Fatal(err)
		}
	}
	f := &forged{job: Job{Files: []string{file}, Timeout: 20 * time.Second, Cache: t.TempDir(), Search: search}, entries: map[string]json.RawMessage{}}
	outcome, err := Run(t.Context(), f.job)
	if err != nil {
		t.Fatal(err)
	}
	f.verdict = outcome.Kind
	if f.kept, err = store.Open(f.job.Cache); err != nil {
		t.Fatal(err)
	}
	made, err := load.Read(t.Context(), f.job)
	if err != nil {
		t.Fatal(err)
	}
	if f.about, _, err = prepared(f.job, made, nil); err != nil {
		t.Fatal(err)
	}
	answer, satisfiable, err := confirm.AskAxioms(t.Context(), f.about.program)
	if err != nil {
		t.Fatal(err)
	}
	f.contradicts = answer != nil
	f.of = known{satisfiable, loopsOf(made)}
	f.keys = map[string]store.Key{"proof": proofKey(f.about), "recent proof": recentKey(f.job), "failure": failureKey(f.about), "recent failure": recentFailureKey(f.job)}
	for name, key := range f.keys {
		var text json.RawMessage
		if f.kept.Get(key, &text) {
			f.entries[name] = text
		}
	}
	return f
}

// try puts entries of a program and its twin under the keys of one of them, as they are or changed, and asks the store
// for a verdict.
func (f *forged) try(t *testing.T, r *rand.Rand, n int, entries ...map[string]json.RawMessage) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(f.keys)) {
		kind := name[strings.LastIndex(name, " ")+1:]
		from := entries[r.IntN(len(entries))]
		text := from[kind]
		if recent := from[name]; recent != nil {
			text = recent
		}
		if text != nil && n > 0 {
			text = jsonedit.Edit(t, r, text)
		}
		f.kept.Put(f.keys[name], text)
	}
	if found, is := f.found(t); is && found != f.verdict {
		texts := map[string]json.RawMessage{}
		for name, key := range f.keys {
			var text json.RawMessage
			f.kept.Get(key, &text)
			texts[name] = text
		}
		t.Errorf("forgery %d of %s: %s\n%s", n, f.job.Files[0], found, texts)
	}
}

// found is the verdict by what the store holds, if there is one.
func (f *forged) found(t *testing.T) (verdict.Kind, bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), f.job.Timeout)
	defer cancel()
	run := &run{job: f.job, watch: newStopwatch(), scratch: t.TempDir()}
	found, is := run.fromStore(ctx, f.kept, f.about, f.of)
	return found.Verdict.Kind, is
}
