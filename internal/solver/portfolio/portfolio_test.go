package portfolio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/solver/smtlib"
	"yogi/internal/term"
)

// fake is a solver that takes its time.
type fake struct {
	takes  time.Duration
	answer func(q solver.Query) solver.Answer
	asked  int
	busy   bool
	closed bool
}

func (f *fake) Check(ctx context.Context, q solver.Query) solver.Answer {
	f.asked++
	f.busy = true
	defer func() { f.busy = false }()
	select {
	case <-ctx.Done():
		return solver.UnknownBecause("canceled")
	case <-time.After(min(f.takes, q.Timeout)):
	}
	if q.Timeout < f.takes {
		return solver.UnknownBecause("timeout")
	}
	return f.answer(q)
}

func (f *fake) Close() error { f.closed = true; return nil }

func unsat(solver.Query) solver.Answer { return solver.Answer{Status: solver.Unsat, Core: []int{}} }

// query has the models in which x is 5, and unsat solvers that lie.
type example struct {
	b     *term.Builder
	x     *term.Term
	query solver.Query
}

func newExample() example {
	b := term.NewBuilder()
	x := b.Var("x", b.BV(8))
	return example{b, x, solver.Query{Path: []*term.Term{b.Eq(b.BVMul(x, x), b.BVConst(8, 25)), b.BVUlt(x, b.BVConst(8, 9))}}}
}

// sat answers with x = value.
func (e example) sat(value uint64) func(solver.Query) solver.Answer {
	return func(solver.Query) solver.Answer {
		return solver.Answer{Status: solver.Sat, Model: solver.NewModel(map[*term.Term]term.Value{e.x: term.BVValue(8, value)})}
	}
}

var quick = Schedule{Moment: 20 * time.Millisecond, Doublings: 3, Window: 8, Fading: 0.5}

func TestFirstAnswerWins(t *testing.T) {
	e := newExample()
	slow, fast := &fake{takes: time.Minute, answer: e.sat(5)}, &fake{takes: time.Millisecond, answer: e.sat(5)}
	tally := &solver.Tally{}
	p := New(Member{Name: "slow", Solver: slow}, []Member{{Name: "fast", Solver: fast}}, quick, time.Minute, tally)
	began := time.Now()
	if a := p.Check(t.Context(), e.query); a.Status != solver.Sat {
		t.Fatalf("got %s (%s)", a.Status, a.Reason)
	}
	if time.Since(began) > 10*time.Second || slow.busy {
		t.Error("the loser was not interrupted")
	}
	if tally.Races() != 1 || tally.Answered()["fast"] != 1 {
		t.Errorf("%d races, answered %v", tally.Races(), tally.Answered())
	}
	// The next query of this shape is the winner's from the start, and decided before the other is asked.
	if p.Check(t.Context(), e.query); fast.asked != 2 || slow.asked != 1 {
		t.Errorf("asked %d and %d times", fast.asked, slow.asked)
	}
	for range 20 { // what was seen long ago is tried again
		p.Check(t.Context(), e.query)
	}
	if slow.asked < 2 {
		t.Error("the loser is never asked again")
	}
}

// TestAlone: what is answered in a moment is nobody else's business.
func TestAlone(t *testing.T) {
	e := newExample()
	first, other := &fake{answer: unsat}, &fake{answer: unsat}
	tally := &solver.Tally{}
	p := New(Member{Name: "first", Solver: first}, []Member{{Name: "other", Solver: other}}, quick, time.Minute, tally)
	for range 50 {
		p.Check(t.Context(), e.query)
	}
	if first.asked != 50 || other.asked != 0 || tally.Races() != 0 || !slices.Equal(tally.Refuters(), []string{"first"}) {
		t.Errorf("asked %d and %d times, %d races, %v refuted", first.asked, other.asked, tally.Races(), tally.Refuters())
	}
}

// TestBackOff: who loses race after race joins later and later. (A moment is processor time, of
// which a fake takes none: it ends after four on the clock.)
func TestBackOff(t *testing.T) {
	e := newExample()
	first, other := &fake{takes: 400 * time.Millisecond, answer: unsat}, &fake{takes: time.Hour, answer: unsat}
	p := New(Member{Name: "first", Solver: first}, []Member{{Name: "other", Solver: other}}, quick, time.Minute, &solver.Tally{})
	for range 6 {
		p.Check(t.Context(), e.query)
	}
	if other.asked == 0 || other.asked > 4 {
		t.Errorf("the loser was asked %d times of 6", other.asked)
	}
}

// TestNoTheory: a query goes to no solver that has no theory for it, and to one that gave up the
// others need not wait for.
func TestNoTheory(t *testing.T) {
	b := term.NewBuilder()
	i := b.Var("i", b.Int())
	q := solver.Query{Path: []*term.Term{b.Lt(i, b.IntConst(3)), b.Lt(b.IntConst(7), i)}}
	gives := &fake{answer: func(solver.Query) solver.Answer { return solver.UnknownBecause("incomplete") }}
	bits, ints := &fake{answer: unsat}, &fake{answer: unsat}
	slow := quick
	slow.Moment = time.Hour
	p := New(Member{Name: "first", Solver: gives}, []Member{{Name: "bits", Solver: bits, Lacks: term.HasIntegers}, {Name: "ints", Solver: ints}}, slow, 2*time.Hour, &solver.Tally{})
	if a := p.Check(t.Context(), q); a.Status != solver.Unsat || bits.asked != 0 || ints.asked != 1 {
		t.Errorf("got %s (%s), asked %d and %d times", a.Status, a.Reason, bits.asked, ints.asked)
	}
}

// TestContradiction: a model that was evaluated shows that a refutation is wrong, whoever was first.
func TestContradiction(t *testing.T) {
	e := newExample()
	liar := &fake{answer: unsat}
	tally := &solver.Tally{}
	p := New(Member{Name: "first", Solver: &stubborn{e.sat(5)}}, []Member{{Name: "liar", Solver: liar}}, quick, time.Minute, tally)
	if a := p.Check(t.Context(), e.query); a.Status != solver.Sat {
		t.Errorf("got %s (%s)", a.Status, a.Reason)
	}
	if tally.Dropped()["liar"] == "" || !liar.closed || len(tally.Refuters()) != 0 {
		t.Errorf("dropped: %v, refuted: %v", tally.Dropped(), tally.Refuters())
	}
}

// stubborn answers when it is interrupted.
type stubborn struct {
	answer func(solver.Query) solver.Answer
}

func (s *stubborn) Check(ctx context.Context, q solver.Query) solver.Answer {
	<-ctx.Done()
	return s.answer(q)
}

func (s *stubborn) Close() error { return nil }

// responder answers marks as a solver does, and what the cases say.
const responder = `while read -r line; do case "$line" in
'(echo '*) m=${line#*\"}; echo "\"${m%%\"*}\"";;
CASES
esac; done`

// TestFaults: a process that ends, hangs, lies or talks nonsense changes no answer, is named and
// not asked again, and nothing of it is left.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, script, reason string }{
		{"dies at once", "exit 1", "stopped"},
		{"dies when asked", strings.Replace(responder, "CASES", "'(check-sat'*) exit 1;;", 1), "stopped"},
		{"is killed", strings.Replace(responder, "CASES", "'(check-sat'*) kill -9 $$;;", 1), "stopped"},
		{"talks nonsense", strings.Replace(responder, "CASES", "'(check-sat'*) echo banana;;", 1), "banana"},
		{"reports an error", strings.Replace(responder, "CASES", "'(check-sat'*) echo '(error \"no\")';;", 1), "error"},
		{"has an unreadable model", strings.Replace(responder, "CASES", "'(check-sat'*) echo sat;; '(get-model)'*) echo '((';;", 1), "unreadable"},
		{"lies", strings.Replace(responder, "CASES", "'(check-sat'*) echo sat;; '(get-model)'*) echo '()';;", 1), "model is wrong"},
		{"hangs", "sleep 1000", ""},
		{"hangs when asked", strings.Replace(responder, "CASES", "'(check-sat'*) sleep 1000;;", 1), ""},
		{"never ends to talk", "yes", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := newExample()
			tally := &solver.Tally{}
			pids := filepath.Join(t.TempDir(), "pids")
			first := &fake{takes: time.Second, answer: e.sat(5)}
			rival := process(t, pids, c.script)
			p := New(Member{Name: "first", Solver: first}, []Member{{Name: "rival", Solver: rival}}, quick, time.Minute, tally)
			for range 2 {
				if a := p.Check(t.Context(), e.query); a.Status != solver.Sat {
					t.Fatalf("got %s (%s)", a.Status, a.Reason)
				}
			}
			if dropped := tally.Dropped()["rival"]; (c.reason == "") != (dropped == "") || !strings.Contains(dropped, c.reason) {
				t.Errorf("dropped: %q, want %q", dropped, c.reason)
			}
			if c.reason != "" && len(started(t, pids)) != 1 {
				t.Errorf("it was started %d times", len(started(t, pids)))
			}
			p.Close()
			gone(t, pids)
		})
	}
}

// TestHangs: a process that never answers at all is dropped when it had its time.
func TestHangs(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for it")
	}
	e := newExample()
	tally := &solver.Tally{}
	pids := filepath.Join(t.TempDir(), "pids")
	first := &fake{takes: 11 * time.Second, answer: e.sat(5)}
	p := New(Member{Name: "first", Solver: first}, []Member{{Name: "rival", Solver: process(t, pids, "sleep 1000")}}, quick, time.Minute, tally)
	p.Check(t.Context(), e.query)
	if reason := tally.Dropped()["rival"]; !strings.Contains(reason, "hangs") {
		t.Errorf("dropped: %q", reason)
	}
	gone(t, pids)
}

// TestNoOrphans: when the time is up, or nobody waits any more, the processes are gone before Check returns.
func TestNoOrphans(t *testing.T) {
	script := strings.Replace(responder, "CASES", "'(check-sat'*) sleep 1000;;", 1)
	for _, limit := range []string{"timeout", "interrupt"} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			e := newExample()
			pids := filepath.Join(t.TempDir(), "pids")
			first := &fake{takes: time.Hour, answer: e.sat(5)}
			p := New(Member{Name: "first", Solver: first}, []Member{{Name: "rival", Solver: process(t, pids, script)}}, quick, time.Minute, &solver.Tally{})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if limit == "timeout" {
				e.query.Timeout = time.Second
			} else {
				e.query.Timeout = time.Hour
				time.AfterFunc(time.Second, cancel)
			}
			if a := p.Check(ctx, e.query); a.Status != solver.Unknown {
				t.Errorf("got %s", a.Status)
			}
			gone(t, pids)
			p.Close()
		})
	}
}

// process is a solver that runs a script, which notes its number in the file pids.
func process(t *testing.T, pids, script string) *smtlib.Backend {
	t.Helper()
	name := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(name, []byte(fmt.Sprintf("#!/bin/sh\necho $$ >>'%s'\n%s\n", pids, script)), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := smtlib.New(smtlib.Program{Name: name, Queries: 100, SaysWhy: true}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// started are the processes that were started.
func started(t *testing.T, pids string) []int {
	t.Helper()
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, field := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// gone fails if a process, or one that it started, is left.
func gone(t *testing.T, pids string) {
	t.Helper()
	all := started(t, pids)
	if len(all) == 0 {
		t.Error("no process was started")
	}
	for _, pid := range all {
		if syscall.Kill(-pid, 0) == nil { // the group: those that the script started are in it
			deadline := time.Now().Add(5 * time.Second) // what init has to reap
			for syscall.Kill(-pid, 0) == nil && time.Now().Before(deadline) {
				time.Sleep(10 * time.Millisecond)
			}
			if syscall.Kill(-pid, 0) == nil {
				t.Errorf("process group %d is left", pid)
			}
		}
	}
}
