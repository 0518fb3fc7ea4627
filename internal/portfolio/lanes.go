package portfolio

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"yogi/internal/bug"
	"yogi/internal/deadline"
	"yogi/internal/verdict"
)

// Lane is what one processor does of a schedule, beside others: its rows take turns as those of a schedule alone do,
// and share the whole time. Lanes have no search in common, since an attempt changes what it goes on with.
type Lane struct {
	Name string
	// Has says which rows of the table the lane has; Searches: it makes an attempt where none of them applies.
	Has      func(Row) bool
	Searches bool
	// Again takes the place of that of a row which goes on with an earlier proof, where another lane does so for
	// longer; 0: it is as in the table.
	Again float64
	// GoesOn is the part of the time left for a search that begins with an earlier proof, without the bounds that keep
	// it from delaying the search behind it; 0: it is as in the table.
	GoesOn float64
	// Further are rows that the table does not have.
	Further []Row
	// Behind is how long the lane waits for those before it: a walk over paths decides small programs in less, and a
	// search would only be begun and ended.
	Behind time.Duration
}

// Lanes are the lanes in the order in which they begin. With fewer processors than lanes, one begins where one before
// it has ended without an answer.
var Lanes = []Lane{
	{Name: "methods", Has: isNoSearch},
	{Name: "search", Has: isSearch, Searches: true, Again: 0.05, Behind: 100 * time.Millisecond},
	// Which predicates a proof needs is seen afterwards: this search begins with those that come last in the other.
	// Of a program that was proved before an edit it mends the proof first.
	{Name: "other search", Has: isSearchAround, Searches: true, GoesOn: 0.6, Behind: 100 * time.Millisecond, Further: []Row{
		{Of: Engine, Name: "obligations, carried", When: takenUp, Share: 1, Attempt: carried},
		{Of: Engine, Name: "obligations", When: always, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: obligations},
		{Of: Engine, Name: "core", When: always, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: core},
		{Of: Engine, Name: "obligations again", When: always, Share: 1, Attempt: obligations},
	}},
}

const (
	firstSearch = 1  // which of the lanes is the search of a schedule without lanes
	none        = -1 // of them
)

func isNoSearch(r Row) bool     { return r.Of == Method && !r.searches() }
func isSearch(r Row) bool       { return r.Of != Method || r.searches() }
func isSearchAround(r Row) bool { return isSearch(r) && r.Of != Engine }
func always(Facts) bool         { return true }

// searches says that a row of Method is a search.
func (r Row) searches() bool { return r.Pick == BySearch || r.Pick == TakenUp }

// inLanes says that attempts are made beside one another. Baselines make one attempt, and what a witness says depends
// on which attempt comes first.
func (s Settings) inLanes() bool { return s.Jobs > 1 && !s.Baseline && !s.Witness }

// lanes are the attempts at one question, beside one another.
type lanes struct {
	of      *run
	subject Subject
	runs    []*run               // of the lanes
	cancel  []context.CancelFunc // of those that have begun
	ends    chan laneEnd
	ended   []laneEnd
	// isScarce: memory ran short, and givenUp is the lane that is to end for it and has not yet; none: there is none.
	isScarce bool
	givenUp  int
	// settled: a search has ended for a reason with which the schedule would end there. What stands before the search
	// in the table has its turns nevertheless, and nothing else.
	settled atomic.Bool
}

// laneEnd is what a lane came to.
type laneEnd struct {
	lane   int
	about  Subject
	answer *verdict.Answer // nil: it has none
	err    error
	bug    *bug.Bug
	// isCutOff: the end of another ended this one before it had an answer.
	isCutOff bool
}

// askLanes makes the attempts at a subject beside one another. The first answer ends the others, and all have ended
// when it returns. Where no lane has an answer, what the search says stands, as it does in a schedule without lanes.
func (r *run) askLanes(ctx context.Context, subject Subject) (Subject, *verdict.Answer, error) {
	l := &lanes{of: r, subject: subject, ends: make(chan laneEnd, len(Lanes)), givenUp: none}
	for _, lane := range Lanes {
		l.runs = append(l.runs, l.runOf(lane))
	}
	l.run(ctx, r.settings.Jobs)
	for _, one := range l.runs {
		r.attempts = append(r.attempts, one.attempts...)
	}
	best, err := l.best()
	switch {
	case err != nil:
		return nil, nil, err
	case best.answer == nil: // the time was over before a search began
		return subject, &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	for _, end := range l.ended {
		if end.answer != nil && end.lane != best.lane {
			best.answer.Statistics.AddSearch(end.answer.Statistics)
		}
	}
	return best.about, best.answer, nil
}

// runOf is the run of a lane, with its rows of the table.
func (l *lanes) runOf(lane Lane) *run {
	of := l.of
	one := newRun(of.settings)
	one.begin, one.asked, one.lane = of.begin, of.asked, lane.Name
	one.table, one.isIdle = nil, !lane.Searches
	isBehind := false
	for _, row := range of.table {
		if row.Of == Method && row.Pick == BySearch && row.Most == 0 {
			isBehind = true
		}
		if !lane.Has(row) {
			continue
		}
		if isBehind && row.Of == Method && !row.searches() {
			when := row.When
			row.When = func(f Facts) bool { return !l.settled.Load() && when(f) }
		}
		switch {
		case row.Pick != TakenUp:
		case lane.GoesOn > 0:
			row.Share, row.Work, row.Again = lane.GoesOn, 0, 0
		case lane.Again > 0:
			row.Again = lane.Again
		}
		one.table = append(one.table, row)
	}
	one.table = append(one.table, lane.Further...)
	return one
}

// run has the lanes take their turns, so many at a time, until all that have begun have ended.
func (l *lanes) run(ctx context.Context, jobs int) {
	began := time.Now()
	for {
		var wait <-chan time.Time
		for l.isNext(ctx, jobs) {
			behind := deadline.Rest(Lanes[len(l.cancel)].Behind, began)
			if len(l.cancel) > len(l.ended) && behind > 0 {
				wait = time.After(behind)
				break
			}
			l.begin(ctx)
		}
		if len(l.cancel) == len(l.ended) {
			return
		}
		select {
		case end := <-l.ends:
			if end.lane == l.givenUp || l.isOver() {
				end.cutOff()
			}
			l.ended = append(l.ended, end)
			if end.lane == l.givenUp {
				l.givenUp = none
				debug.FreeOSMemory() // so that it is seen how much there is now
			}
			l.note(end)
		case <-wait:
		case <-l.scarce():
			l.giveUp()
		}
	}
}

// scarce says when memory runs short: nothing is heard of it where there is no lane to give up, and as long as one that
// was given up has memory.
func (l *lanes) scarce() <-chan struct{} {
	if l.givenUp != none || l.leastOf() == none {
		return nil
	}
	return l.of.settings.Scarce
}

// giveUp ends a lane for the memory that it has, and none begins any more. What is left of the time is the others'.
func (l *lanes) giveUp() {
	l.isScarce, l.givenUp = true, l.leastOf()
	l.cancel[l.givenUp]()
}

// leastOf is the lane that others can do without: the last that began, but not the first that searches, which goes on
// longest in a schedule without lanes, and not the only one.
func (l *lanes) leastOf() int {
	var going []int
	for i := range l.cancel {
		if !slices.ContainsFunc(l.ended, func(end laneEnd) bool { return end.lane == i }) {
			going = append(going, i)
		}
	}
	if len(going) < 2 {
		return none
	}
	least := going[len(going)-1]
	if least == firstSearch {
		least = going[0]
	}
	return least
}

// isNext says that another lane may begin.
func (l *lanes) isNext(ctx context.Context, jobs int) bool {
	return !l.isScarce && len(l.cancel) < len(Lanes) && len(l.cancel)-len(l.ended) < jobs && ctx.Err() == nil && !l.isOver()
}

// isOver says that no search goes on, as one has ended with an answer or for a reason that holds of all.
func (l *lanes) isOver() bool {
	return l.settled.Load() || slices.ContainsFunc(l.ended, func(end laneEnd) bool { return end.decides() })
}

// cutOff says of what a lane came to after another had ended it that it stands for nothing, unless it is an answer.
func (e *laneEnd) cutOff() {
	if errors.Is(e.err, context.Canceled) {
		e.about, e.answer, e.err, e.isCutOff = nil, nil, nil, true
	}
	e.isCutOff = e.isCutOff || e.answer != nil && e.answer.Kind == verdict.Unknown
}

// decides says that there is nothing left to find out.
func (e laneEnd) decides() bool {
	return e.bug != nil || e.err != nil || e.answer != nil && e.answer.Kind != verdict.Unknown
}

// begin begins the next lane.
func (l *lanes) begin(ctx context.Context) {
	end := laneEnd{lane: len(l.cancel)}
	ctx, cancel := context.WithCancel(ctx)
	l.cancel = append(l.cancel, cancel)
	go func() {
		defer func() {
			end.bug = bug.Recovered(recover())
			l.ends <- end
		}()
		end.about, end.answer, end.err = l.runs[end.lane].askMethods(ctx, l.subject)
	}()
}

// note has the end of a lane end others: all where it decides, and the other searches where a search is over for a
// reason that holds of them too.
func (l *lanes) note(end laneEnd) {
	isOver := !end.isCutOff && end.answer != nil && end.answer.Kind == verdict.Unknown && !end.answer.Reason.IsOfSearch()
	if isOver {
		l.settled.Store(true)
	}
	for i, cancel := range l.cancel {
		if i == end.lane || end.decides() || isOver && Lanes[i].Searches {
			cancel()
		}
	}
}

// best is the end that stands: the first that decides, else that of the first lane that searches.
func (l *lanes) best() (best laneEnd, err error) {
	for _, end := range l.ended {
		switch {
		case end.bug != nil:
			panic(end.bug)
		case end.decides() && end.err == nil:
			return end, nil
		case end.err != nil:
			return end, end.err
		case end.answer != nil && !end.isCutOff && (best.answer == nil || end.lane < best.lane):
			best = end
		}
	}
	return best, nil
}
