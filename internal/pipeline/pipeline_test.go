package pipeline

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yogi/internal/journal"
	"yogi/internal/sandbox"
	"yogi/internal/verdict"
)

// endless is a program whose search takes very long: it asks for the factors of
// 2718281831 * 3141592661, both prime.
const endless = `extern unsigned nondet_uint(void);
extern void reach_error(void);
int main(void)
{
  unsigned long long a = nondet_uint(), b = nondet_uint();
  if (a > 1 && b > 1 && a * b == 8539734250799242291ULL)
    reach_error();
  return 0;
}
`

// notShort leaves out a test that takes much of the time and shows what others show a part of, where tests are to be
// short.
func notShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("where tests are short")
	}
}

// sampled is how many of n cases are tried: one in three where tests are to be short.
func sampled(n int) int {
	if testing.Short() {
		return (n + 2) / 3
	}
	return n
}

func write(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLimitsEndInTime(t *testing.T) {
	path := write(t, "endless.c", endless)
	interrupted, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	for name, c := range map[string]struct {
		ctx  context.Context
		job  Job
		want verdict.Reason
	}{
		"timeout":     {t.Context(), Job{Files: []string{path}, Timeout: 300 * time.Millisecond}, verdict.Timeout},
		"memory":      {t.Context(), Job{Files: []string{path}, Memory: 1 << 20}, verdict.Memory},
		"interrupted": {interrupted, Job{Files: []string{path}}, verdict.Interrupted},
	} {
		start := time.Now()
		outcome, err := Run(c.ctx, c.job)
		if err != nil || outcome.Kind != verdict.Unknown || outcome.Reason != c.want {
			t.Errorf("%s: %v %s, %v", name, outcome.Kind, outcome.Reason, err)
		}
		if took := time.Since(start); took > 2300*time.Millisecond {
			t.Errorf("%s: ended after %s", name, took)
		}
	}
}

// blocker holds up the stage that emits into it.
type blocker struct{ release chan struct{} }

func (b blocker) Write(line []byte) (int, error) {
	<-b.release
	return len(line), nil
}

// TestStuckStage: a stage that does not look at its context cannot hold up the verdict.
func TestStuckStage(t *testing.T) {
	b := blocker{make(chan struct{})}
	go func() {
		time.Sleep(4 * time.Second)
		close(b.release)
	}()
	start := time.Now()
	r := &run{job: Job{Journal: journal.New(b, nil)}, watch: newStopwatch()}
	ctx, _, release := watch(t.Context(), Job{Timeout: 100 * time.Millisecond})
	defer release()
	outcome := r.await(ctx, func() result { r.stage("front end"); return result{} })
	if outcome.verdict.Reason != verdict.Timeout {
		t.Errorf("reason %q", outcome.verdict.Reason)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("ended after %s", took)
	}
}

// TestLastSearchIsTold: where the time ends behind an answer that is none, what that said is told.
func TestLastSearchIsTold(t *testing.T) {
	const detail = "the loop at a.c:7:3 needs an invariant: 4 candidates were tried"
	for _, test := range []struct {
		name  string
		after func(ctx context.Context) result
	}{
		{"stuck", func(context.Context) result { <-t.Context().Done(); return result{} }},
		{"error", func(ctx context.Context) result { <-ctx.Done(); return result{err: context.Cause(ctx)} }},
	} {
		r := &run{job: Job{Journal: journal.New(io.Discard, nil)}, watch: newStopwatch(), scratch: t.TempDir()}
		ctx, _, release := watch(t.Context(), Job{Timeout: 50 * time.Millisecond})
		out, err := r.outcome(ctx, r.await(ctx, func() result {
			last := unknown(verdict.ModelReason, detail)
			last.Statistics.Iterations = 70
			r.note(last)
			r.note(verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Pass}})
			return test.after(ctx)
		}))
		release()
		if v := out.Verdict; err != nil || v.Kind != verdict.Unknown || v.Reason != verdict.Timeout || v.Detail != detail || v.Statistics.Iterations != 70 {
			t.Errorf("%s: got %+v, %v", test.name, v, err)
		}
	}
}

// TestBugIsInternal: a panic of ours is an unknown that says where.
func TestBugIsInternal(t *testing.T) {
	r := &run{watch: newStopwatch()}
	got := r.guarded(func() (verdict.Verdict, error) { panic("index out of range") })
	if got.err != nil || got.verdict.Kind != verdict.Unknown || got.verdict.Reason != verdict.Internal || got.verdict.Detail == "" {
		t.Errorf("got %+v", got)
	}
}

// TestScarceMemory: where little is left up to the limit that is told, to whoever listens, before the check ends.
func TestScarceMemory(t *testing.T) {
	for _, test := range []struct {
		name   string
		limit  uint64
		scarce bool
	}{
		{"scarce", sandbox.TreeBytes(os.Getpid()) / 4 * 5, true},
		{"enough", 64 << 30, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, scarce, release := watch(t.Context(), Job{Memory: test.limit, Timeout: 2 * time.Second})
			defer release()
			select {
			case <-scarce:
				if !test.scarce {
					t.Error("memory is scarce")
				}
			case <-ctx.Done():
				if test.scarce {
					t.Errorf("nothing was told: %v", context.Cause(ctx))
				}
			}
		})
	}
}
