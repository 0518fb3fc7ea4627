package solver

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"yogi/internal/term"
)

const (
	// cacheLimit bounds the number of remembered slices; when it is reached the cache starts again.
	cacheLimit = 1 << 16
	// sliceLimit is the longest query that is sliced: beyond it the slicing costs more than it saves.
	sliceLimit = 200
	// cacheableLimit is the longest query that is looked up at all.
	cacheableLimit = 1 << 12
)

// Cache wraps a solver and remembers answers by slice. A slice is a set of conjuncts that share no
// symbol with the rest of the query, so the query is Sat iff all its slices are, and their models
// together are its model. The inner solver always sees the whole query: that is what its stack knows.
func Cache(inner Solver, stats *Stats) Solver {
	return &cache{inner: inner, stats: stats, slices: map[string]cached{}}
}

type cache struct {
	inner  Solver
	stats  *Stats
	slices map[string]cached
}

// cached holds what is known of a slice: Sat with the values of its symbols, or Unsat with the conjuncts
// to blame.
type cached struct {
	status Status
	model  *Model
	core   map[*term.Term]bool
}

// slice is a part of a query; assumed maps its terms to indices of assumptions.
type slice struct {
	terms   []*term.Term
	key     string
	assumed map[*term.Term]int
	applies bool // the slice has applications, so the functions are its symbols
}

func (c *cache) Check(ctx context.Context, q Query) Answer {
	if len(q.Path)+len(q.Assume) > cacheableLimit {
		return c.inner.Check(ctx, q)
	}
	parts := slicesOf(q)
	if a, ok := c.known(parts); ok {
		c.stats.Cached.Add(1)
		return a
	}
	a := c.inner.Check(ctx, q)
	c.remember(q, parts, a)
	return a
}

func (c *cache) Close() error { return c.inner.Close() }

// known answers from the slices: one Unsat slice is enough, Sat needs them all.
func (c *cache) known(parts []*slice) (Answer, bool) {
	vars := map[*term.Term]term.Value{}
	funcs := map[*term.Func]*FuncValue{}
	complete := true
	if len(parts) > 1 {
		all := whole(parts)
		if entry, ok := c.slices[all.key]; ok {
			return Answer{Status: Unsat, Core: all.coreOf(entry)}, true
		}
	}
	for _, p := range parts {
		entry, ok := c.slices[p.key]
		switch {
		case !ok:
			complete = false
		case entry.status == Unsat:
			return Answer{Status: Unsat, Core: p.coreOf(entry)}, true
		default:
			p.take(entry.model, vars, funcs)
		}
	}
	if !complete {
		return Answer{}, false
	}
	return Answer{Status: Sat, Model: NewModelWithFuncs(vars, funcs)}, true
}

// take copies the values of the slice's symbols.
func (p *slice) take(m *Model, vars map[*term.Term]term.Value, funcs map[*term.Func]*FuncValue) {
	for _, t := range p.terms {
		for _, v := range t.Vars() {
			if value, ok := m.vars[v]; ok {
				vars[v] = value
			}
		}
	}
	if p.applies {
		for f, value := range m.funcs {
			funcs[f] = value
		}
	}
}

func (p *slice) coreOf(entry cached) []int {
	core := []int{}
	for t, i := range p.assumed {
		if entry.core[t] {
			core = append(core, i)
		}
	}
	slices.Sort(core)
	return core
}

func (c *cache) remember(q Query, parts []*slice, a Answer) {
	if len(c.slices) > cacheLimit {
		clear(c.slices)
	}
	switch a.Status {
	case Sat:
		if q.StatusOnly {
			return
		}
		for _, p := range parts {
			if _, ok := c.slices[p.key]; !ok {
				c.slices[p.key] = cached{status: Sat, model: a.Model}
			}
		}
	case Unsat:
		c.rememberUnsat(q, parts, a)
	}
}

// rememberUnsat blames the one slice that is not known to be Sat, when it is the only one. (That the
// core lies in a slice would prove nothing: cores need not be minimal.) Else the whole query is kept.
func (c *cache) rememberUnsat(q Query, parts []*slice, a Answer) {
	blamed := map[*term.Term]bool{}
	for _, i := range a.Core {
		blamed[q.Assume[i]] = true
	}
	var culprit *slice
	for _, p := range parts {
		if entry, ok := c.slices[p.key]; ok && entry.status == Sat {
			continue
		}
		if culprit != nil {
			culprit = whole(parts)
			break
		}
		culprit = p
	}
	if culprit != nil {
		c.slices[culprit.key] = cached{status: Unsat, core: blamed}
	}
}

// whole is the query as one slice, under a key that no other slice has.
func whole(parts []*slice) *slice {
	all := &slice{assumed: map[*term.Term]int{}}
	for _, p := range parts {
		all.terms = append(all.terms, p.terms...)
		maps.Copy(all.assumed, p.assumed)
	}
	all.key = "\x00" + keyOf(all)
	return all
}

// slicesOf divides a query by shared symbols. One with quantifiers stays whole: a fact may say of a
// sort how many values it has, which bears on facts that share no symbol with it.
func slicesOf(q Query) []*slice {
	terms, assumed := distinctTerms(q)
	if len(terms) > sliceLimit || slices.ContainsFunc(terms, (*term.Term).HasQuantifier) {
		p := &slice{terms: terms, assumed: assumed, applies: true}
		p.key = keyOf(p)
		return []*slice{p}
	}
	u := newUnion(len(terms))
	owner := map[*term.Term]int{}
	applications := -1
	for i, t := range terms {
		for _, v := range t.Vars() {
			if first, ok := owner[v]; ok {
				u.join(first, i)
			} else {
				owner[v] = i
			}
		}
		if t.Features()&term.HasApplications != 0 { // functions are symbols too: one slice has them all
			if applications >= 0 {
				u.join(applications, i)
			}
			applications = i
		}
	}
	byRoot := map[int]*slice{}
	var parts []*slice
	for i, t := range terms {
		root := u.find(i)
		p := byRoot[root]
		if p == nil {
			p = &slice{assumed: map[*term.Term]int{}}
			byRoot[root] = p
			parts = append(parts, p)
		}
		p.terms = append(p.terms, t)
		p.applies = p.applies || t.Features()&term.HasApplications != 0
		if index, ok := assumed[t]; ok {
			p.assumed[t] = index
		}
	}
	for _, p := range parts {
		p.key = keyOf(p)
	}
	return parts
}

// distinctTerms lists the conjuncts of a query once each; an assumption that is also in the path
// counts as path.
func distinctTerms(q Query) (terms []*term.Term, assumed map[*term.Term]int) {
	seen := make(map[*term.Term]bool, len(q.Path)+len(q.Assume))
	for _, t := range q.Path {
		if !seen[t] {
			seen[t] = true
			terms = append(terms, t)
		}
	}
	assumed = map[*term.Term]int{}
	for i, t := range q.Assume {
		if !seen[t] {
			seen[t] = true
			terms = append(terms, t)
			assumed[t] = i
		}
	}
	return terms, assumed
}

// keyOf names a slice by its conjuncts and by which of them are assumptions: cores depend on that.
func keyOf(p *slice) string {
	ids := make([]uint64, 0, len(p.terms))
	for _, t := range p.terms {
		id := uint64(t.ID()) << 1
		if _, ok := p.assumed[t]; ok {
			id |= 1
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	key := make([]byte, 0, 5*len(ids))
	for _, id := range ids {
		key = binary.AppendUvarint(key, id)
	}
	return string(key)
}

// union is a disjoint-set forest.
type union struct{ parent []int }

func newUnion(n int) *union {
	u := &union{make([]int, n)}
	for i := range u.parent {
		u.parent[i] = i
	}
	return u
}

func (u *union) find(i int) int {
	for u.parent[i] != i {
		u.parent[i] = u.parent[u.parent[i]]
		i = u.parent[i]
	}
	return i
}

func (u *union) join(i, j int) { u.parent[u.find(i)] = u.find(j) }
