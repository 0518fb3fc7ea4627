package interproc

import (
	"slices"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Must summaries (SMASH, CREATE-MUSTSUMMARY and MUST-POST-USESUMMARY). A test that went through a callee shows
// a path through it. The path is the summary: its condition over the callee's inputs and what it returns
// and writes, as terms over those inputs, are what symbolic execution along it gives in the state at a
// call. That is more than the papers' pair of sets, and it depends on nothing in the context where it was
// found. Inputs drawn inside are fresh at each use and become inputs of the test; I5 holds of each use,
// since it ends in a test that is run.

const (
	mustKept  = 32 // summaries of one function, the latest first
	mustTried = 4  // of those, how many are put to the solver at one call
)

// mustSummary is a path through a function and what it was found for.
type mustSummary struct {
	path concolic.Segment
	post *term.Term
}

// mustSummaries are the known paths through functions (MERGE-MUSTSUMMARY: a list, the latest first).
type mustSummaries struct {
	of    map[*ir.Function][]*mustSummary
	tried map[mustUse]bool
}

// mustUse is an attempt to use a summary.
type mustUse struct {
	at      *concolic.Path
	to      *region.Node
	summary *mustSummary
}

// learn keeps the path on which a test fulfilled a question, unless it is known; it reports whether it was new.
func (m *mustSummaries) learn(f *ir.Function, path concolic.Segment, post *term.Term) bool {
	known := m.of[f]
	for _, s := range known {
		if s.path.Equal(path) {
			return false
		}
	}
	if len(known) >= mustKept {
		known = known[:mustKept-1]
	}
	m.of[f] = slices.Insert(known, 0, &mustSummary{path, post})
	return true
}

// forPosts lists the summaries of f, those found for one of the post-conditions first.
func (m *mustSummaries) forPosts(f *ir.Function, posts map[*term.Term]bool) []*mustSummary {
	var first, others []*mustSummary
	for _, s := range m.of[f] {
		if posts[s.post] {
			first = append(first, s)
		} else {
			others = append(others, s)
		}
	}
	return append(first, others...)
}

// tryMust looks for a known path through the callee that leads from the tests' states to t. The
// papers look for one before everything else; here a question that was asked before is put to its
// graph: tests have shown what of it can be reached, so it finds a path with as little effort, and
// one that fits what the caller knows now. The known path makes tests that are much alike: searches
// that begin with it took up to six times the queries of those without must summaries.
func (k *crossing) tryMust() (refine.Step, bool) {
	if !k.keepsMust() || k.edge.Target == verdict.CalleeFails {
		return refine.Step{}, false
	}
	asked := 0
	posts := map[*term.Term]bool{}
	for _, a := range k.alternatives(k.rest) {
		exit, post, rigid := k.post(a.changed)
		if k.known(keyOf(k.call.Callee, exit, post, rigid)) != nil {
			return refine.Step{}, false
		}
		posts[post] = true
	}
	for _, summary := range k.must.forPosts(k.call.Callee, posts) {
		use := mustUse{k.at.Path, k.t, summary}
		if asked == mustTried {
			break
		}
		if k.must.tried[use] {
			continue
		}
		k.must.tried[use] = true
		found, put := k.x.Through(k.at, summary.path, k.t)
		if put {
			asked++
		}
		if found {
			k.x.Engine().Stats.ByKind["must summaries used"]++
			return refine.Step{Progress: true}, true
		}
	}
	return refine.Step{}, false
}

// keepsMust and keepsNotMay say what the algorithm remembers of answered questions.
func (c *checker) keepsMust() bool {
	return c.options.Features.Has(feature.MustSummaries) && (c.options.Algorithm == "smash" || c.options.Algorithm == "must")
}

func (c *checker) keepsNotMay() bool {
	return c.options.Features.Has(feature.NotMaySummaries) && c.options.Algorithm != "must" && c.options.Algorithm != "dash"
}
