package concolic

import (
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Plan says how to start a test: the values of its first inputs, the targets of its first choices, and
// the start state. After that the run decides for itself.
type Plan struct {
	Inputs  []verdict.InputValue
	Globals []verdict.GlobalValue
	// Length is the number of blocks on the planned path; the run goes on past it for Options.TestSteps.
	Length int
	// Keep are conditions over the inputs and the start state that the test must meet, beyond those of
	// the planned path: repairs of the run keep them true.
	Keep []*term.Term
	// Functions is the meaning of uninterpreted functions.
	Functions *query.Meaning
}

// PlanFor reads the inputs along a path from an answer, which was about a slice of its constraint.
// What is not in the slice is as in base, a test on the first part of the path; nil: zero.
func (f *dryRuns) PlanFor(p *Path, answer query.PathAnswer, base *Plan) *Plan {
	slice := &f.slice
	slice.Clear()
	for _, symbol := range answer.Slice {
		slice.Add(symbol)
	}
	var before *query.Meaning
	if base != nil {
		before = base.Functions
	}
	plan := &Plan{Length: p.Depth, Functions: f.queries.MeaningAfter(answer, before)}
	for _, q := range p.Steps() {
		for _, d := range q.draws {
			v := term.IntValue(int64(d.target))
			if d.symbol != nil {
				v = valueIn(answer.Model, d.symbol)
				if k := len(plan.Inputs); base != nil && !slice.Has(d.symbol) && base.has(k, d.input) {
					v = base.Inputs[k].Value
				}
			}
			plan.Inputs = append(plan.Inputs, verdict.InputValue{Input: d.input, Value: v})
		}
	}
	plan.Globals = f.queries.StartState(answer)
	if base != nil {
		plan.Globals = otherGlobals(plan.Globals, slice, base)
	}
	return plan
}

// valueIn is the value of a symbol in a model, zero where the model does not speak of it.
func valueIn(model *solver.Model, symbol *term.Term) term.Value {
	if v, ok := model.Lookup(symbol); ok {
		return v
	}
	return term.ZeroValue(symbol.Sort())
}

// has reports whether the value of a plan for input number k is one for this input.
func (p *Plan) has(k int, input *ir.Input) bool {
	return k < len(p.Inputs) && p.Inputs[k].Input == input
}

// otherGlobals adds what base says of the globals that are not in the slice.
func otherGlobals(globals []verdict.GlobalValue, slice *term.Set, base *Plan) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, g := range globals {
		if slice.Has(g.Variable.Sym) {
			out = append(out, g)
		}
	}
	for _, g := range base.Globals {
		if !slice.Has(g.Variable.Sym) {
			out = append(out, g)
		}
	}
	return out
}
