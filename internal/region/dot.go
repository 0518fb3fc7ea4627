package region

import (
	"fmt"
	"sort"
	"strings"

	"yogi/internal/verdict"
)

// DOT draws the graph for Graphviz: locations as clusters, regions as nodes with their number and last
// literal, and the abstract edges that are present. Regions that can reach the target are filled; the
// target has a double border.
func (g *Graph) DOT() string {
	var out strings.Builder
	fmt.Fprintf(&out, "digraph regions {\n  label=%s;\n  node [shape=box fontname=monospace];\n",
		dotQuote(fmt.Sprintf("%s/%s, post %s", g.Function.Name, g.Exit, g.Post)))
	indices := g.indices()
	for number, index := range indices {
		g.dotLocation(&out, number, g.Locations[index])
	}
	for _, index := range indices {
		if index != verdict.ExitLocation {
			g.dotEdges(&out, g.Locations[index])
		}
	}
	out.WriteString("}\n")
	return out.String()
}

// indices lists the locations in a fixed order.
func (g *Graph) indices() []int {
	indices := make([]int, 0, len(g.Locations))
	for index := range g.Locations {
		indices = append(indices, index)
	}
	sort.Ints(indices)
	return indices
}

func (g *Graph) dotLocation(out *strings.Builder, number int, l *Location) {
	name := fmt.Sprintf("location %d", l.Index)
	if l.Index == verdict.ExitLocation {
		name = "exit"
	}
	fmt.Fprintf(out, "  subgraph cluster_%d {\n    label=%s;\n", number, dotQuote(name))
	reach := g.CanReachTarget()
	l.Root.EachLeaf(func(n *Node) {
		style := ""
		if reach[n] {
			style += " style=filled fillcolor=lightpink"
		}
		if n == g.Target {
			style += " peripheries=2"
		}
		fmt.Fprintf(out, "    r%d [label=%s%s];\n", n.ID, dotQuote(n.dotLabel()), style)
	})
	out.WriteString("  }\n")
}

func (n *Node) dotLabel() string {
	label := fmt.Sprintf("region %d", n.ID)
	if len(n.literals) > 0 {
		label += "\n" + n.literals[len(n.literals)-1].String()
	}
	return label
}

// dotEdges draws the abstract edges out of the regions of a block.
func (g *Graph) dotEdges(out *strings.Builder, from *Location) {
	for _, e := range g.OutOf(g.Function.Blocks[from.Index]) {
		from.Root.EachLeaf(func(s *Node) {
			g.To(e).Root.EachLeaf(func(t *Node) {
				if why, _ := g.Absent(s, e, t); why == nil {
					fmt.Fprintf(out, "  r%d -> r%d;\n", s.ID, t.ID)
				}
			})
		})
	}
}

func dotQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
