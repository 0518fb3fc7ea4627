package certify

import (
	"fmt"
	"sort"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// start checks that Main speaks of the program, and that no start state lies outside its NotMay regions.
func (k *checker) start(g *graph) error {
	if g.function != k.program.Entry || g.Exit != verdict.ErrorExit {
		return &Rejection{g.name(), "the main graph is not about errors from the program's entry"}
	}
	k.need(g.number)
	safe := g.where(k.terms, g.Trees[0], func(region int) bool { return g.notMay[region] })
	outside := k.terms.Not(safe)
	facts := append([]*term.Term(nil), k.program.Initial...)
	if counter := k.program.AllocCounter; counter != nil {
		facts = append(facts, k.terms.Eq(counter.Sym, k.terms.BVConst(counter.Sort.Width, k.program.FirstFree)))
	}
	facts = append(facts, k.cellsRead(outside)...)
	facts = append(facts, outside)
	k.counts.Obligations++
	return k.oracle.insist(g.name()+": a start state outside the safe entry regions", facts, k.allCells(outside))
}

// cellsRead are the instances of the initial ranges for the cells that t may read from the start memory:
// those at the index of some select of t.
func (k *checker) cellsRead(t *term.Term) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	term.Walker(func(s *term.Term) bool {
		if s.Op() != term.OpSelect {
			return true
		}
		for _, r := range k.program.InitialRanges {
			if r.Map.Sort != s.Args()[0].Sort() || !t.DependsOn(r.Map.Sym) {
				continue
			}
			if fact := k.startsAs(r, s.Args()[1]); !seen[fact] {
				seen[fact] = true
				out = append(out, fact)
			}
		}
		return true
	})(t)
	return out
}

// startsAs says what r says about the cell at address.
func (k *checker) startsAs(r ir.InitialRange, address *term.Term) *term.Term {
	width := address.Sort().Width
	from, last := k.terms.BVConst(width, r.From), k.terms.BVConst(width, r.To-uint64(r.CellBytes))
	offset := k.terms.BVURem(k.terms.BVSub(address, from), k.terms.BVConst(width, uint64(r.CellBytes)))
	inside := k.terms.And(k.terms.BVUle(from, address), k.terms.BVUle(address, last), k.terms.Eq(offset, k.terms.BVConst(width, 0)))
	cell := k.terms.Select(r.Map.Sym, address)
	return k.terms.Implies(inside, k.terms.Eq(cell, k.terms.BVConst(cell.Sort().Width, r.Value)))
}

// allCells are the initial ranges of the maps that t mentions, in full.
func (k *checker) allCells(t *term.Term) []*term.Term {
	var out []*term.Term
	for _, r := range k.program.InitialRanges {
		if !t.DependsOn(r.Map.Sym) {
			continue
		}
		address := k.terms.Fresh("certify!address", r.Map.Sort.Index)
		cell := k.terms.Select(r.Map.Sym, address)
		out = append(out, k.terms.Forall([]*term.Term{address}, k.startsAs(r, address), [][]*term.Term{{cell}}))
	}
	return out
}

// leaving checks the control-flow edges out of one block: no step leads from a reached region to one
// that is not reached.
func (k *checker) leaving(g *graph, b *ir.Block) error {
	from := g.reachedLeaves(b.Index)
	if len(from) == 0 {
		return nil
	}
	s, err := k.step(b)
	if err != nil {
		return err
	}
	edges, err := k.edges(s, g.Exit)
	if err != nil {
		return err
	}
	for _, e := range edges {
		if err := k.passing(g, s, e, from); err != nil {
			return err
		}
	}
	return nil
}

func (g *graph) reachedLeaves(location int) []leaf {
	var out []leaf
	for _, l := range g.leaves[location] {
		if g.reached[l.region] {
			out = append(out, l)
		}
	}
	return out
}

// passing checks one control-flow edge.
func (k *checker) passing(g *graph, s *step, e edge, from []leaf) error {
	if len(g.reachedLeaves(e.location)) == len(g.leaves[e.location]) {
		return nil // all regions are reached, no edge need be absent
	}
	k.counts.Obligations++
	path := append([]*term.Term(nil), s.conditions...)
	path = append(path, e.guard)
	path = append(path, k.claims(g, s, e, from)...)
	where := fmt.Sprintf("%s: block %d target %d", g.name(), e.block, e.target)
	var steps []crossing
	for _, l := range from {
		// Where a callee fails the exit is one region, so it does not matter that the state is not after.
		w := &walker{k: k, g: g, after: s.substitution, known: map[*term.Term]bool{}}
		w.learn(path)
		w.learn(l.literals)
		leads := w.unreached(g.Trees[e.location])
		facts := append(append([]*term.Term(nil), path...), l.literals...)
		if leads.IsFalse() || k.terms.And(append(facts, leads)...).IsFalse() {
			continue
		}
		steps = append(steps, crossing{l, facts, leads})
	}
	if len(steps) == 0 {
		k.counts.Folded++
		return nil
	}
	return k.discharge(&obligation{
		where: where, path: path, steps: steps,
		alone: func(c crossing) error {
			w := &walker{k: k, g: g, after: s.substitution, known: map[*term.Term]bool{}}
			w.learn(c.facts)
			return w.refute(fmt.Sprintf("%s, region %d", where, c.from.region), g.Trees[e.location], c.facts)
		},
	})
}

// claims are the claims about the callee that the absent edges along e rely on. They hold whatever edge
// names them, so they are assumed together.
func (k *checker) claims(g *graph, s *step, e edge, from []leaf) []*term.Term {
	if s.call == nil {
		return nil
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	for _, l := range from {
		for _, to := range g.leaves[e.location] {
			if g.reached[to.region] {
				continue
			}
			for _, number := range g.absent[passage{e.block, e.target, l.region, to.region}] {
				for _, u := range g.Absent[number].Uses {
					k.need(u.Graph)
					if c := k.claim(s, k.graphs[u.Graph], u.Rigid); !seen[c] {
						seen[c] = true
						out = append(out, c)
					}
				}
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID() < out[j].ID() })
	return out
}

// walker finds which states of a tree are in regions not reached, given known facts.
type walker struct {
	k     *checker
	g     *graph
	after *term.Substitution
	known map[*term.Term]bool
}

func (w *walker) learn(facts []*term.Term) {
	for _, t := range facts {
		for _, c := range term.Conjuncts(t) {
			w.known[c] = true
		}
	}
}

// unreached is over the state before the step.
func (w *walker) unreached(t *verdict.SplitTree) *term.Term {
	terms := w.k.terms
	if t.Pred == nil {
		return terms.BoolConst(!w.g.reached[t.Region])
	}
	pred := w.decide(w.after.Apply(t.Pred))
	switch {
	case pred.IsTrue():
		return w.unreached(t.Yes)
	case pred.IsFalse():
		return w.unreached(t.No)
	}
	return terms.Ite(pred, w.unreached(t.Yes), w.unreached(t.No))
}

// refute checks subtree by subtree that given the facts no state after the step is in a region that is
// not reached. A subtree without reached regions is one question.
func (w *walker) refute(where string, t *verdict.SplitTree, facts []*term.Term) error {
	some, all := w.extent(t)
	switch {
	case !some:
		return nil
	case all:
		return w.k.oracle.refute(where, facts, nil, w.k.oracle.timeout)
	}
	pred := w.decide(w.after.Apply(t.Pred))
	facts = facts[:len(facts):len(facts)]
	if !pred.IsFalse() {
		if err := w.refute(where, t.Yes, append(facts, pred)); err != nil {
			return err
		}
	}
	if pred.IsTrue() {
		return nil
	}
	return w.refute(where, t.No, append(facts, w.k.terms.Not(pred)))
}

// extent says whether some and whether all regions of a subtree are not reached.
func (w *walker) extent(t *verdict.SplitTree) (some, all bool) {
	if t.Pred == nil {
		return !w.g.reached[t.Region], !w.g.reached[t.Region]
	}
	someYes, allYes := w.extent(t.Yes)
	someNo, allNo := w.extent(t.No)
	return someYes || someNo, allYes && allNo
}

// decide replaces what is known of the boolean structure of t.
func (w *walker) decide(t *term.Term) *term.Term {
	return w.decideIn(t, map[*term.Term]*term.Term{})
}

// decideIn is decide; done has what was made of junctions, which others share.
func (w *walker) decideIn(t *term.Term, done map[*term.Term]*term.Term) *term.Term {
	terms := w.k.terms
	switch {
	case w.known[t]:
		return terms.True()
	case w.known[terms.Not(t)]:
		return terms.False()
	}
	switch t.Op() {
	case term.OpAnd, term.OpOr, term.OpNot:
		if done[t] != nil {
			return done[t]
		}
		args := make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = w.decideIn(a, done)
		}
		done[t] = terms.Rebuild(t, args...)
		return done[t]
	}
	return t
}
