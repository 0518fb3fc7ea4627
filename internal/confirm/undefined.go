package confirm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// undefined are the functions without a body with the calls that have a part in the answer.
func undefined(program *ir.Program, answer *verdict.Answer) []verdict.Undefined {
	if len(program.Undefined) == 0 || program.Model == nil {
		return nil
	}
	taken := map[*ir.Input]bool{}
	if answer.Kind == verdict.Fail {
		for _, in := range answer.Test.Inputs {
			taken[in.Input] = true
		}
	}
	places := map[string]map[source.Pos]bool{}
	for _, h := range ir.Influences(program) {
		if answer.Kind == verdict.Fail && !taken[h.Input] {
			continue
		}
		name, _, _ := strings.Cut(h.Input.Name, ".")
		name, _, _ = strings.Cut(name, "[")
		name, _, _ = strings.Cut(name, "()") // what it writes is called by its name and the type behind it
		if places[name] == nil {
			places[name] = map[source.Pos]bool{}
		}
		places[name][h.Input.Pos] = true
	}
	var out []verdict.Undefined
	for _, u := range program.Undefined {
		at := slices.Collect(maps.Keys(places[u.Name]))
		out = append(out, verdict.Undefined{Name: ir.OutsideTold(u.Name), Calls: u.Calls, Mattered: min(len(at), u.Calls), Places: at})
	}
	return out
}

// partWords say how many of a function's calls have a part in an answer.
func partWords(u verdict.Undefined, kind verdict.Kind) string {
	calls := fmt.Sprintf("%d calls", u.Calls)
	if u.Calls == 1 {
		calls = "1 call"
	}
	switch {
	case u.Mattered == 0:
		return calls + ", on whose results the verdict does not depend"
	case kind == verdict.Fail:
		return fmt.Sprintf("%s, %d in the test", calls, u.Mattered)
	}
	return fmt.Sprintf("%s, on the results of %d the verdict may depend", calls, u.Mattered)
}
