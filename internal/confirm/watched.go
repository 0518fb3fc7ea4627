package confirm

import (
	"fmt"
	"strings"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/ir"
	"yogi/internal/property/slic"
	"yogi/internal/report/ctest"
	"yogi/internal/source"
)

// CompiledRule is a rule, of the text of its files, as a monitor of the compiled program.
func CompiledRule(text []slic.Source, events []ir.RuleEvent, entry string) (*ctest.Rule, error) {
	rule, err := slic.Again(text)
	if err != nil {
		return nil, err
	}
	out := &ctest.Rule{Watched: lower.WatchedInput, Units: map[int]string{0: rule.MonitorHead(slic.Owned)}}
	out.Limits = unseen(events, entry)
	byName := map[string]int{}
	functions := map[int][]*slic.Function{}
	for _, e := range events {
		i, known := byName[e.Function]
		if !known {
			i = len(out.Observed)
			byName[e.Function] = i
			f := &slic.Function{Name: e.Function, Result: e.Result, Params: e.Params}
			functions[e.Unit] = append(functions[e.Unit], f)
			declared, names := f.Parameters(slic.Call)
			out.Observed = append(out.Observed, ctest.Observed{
				Name: e.Function, Pos: e.Pos, Unit: e.Unit, HasBody: e.HasBody, Declared: declared, Names: names, Params: e.Names,
				Result: e.Result, Variadic: e.Variadic, IsEntry: e.Function == entry,
			})
		}
		out.Observed[i].Events = append(out.Observed[i].Events, e.Event)
		act(functions, e)
	}
	for unit, list := range functions {
		if unit != 0 {
			out.Units[unit] = rule.MonitorHead(slic.Shared)
		}
		text := make([]slic.Function, len(list))
		for i, f := range list {
			text[i] = *f
		}
		out.Units[unit] += rule.MonitorEvents(text)
	}
	return out, nil
}

// unseen are the events that the compiled monitor does not see: those of a second static function of one name, and
// calls of the entry.
func unseen(events []ir.RuleEvent, entry string) []string {
	var limits []string
	at := map[string]source.Pos{}
	for _, e := range events {
		if old, known := at[e.Function]; known && old != e.Pos {
			limits = append(limits, fmt.Sprintf("the rule acts at two functions called %s", e.Function))
		}
		at[e.Function] = e.Pos
		if event := slic.ParseEvent(e.Event); e.Function == entry && (event == slic.Call || event == slic.Return) {
			limits = append(limits, "the rule acts at calls of the entry")
		}
	}
	return limits
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
