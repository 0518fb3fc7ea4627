package concolic

import (
	"context"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file looks for a failing test near one of another state of the program: inputs come from it by what they are
// for, and where that blocks a run its inputs are repaired by local changes, without a solver (repair.go). An edit that
// drops an allocation leaves all later addresses wrong, for instance, until the size of the one before is made larger.

const (
	mostCarriedRepairs = 50
	mostCarriedBlocks  = 200_000 // executed in all runs
)

// Giver gives inputs of a run, in the order in which it asks for them; false: it has no value for that one.
type Giver func(*ir.Input) (term.Value, bool)

// Carry is a test of p that fails and has the inputs that a giver gives, as far as no condition on the way is against
// it. Each run has a giver of its own, and begins as start says. nil: there is no such test. Nothing says of the test
// that is returned that it starts where the program may start.
func Carry(ctx context.Context, p *ir.Program, start *verdict.Test, give func() Giver) *verdict.Test {
	p.MustBeNumbered()
	stats := &verdict.Statistics{ByKind: map[string]int{}}
	evaluator := term.NewEvaluator()
	queries := query.NewSession(ctx, p, nil, evaluator, stats, query.Options{})
	f := NewForest(p, queries, sem.NewSlots(p), evaluator, stats, Options{})
	plan := &Plan{Globals: wholeGlobals(start), Functions: query.MeaningOf(start.Functions)}
	budget := int64(mostCarriedBlocks)
	for range mostCarriedRepairs {
		s := &carriedRun{dryRun: dryRun{runs: &f.dryRuns, plan: plan, path: f.root}, give: give()}
		m := f.machine(plan, s, plan.Functions)
		if m.CheckStart() != nil {
			return nil
		}
		out, err := m.Run(s, budget, f.queries.Stop)
		if err != nil || f.queries.Stop() {
			return nil
		}
		budget -= out.Steps
		complete := &Plan{Inputs: s.consumed, Globals: plan.Globals, Functions: plan.Functions}
		switch out.Kind {
		case concrete.ReachedError:
			return &verdict.Test{What: start.What, Pos: start.Pos, Inputs: s.consumed, Globals: plan.Globals, Functions: start.Functions, Applied: start.Applied}
		case concrete.Blocked:
			plan = f.unblock(&s.dryRun, complete, out)
		default:
			return nil
		}
		if plan == nil || budget <= 0 {
			return nil
		}
		f.noteRepairs(complete.Inputs, plan.Inputs)
	}
	return nil
}

// wholeGlobals are the initial values of a test with the cells of one map put together.
func wholeGlobals(test *verdict.Test) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	at := map[*ir.Variable]int{}
	for _, g := range test.Globals {
		i, isKnown := at[g.Variable]
		if !isKnown {
			i = len(out)
			at[g.Variable] = i
			out = append(out, verdict.GlobalValue{Variable: g.Variable, Value: term.ZeroValue(g.Variable.Sort)})
		}
		if g.Cell.IsValid() {
			out[i].Value = term.ArrayVal(out[i].Value.Array().Store(g.Cell, g.Value))
		} else {
			out[i].Value = g.Value
		}
	}
	return out
}

// carriedRun is a dry run whose inputs behind the repaired ones come from a giver.
type carriedRun struct {
	dryRun
	give Giver
}

// Input implements concrete.Source.
func (s *carriedRun) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	v, ok := s.give(h.Input) // what was repaired is used up, too
	ok = ok && v.Kind() == h.Dst.Sort.Kind && (h.Dst.Sort.Kind != term.KindBV || v.Width() == h.Dst.Sort.Width)
	if k := len(s.consumed); k < len(s.plan.Inputs) && s.plan.Inputs[k].Input == h.Input {
		v = s.plan.Inputs[k].Value
	} else if t := (&trial{machine: m, symbol: h.Dst.Sym, demands: demandsOn(b, index, h)}); !ok || !t.accepts(v) {
		if drawn := s.runs.draw(m, b, index, h); !ok || t.accepts(drawn) {
			v = drawn
		}
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

// Choose implements concrete.Source.
func (s *carriedRun) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	v, ok := s.give(g.Choice)
	if k := len(s.consumed); k < len(s.plan.Inputs) && s.plan.Inputs[k].Input == g.Choice {
		v, ok = s.plan.Inputs[k].Value, true
	}
	target := -1
	if ok && v.Kind() == term.KindInt && v.FitsInt64() {
		target = int(v.Int64())
	}
	if !slices.Contains(enabled, target) {
		target = s.runs.lookAhead(m, b, g, enabled)
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: g.Choice, Value: term.IntValue(int64(target))})
	return target
}
