package memory

import (
	"yogi/internal/ir"
	"yogi/internal/pointsto"
)

// claimer writes the result of the analysis as a claim that others can check.
type claimer struct {
	*partition
	groups map[*node]*pointsto.Group
	out    *pointsto.Claim
}

// claim returns the claim that the partition rests on.
func (p *partition) claim() *pointsto.Claim {
	c := &claimer{partition: p, groups: map[*node]*pointsto.Group{}, out: &pointsto.Claim{
		Variables: map[*ir.Variable]pointsto.Place{}, Objects: map[*ir.Object]pointsto.Place{},
	}}
	for _, v := range p.program.Globals {
		c.variable(v)
	}
	for _, f := range p.program.Functions {
		for _, v := range f.Variables() {
			c.variable(v)
		}
	}
	for _, o := range p.program.Objects {
		c.out.Objects[o] = c.place(ref{p.objects[o], 0})
	}
	if p.unknown != nil {
		c.out.Unknown = c.group(root(p.unknown))
	}
	return c.out
}

func (c *claimer) variable(v *ir.Variable) {
	if n := c.slots[v.Sym]; n != nil {
		c.out.Variables[v] = c.place(ref{n, 0})
	}
}

func (c *claimer) place(r ref) pointsto.Place {
	at := find(r)
	switch {
	case !at.node.followed(), !at.node.bearing && !at.node.needed && at.node.unfollowed:
		return pointsto.Place{}
	case !at.node.bearing:
		return pointsto.Place{Claimed: true}
	}
	return pointsto.Place{Claimed: true, Group: c.group(at.node), Offset: at.offset, Sites: c.sites(r.node)}
}

// sites are those of a value. Where sites are not told apart every address is of the only one.
func (c *claimer) sites(n *node) []pointsto.Site {
	if c.only != nil {
		return []pointsto.Site{0}
	}
	var out []pointsto.Site
	for _, s := range n.normal() {
		out = append(out, pointsto.Site(s.number))
	}
	return out
}

func (c *claimer) group(n *node) *pointsto.Group {
	if known := c.groups[n]; known != nil {
		return known
	}
	g := &pointsto.Group{Stride: n.stride}
	c.groups[n] = g
	c.out.Groups = append(c.out.Groups, g)
	for _, r := range n.rows {
		g.Rows = append(g.Rows, pointsto.Row{Low: r.low, High: r.high, Stride: r.stride})
	}
	for _, l := range n.layers {
		for _, cell := range l.cells {
			stated := &pointsto.Cell{
				Site: pointsto.Site(l.site.number), Low: cell.low, Length: cell.length,
				Uniform: c.uniform(cell), Whole: cell.whole, Content: c.place(cell.content),
			}
			if class := c.classes[c.rep(cell)]; class != nil {
				stated.Map = class.variable
			}
			g.Cells = append(g.Cells, stated)
		}
	}
	return g
}
