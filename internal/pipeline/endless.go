package pipeline

import (
	"slices"

	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// reachedBlocks says which blocks an accepted proof lets runs get to, by function and index: those
// that its graphs do, and all of functions that are called there and have no graph. No run gets to
// a function that is not listed.
func reachedBlocks(p *ir.Program, proof []confirm.Proved) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	for _, g := range proof {
		in := out[g.Graph.Function]
		if in == nil {
			in = map[int]bool{}
			out[g.Graph.Function] = in
		}
		for location, tree := range g.Graph.Trees {
			in[location] = in[location] || anyLeaf(tree, g.Regions)
		}
	}
	for work := slices.Clone(p.Functions); len(work) > 0; work = work[1:] {
		for _, callee := range calledIn(work[0], out[work[0].Name]) {
			if out[callee.Name] == nil && len(callee.Blocks) > 0 {
				out[callee.Name] = map[int]bool{}
				for index, reachable := range callee.Reachable() {
					out[callee.Name][index] = reachable
				}
				work = append(work, callee)
			}
		}
	}
	return out
}

// calledIn are the functions that are called in blocks that are reached.
func calledIn(f *ir.Function, reached map[int]bool) []*ir.Function {
	var out []*ir.Function
	for _, b := range f.Blocks {
		if !reached[b.Index] {
			continue
		}
		for _, i := range b.Instructions {
			if c, ok := i.(*ir.Call); ok {
				out = append(out, c.Callee)
			}
		}
	}
	return out
}

// placesIn are the places of what is done in blocks that are reached.
func placesIn(p *ir.Program, reached map[string]map[int]bool) map[source.Pos]bool {
	out := map[source.Pos]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if !reached[f.Name][b.Index] {
				continue
			}
			for _, i := range b.Instructions {
				out[i.Position()] = true
			}
			out[b.Terminator.Position()] = true
		}
	}
	return out
}

func anyLeaf(t *verdict.SplitTree, regions map[int]bool) bool {
	if t.Pred == nil {
		return regions[t.Region]
	}
	return anyLeaf(t.Yes, regions) || anyLeaf(t.No, regions)
}

// naturalLoop is a loop of a program that was checked.
type naturalLoop struct{ *ir.NaturalLoop }

// closing are the blocks that go back to the head.
func (l naturalLoop) closing() []*ir.Block {
	var out []*ir.Block
	for b := range l.In {
		if slices.Contains(b.Successors(), l.Head) {
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b *ir.Block) int { return a.Index - b.Index })
	return out
}

// exits are the blocks outside of the loop that it leads to.
func (l naturalLoop) exits() []*ir.Block {
	var out []*ir.Block
	seen := map[*ir.Block]bool{}
	for b := range l.In {
		for _, s := range b.Successors() {
			if !l.In[s] && !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// neverLeft says that no run takes a way out of the loop.
func (l naturalLoop) neverLeft(reached map[int]bool) bool {
	for b := range l.In {
		if _, ok := b.Terminator.(*ir.Return); ok && reached[b.Index] {
			return false
		}
	}
	for _, b := range l.exits() {
		if reached[b.Index] {
			return false
		}
	}
	return true
}

// returns says that a run may get to a return.
func returns(f *ir.Function, reached map[int]bool) bool {
	for _, b := range f.Blocks {
		if _, ok := b.Terminator.(*ir.Return); ok && reached[b.Index] {
			return true
		}
	}
	return false
}

// behindCalls warns of the code behind calls of functions that do not return since they stay in a loop.
func behindCalls(p *ir.Program, reached map[string]map[int]bool, stays map[*ir.Function]source.Pos) []verdict.Warning {
	var out []verdict.Warning
	for again := len(stays) > 0; again; {
		again = false
		for _, f := range p.Functions {
			in := reached[f.Name]
			if in == nil {
				continue
			}
			for _, b := range f.Blocks {
				loop, stuck := stuckIn(b, stays)
				if !stuck || !in[b.Index] {
					continue
				}
				if _, known := stays[f]; !known && !returns(f, in) {
					stays[f], again = loop, true
				}
				for _, s := range b.Successors() {
					if code := firstCode(f, s); !in[s.Index] && code.IsValid() {
						out = append(out, behindLoop(code, loop))
					}
				}
			}
		}
	}
	return out
}

// stuckIn is the loop that a call at the end of a block stays in.
func stuckIn(b *ir.Block, stays map[*ir.Function]source.Pos) (source.Pos, bool) {
	for _, i := range b.Instructions {
		if c, ok := i.(*ir.Call); ok {
			if loop, ok := stays[c.Callee]; ok {
				return loop, true
			}
		}
	}
	return source.Pos{}, false
}
