package deadline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
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

// TestTurnOfWork: who works has what was promised, who waits longestStretch times as much on the clock, whatever others
// in the process do; both are out of time then, and so is what was made of them.
func beginWork(ctx context.Context, work time.Duration) (context.Context, context.CancelFunc) {
	inside, _, cancel := NewSpan(ctx, nil).Begin(ctx, Turn{Share: 1, Work: work})
	return inside, cancel
}

func TestTurnOfWork(t *testing.T) {
	const most = 50 * time.Millisecond
	for _, c := range []struct {
		name          string
		works, others bool
		least         time.Duration
	}{{"works", true, false, most}, {"waits", false, false, longestStretch * most * 9 / 10}, {"lets others work", false, true, longestStretch * most * 9 / 10}} {
		began, over := time.Now(), make(chan struct{})
		part, cancel := beginWork(t.Context(), most)
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
	cancelled, cancel := beginWork(t.Context(), time.Hour)
	cancel()
	if Exceeded(cancelled) || cancelled.Err() == nil {
		t.Errorf("cancelled: %v, %v", cancelled.Err(), context.Cause(cancelled))
	}
}

// TestSlower: a machine is slower by what threads waited for processors beside what they did, and at most by a factor.
func TestSlower(t *testing.T) {
	for _, c := range []struct {
		threads []string
		want    float64
	}{
		{nil, 1},
		{[]string{"0 0 1\n"}, 1},
		{[]string{"none\n"}, 1},
		{[]string{"1000000 0 7\n"}, 1},
		{[]string{"1000000 1000000 7\n"}, 2},
		{[]string{"3000000 500000 7\n", "1000000 1500000 9\n"}, 1.5},
		{[]string{"1000000 99000000 7\n"}, longestStretch},
	} {
		folder := t.TempDir()
		for i, text := range c.threads {
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := slower(filepath.Join(folder, "*")); got != c.want {
			t.Errorf("%q: %v, want %v", c.threads, got, c.want)
		}
	}
	if got := Slower(); got < 1 || got > longestStretch {
		t.Errorf("this process: %v", got)
	}
}

// TestTurns: on a machine that is slower turns are longer on the clock, until half of what is left or their share, and
// the last ones have what is left; where it is quiet each has its share.
func TestTurns(t *testing.T) {
	turns := []Turn{{Share: 0.25}, {Share: 0.5, Most: 2 * time.Second}, {Share: 0.8}, {Share: 1}}
	for _, c := range []struct {
		slower float64
		limit  time.Duration
		want   []time.Duration // of each that uses all of its time
	}{
		{1, 20 * time.Second, []time.Duration{5 * time.Second, 2 * time.Second, 10400 * time.Millisecond, 2600 * time.Millisecond}},
		{1.5, 20 * time.Second, []time.Duration{7500 * time.Millisecond, 3 * time.Second, 7600 * time.Millisecond, 1900 * time.Millisecond}},
		{4, 20 * time.Second, []time.Duration{10 * time.Second, 5 * time.Second, 4 * time.Second, time.Second}},
		{2, 0, []time.Duration{0, 4 * time.Second, 0, 0}},
	} {
		t.Run(fmt.Sprint(c.slower, c.limit), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if c.limit > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.limit)
					defer cancel()
				}
				all := NewSpan(ctx, func() float64 { return c.slower })
				for i, turn := range turns {
					began := time.Now()
					inside, part, end := all.Begin(ctx, turn)
					if _, limited := inside.Deadline(); !limited {
						if c.want[i] != 0 {
							t.Errorf("turn %d has no end", i)
						}
						end()
						continue
					}
					inner, _, endInner := part.Begin(inside, Turn{Share: 1})
					<-inner.Done()
					if got := time.Since(began); (got-c.want[i]).Abs() > time.Millisecond || !Exceeded(inside) {
						t.Errorf("turn %d has %s, want %s", i, got, c.want[i])
					}
					endInner()
					end()
				}
			})
		})
	}
}
