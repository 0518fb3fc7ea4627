package pipeline

import (
	"strings"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/ir"
	"yogi/internal/property/slic"
	"yogi/internal/report/ctest"
)

// compiledRule is the rule of a job as a monitor of the compiled program.
func (j Job) compiledRule(program *ir.Program, entry string) (*ctest.Rule, error) {
	rule, err := slic.Again(j.Rule.Sources)
	if err != nil {
		return nil, err
	}
	out := &ctest.Rule{Watched: lower.WatchedInput, Units: map[int]string{0: rule.MonitorHead(true)}}
	byName := map[string]int{}
	functions := map[int][]*slic.Function{}
	for _, e := range program.Events {
		i, known := byName[e.Function]
		if !known {
			i = len(out.Observed)
			byName[e.Function] = i
			f := &slic.Function{Name: e.Function, Result: e.Result, Params: e.Params}
			functions[e.Unit] = append(functions[e.Unit], f)
			declared, names := f.Parameters(slic.Call)
			out.Observed = append(out.Observed, ctest.Observed{
				Name: e.Function, Unit: e.Unit, HasBody: e.HasBody, Declared: declared, Names: names, Params: e.Names,
				Result: e.Result, IsEntry: e.Function == entry,
			})
		}
		out.Observed[i].Events = append(out.Observed[i].Events, e.Event)
		act(functions, e)
	}
	for unit, list := range functions {
		if unit != 0 {
			out.Units[unit] = rule.MonitorHead(false)
		}
		text := make([]slic.Function, len(list))
		for i, f := range list {
			text[i] = *f
		}
		out.Units[unit] += rule.MonitorEvents(text)
	}
	return out, nil
}

// act adds an event to its function.
func act(functions map[int][]*slic.Function, e ir.RuleEvent) {
	for _, list := range functions {
		for _, f := range list {
			if f.Name == e.Function {
				f.Events = append(f.Events, slic.Acting{Event: slic.ParseEvent(strings.ToLower(e.Event)), Handler: e.Handler})
			}
		}
	}
}
