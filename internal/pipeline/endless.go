package pipeline

import (
	"slices"

	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// reachedBlocks says which blocks an accepted proof lets runs get to, by function and index: those
// that its graphs do, and all of functions that are called where no graph says how they begin. No
// run gets to a function that is not listed.
func reachedBlocks(p *ir.Program, proof []confirm.Proved) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	whole, always := map[*ir.Function]bool{}, map[string]bool{}
	for _, g := range proof {
		in := out[g.Graph.Function]
		if in == nil {
			in = map[int]bool{}
			out[g.Graph.Function] = in
		}
		for location, tree := range g.Graph.Trees {
			in[location] = in[location] || anyLeaf(tree, g.Regions)
		}
		if f := p.Function(g.Graph.Function); f != nil && len(leaves(g.Graph.Trees[f.Blocks[0].Index])) == len(g.Graph.NotMay) {
			always[f.Name] = true
		}
	}
	var enter func(f *ir.Function)
	enter = func(f *ir.Function) {
		if whole[f] || always[f.Name] || len(f.Blocks) == 0 {
			return
		}
		whole[f] = true
		in := f.Reachable()
		out[f.Name] = map[int]bool{}
		for index, reachable := range in {
			out[f.Name][index] = reachable
		}
		for _, b := range f.Blocks {
			if callee := calledIn(b); callee != nil && in[b.Index] {
				enter(callee)
			}
		}
	}
	for _, g := range proof {
		for _, b := range p.Function(g.Graph.Function).Blocks {
			if callee := calledIn(b); callee != nil && !startsAsClaimed(g, b) {
				enter(callee)
			}
		}
	}
	return out
}

// calledIn is the function that a block calls; nil: none.
func calledIn(b *ir.Block) *ir.Function {
	for _, i := range b.Instructions {
		if c, ok := i.(*ir.Call); ok {
			return c.Callee
		}
	}
	return nil
}

// startsAsClaimed says that what a block calls starts in states that claims of the proof are about,
// as far as runs that the graph is about get there. A claim is about some starts of a function; it
// says nothing of another call, which may leave a loop that the claim shows to have no end. That
// the call cannot fail, or cannot return, rests on claims about all of its starts.
func startsAsClaimed(g confirm.Proved, b *ir.Block) bool {
	for _, from := range leaves(g.Graph.Trees[b.Index]) {
		if g.Regions[from] && !relies(g.Graph, b, from) {
			return false
		}
	}
	return true
}

// relies says that claims show that a call in a region does not fail, or does not return.
func relies(g *verdict.Graph, b *ir.Block, from int) bool {
	returns := map[int]bool{}
	if to, ok := b.Terminator.(*ir.Goto); ok && len(to.Targets) == 1 {
		for _, region := range leaves(g.Trees[to.Targets[0].Block.Index]) {
			returns[region] = true
		}
	}
	open := len(returns)
	for _, edge := range g.Absent {
		switch {
		case edge.From != from || edge.Block != b.Index || len(edge.Uses) == 0:
		case edge.Target == verdict.CalleeFails:
			return true
		case returns[edge.To]:
			returns[edge.To] = false
			open--
		}
	}
	return len(returns) > 0 && open == 0
}

// leaves are the regions of a split tree.
func leaves(t *verdict.SplitTree) []int {
	switch {
	case t == nil:
		return nil
	case t.Pred == nil:
		return []int{t.Region}
	}
	return append(leaves(t.Yes), leaves(t.No)...)
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
	return slices.ContainsFunc(leaves(t), func(r int) bool { return regions[r] })
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
					if code := firstCode(f, s, nil); !in[s.Index] && code.IsValid() {
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
