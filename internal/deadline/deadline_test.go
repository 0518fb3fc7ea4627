package deadline

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// near says that a time is what was wanted, but for what went by since.
func near(got, want time.Duration) bool { return got <= want && got > want-10*time.Second }

// TestPart: a part ends at its share of what is left, or where it is bounded; without either it has no
// end.
func TestPart(t *testing.T) {
	limited, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	const none = -1
	for _, c := range []struct {
		name  string
		ctx   context.Context
		share float64
		most  time.Duration
		want  time.Duration
	}{
		{"a share", limited, 0.5, 0, 30 * time.Minute},
		{"a share that is bounded", limited, 0.5, 10 * time.Minute, 10 * time.Minute},
		{"a share below its bound", limited, 0.25, 30 * time.Minute, 15 * time.Minute},
		{"all", limited, 1, 0, time.Hour},
		{"all, bounded", limited, 1, 20 * time.Minute, 20 * time.Minute},
		{"of no limit", t.Context(), 0.5, 0, none},
		{"of no limit, bounded", t.Context(), 0.5, 10 * time.Minute, 10 * time.Minute},
	} {
		part, cancel := Part(c.ctx, c.share, c.most)
		left, ok := Left(part, 1)
		if ok != (c.want != none) || ok && !near(left, c.want) {
			t.Errorf("%s: %v (%v), want %v", c.name, left, ok, c.want)
		}
		cancel()
		if c.ctx.Err() != nil || part.Err() == nil {
			t.Errorf("%s: cancelled is the whole and not the part", c.name)
		}
	}
}

// TestEqual: equal parts use up the whole, and what one leaves over the others have.
func TestEqual(t *testing.T) {
	limited, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for count, want := range map[int]time.Duration{1: time.Hour, 2: 30 * time.Minute, 6: 10 * time.Minute} {
		part, cancel := Equal(limited, count)
		if left, ok := Left(part, 1); !ok || !near(left, want) {
			t.Errorf("of %d: %v, want %v", count, left, want)
		}
		cancel()
	}
	if share, ok := Left(limited, 0.25); !ok || !near(share, 15*time.Minute) {
		t.Errorf("a quarter of an hour is %v", share)
	}
	if _, ok := Left(t.Context(), 0.25); ok {
		t.Error("there is time left where there is no limit")
	}
}

// TestPartOfWork: who works has what was promised, who waits longestStretch times as much on the clock, whatever others
// in the process do; both are out of time then, and so is what was made of them.
func TestPartOfWork(t *testing.T) {
	const most = 50 * time.Millisecond
	for _, c := range []struct {
		name          string
		works, others bool
		least         time.Duration
	}{{"works", true, false, most}, {"waits", false, false, longestStretch * most * 9 / 10}, {"lets others work", false, true, longestStretch * most * 9 / 10}} {
		began, over := time.Now(), make(chan struct{})
		part, cancel := PartOfWork(t.Context(), 1, most)
		child, cancelChild := context.WithCancel(part)
		if c.others {
			go func() {
				for child.Err() == nil {
					_ = time.Now()
				}
				close(over)
			}()
		} else {
			close(over)
		}
		thread := KeepThread()
		used := thread.Work()
		for c.works && child.Err() == nil {
			_ = time.Now()
		}
		<-child.Done()
		if took := time.Since(began); took < c.least || c.works && thread.Work()-used < most-2*missedAtLeast && took < longestStretch*most {
			t.Errorf("%s: over after %v, %v of work", c.name, took, thread.Work()-used)
		}
		if !Exceeded(child) || !Exceeded(part) || t.Context().Err() != nil {
			t.Errorf("%s: %v, %v", c.name, child.Err(), context.Cause(child))
		}
		cancelChild()
		cancel()
		cancel()
		<-over
		thread.Release()
	}
	cancelled, cancel := PartOfWork(t.Context(), 1, time.Hour)
	cancel()
	if Exceeded(cancelled) || cancelled.Err() == nil {
		t.Errorf("cancelled: %v, %v", cancelled.Err(), context.Cause(cancelled))
	}
}

// TestStretched: a limit is longer where threads waited for processors beside what they did, and at most by a factor.
func TestStretched(t *testing.T) {
	for _, c := range []struct {
		threads []string
		want    time.Duration
	}{
		{nil, time.Second},
		{[]string{"0 0 1\n"}, time.Second},
		{[]string{"none\n"}, time.Second},
		{[]string{"1000000 0 7\n"}, time.Second},
		{[]string{"1000000 1000000 7\n"}, 2 * time.Second},
		{[]string{"3000000 500000 7\n", "1000000 1500000 9\n"}, 1500 * time.Millisecond},
		{[]string{"1000000 99000000 7\n"}, longestStretch * time.Second},
	} {
		folder := t.TempDir()
		for i, text := range c.threads {
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := stretched(time.Second, filepath.Join(folder, "*")); got != c.want {
			t.Errorf("%q: %s, want %s", c.threads, got, c.want)
		}
	}
	if got := Stretched(time.Second); got < time.Second || got > longestStretch*time.Second {
		t.Errorf("this process: %s", got)
	}
	if got := Stretched(0); got != 0 {
		t.Errorf("no limit is one of %s", got)
	}
}
