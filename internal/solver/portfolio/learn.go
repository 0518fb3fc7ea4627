package portfolio

import (
	"math"
	"math/bits"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// shape is a class of queries that are expected to take a solver about the same time: those of the same
// sorts and kinds of operators, and of one size to a factor of four.
type shape struct {
	features term.Features
	size     int
}

func shapeOf(q solver.Query) shape {
	total := uint64(0)
	for _, terms := range [2][]*term.Term{q.Path, q.Assume} {
		for _, t := range terms {
			total += uint64(t.Size())
		}
	}
	return shape{solver.Features(q), bits.Len64(total) / 2}
}

// record counts the queries of a shape that a member was asked, and the time that it took.
type record struct {
	seconds float64 // of queries, together
	queries float64
	lost    int // races, one after the other
}

// expected is the mean time of a query. Of a member that was never asked nothing is expected but of
// the one that stays: the others show what they can in races.
func (r *record) expected(m *member) time.Duration {
	switch {
	case r.queries > 0:
		return time.Duration(r.seconds / r.queries * float64(time.Second))
	case m.stays:
		return 0
	}
	return math.MaxInt64
}

// learned has the records by shape and member.
type learned map[shape]map[*member]*record

func (l learned) of(s shape, m *member) *record {
	if l[s] == nil {
		l[s] = map[*member]*record{}
	}
	if l[s][m] == nil {
		l[s][m] = &record{}
	}
	return l[s][m]
}

// learn notes what a race showed. Who did not win would have taken longer than the race, nobody
// knows how much: it counts twice.
func (p *Portfolio) learn(s shape, r *race) {
	if r.asker.Err() != nil {
		return // nobody waited for the end
	}
	for _, e := range r.entrants {
		known := p.learned.of(s, e.member)
		switch {
		case !e.started:
			known.seconds *= p.schedule.Fading
			continue
		case e == r.winner:
			known.add(e.took.Seconds(), p.schedule.Window)
			known.lost = 0
			continue
		case r.winner != nil:
			known.lost++
		}
		known.add(2*r.total.Seconds(), p.schedule.Window)
	}
}

// add notes a query; when the window is full what is older counts half.
func (r *record) add(seconds float64, window int) {
	if r.queries >= float64(window) {
		r.seconds, r.queries = r.seconds/2, r.queries/2
	}
	r.seconds += seconds
	r.queries++
}

// satisfied says that a model makes every term of a query true, by evaluation.
func satisfied(q solver.Query, m *solver.Model) bool {
	eval := term.NewEvaluator()
	for _, terms := range [2][]*term.Term{q.Assume, q.Path} {
		if holds, decided := m.Satisfies(eval, terms); !holds || !decided {
			return false
		}
	}
	return true
}
