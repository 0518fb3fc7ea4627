package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// locks is a program that is proved by a search among regions.
const locks = `void reach_error(void); int __VERIFIER_nondet_int(void);
int locked, level;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
static void work(int n) { %s if (n > 5) level = n; else level++; }
int main(void) {
  int old, new = 0;
  do {
    lock();
    old = new;
    %s
    if (__VERIFIER_nondet_int()) { work(new); unlock(); new++; %s }
  } while (old != new);
  %s
  return 0;
}
`

func searched(t *testing.T, path, folder string, off ...feature.Feature) Outcome {
	t.Helper()
	search := Search{Features: feature.Without(feature.States, feature.Induction, feature.Simulation, feature.Unfolding, feature.Unrolling).Without(off...)}
	outcome, err := Run(t.Context(), Job{Files: []string{path}, Timeout: 30 * time.Second, Cache: folder, Search: search})
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// byEarlier says that a search that began with an earlier proof's regions decided.
func byEarlier(o Outcome) bool {
	for _, a := range o.Statistics.Attempts {
		if a.Method == "earlier proof" && a.Gave == verdict.Pass {
			return true
		}
	}
	return false
}

// takeTime has the kept proof say that its search took a minute, so that on a busy machine the turn that begins with it
// does not end for lack of time.
func takeTime(t *testing.T, path, folder string) {
	t.Helper()
	kept, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	key := recentKey(Job{Files: []string{path}})
	var proof keptProof
	if kept.Get(key, &proof) {
		proof.Seconds = 60
		kept.Put(key, proof)
	}
}

// After an edit at what a proof rests on a search goes on from its regions, with fewer questions.
func TestSearchTakesUpProofs(t *testing.T) {
	t.Parallel()
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.c")
	without, with := 0, 0
	for _, step := range []struct {
		work, before, inside, end string
		want                      verdict.Kind
		taken                     bool
	}{
		{"", "", "", "unlock();", verdict.Pass, false},
		{"", "if (level > 3) level = 1;", "", "unlock();", verdict.Pass, false}, // the proof holds as it is
		{"", "if (level > 3) { unlock(); lock(); }", "", "unlock();", verdict.Pass, true},
		{"", "if (level > 3) { unlock(); lock(); }", "if (new == old) new++;", "unlock();", verdict.Pass, true},
		{"locked = 0; lock();", "if (level > 3) { unlock(); lock(); }", "if (new == old) new++;", "unlock();", verdict.Pass, true},
		{"", "", "new = old;", "unlock();", verdict.Fail, false},
		{"", "", "", "unlock(); unlock();", verdict.Fail, false},
	} {
		if err := os.WriteFile(path, fmt.Appendf(nil, locks, step.work, step.before, step.inside, step.end), 0o600); err != nil {
			t.Fatal(err)
		}
		takeTime(t, path, folder)
		cold, off, got := searched(t, path, ""), searched(t, path, "", feature.EarlierRegions), searched(t, path, folder)
		if cold.Kind != step.want || off.Kind != step.want || got.Kind != step.want || byEarlier(got) != step.taken {
			t.Errorf("%q, %q, %q, %q: %s without, %s with, attempts %+v, counts %v", step.work, step.before, step.inside, step.end, cold.Kind, got.Kind, got.Statistics.Attempts, got.Statistics.ByKind)
		}
		if step.taken {
			without, with = without+cold.Statistics.Iterations, with+got.Statistics.Iterations
		}
	}
	t.Logf("iterations: %d without, %d with", without, with)
	if with >= without {
		t.Errorf("iterations: %d without, %d with", without, with)
	}
}

// An entry that says that nothing has changed, where the edit has broken the program, leads a search to a proof that is
// none. That is found out, and the search begins anew.
func TestTakenUpIsNotTrusted(t *testing.T) {
	t.Parallel()
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.c")
	const text = `void reach_error(void); int __VERIFIER_nondet_int(void);
int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void) {
  while (__VERIFIER_nondet_int()) { lock(); int v = __VERIFIER_nondet_int(); locked = v %s; unlock(); }
  return 0;
}
`
	write := func(value string) *subject {
		if err := os.WriteFile(path, fmt.Appendf(nil, text, value), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := subjectOf(t.Context(), Job{Files: []string{path}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write("| 77777")
	if got := searched(t, path, folder); got.Kind != verdict.Pass {
		t.Fatal(got.Kind)
	}
	broken := write("- 77777")
	kept, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	var proof keptProof
	if !kept.Get(recentKey(broken.job), &proof) || len(proof.Blocks) == 0 {
		t.Fatal("no proof with blocks is kept")
	}
	proof.Blocks, proof.Seconds = digestsOf(broken.program, proof.Certificate), 60 // as takeTime has it
	kept.Put(recentKey(broken.job), proof)
	got := searched(t, path, folder)
	if got.Kind != verdict.Fail {
		t.Errorf("%s (%s) for the broken program", got.Kind, got.Reason)
	}
	if got.Statistics.ByKind[takenUpRejected] != 1 {
		t.Errorf("no proof was rejected: %v", got.Statistics.ByKind)
	}
}

// levels is a program that keeps a level in a map while it is raised.
const levels = `var level: int;
var M: [int]int;
procedure acquire(to: int) modifies level, M; { M[to] := level; level := 2; }
procedure release(was: int) modifies level; { level := was; }
procedure main() modifies level, M;
{
  var p: int, was: int, status: int;
  havoc p;
  level := 0;
  while (*) {
    call acquire(p);
    was := M[p];
    havoc status;
    if (status == 0) { %s call release(was); } else { call release(was); }
    assert level == 0;
  }
}
`

// Where the states of a rule proved what the files held before they are followed first, though paths come before them
// else.
func TestStatesFirst(t *testing.T) {
	t.Parallel()
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.bpl")
	for n, edit := range []string{"", "call acquire(p + 1);"} {
		if err := os.WriteFile(path, fmt.Appendf(nil, levels, edit), 0o600); err != nil {
			t.Fatal(err)
		}
		search := Search{Features: feature.Without(feature.States, feature.Induction, feature.Unrolling)}
		outcome, err := Run(t.Context(), Job{Files: []string{path}, Timeout: 30 * time.Second, Cache: folder, Search: search, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		var methods []string
		for _, a := range outcome.Statistics.Attempts {
			methods = append(methods, a.Method)
		}
		if want := [][]string{{"paths", "simulation"}, {"simulation"}}[n]; outcome.Kind != verdict.Pass || !slices.Equal(methods, want) {
			t.Errorf("%q: %s by %q, want %q", edit, outcome.Kind, methods, want)
		}
	}
}
