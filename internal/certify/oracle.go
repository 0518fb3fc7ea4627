package certify

import (
	"context"
	"errors"
	"slices"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// oracle asks the solver whether facts contradict one another, given the program's axioms.
type oracle struct {
	ctx     context.Context
	terms   *term.Builder
	solver  solver.Solver
	timeout time.Duration
	counts  *Counts
	axioms  []axiom
	refuted map[*term.Term]bool // conjunctions proved contradictory
	choices *expander
}

// axiom is a fact that holds in every state, and the symbols it speaks of.
type axiom struct {
	fact    *term.Term
	symbols map[any]bool
	// counts: it may say how many values a sort without a meaning has, which bears on every fact.
	counts bool
}

// newOracle takes as axioms those of the program that are about constants and functions only.
func newOracle(ctx context.Context, p *ir.Program, options Options) *oracle {
	o := &oracle{ctx: ctx, terms: p.Terms, solver: options.Solver, timeout: options.Timeout, counts: options.Counts, refuted: map[*term.Term]bool{}}
	o.choices = &expander{p.Terms, map[*term.Term]*term.Term{}}
	assigned := assignedGlobals(p)
axioms:
	for _, fact := range p.Axioms {
		for _, sym := range fact.Vars() {
			if v := p.VariableOf(sym); v == nil || !v.Constant || assigned[v] {
				continue axioms
			}
		}
		symbols := map[any]bool{}
		mentions(fact, symbols)
		o.axioms = append(o.axioms, axiom{fact, symbols, countsValues(fact)})
	}
	return o
}

// contradiction returns nil if the axioms contradict each other, those included that the program
// does not use, or what is stated about the start: then no run starts.
func (o *oracle) contradiction(p *ir.Program) error {
	facts := slices.Clone(p.Initial)
	for _, a := range o.axioms {
		facts = append(facts, a.fact)
	}
	for _, a := range p.UnusedAxioms {
		if a.Fact != nil {
			facts = append(facts, a.Fact)
		}
	}
	answer := o.ask("axioms", facts, o.timeout)
	switch answer.Status {
	case solver.Unsat:
		return nil
	case solver.Sat:
		return &Rejection{"axioms", "there is a state that satisfies them"}
	}
	return &GaveUp{"axioms", answer.Reason}
}

func assignedGlobals(p *ir.Program) map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i := i.(type) {
				case *ir.Assign:
					out[i.Dst] = true
				case *ir.Havoc:
					out[i.Dst] = true
				case *ir.Call:
					for _, v := range i.Results {
						out[v] = true
					}
				}
			}
		}
	}
	return out
}

// countsValues says that a fact quantifies over a sort without a meaning.
func countsValues(t *term.Term) bool {
	found := false
	term.Walker(func(s *term.Term) bool {
		if s.Op() == term.OpForall || s.Op() == term.OpExists {
			for _, v := range s.Bound() {
				found = found || v.Sort().Kind == term.KindUninterpreted
			}
		}
		return !found
	})(t)
	return found
}

// mentions adds the free symbols and the functions of t.
func mentions(t *term.Term, symbols map[any]bool) {
	for _, sym := range t.Vars() {
		symbols[sym] = true
	}
	term.Walker(func(s *term.Term) bool {
		if s.Op() == term.OpApply {
			symbols[s.Func()] = true
		}
		return true
	})(t)
}

// insist is refute, but what is not decided is asked again, for a share of the time that is left:
// without it there is no proof.
func (o *oracle) insist(where string, facts, quantified []*term.Term) error {
	err := o.refute(where, facts, quantified, o.timeout)
	if share, limited := deadline.Left(o.ctx, insistShare); limited && share > o.timeout && errors.As(err, new(*GaveUp)) {
		return o.refute(where, facts, quantified, share)
	}
	return err
}

// refute returns nil if the facts contradict one another. It asks without quantified facts first, since
// most obligations do not need them; quantified are such facts beside the axioms.
func (o *oracle) refute(where string, facts, quantified []*term.Term, timeout time.Duration) error {
	together := o.terms.And(facts...)
	if together.IsFalse() || o.refuted[together] {
		o.counts.Folded++
		return nil
	}
	ground, more := o.relevant(facts)
	more = append(more, quantified...)
	path, expanded := o.choices.expandAll(append(ground, facts...))
	if o.terms.And(path...).IsFalse() {
		o.counts.Folded++
		return nil
	}
	answer := o.ask(where, path, timeout)
	if answer.Status == solver.Unknown && expanded {
		answer = o.ask(where, append(ground, facts...), timeout)
	}
	if answer.Status != solver.Unsat && len(more) > 0 {
		answer = o.ask(where, append(path, more...), timeout)
	}
	switch answer.Status {
	case solver.Unsat:
		o.refuted[together] = true
		return nil
	case solver.Sat:
		return &Rejection{where, "there is such a step or state"}
	}
	return &GaveUp{where, answer.Reason}
}

// ask puts a path to the solver as one formula, which cvc5 simplifies as a whole; where each
// condition is a scope of its own it may take more than ten times as long.
func (o *oracle) ask(where string, path []*term.Term, timeout time.Duration) solver.Answer {
	o.counts.Queries++
	return o.solver.Check(o.ctx, solver.Query{Path: []*term.Term{o.terms.And(path...)}, Label: "certify " + where, Timeout: timeout})
}

// relevant lists the axioms that share symbols with the facts, directly or through other axioms,
// speak of no symbol or count the values of a sort: those without and those with quantifiers.
func (o *oracle) relevant(facts []*term.Term) (ground, quantified []*term.Term) {
	if len(o.axioms) == 0 {
		return nil, nil
	}
	symbols := map[any]bool{}
	for _, t := range facts {
		mentions(t, symbols)
	}
	taken := make([]bool, len(o.axioms))
	for again := true; again; {
		again = false
		for i, a := range o.axioms {
			if taken[i] || len(a.symbols) > 0 && !a.counts && !overlap(a.symbols, symbols) {
				continue
			}
			taken[i], again = true, true
			for s := range a.symbols {
				symbols[s] = true
			}
		}
	}
	for i, a := range o.axioms {
		switch {
		case !taken[i]:
		case a.fact.HasQuantifier():
			quantified = append(quantified, a.fact)
		default:
			ground = append(ground, a.fact)
		}
	}
	return ground, quantified
}

func overlap(a, b map[any]bool) bool {
	for s := range a {
		if b[s] {
			return true
		}
	}
	return false
}
