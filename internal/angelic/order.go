package angelic

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/source"
)

// Function is a function of the files that has a body, and how it may be called.
type Function struct {
	Name  string
	Calls []string // the functions that it calls by name
	// Hidden: nothing outside of the files calls it, and nothing calls it through a pointer.
	Hidden bool
	// Results say how it uses what functions without a body return.
	Results []ResultUse
}

// ResultUse says what a function does with what calls of a function without a body return.
type ResultUse struct {
	Function string
	Tested   source.Pos // where it is compared with null; the zero value: nowhere
	Follows  bool       // it is a pointer that is followed
}

// bottomUp are the entries, callees before their callers, else in their order: when an entry is
// analysed, what its callees do wrong by themselves is known.
func bottomUp(entries []string, functions []Function) []string {
	calls := map[string][]string{}
	for _, f := range functions {
		calls[f.Name] = f.Calls
	}
	asked := map[string]bool{}
	for _, name := range entries {
		asked[name] = true
	}
	var out []string
	seen := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, callee := range calls[name] {
			visit(callee)
		}
		if asked[name] {
			out = append(out, name)
		}
	}
	for _, name := range entries {
		visit(name)
	}
	return out
}

// A failure that entries have in common is reported for the first of them that the others run
// through: what a function does wrong by itself, its callers do not do wrong again. What two
// callers of it do wrong, each does.

// finished is an entry with the assertions that it has warned of.
type finished struct {
	name string
	keys map[string]bool
}

// functionsOf are the functions that a program runs through, as they are named in the source: small ones have copies.
func functionsOf(p *ir.Program) map[string]bool {
	out := map[string]bool{}
	for _, f := range p.Functions {
		out[f.SourceName()] = true
	}
	return out
}

// suppressedIn are the assertions that entries have warned of which a program with these functions runs through.
func suppressedIn(reaches map[string]bool, earlier []finished) map[string]bool {
	out := map[string]bool{}
	for _, e := range earlier {
		if reaches[e.name] {
			maps.Copy(out, e.keys)
		}
	}
	return out
}

// dropRepeated takes away what is reported twice, of outcomes in the order of the analysis: a
// warning of which an earlier entry has warned that the entry runs through, and an unexplained
// failure of which one has warned, or which an earlier one has listed. An unexplained failure takes
// no warning away. The lists of entries have been handed out, and stay as they are.
func dropRepeated(outcomes []outcome) {
	keep := func(list []*Warning, known func(key string) bool) []*Warning {
		return slices.DeleteFunc(slices.Clone(list), func(w *Warning) bool { return known(w.key()) })
	}
	warned, listed := make([]map[string]bool, len(outcomes)), make([]map[string]bool, len(outcomes))
	through := func(n int, sets []map[string]bool) func(string) bool {
		return func(key string) bool {
			for i, set := range sets {
				if i != n && set[key] && outcomes[n].reaches[outcomes[i].entry.Name] {
					return true
				}
			}
			return false
		}
	}
	for n, out := range outcomes {
		out.entry.Warnings = keep(out.entry.Warnings, through(n, warned))
		warned[n] = keysOf(out.entry.Warnings)
	}
	for n, out := range outcomes {
		unexplained := keep(out.entry.Unexplained, func(key string) bool { return warned[n][key] })
		out.entry.Unexplained = keep(keep(unexplained, through(n, warned)), through(n, listed))
		listed[n] = keysOf(out.entry.Unexplained)
	}
}

func keysOf(list []*Warning) map[string]bool {
	out := map[string]bool{}
	for _, w := range list {
		out[w.key()] = true
	}
	return out
}
