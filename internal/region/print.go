package region

import (
	"fmt"
	"strings"
)

// String lists the split trees, a location at a time, predicates indented by depth; regions that can
// reach the target are marked "!".
func (g *Graph) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s, post %s: %d regions\n", g.Function.Name, g.Exit, g.Post, g.Regions())
	reach := g.CanReachTarget()
	for _, index := range g.indices() {
		fmt.Fprintf(&b, "  location %d\n", index)
		g.Locations[index].Root.print(&b, "    ", reach)
	}
	return b.String()
}

func (n *Node) print(b *strings.Builder, indent string, reach map[*Node]bool) {
	if n.IsLeaf() {
		mark := ""
		if reach[n] {
			mark = " !"
		}
		fmt.Fprintf(b, "%sregion %d%s\n", indent, n.ID, mark)
		return
	}
	fmt.Fprintf(b, "%s%s\n", indent, n.Pred)
	n.Yes.print(b, indent+"  ", reach)
	n.No.print(b, indent+"  ", reach)
}
