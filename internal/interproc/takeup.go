package interproc

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file begins the graphs of a search with the regions of a proof that an earlier state of the program had, and
// with the steps between them that were proved impossible in blocks that an edit left as they were. All of it may be
// wrong of the program at hand: the certificate that the search comes to is checked as a whole, like any other.

// Earlier is a proof of an earlier state of the program, in the names of the program at hand.
type Earlier struct {
	Graphs []*verdict.Graph
	// Blocks are the digests of the blocks that functions had then (ir.Program.Digests).
	Blocks map[string][]string
}

// alignment says which block of a function an earlier one is. Blocks in front of an edit keep their numbers, those
// behind it their numbers from the end.
type alignment struct {
	before, after int // blocks then, and now
	front, back   int // blocks that are the same, from the beginning and from the end
}

func align(before, after []string) *alignment {
	a := &alignment{before: len(before), after: len(after)}
	most := min(a.before, a.after)
	for a.front < most && before[a.front] == after[a.front] {
		a.front++
	}
	for a.back < most-a.front && before[a.before-1-a.back] == after[a.after-1-a.back] {
		a.back++
	}
	return a
}

// block is the block that one of then is now, and whether it is the same; -1: there is none.
func (a *alignment) block(then int) (now int, isSame bool) {
	switch {
	case then < 0 || then >= a.before:
		return -1, false
	case then < a.front:
		return then, true
	case then >= a.before-a.back:
		return then + a.after - a.before, true
	case a.before == a.after:
		return then, false
	}
	return -1, false
}

// takeUp makes the graphs of the earlier proof those of the attempt. What relies on a claim that the steps which are
// left do not prove goes, and what relies on that, so that the search goes on where the edit has broken the proof.
func (c *checker) takeUp() {
	earlier := c.options.Earlier
	if earlier == nil || !c.keepsNotMay() {
		return
	}
	alignments := map[*ir.Function]*alignment{}
	taken := make([]*takenGraph, len(earlier.Graphs))
	for i, of := range earlier.Graphs {
		f := c.program.Function(of.Function)
		if f == nil {
			continue
		}
		if alignments[f] == nil {
			alignments[f] = align(earlier.Blocks[f.Name], c.program.Digests(f))
		}
		rigid := map[*term.Term]*term.Term{}
		for _, sym := range of.Rigid {
			rigid[sym] = sym
		}
		if key := keyOf(f, of.Exit, of.Post, rigid); c.graphs[key] == nil {
			taken[i] = c.takenGraph(of, c.newGraph(key, of.Post, rigid), alignments[f])
		}
	}
	for i, of := range earlier.Graphs {
		if taken[i] != nil {
			c.takeSteps(of, taken[i], taken)
		}
	}
	c.engine.Stats.ByKind[GraphsTakenUp] += len(taken)
	c.revalidate(nil)
}

// takenGraph is a graph with the regions of an earlier one.
type takenGraph struct {
	*region.Graph
	aligned *alignment
	regions map[int]*region.Node // by their numbers in the earlier one
	notMay  []*region.Node       // nil: not all are there
	scope   map[*term.Term]bool
}

func (c *checker) takenGraph(of *verdict.Graph, g *region.Graph, aligned *alignment) *takenGraph {
	t := &takenGraph{Graph: g, aligned: aligned, regions: map[int]*region.Node{0: g.Target}, scope: map[*term.Term]bool{}}
	for _, v := range slices.Concat(c.program.Globals, g.Function.Variables()) {
		t.scope[v.Sym] = true
	}
	for _, sym := range g.Rigid {
		t.scope[sym] = true
	}
	for _, then := range slices.Sorted(maps.Keys(of.Trees)) {
		if now, _ := aligned.block(then); now >= 0 {
			t.split(g.Locations[now].Root, of.Trees[then])
		}
	}
	g.Locations[verdict.ExitLocation].Root.EachLeaf(func(n *region.Node) {
		if n != g.Target {
			t.regions[1] = n
		}
	})
	for _, number := range of.NotMay {
		n := t.regions[number]
		if n == nil || n.Location != g.Entry() {
			t.notMay = nil
			break
		}
		t.notMay = append(t.notMay, n)
	}
	return t
}

// split divides a region as a tree says.
func (t *takenGraph) split(n *region.Node, tree *verdict.SplitTree) {
	if tree.Pred == nil {
		t.regions[tree.Region] = n
		return
	}
	if tree.Pred.IsConst() || tree.Pred.Sort().Kind != term.KindBool || !t.isAbout(tree.Pred) {
		return
	}
	yes, no := t.Split(n, tree.Pred)
	t.split(yes, tree.Yes)
	t.split(no, tree.No)
}

// isAbout says that a condition is one over globals, variables of the graph's function and its rigid symbols.
func (t *takenGraph) isAbout(pred *term.Term) bool {
	return !slices.ContainsFunc(pred.Vars(), func(sym *term.Term) bool { return !t.scope[sym] })
}

// takeSteps removes the edges that are absent from an earlier graph out of blocks that are the same.
func (c *checker) takeSteps(of *verdict.Graph, t *takenGraph, taken []*takenGraph) {
	for _, absent := range of.Absent {
		now, isSame := t.aligned.block(absent.Block)
		from, to := t.regions[absent.From], t.regions[absent.To]
		e := region.Edge{Block: now, Target: absent.Target}
		if !isSame || from == nil || to == nil || from.Location.Index != now || !t.Has(e) || t.To(e) != to.Location || !t.Steps(from, e, to) {
			continue
		}
		var uses []region.Use
		for _, u := range absent.Uses {
			if on := taken[u.Graph]; on != nil && on.notMay != nil {
				uses = append(uses, region.Use{Graph: on.Graph, Entries: on.notMay, Rigid: u.Rigid})
			}
		}
		if len(uses) == len(absent.Uses) {
			t.Remove(from, e, to, uses)
			c.engine.Stats.ByKind[StepsTakenUp]++
		}
	}
}

// What a search counts of an earlier proof.
const (
	GraphsTakenUp = "graphs taken up from an earlier proof"
	StepsTakenUp  = "steps taken up from an earlier proof"
)
