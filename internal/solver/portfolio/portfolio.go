// Package portfolio races solvers on one query. (Package yogi/internal/portfolio is another thing:
// the schedule of attempts at a program.)
//
// In go queries, out come answers, as of any solver.Solver. One solver begins, alone for a moment,
// and answers nearly all queries in it. Then the others join, each on a goroutine of its own, while
// the first goes on; the first definite answer wins and the rest are interrupted. No solver works
// when Check has returned. Models are evaluated on the query before they count, those of each
// solver apart, so it is known who told a wrong one.
//
// Who begins is learned from query to query by their shape, and so is who joins late because
// its joining has brought nothing. A solver that ends by itself, hangs, says what cannot be read, or tells a
// wrong model is not asked again, and solver.Tally has its name; only the first member stays
// whatever it does, and without others it is asked as if there were no portfolio.
//
// What may differ from run to run is which of several models a query is answered with, and whether it is answered in
// time; not what is Sat and what Unsat.
package portfolio

import (
	"context"
	"errors"
	"slices"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// Schedule says when solvers join a race, and how fast what was learned is forgotten.
type Schedule struct {
	// Moment is how long the solver that begins has a query to itself: processor time where it works in this process.
	Moment time.Duration
	// Doublings bounds how often the moment doubles for a solver that lost race after race.
	Doublings int
	// Window is how many queries of a shape the mean time of a solver is about.
	Window int
	// Fading is the factor by which the time that a solver is expected to take shrinks with each
	// query that it was not asked, so that it is tried again.
	Fading float64
}

// Standard is the schedule of every check. The moment is longer than nearly all queries take and
// short beside those that are worth a race.
var Standard = Schedule{Moment: 100 * time.Millisecond, Doublings: 5, Window: 64, Fading: 0.99}

// Member is a solver that may race.
type Member struct {
	Name   string
	Solver solver.Solver
	// Lacks are features of terms that it has no theory for.
	Lacks term.Features
}

// member is a Member with what is known of it.
type member struct {
	Member
	checked solver.Solver
	// stays: it is never dropped, and works in this process.
	stays   bool
	dropped bool
}

// faulty is a solver that can say what was wrong with it.
type faulty interface{ Fault() error }

// Portfolio is a solver.Solver on several.
type Portfolio struct {
	schedule Schedule
	timeout  time.Duration
	members  []*member // the first is the one that stays
	tally    *solver.Tally
	learned  learned
	// latest is the path of the last query that was raced for, and who won: parts of it are often asked about next.
	latest struct {
		path   []*term.Term
		winner *member
	}
}

// New makes a portfolio of a solver that works in this process and its rivals. timeout bounds queries that name none.
func New(first Member, rivals []Member, schedule Schedule, timeout time.Duration, tally *solver.Tally) *Portfolio {
	if timeout == 0 {
		timeout = solver.DefaultTimeout
	}
	p := &Portfolio{schedule: schedule, timeout: timeout, tally: tally, learned: learned{}}
	for i, m := range append([]Member{first}, rivals...) {
		p.members = append(p.members, &member{Member: m, checked: solver.Validate(m.Solver), stays: i == 0})
	}
	return p
}

// Close closes all members.
func (p *Portfolio) Close() error {
	var errs []error
	for _, m := range p.members {
		errs = append(errs, m.Solver.Close())
	}
	return errors.Join(errs...)
}

// Check answers q.
func (p *Portfolio) Check(ctx context.Context, q solver.Query) solver.Answer {
	if q.Timeout == 0 {
		q.Timeout = p.timeout
	}
	s := shapeOf(q)
	r := newRace(ctx, q, p.entrants(q, s))
	answer := r.run()
	for _, e := range r.entrants {
		p.judge(e)
	}
	p.learn(s, r)
	if len(r.entrants) > 1 && r.entrants[1].started {
		p.tally.Race()
		p.latest.path, p.latest.winner = q.Path, nil
		if r.winner != nil {
			p.latest.winner = r.winner.member
		}
	}
	if r.winner != nil {
		p.tally.Answer(r.winner.Name, answer.Status)
	}
	return answer
}

// entrants are the members that are asked, in the order in which they join: the one first that is
// expected to be the fastest.
func (p *Portfolio) entrants(q solver.Query, s shape) []*entrant {
	var out []*entrant
	for _, m := range p.members {
		if m.dropped || s.features&m.Lacks != 0 {
			continue
		}
		known := p.learned.of(s, m)
		joins := p.schedule.Moment << min(known.lost, p.schedule.Doublings)
		out = append(out, &entrant{member: m, joins: joins, expected: known.expected(m)})
	}
	slices.SortStableFunc(out, func(a, b *entrant) int {
		switch {
		case a.expected < b.expected:
			return -1
		case a.expected > b.expected:
			return 1
		}
		return 0
	})
	if q.StatusOnly && samePath(q.Path, p.latest.path) {
		slices.SortStableFunc(out, func(a, b *entrant) int { return wonBy(b, p.latest.winner) - wonBy(a, p.latest.winner) })
	}
	if q.Timeout <= p.schedule.Moment {
		out = out[:1]
	}
	out[0].joins = 0
	return out
}

func wonBy(e *entrant, winner *member) int {
	if e.member == winner {
		return 1
	}
	return 0
}

// samePath says that two paths are one slice.
func samePath(a, b []*term.Term) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }

// judge drops a member that is at fault.
func (p *Portfolio) judge(e *entrant) {
	if !e.started || e.stays || e.dropped {
		return
	}
	reason := e.lied
	if e.answer.Reason == solver.ModelRefuted {
		reason = "its model is wrong"
	}
	if f, ok := e.Solver.(faulty); ok && reason == "" && e.answer.Status == solver.Unknown {
		if err := f.Fault(); err != nil {
			reason = err.Error()
		}
	}
	if reason == "" {
		return
	}
	e.dropped = true
	_ = e.Solver.Close() // whatever is left of it
	p.tally.Drop(e.Name, reason)
}
