package invariant

import (
	"slices"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// houdini holds the candidates that are left.
type houdini struct {
	*encoder
	oracle Oracle
	left   Facts
	broken Facts // candidates that some step breaks, given all that were left then
	stop   func() bool
	evaler *term.Evaluator
	// dirty are the steps that have to be looked at; nil: all.
	dirty map[*step]bool
	// elements takes facts about all elements for granted of others than the chosen one; nil: nothing does.
	elements *elementFacts
}

// weaken drops candidates until every step keeps what is left: the largest inductive subset, but for
// candidates that the solver could not decide, which are dropped too. False: it was stopped before, so
// nothing is proved; called again it goes on. What a step broke until then is gone for good, since that was with
// more candidates taken for granted than will be left.
func (h *houdini) weaken() (done bool) {
	if h.dirty == nil {
		h.dirty = map[*step]bool{}
		for _, s := range h.steps {
			h.dirty[s] = true
		}
	}
	for again := true; again; {
		again = false
		for _, s := range h.steps {
			if !h.dirty[s] {
				continue
			}
			if h.stop() {
				return false
			}
			h.dirty[s], again = false, true
			before := h.left[s.to]
			left := h.kept(s, before)
			if h.stop() {
				left, h.dirty[s] = h.unbroken(s.to), true
			}
			h.left[s.to] = left
			if len(left) < len(before) {
				for _, t := range h.steps {
					h.dirty[t] = h.dirty[t] || t.reliesOn(s.to)
				}
			}
		}
	}
	return true
}

// unbroken are the candidates at a point that are left but for those that some step broke.
func (h *houdini) unbroken(p Point) []*term.Term {
	broken := map[*term.Term]bool{}
	for _, c := range h.broken[p] {
		broken[c] = true
	}
	return slices.DeleteFunc(slices.Clone(h.left[p]), func(c *term.Term) bool { return broken[c] })
}

// kept returns those claims that hold after every run of s from a state of the facts that are left.
func (h *houdini) kept(s *step, claims []*term.Term) []*term.Term {
	after := h.terms.NewSubstitution(s.after)
	known := map[*term.Term]bool{}
	for _, f := range h.known(s) {
		known[f] = true
	}
	var open, kept []*term.Term
	value := map[*term.Term]*term.Term{}
	for _, c := range claims {
		v := after.Apply(c)
		switch {
		case v.IsTrue() || known[v]:
			kept = append(kept, c)
		case v.IsFalse() && !c.IsFalse(): // that no run gets there may hold
			h.broken[s.to] = append(h.broken[s.to], c)
		default:
			value[c] = v
			open = append(open, c)
		}
	}
	return append(kept, h.implied(s, open, value)...)
}

// implied returns those of the claims, whose values after the step are given, that the step implies. One
// query asks for a run that breaks any; its model drops all that it breaks.
func (h *houdini) implied(s *step, claims []*term.Term, value map[*term.Term]*term.Term) []*term.Term {
	if len(claims) == 0 {
		return nil
	}
	// What holds once equations are solved needs no query.
	path, values := solveEquations(h.terms, append(h.about(s), h.known(s)...))
	now := map[*term.Term]*term.Term{}
	var open, kept []*term.Term
	for _, c := range claims {
		v := value[c]
		for _, solved := range values {
			v = solved.Apply(v)
		}
		if now[c] = v; v.IsTrue() {
			kept = append(kept, c)
		} else {
			open = append(open, c)
		}
	}
	return append(kept, h.notBroken(s, path, open, now)...)
}

// notBroken returns those of the claims that hold on a path.
func (h *houdini) notBroken(s *step, path, claims []*term.Term, value map[*term.Term]*term.Term) []*term.Term {
	for len(claims) > 0 && !h.stop() {
		broken := make([]*term.Term, len(claims))
		for i, c := range claims {
			broken[i] = h.terms.Not(value[c])
		}
		left, values := solveEquations(h.terms, append(path[:len(path):len(path)], h.terms.Or(broken...)))
		answer := h.put(s, left, nil)
		switch answer.Status {
		case solver.Unsat:
			return claims
		case solver.Sat:
			var rest []*term.Term
			for _, c := range claims {
				now := value[c]
				for _, v := range values {
					now = v.Apply(now)
				}
				if v, err := h.evaler.Eval(now, answer.Model); err == nil && v.Bool() {
					rest = append(rest, c)
				} else {
					h.broken[s.to] = append(h.broken[s.to], c)
				}
			}
			if len(rest) < len(claims) {
				claims = rest
				continue
			}
		}
		if len(claims) == 1 {
			return nil
		}
		half := len(claims) / 2
		return append(h.notBroken(s, path, claims[:half:half], value), h.notBroken(s, path, claims[half:], value)...)
	}
	return nil
}

// ask poses a query about the step: facts at its start, and a claim broken at its end. The core is over
// those facts that are assumed.
func (h *houdini) ask(s *step, facts, assumed []*term.Term, broken *term.Term) solver.Answer {
	return h.put(s, append(h.about(s), append(facts[:len(facts):len(facts)], broken)...), assumed)
}

// askSolved is ask without assumptions, after equations are solved; values are to be put into terms that the model
// is asked about.
func (h *houdini) askSolved(s *step, facts []*term.Term, broken *term.Term) (answer solver.Answer, values []*term.Substitution) {
	path, values := solveEquations(h.terms, append(h.about(s), append(facts[:len(facts):len(facts)], broken)...))
	return h.put(s, path, nil), values
}

// about lists what is known of a step beside facts.
func (h *houdini) about(s *step) []*term.Term {
	if h.isStart(s) {
		return append(h.start(), s.cond)
	}
	return append(h.axioms(), s.cond)
}

func (h *houdini) isStart(s *step) bool {
	return s.from.Function == h.program.Entry && s.from.Block == h.program.Entry.Entry().Index
}

func (h *houdini) put(s *step, path, assumed []*term.Term) solver.Answer {
	if h.isStart(s) {
		return h.oracle.Ask(path, assumed, "invariant")
	}
	return h.oracle.AskAnywhere(path, assumed, "invariant")
}

// axioms lists the program's ground axioms; the oracle knows the others.
func (h *houdini) axioms() []*term.Term {
	var out []*term.Term
	for _, a := range h.program.Axioms {
		if !a.HasQuantifier() {
			out = append(out, a)
		}
	}
	return out
}

// start lists what is known where the program starts.
func (h *houdini) start() []*term.Term {
	out := h.axioms()
	for _, f := range h.program.Initial {
		if !f.HasQuantifier() {
			out = append(out, f)
		}
	}
	if v := h.program.AllocCounter; v != nil {
		out = append(out, h.terms.Eq(v.Sym, h.terms.BVConst(v.Sort.Width, h.program.FirstFree)))
	}
	return out
}

// needed closes goals under what their proofs need: the smallest set, as the solver's cores go, that
// contains the goals and is inductive by itself. The goals are among the facts that are left.
func (h *houdini) needed(goals Facts) Facts {
	out := Facts{}
	has := map[Point]map[*term.Term]bool{}
	var work []need
	want := func(p Point, f *term.Term) {
		if has[p] == nil {
			has[p] = map[*term.Term]bool{}
		}
		if !has[p][f] {
			has[p][f] = true
			out[p] = append(out[p], f)
			work = append(work, need{point: p, fact: f})
		}
	}
	for p, facts := range goals {
		for _, f := range facts {
			want(p, f)
		}
	}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		for _, s := range h.steps {
			if s.to != n.point {
				continue
			}
			supports, _ := h.supports(s, n.fact)
			for _, on := range supports {
				h.elements.use(on)
				want(on.point, on.fact)
			}
		}
	}
	return out
}

type need struct {
	point Point
	fact  *term.Term
	at    []*term.Term // the elements that a fact about all elements is needed of; nil: the chosen ones
}

// supports lists facts at the start of a step, and of the call on the way, that imply a fact at its end; ok is
// false if all of them do not, or in no time.
func (h *houdini) supports(s *step, fact *term.Term) (out []need, ok bool) {
	value := h.terms.Substitute(fact, s.after)
	if value.IsTrue() {
		return nil, true
	}
	facts := h.known(s)
	for i, f := range facts {
		if f == value {
			return []need{h.source(s, i)}, true
		}
	}
	broken := h.terms.Not(value)
	if answer, _ := h.askSolved(s, nil, broken); answer.Status == solver.Unsat {
		return nil, true
	}
	if answer, _ := h.askSolved(s, facts, broken); answer.Status != solver.Unsat {
		for i := range facts {
			out = append(out, h.source(s, i))
		}
		return out, false
	}
	for _, i := range h.core(s, facts, broken) {
		out = append(out, h.source(s, i))
	}
	return out, true
}

// core lists by index facts that are enough to refute a step on which something is broken, as all of them are:
// without equations solved as the solver's core goes, else by leaving out halves and then single ones.
func (h *houdini) core(s *step, facts []*term.Term, broken *term.Term) []int {
	if answer := h.ask(s, nil, facts, broken); answer.Status == solver.Unsat {
		return answer.Core
	}
	var core []int
	for i := range facts {
		core = append(core, i)
	}
	for size := len(core) / 2; size > 0 && !h.stop(); size /= 2 {
		for from := 0; from < len(core) && !h.stop(); {
			rest := append(append([]int(nil), core[:from]...), core[min(from+size, len(core)):]...)
			chosen := make([]*term.Term, len(rest))
			for i, k := range rest {
				chosen[i] = facts[k]
			}
			if answer, _ := h.askSolved(s, chosen, broken); answer.Status == solver.Unsat {
				core = rest
			} else {
				from += size
			}
		}
	}
	return core
}
