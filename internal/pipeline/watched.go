package pipeline

import (
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
)

// watchedWithBodies are the functions of the program that its rule watches, that have bodies, and in or below which
// loops are where the search stands, as the detail of its verdict says. Without those bodies there is less to prove.
func watchedWithBodies(p *ir.Program, detail string) []string {
	stuck := map[*ir.Function]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if b.Label == ir.LoopLabel && strings.Contains(detail, "loop at "+source.Pos{File: b.Pos.File, Line: b.Pos.Line}.String()+":") {
				stuck[f] = true
			}
		}
	}
	watched := map[string]bool{}
	for _, e := range p.Events {
		watched[e.Function] = watched[e.Function] || e.HasBody
	}
	var out []string
	for _, f := range p.Functions {
		if watched[f.Name] && f != p.Entry && leadsTo(f, stuck, map[*ir.Function]bool{}) {
			out = append(out, f.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// leadsTo says that a function is one of some, or calls one of them, directly or not.
func leadsTo(f *ir.Function, some, seen map[*ir.Function]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return some[f] || slices.ContainsFunc(f.Callees(), func(g *ir.Function) bool { return leadsTo(g, some, seen) })
}
