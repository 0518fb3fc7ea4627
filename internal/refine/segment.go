package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/term"
)

// Through looks for a test that goes from at, where a function is called, along a known path through it and
// on into region t. It reports whether there is one, which has been run then, and whether more than
// the terms on the path had to be looked at.
func (x *tests) Through(at *concolic.State, segment concolic.Segment, t *region.Node) (found, asked bool) {
	e := x.engine
	var p *concolic.Path // the end
	var assume []*term.Term
	for p = range segment.After(at.Path) {
		for _, c := range e.Forest.Conditions(p) {
			if c.Term.IsFalse() {
				return false, false
			}
			assume = append(assume, c.Term)
		}
	}
	for _, literal := range t.Literals() {
		now := x.SymbolicAt(p, literal)
		if now.IsFalse() {
			return false, false
		}
		assume = append(assume, now)
	}
	path := x.PathConstraint(at.Path)
	assume = e.queries.Unsaid(path, assume) // the callee asks what was asked before
	// The search goes on by a question about the callee where this leads to nothing.
	step, _ := x.goOn(x.basisAt(at), p, t, query.Query{
		Path: path, Assume: assume, Label: x.Label("through"), Timeout: optionalQuery,
	})
	return step.Progress, true
}
