package portfolio

import (
	"context"
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yogi/internal/bug"
	"yogi/internal/deadline"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// lanesOf are the lanes in which attempts were made, each once, in order.
func lanesOf(attempts []verdict.Attempt) []string {
	var out []string
	for _, a := range attempts {
		if !slices.Contains(out, a.Lane) {
			out = append(out, a.Lane)
		}
	}
	return out
}

// walking is a subject of which a walk over paths has an answer after a time, nil: none.
func walking(t *testing.T, after time.Duration, answer *verdict.Answer, paths Paths) *subject {
	asked := newSubject(t, 0, 0)
	asked.unfold = func(ctx context.Context, how Pick) (*verdict.Answer, Paths) {
		select {
		case <-time.After(after):
			return answer, paths
		case <-ctx.Done():
			return nil, paths
		}
	}
	return asked
}

// otherIs is lost in the first attempt of a search, and the next one, which is that of the other search where that
// begins before the first is over, has the answer.
func otherIs(answer *verdict.Answer) script {
	return func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
		if number == 0 {
			return interrupted(ctx)
		}
		made := *answer
		return &made
	}
}

// interrupted is what a search says that is ended.
func interrupted(ctx context.Context) *verdict.Answer {
	<-ctx.Done()
	return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Interrupted}
}

// TestLanes: with processors for it a search begins beside the walk over paths, and the first answer of either is that
// of the question.
func TestLanes(t *testing.T) {
	pass, fail := &verdict.Answer{Kind: verdict.Pass}, &verdict.Answer{Kind: verdict.Fail}
	unsupported := &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Unsupported}
	all := []string{"methods", "search", "other search"}
	after := func(seconds float64, answer *verdict.Answer) script {
		return func(ctx context.Context, _ int, _ *ir.Program) *verdict.Answer {
			select {
			case <-time.After(time.Duration(seconds * float64(time.Second))):
				made := *answer
				return &made
			case <-ctx.Done():
				return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}
			}
		}
	}
	for _, c := range []struct {
		name     string
		settings Settings
		walk     time.Duration // until there is an answer of paths
		few      *verdict.Answer
		paths    Paths
		search   script
		want     verdict.Kind
		reason   verdict.Reason
		took     float64 // seconds
		lanes    []string
	}{
		{name: "paths at once", settings: Settings{Jobs: 2}, walk: 50 * time.Millisecond, few: pass, search: lost, want: verdict.Pass, took: 0.05, lanes: all[:1]},
		{name: "paths", settings: Settings{Jobs: 2}, walk: 900 * time.Millisecond, few: pass, search: lost, want: verdict.Pass, took: 0.9, lanes: all[:2]},
		{name: "a search", settings: Settings{Jobs: 2}, walk: time.Hour, search: after(0.5, fail), want: verdict.Fail, took: 0.6, lanes: all[:2]},
		{name: "no answer", settings: Settings{Jobs: 2}, walk: 200 * time.Millisecond, search: lost, want: verdict.Unknown, reason: verdict.Timeout, took: 100, lanes: all},
		{name: "three at once", settings: Settings{Jobs: 3}, walk: time.Hour, search: lost, want: verdict.Unknown, reason: verdict.Timeout, took: 100, lanes: all},
		{name: "one processor", settings: Settings{Jobs: 1}, walk: 900 * time.Millisecond, search: after(0.5, fail), want: verdict.Fail, took: 1.4, lanes: []string{""}},
		{name: "a witness", settings: Settings{Jobs: 2, Witness: true}, walk: time.Second, search: after(0.5, fail), want: verdict.Fail, took: 0.5, lanes: []string{""}},
		{name: "a baseline", settings: Settings{Jobs: 2, Baseline: true}, walk: time.Second, search: after(0.5, fail), want: verdict.Fail, took: 0.5, lanes: []string{""}},
		// What comes before the search in the table has its turn, what comes behind it has none.
		{name: "unsupported for the search", settings: Settings{Jobs: 2}, walk: 900 * time.Millisecond, few: pass, search: after(0, unsupported), want: verdict.Pass, took: 0.9, lanes: all[:2]},
		{name: "unsupported", settings: Settings{Jobs: 2}, walk: 900 * time.Millisecond, paths: Paths{Straight: true}, search: after(0, unsupported), want: verdict.Unknown, reason: verdict.Unsupported, took: 0.9, lanes: all[:2]},
		{name: "unsupported for the other search", settings: Settings{Jobs: 2}, walk: 500 * time.Millisecond, search: otherIs(unsupported), want: verdict.Unknown, reason: verdict.Unsupported, took: 0.5, lanes: all},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.settings.Unfolding = true
			out := play(t, walking(t, c.walk, c.few, c.paths), c.settings, 100*time.Second, c.search)
			if out.answer.Kind != c.want || out.answer.Reason != c.reason || math.Abs(out.took.Seconds()-c.took) > 1e-6 {
				t.Errorf("%s %q after %s, want %s %q after %fs", out.answer.Kind, out.answer.Reason, out.took, c.want, c.reason, c.took)
			}
			if got := lanesOf(out.attempts); !slices.Equal(got, c.lanes) {
				t.Errorf("lanes %q, want %q", got, c.lanes)
			}
		})
	}
}

// TestLanesCutOff: a lane that another ends does not fail by that, though its attempt ends with an error.
func TestLanesCutOff(t *testing.T) {
	for _, want := range []verdict.Answer{{Kind: verdict.Unknown, Reason: verdict.Unsupported}, {Kind: verdict.Fail}} {
		asked := walking(t, 500*time.Millisecond, nil, Paths{})
		asked.ended = context.Canceled
		out := play(t, asked, Settings{Jobs: 2, Unfolding: true}, 100*time.Second, otherIs(&want))
		if out.answer.Kind != want.Kind || out.answer.Reason != want.Reason {
			t.Errorf("%s %q, want %s %q", out.answer.Kind, out.answer.Reason, want.Kind, want.Reason)
		}
	}
}

// TestLanesScarce: where memory runs short the lane that others can do without ends, the first search last, and what it
// says of its end stands for nothing. Nothing more is given up before it has ended.
func TestLanesScarce(t *testing.T) {
	for _, c := range []struct {
		name   string
		jobs   int
		scarce []int              // seconds from the beginning at which memory runs short
		slow   bool               // a search heeds its end four seconds later
		used   map[string]float64 // seconds of each lane
	}{
		{name: "enough", jobs: 3, used: map[string]float64{"methods": 100, "search": 100, "other search": 100}},
		{name: "once", jobs: 3, scarce: []int{3}, used: map[string]float64{"methods": 100, "search": 100, "other search": 3}},
		{name: "twice", jobs: 3, scarce: []int{3, 5}, used: map[string]float64{"methods": 5, "search": 100, "other search": 3}},
		{name: "slow", jobs: 3, scarce: []int{3, 5}, slow: true, used: map[string]float64{"methods": 7, "search": 104, "other search": 7}},
		{name: "always", jobs: 3, scarce: []int{3, 5, 7}, used: map[string]float64{"methods": 5, "search": 100, "other search": 3}},
		{name: "two processors", jobs: 2, scarce: []int{3}, used: map[string]float64{"methods": 3, "search": 100}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
				defer cancel()
				scarce := make(chan struct{})
				for _, seconds := range c.scarce {
					go func() {
						time.Sleep(time.Duration(seconds) * time.Second)
						select {
						case scarce <- struct{}{}:
						case <-ctx.Done():
						}
					}()
				}
				r := newRun(Settings{Jobs: c.jobs, Unfolding: true, Scarce: scarce})
				r.table = []Row{
					{Of: Method, Name: "paths", Pick: FewPaths, When: always, Share: 1},
					{Of: Method, Name: "search", Pick: BySearch, When: always, Share: 1},
					{Of: Engine, Name: "core", When: always, Share: 1},
				}
				r.begin = func(p *ir.Program, _ interproc.Options) search {
					return &searcher{func(ctx context.Context, _ int, _ *ir.Program) *verdict.Answer {
						<-ctx.Done()
						reason := verdict.Interrupted
						if deadline.Exceeded(ctx) {
							reason = verdict.Timeout
						}
						if c.slow {
							time.Sleep(4 * time.Second)
						}
						return &verdict.Answer{Kind: verdict.Unknown, Reason: reason}
					}, new(atomic.Int64), p}
				}
				_, answer, err := r.run(ctx, walking(t, time.Hour, nil, Paths{}))
				if err != nil || answer.Reason != verdict.Timeout {
					t.Errorf("%+v %v, want a time-out", answer, err)
				}
				used := map[string]float64{}
				for _, a := range r.attempts {
					used[a.Lane] += math.Round(a.Used)
				}
				if !maps.Equal(used, c.used) {
					t.Errorf("lanes took %v s, want %v", used, c.used)
				}
			})
		})
	}
}

// TestLanesOrder: the search that begins later begins with other predicates.
func TestLanesOrder(t *testing.T) {
	out := play(t, walking(t, time.Hour, nil, Paths{}), Settings{Jobs: 3, Unfolding: true}, 100*time.Second, lost)
	engines := map[string][]string{}
	for _, a := range out.attempts {
		engines[a.Lane] = append(engines[a.Lane], a.Engine)
	}
	want := map[string][]string{
		"methods": {""}, "search": {"obligations, carried", "core", "obligations", "obligations, carried, again"},
		"other search": {"obligations", "core", "obligations again"},
	}
	for lane, engine := range want {
		if !slices.Equal(engines[lane], engine) {
			t.Errorf("%s: %q, want %q", lane, engines[lane], engine)
		}
	}
}

// TestLanesBug: a bug of ours in one lane ends the others and is that of the whole.
func TestLanesBug(t *testing.T) {
	asked := newSubject(t, 0, 0)
	asked.unfold = func(context.Context, Pick) (*verdict.Answer, Paths) {
		time.Sleep(time.Second)
		bug.Errorf("planted")
		return nil, Paths{}
	}
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if b := bug.Recovered(recover()); b == nil || b.Message != "planted" {
				t.Errorf("recovered %v", b)
			}
		}()
		r, number := newRun(Settings{Jobs: 2, Unfolding: true}), atomic.Int64{}
		r.begin = func(p *ir.Program, _ interproc.Options) search { return &searcher{lost, &number, p} }
		_, answer, err := r.run(t.Context(), asked)
		t.Errorf("%v %v", answer, err)
	})
}

// TestLanesGoOn: with an earlier proof the search tries to mend it for a twentieth of what that took on a processor,
// which is five times as much on the clock of a process that has none, and the other search for most of the time.
func TestLanesGoOn(t *testing.T) {
	asked := walking(t, time.Hour, nil, Paths{})
	asked.earlier = &interproc.Earlier{}
	out := play(t, asked, Settings{Jobs: 3, Unfolding: true, Earlier: 20 * time.Second}, 100*time.Second, lost)
	used := map[string]float64{}
	for _, a := range out.attempts {
		if a.Method == "earlier proof" {
			used[a.Lane] += math.Round(a.Used)
		}
	}
	if want := map[string]float64{"search": 5, "other search": 60}; !maps.Equal(used, want) {
		t.Errorf("an earlier proof was tried for %v, want %v: %v", used, want, names(out.attempts))
	}
}

// TestLanesTable: the first two lanes divide the rows of the table.
func TestLanesTable(t *testing.T) {
	for _, row := range Table {
		if n := len(slices.DeleteFunc(slices.Clone(Lanes[:2]), func(l Lane) bool { return !l.Has(row) })); n != 1 {
			t.Errorf("%s is in %d of the first lanes", row.Name, n)
		}
	}
}
