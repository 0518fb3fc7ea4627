// Package induction proves errors of a program out of reach, each by itself and all with one proof.
//
// A search for all errors together is over when the hardest has an answer. Most are easy: an index was compared
// with the bound, a pointer with null, an object lives as long as the program. What they need are a few facts that
// hold whenever a run is at a point, and these are found backwards: that no run takes the edge into an error is a
// claim about the point before it, which has to hold behind each edge that leads there. A claim holds behind an
// edge if the condition of the edge and the claims before it say so, which a solver is asked; if not, what it says
// before the block is claimed there (its weakest precondition), in further attempts only under a condition on the
// way. A claim that comes back to a point where it is claimed already is proved by induction. One that cannot hold
// is taken back, and with it what rests on it (Houdini, as far as anything is asked for at all).
//
// Claims are about starts of blocks and returns of functions. At a call the claims at the entry of the callee have to
// hold whoever calls; a claim behind a call of which the callee changes something is one about its return, over the
// state in which it was entered, too (calls.go).
//
// All claims that are left when nothing is open are inductive together. Those that an error needs are written down as
// a certificate (certificate.go), which is checked as any other.
//
// Read Run first, then support.go. What Run works with is in three types, each in the next: steps say what a
// condition is before a step and what could be claimed there, claims are what is claimed for the goal at hand and has
// to be shown, and the prover has the goals and asks the solver.
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
	// Attempts is how many more there are at a goal: in each one what is claimed on the way back from it is
	// claimed only under another one of the conditions there. In further rounds there are more.
	Attempts int
	Rounds   int
	// Promising: there is a further round only where those before excluded most of the errors.
	Promising bool
	// Conditional: at each goal it is tried, too, that a claim that a block makes true under a condition is made
	// under that condition before it, and that of one behind a call that holds for several reasons those are
	// claimed alone that are not about what the callee makes.
	Conditional bool
	Query       time.Duration // of one query
}

const growth = 5

// Outcome is the result of Run.
type Outcome struct {
	// Excluded are the blocks that end in an error, or in what is not modelled, to which no run comes.
	Excluded map[*ir.Block]bool
	// Certificate is the proof of a program all of whose such blocks are excluded; else nil.
	Certificate *verdict.Certificate
	// Goals is how many such blocks there are; Facts are the claims that are left, Queries what the solver was asked.
	Goals, Facts, Queries int
	// Tried is how many of the goals were looked at, and Ended that the context ended before the limits did.
	Tried int
	Ended bool
}

// Promises says that with more time more may be found: most of the goals that were looked at are excluded.
func (o Outcome) Promises() bool { return o.Ended && 2*len(o.Excluded) > o.Tried }

// Run looks for proofs for each error of a program whose memory is lowered and whose calls are alone in their blocks.
// What it has found when the context ends counts. Of a program that calls functions without a body there is nothing.
func Run(ctx context.Context, p *ir.Program, s solver.Solver, limits Limits) Outcome {
	var stats verdict.Statistics
	stats.ByKind = map[string]int{}
	w := &prover{
		claims: claims{steps: steps{
			conditional: limits.Conditional, program: p, terms: p.Terms, points: map[*ir.Function]*pointsOf{}, effects: map[*ir.Block]*effect{},
			loops: map[*ir.Function][]*loop{}, dominators: map[*ir.Function]*ir.DominatorTree{},
			rigid: map[*term.Term]*ir.Function{}, ghosts: map[*ir.Function]map[*ir.Variable]*term.Term{},
			kept: map[*ir.Function]map[*term.Term]*term.Term{},
		}},
		ctx: ctx, limits: limits, stats: &stats, checks: map[*ir.Block]*check{},
	}
	w.queries = query.NewSession(ctx, p, s, term.NewEvaluator(), &stats, query.Options{Timeout: limits.Query})
	p.MustBeNumbered()
	if !w.draw() {
		return Outcome{}
	}
	out := Outcome{Excluded: map[*ir.Block]bool{}, Goals: len(w.goals)}
	for round := 0; round < limits.Rounds && len(out.Excluded) < len(w.goals) && ctx.Err() == nil; round++ {
		if round > 0 && limits.Promising && 2*len(out.Excluded) < len(w.goals) {
			break
		}
		w.round(&out, round)
		w.limits.Queries, w.limits.Claims, w.limits.Query = w.limits.Queries*growth, w.limits.Claims*growth, w.limits.Query*growth
		w.limits.Attempts = 2*w.limits.Attempts + 3
	}
	if out.Queries = stats.SolverQueries; len(out.Excluded) == len(w.goals) {
		out.Certificate = w.certificate()
	}
	out.Facts = w.left()
	out.Ended = ctx.Err() != nil
	return out
}

// round works on each goal that is left: first on all of its check, which is a smaller claim. What is not modelled
// there is left to the rounds behind the first, which has number 0. What was refuted in an earlier round may rest on
// what was claimed since, and is claimed again.
func (w *prover) round(out *Outcome, number int) {
	for _, of := range w.checks {
		of.tried = false
	}
	for _, of := range w.points {
		of.tried = false
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
		if !g.tried {
			g.tried = true
			out.Tried++
		}
		of := w.checks[g.edge.block]
		if !of.tried {
			of.tried = true
			whole := &goal{edge: g.edge, begins: of.begins}
			w.prove(whole)
			of.failed = whole.failed && !w.isNeverEntered(g.edge)
		}
		if _, isError := g.edge.block.Terminator.(*ir.Error); number == 0 && of.failed && !isError {
			continue
		}
		if w.prove(g); !g.failed {
			out.Excluded[g.edge.block] = true
		}
	}
}

// isNeverEntered claims once in a round that a function is not called: some are there for what does not happen, as
// the loop that looks for the end of a string where none is known.
func (w *prover) isNeverEntered(in *edge) bool {
	f := in.block.Function
	of := w.points[f]
	if f == w.program.Entry || of.tried {
		return false
	}
	of.tried = true
	for _, p := range of.blocks { // where it was refuted as what an error needs
		if none := p.facts[w.terms.False()]; none != nil && none.failed {
			delete(p.facts, none.term)
		}
	}
	never := &goal{edge: in, begins: of.blocks, ways: len(of.blocks[f.Entry().Index].into)}
	w.prove(never)
	return !never.failed
}

// prover is one call of Run: it has the goals, and asks the solver.
type prover struct {
	claims
	ctx     context.Context
	queries *query.Session
	limits  Limits
	stats   *verdict.Statistics

	goals    []*goal
	checks   map[*ir.Block]*check // that fails where a block ends in an error
	asked    int                  // queries for the goal at hand
	ofBounds int                  // queries about bounds, of all goals
}

// claims holds the claims for a goal, and those of them that are still to be shown.
type claims struct {
	steps
	goal *goal // at hand
	// attempt, if not 0, is the number of the condition under which claims are made on the way back from the
	// goal, by their order there; conditions is how many lie between a claim to be made and the goal.
	attempt, conditions int
	made                []*fact // for the goal

	open    []*obligation // that have to be looked at
	hurried bool          // nothing is asked or claimed any more: what is open fails
	claimed int           // claims for the goal at hand
}

// steps say what a condition behind a step, a call or a loop of the program is before it, and what could be claimed
// there. Nothing in them depends on the goal but whether claims are made under conditions.
type steps struct {
	conditional bool // they are, at the goal at hand (Limits)
	program     *ir.Program
	terms       *term.Builder
	points      map[*ir.Function]*pointsOf
	effects     map[*ir.Block]*effect
	loops       map[*ir.Function][]*loop // see loopsAround
	// dominators are those of functions with loops, as far as they were asked for.
	dominators map[*ir.Function]*ir.DominatorTree
	// rigid are the symbols that keep their values in a function: those that stand for the state in which it was
	// entered, and those for what its caller knows of (nil: of any function).
	rigid  map[*term.Term]*ir.Function
	ghosts map[*ir.Function]map[*ir.Variable]*term.Term
	// kept are, by their ghosts, the parameters that a function nowhere changes: inside of it both are the same.
	kept map[*ir.Function]map[*term.Term]*term.Term
}

// goal is an error: no run takes the edge; or that none comes to the points at which a check has failed.
type goal struct {
	edge       *edge
	begins     []*point
	ways       int // to them, each of which has the work of an error; 0 is one
	obligation *obligation
	tried      bool
	failed     bool
}

// prove works on a goal until nothing is open. If that takes too much what is open is given up, and with it what rests
// on it: what was proved before does not.
func (w *prover) prove(g *goal) {
	w.made = w.made[:0]
	for w.attempt = 0; ; w.attempt++ {
		w.proveEitherWay(g)
		if !g.failed || w.attempt >= w.limits.Attempts || w.ctx.Err() != nil {
			return
		}
		w.allowAgain()
	}
}

// proveEitherWay is one attempt with conditional claims and one without, first as the latest goal was proved.
func (w *prover) proveEitherWay(g *goal) {
	if w.proveOnce(g); !g.failed || !w.limits.Conditional || w.ctx.Err() != nil {
		return
	}
	w.allowAgain()
	w.conditional = !w.conditional
	if w.proveOnce(g); g.failed {
		w.conditional = !w.conditional
	}
}

// allowAgain lets what was claimed for the goal and refuted be claimed again: it may hold by what is claimed now.
func (w *prover) allowAgain() {
	for _, f := range w.made {
		if f.failed {
			delete(f.at.facts, f.term)
		}
	}
}

// proveOnce is one attempt.
func (w *prover) proveOnce(g *goal) {
	w.conditions = 0
	w.goal, w.asked, w.claimed, w.hurried = g, 0, 0, false
	g.failed = false
	var begins []*fact
	if g.begins == nil {
		g.obligation = &obligation{term: w.terms.False(), edge: g.edge, goal: g}
		w.open = append(w.open, g.obligation)
	}
	for _, at := range g.begins {
		if f := w.claim(at, w.terms.False()); f != nil {
			begins = append(begins, f)
		}
	}
	for len(w.open) > 0 {
		o := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		o.isOpen = false
		if o.isVoid() {
			continue
		}
		w.hurried = w.hurried || w.ctx.Err() != nil || w.asked > w.limits.Queries*max(g.ways, 1) || w.claimed > w.limits.Claims
		if !w.support(o) {
			w.fail(o)
		}
	}
	if g.begins != nil {
		g.failed = len(begins) < len(g.begins) || slices.ContainsFunc(begins, func(f *fact) bool { return f.failed })
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
	asked    *goal // for which the solver was asked last
}

// conditions is how many conditions of edges lie between what an obligation is about and the goal that it
// was made for.
func (o *obligation) conditions() int {
	if o.fact != nil {
		return o.fact.conditions
	}
	return 0
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
	conditions  int // of edges that lie between it and the goal that it was claimed for
}

// mostAtPoint bounds the claims at one point for one goal: where a loop makes a new one in each round there is no end.
const mostAtPoint = 40

// claim makes a claim at a point, if it was not refuted there; nil: it was, or cannot be made.
func (w *claims) claim(at *point, t *term.Term) *fact {
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
	f := &fact{at: at, term: t, users: map[*obligation]bool{}, conditions: w.conditions}
	at.facts[t] = f
	w.made = append(w.made, f)
	at.list = append(at.list, f)
	for _, e := range at.into {
		o := &obligation{term: t, edge: e, fact: f, isOpen: true}
		f.obligations = append(f.obligations, o)
		w.open = append(w.open, o)
	}
	return f
}

// rest notes what an obligation rests on.
func (w *claims) rest(o *obligation, on []support) {
	for _, s := range o.supports {
		delete(s.fact.users, o)
	}
	o.supports = on
	for _, s := range on {
		s.fact.users[o] = true
	}
}

// fail takes back the claim whose part an obligation is. What rests on it is open again.
func (w *claims) fail(o *obligation) {
	if o.fact == nil {
		o.goal.failed = true
		w.rest(o, nil)
		return
	}
	f := o.fact
	f.failed = true
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
func (w *steps) left() (n int) {
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
