// Package induction proves errors of a program out of reach, each by itself and all with one proof.
//
// A search for all errors together is over when the hardest has an answer. Most are easy: an index was compared with
// the bound, a pointer with null, an object lives as long as the program. What they need are a few facts that hold
// whenever a run is at a point, and these are found backwards: that no run takes the edge into an error is a claim
// about the point before it, which has to hold behind each edge that leads there. A claim holds behind an edge if the
// condition of the edge and the claims before it say so, which a solver is asked; if not, what it says before the
// block is claimed there (its weakest precondition), then that only under the condition of the edge. A claim that
// comes back to a point where it is claimed already is proved by induction. One that cannot hold is taken back, and
// with it what rests on it (Houdini, as far as anything is asked for at all).
//
// Claims are about starts of blocks and returns of functions. At a call the claims at the entry of the callee have to
// hold whoever calls; a claim behind a call of which the callee changes something is one about its return, over the
// state in which it was entered, too (calls.go).
//
// All claims that are left when nothing is open are inductive together. Those that an error needs are written down as
// a certificate (certificate.go), which is checked as any other.
//
// Read Run first, then support.go.
package induction

import (
	"context"
	"maps"
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Limits bound the work on one error in the first of Rounds; in each further one those that are left
// have growth times as much.
type Limits struct {
	Queries int // put to the solver
	Claims  int // made
	Rounds  int
	Query   time.Duration // of one query
}

const growth = 6

// Outcome is the result of Run.
type Outcome struct {
	// Excluded are the blocks that end in an error, or in what is not modelled, to which no run comes.
	Excluded map[*ir.Block]bool
	// Certificate is the proof of a program all of whose such blocks are excluded; else nil.
	Certificate *verdict.Certificate
	// Goals is how many such blocks there are; Facts are the claims that are left, Queries what the solver was asked.
	Goals, Facts, Queries int
}

// Run looks for proofs for each error of a program whose memory is lowered and whose calls are alone in their blocks.
// What it has found when the context ends counts. Of a program that calls functions without a body there is nothing.
func Run(ctx context.Context, p *ir.Program, s solver.Solver, limits Limits) Outcome {
	var stats verdict.Statistics
	stats.ByKind = map[string]int{}
	w := &prover{
		ctx: ctx, program: p, terms: p.Terms, limits: limits, stats: &stats, points: map[*ir.Function]*pointsOf{}, effects: map[*ir.Block]*effect{},
		rigid: map[*term.Term]*ir.Function{}, ghosts: map[*ir.Function]map[*ir.Variable]*term.Term{},
	}
	w.queries = query.NewSession(ctx, p, s, term.NewEvaluator(), &stats, query.Options{Timeout: limits.Query, OnlyAsInterpreted: true})
	p.Number()
	if !w.draw() {
		return Outcome{}
	}
	out := Outcome{Excluded: map[*ir.Block]bool{}, Goals: len(w.goals)}
	for round := 0; round < limits.Rounds && len(out.Excluded) < len(w.goals) && ctx.Err() == nil; round++ {
		w.round(&out)
		w.limits.Queries, w.limits.Claims, w.limits.Query = w.limits.Queries*growth, w.limits.Claims*growth, w.limits.Query*growth
	}
	if out.Queries = stats.SolverQueries; len(out.Excluded) == len(w.goals) {
		out.Certificate = w.certificate()
	}
	out.Facts = w.left()
	return out
}

// round works on each goal that is left. What was refuted in an earlier round may rest on what was
// claimed since, and is claimed again.
func (w *prover) round(out *Outcome) {
	for _, of := range w.points {
		of.each(func(p *point) {
			p.list = slices.DeleteFunc(p.list, func(f *fact) bool { return f.failed })
			maps.DeleteFunc(p.facts, func(_ *term.Term, f *fact) bool { return f.failed })
		})
	}
	for _, g := range w.goals {
		if out.Excluded[g.edge.block] {
			continue
		}
		if w.ctx.Err() != nil {
			return
		}
		if w.prove(g); !g.failed {
			out.Excluded[g.edge.block] = true
		}
	}
}

// prover is one call of Run.
type prover struct {
	ctx     context.Context
	program *ir.Program
	terms   *term.Builder
	queries *query.Session
	limits  Limits
	stats   *verdict.Statistics

	points  map[*ir.Function]*pointsOf
	effects map[*ir.Block]*effect
	goals   []*goal
	// rigid are the symbols that keep their values in a function: those that stand for the state in which it was
	// entered, and those for what its caller knows of (nil: of any function).
	rigid  map[*term.Term]*ir.Function
	ghosts map[*ir.Function]map[*ir.Variable]*term.Term

	goal    *goal         // at hand
	open    []*obligation // that have to be looked at
	hurried bool          // nothing is asked or claimed any more: what is open fails
	asked   int           // queries for the goal at hand
	claimed int           // claims for it
}

// goal is an error: no run takes the edge.
type goal struct {
	edge       *edge
	obligation *obligation
	failed     bool
}

// prove works on a goal until nothing is open. If that takes too much what is open is given up, and with it what rests
// on it: what was proved before does not.
func (w *prover) prove(g *goal) {
	w.goal, w.asked, w.claimed, w.hurried = g, 0, 0, false
	g.failed = false
	g.obligation = &obligation{term: w.terms.False(), edge: g.edge, goal: g}
	w.open = append(w.open, g.obligation)
	for len(w.open) > 0 {
		o := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		o.isOpen = false
		if o.isVoid() {
			continue
		}
		w.hurried = w.hurried || w.ctx.Err() != nil || w.asked > w.limits.Queries || w.claimed > w.limits.Claims
		if !w.support(o) {
			w.fail(o)
		}
	}
}

// obligation says that a term holds behind an edge.
type obligation struct {
	term     *term.Term
	edge     *edge
	fact     *fact // at the end of the edge, whose part this is; nil: a goal's
	goal     *goal
	supports []support
	isOpen   bool
}

func (o *obligation) isVoid() bool {
	if o.fact != nil {
		return o.fact.failed
	}
	return o.goal.failed
}

// support is a fact that an obligation rests on. Of one at the return of a callee frame says what the symbols stand for
// that are the caller's.
type support struct {
	fact  *fact
	frame map[*term.Term]*term.Term
}

// fact is a claim about a point.
type fact struct {
	at          *point
	term        *term.Term
	obligations []*obligation
	failed      bool
	users       map[*obligation]bool
}

// mostAtPoint bounds the claims at one point for one goal: where a loop makes a new one in each round there is no end.
const mostAtPoint = 40

// claim makes a claim at a point, if it was not refuted there; nil: it was, or cannot be made.
func (w *prover) claim(at *point, t *term.Term) *fact {
	if f := at.facts[t]; f != nil {
		if f.failed {
			return nil
		}
		return f
	}
	if w.hurried || !w.isClaimable(at, t) {
		return nil
	}
	if at.goal != w.goal {
		at.goal, at.claimed = w.goal, 0
	}
	if at.claimed++; at.claimed > mostAtPoint {
		return nil
	}
	w.claimed++
	f := &fact{at: at, term: t, users: map[*obligation]bool{}}
	at.facts[t] = f
	at.list = append(at.list, f)
	for _, e := range at.into {
		o := &obligation{term: t, edge: e, fact: f, isOpen: true}
		f.obligations = append(f.obligations, o)
		w.open = append(w.open, o)
	}
	return f
}

// rest notes what an obligation rests on.
func (w *prover) rest(o *obligation, on []support) {
	for _, s := range o.supports {
		delete(s.fact.users, o)
	}
	o.supports = on
	for _, s := range on {
		s.fact.users[o] = true
	}
}

// fail takes back the claim whose part an obligation is. What rests on it is open again.
func (w *prover) fail(o *obligation) {
	if o.fact == nil {
		o.goal.failed = true
		w.rest(o, nil)
		return
	}
	f := o.fact
	f.failed = true
	if o.edge.from != nil {
	} else {
	}
	if w.hurried {
		delete(f.at.facts, f.term) // which may be claimed again for another goal
	}
	for _, part := range f.obligations {
		w.rest(part, nil)
	}
	for user := range f.users {
		if !user.isOpen {
			user.isOpen = true
			w.open = append(w.open, user)
		}
	}
}

// left is the number of claims that are left.
func (w *prover) left() (n int) {
	for _, of := range w.points {
		of.each(func(p *point) {
			for _, f := range p.list {
				if !f.failed {
					n++
				}
			}
		})
	}
	return n
}
