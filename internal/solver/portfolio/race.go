package portfolio

import (
	"context"
	"sync"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/solver"
)

// entrant is a member in a race.
type entrant struct {
	*member
	joins    time.Duration // after the race began
	expected time.Duration

	started bool
	answer  solver.Answer
	took    time.Duration // from when it joined
	lied    string        // what shows that its answer is wrong, or ""
}

// definite says that it decided the query.
func (e *entrant) definite() bool {
	return e.started && (e.answer.Status == solver.Sat || e.answer.Status == solver.Unsat)
}

// race is one query.
type race struct {
	asker    context.Context // of the one who asks
	ctx      context.Context // of the race: done too when it is decided
	stop     context.CancelFunc
	query    solver.Query
	entrants []*entrant
	began    time.Time
	total    time.Duration // until the first definite answer, or the end

	lock   sync.Mutex
	over   bool // nobody joins any more
	winner *entrant
	others sync.WaitGroup // who joined later
}

func newRace(ctx context.Context, q solver.Query, entrants []*entrant) *race {
	r := &race{asker: ctx, query: q, entrants: entrants}
	r.ctx, r.stop = context.WithCancel(ctx)
	return r
}

// run returns the first definite answer, when everybody has stopped.
func (r *race) run() solver.Answer {
	defer r.stop()
	r.began = time.Now()
	first := r.entrants[0]
	first.started = true
	for _, e := range r.entrants[1:] {
		defer after(first, e.joins, func() { r.join(e) })()
	}
	first.answer = first.checked.Check(r.ctx, r.query)
	r.report(first, r.began)
	if !first.definite() { // it gave up: nobody need wait for it
		for _, e := range r.entrants[1:] {
			r.join(e)
		}
	}
	r.lock.Lock()
	r.over = r.over || first.definite()
	r.lock.Unlock()
	r.others.Wait()
	r.lock.Lock()
	defer r.lock.Unlock()
	r.over = true
	if r.winner == nil {
		r.total = time.Since(r.began)
		return first.answer
	}
	r.contradictions()
	return r.winner.answer
}

// after calls f when the first entrant has worked for so long.
func after(first *entrant, limit time.Duration, f func()) (stop func()) {
	if first.stays {
		return deadline.AfterWork(limit, f)
	}
	timer := time.AfterFunc(limit, f)
	return func() { timer.Stop() }
}

// join has an entrant start, with the time that is left, unless it has or it is too late.
func (r *race) join(e *entrant) {
	r.lock.Lock()
	defer r.lock.Unlock()
	left := deadline.Rest(r.query.Timeout, r.began)
	if r.over || e.started || left <= 0 || r.ctx.Err() != nil {
		return
	}
	e.started = true
	r.others.Add(1)
	go func() {
		defer r.others.Done()
		q, began := r.query, time.Now()
		q.Timeout = left
		e.answer = e.checked.Check(r.ctx, q)
		r.report(e, began)
	}()
}

// report notes an answer; the first definite one ends the race.
func (r *race) report(e *entrant, began time.Time) {
	r.lock.Lock()
	defer r.lock.Unlock()
	e.took = time.Since(began)
	if e.definite() && r.winner == nil {
		r.winner, r.over, r.total = e, true, time.Since(r.began)
		r.stop()
	}
}

// contradictions finds an answer that another one shows to be wrong: a model that was evaluated is not to be denied.
func (r *race) contradictions() {
	if r.query.StatusOnly {
		return
	}
	var model *entrant
	for _, e := range r.entrants {
		if e.definite() && e.answer.Status == solver.Sat && satisfied(r.query, e.answer.Model) {
			model = e
		}
	}
	if model == nil {
		return
	}
	for _, e := range r.entrants {
		if e.definite() && e.answer.Status == solver.Unsat {
			e.lied, r.winner = "it refutes what has a model", model
		}
	}
}
