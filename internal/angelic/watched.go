package angelic

import (
	"slices"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// A rule about each object of a kind watches one of them, any: "the error is reached" means for
// some choice of it. So the watched object is eliminated from the condition of a failure where the
// path says which it is, x == watched: what is left speaks of x, as a specification may. x !=
// watched would be true of all programs and say nothing.

// isLeakChoice says that a global says which object the check for leaks is about, or which may hold its address. On a
// path the objects of the program have addresses that are known, so the value that the test has for it says which.
func isLeakChoice(v *ir.Variable) bool {
	return v.Name == ir.WatchedForLeaks || v.Name == ir.HolderForLeaks
}

// withoutWatched replaces the watched objects in a question by what the path says they are equal to.
func (a *analysis) withoutWatched(q *explain.Question, path *trace.Path) {
	values := map[*term.Term]*term.Term{}
	note := func(t *term.Term) {
		for _, t := range term.Conjuncts(t) {
			if t.Op() != term.OpEq {
				continue
			}
			for i := range 2 {
				watched, value := t.Arg(i), a.terms.Substitute(t.Arg(1-i), values)
				if watched.Op() == term.OpVar && a.unknowns.isWatched(watched) && values[watched] == nil && !slices.ContainsFunc(value.Vars(), a.unknowns.isWatched) {
					values[watched] = value
				}
			}
		}
	}
	for _, c := range path.Conditions {
		note(c.Term)
	}
	note(path.Failing)
	for _, v := range a.program.Globals {
		if value, ok := path.StartOf(v); ok && isLeakChoice(v) && values[v.Sym] == nil {
			values[v.Sym] = a.terms.Const(value)
		}
	}
	if len(values) == 0 {
		return
	}
	q.Failing = a.terms.Substitute(q.Failing, values)
	for _, list := range [][]*term.Term{q.Given, q.Guards} {
		for i, t := range list {
			list[i] = a.terms.Substitute(t, values)
		}
	}
}
