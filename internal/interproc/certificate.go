package interproc

import (
	"sort"

	"yogi/internal/region"
	"yogi/internal/verdict"
)

// certificate writes down a finished proof: the graph of the program's question and, through the uses of
// absent edges, every graph that it relies on. Of the absent edges those out of regions that abstract paths from the
// safe entry regions lead to are told, to regions that none leads to: the claim is that these are left by none of
// the others. Edges between regions of one kind are absent by the square of the predicates.
func certificate(main *region.Graph) *verdict.Certificate {
	w := &certificateWriter{number: map[*region.Graph]int{}, out: &verdict.Certificate{}}
	w.add(main)
	for i := 0; i < len(w.queue); i++ {
		w.write(i, w.queue[i])
	}
	return w.out
}

type certificateWriter struct {
	out    *verdict.Certificate
	number map[*region.Graph]int
	queue  []*region.Graph
}

func (w *certificateWriter) add(g *region.Graph) int {
	if n, ok := w.number[g]; ok {
		return n
	}
	n := len(w.queue)
	w.number[g] = n
	w.queue = append(w.queue, g)
	w.out.Graphs = append(w.out.Graphs, nil)
	return n
}

func (w *certificateWriter) write(number int, g *region.Graph) {
	out := &verdict.Graph{
		Function: g.Function.Name, Exit: g.Exit, Post: g.Post, Rigid: g.Rigid, Trees: map[int]*verdict.SplitTree{},
	}
	w.out.Graphs[number] = out
	t := &regionNumbers{target: g.Target, exit: g.Locations[verdict.ExitLocation], next: 2}
	locations := make([]int, 0, len(g.Locations))
	for index := range g.Locations {
		locations = append(locations, index)
	}
	sort.Ints(locations)
	t.of = map[*region.Node]int{}
	for _, index := range locations {
		out.Trees[index] = t.tree(g.Locations[index].Root)
	}
	safe := excluded(g)
	reached := g.ReachableFrom(safe)
	for _, index := range locations {
		g.Locations[index].Root.EachLeaf(func(s *region.Node) {
			if !reached[s] {
				return
			}
			s.EachAbsence(func(e region.Edge, to *region.Node, why *region.Absence) {
				to.EachLeaf(func(leaf *region.Node) {
					if reached[leaf] && len(why.Uses) == 0 {
						return
					}
					out.Absent = append(out.Absent, verdict.AbsentEdge{
						From: t.of[s], To: t.of[leaf], Block: e.Block, Target: e.Target, Uses: w.uses(why),
					})
				})
			})
		})
	}
	sort.SliceStable(out.Absent, func(i, j int) bool {
		a, b := out.Absent[i], out.Absent[j]
		if a.From != b.From {
			return a.From < b.From
		}
		if a.Target != b.Target {
			return a.Target < b.Target
		}
		return a.To < b.To
	})
	for _, n := range safe {
		out.NotMay = append(out.NotMay, t.of[n])
	}
	sort.Ints(out.NotMay)
}

func (w *certificateWriter) uses(why *region.Absence) []verdict.Use {
	var out []verdict.Use
	for _, u := range why.Uses {
		out = append(out, verdict.Use{Graph: w.add(u.Graph), Rigid: u.Rigid})
	}
	return out
}

// regionNumbers numbers the regions as certificates do: 0 is the target, 1 the rest of the exit.
type regionNumbers struct {
	of     map[*region.Node]int
	target *region.Node
	exit   *region.Location
	next   int
}

func (t *regionNumbers) tree(n *region.Node) *verdict.SplitTree {
	if !n.IsLeaf() {
		return &verdict.SplitTree{Pred: n.Pred, Yes: t.tree(n.Yes), No: t.tree(n.No)}
	}
	number := t.next
	switch {
	case n == t.target:
		number = 0
	case n.Location == t.exit:
		number = 1
	default:
		t.next++
	}
	t.of[n] = number
	return &verdict.SplitTree{Region: number}
}
