package pipeline

import (
	"sync"

	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/region"
	"yogi/internal/verdict"
)

// This file says of a search that came to no end which places its regions still have abstract paths to. The others are
// out of reach as far as the search knows, so a question about them alone may soon be answered: what kept the search
// busy is not among them. No verdict rests on it.

// reaches hears of the regions of a question's searches.
type reaches struct {
	mu    sync.Mutex
	heard bool
	of    map[load.Place]bool // that each search has abstract paths to
}

// hear takes note of a search.
func (r *reaches) hear(places map[load.Place]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.heard {
		r.heard, r.of = true, places
		return
	}
	r.of = both(r.of, places)
}

// divide says which of some places some search has no abstract path to, and which are the others.
func (r *reaches) divide(places []load.Place) (out, in []load.Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range places {
		if r.heard && !r.of[p] {
			out = append(out, p)
		} else {
			in = append(in, p)
		}
	}
	return out, in
}

// both are the places that are in two sets.
func both(a, b map[load.Place]bool) map[load.Place]bool {
	out := map[load.Place]bool{}
	for p := range a {
		if b[p] {
			out[p] = true
		}
	}
	return out
}

// reachedPlaces are the places of the errors of a program to which abstract paths lead from its entry, in each of the
// graphs that are about it.
func reachedPlaces(p *ir.Program, graphs []*region.Graph) map[load.Place]bool {
	r := &placeReacher{graphs: map[*ir.Function][]*region.Graph{}, known: map[*ir.Function]map[load.Place]bool{}}
	for _, g := range graphs {
		if g.Exit == verdict.ErrorExit {
			r.graphs[g.Function] = append(r.graphs[g.Function], g)
		}
	}
	return r.in(p.Entry)
}

// placeReacher knows the graphs of the questions whether functions fail.
type placeReacher struct {
	graphs map[*ir.Function][]*region.Graph
	known  map[*ir.Function]map[load.Place]bool
}

// in are the places that can be reached in a function and what it calls, wherever it starts.
func (r *placeReacher) in(f *ir.Function) map[load.Place]bool {
	if places, isKnown := r.known[f]; isKnown {
		return places
	}
	r.known[f] = nil // where it calls itself
	var all map[load.Place]bool
	if len(r.graphs[f]) == 0 { // nobody has asked
		all = r.failing(f, func(*ir.Block, int) bool { return true })
	}
	for i, g := range r.graphs[f] {
		var entries []*region.Node
		g.Entry().Root.EachLeaf(func(n *region.Node) { entries = append(entries, n) })
		reached := g.ReachableFrom(entries)
		here := r.failing(f, func(b *ir.Block, target int) (fails bool) {
			g.Locations[b.Index].Root.EachLeaf(func(n *region.Node) {
				fails = fails || reached[n] && g.Steps(n, region.Edge{Block: b.Index, Target: target}, g.Target)
			})
			return fails
		})
		if i > 0 {
			here = both(all, here)
		}
		all = here
	}
	r.known[f] = all
	return all
}

// failing are the places of a function at which errors are that fails says of blocks, by the target of their edge, and
// those that are reached in what it calls.
func (r *placeReacher) failing(f *ir.Function, fails func(b *ir.Block, target int) bool) map[load.Place]bool {
	out := map[load.Place]bool{}
	for _, b := range f.Blocks {
		if call := b.Call(); call != nil {
			if call.Callee.CanError && fails(b, verdict.CalleeFails) {
				for p := range r.in(call.Callee) {
					out[p] = true
				}
			}
			continue
		}
		if place, ok := load.PlaceOf(b); ok && fails(b, 0) {
			out[place] = true
		}
	}
	return out
}
