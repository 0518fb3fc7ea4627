package region

import (
	"fmt"
	"slices"

	"yogi/internal/term"
	"yogi/internal/verdict"
)

// CheckPartition checks invariant I1 of SMASH: the regions of every location are a partition of all
// states. A split tree is one by construction, so what is checked is that it is a tree, that the literals
// of a region are the predicates on its way from the root, and that the list of regions is that of the
// leaves.
func (g *Graph) CheckPartition() error {
	if len(g.Locations) != len(g.Function.Blocks)+1 {
		return fmt.Errorf("%s: %d locations for %d blocks", g.Function.Name, len(g.Locations), len(g.Function.Blocks))
	}
	seen := map[*Node]bool{}
	for index, l := range g.Locations {
		c := &partitionCheck{graph: g, location: l, seen: seen, next: l.first, slots: map[int]bool{}}
		if l.Index != index || l.Root == nil || l.Root.Parent != nil {
			return fmt.Errorf("%s: location %d has no tree of its own", g.Function.Name, index)
		}
		if err := c.node(l.Root); err != nil {
			return fmt.Errorf("%s: location %d: %w", g.Function.Name, index, err)
		}
		if c.next != nil || len(c.slots) != l.Leaves || len(l.slots) != l.Leaves {
			return fmt.Errorf("%s: location %d lists %d regions and has %d", g.Function.Name, index, l.Leaves, len(c.slots))
		}
	}
	if t := g.Target; t == nil || !t.IsLeaf() || t.Location != g.Locations[verdict.ExitLocation] {
		return fmt.Errorf("%s: the target is no region of the exit", g.Function.Name)
	}
	return nil
}

type partitionCheck struct {
	graph    *Graph
	location *Location
	seen     map[*Node]bool // of all locations
	next     *Node          // of the list of regions
	slots    map[int]bool
}

func (c *partitionCheck) node(n *Node) error {
	if c.seen[n] {
		return fmt.Errorf("node %d is in two places", n.ID)
	}
	c.seen[n] = true
	if n.Location != c.location {
		return fmt.Errorf("node %d is of another location", n.ID)
	}
	if err := c.literals(n); err != nil {
		return err
	}
	if n.IsLeaf() {
		return c.leaf(n)
	}
	if n.Yes == nil || n.No == nil || n.Yes.Parent != n || n.No.Parent != n || n.absent != nil {
		return fmt.Errorf("node %d is split and not in two", n.ID)
	}
	if err := c.node(n.Yes); err != nil {
		return err
	}
	return c.node(n.No)
}

// literals checks that n has its parent's literals and the one that tells it from its other half.
func (c *partitionCheck) literals(n *Node) error {
	up := n.Parent
	if up == nil {
		if len(n.literals) > 0 || len(n.obligations) > 0 {
			return fmt.Errorf("the root has literals")
		}
		return nil
	}
	own, obligations := up.Pred, len(up.obligations)+1
	if n == up.No {
		own, obligations = c.graph.terms.Not(up.Pred), len(up.obligations)
	}
	last := len(n.literals) - 1
	if last != len(up.literals) || n.literals[last] != own || len(n.obligations) != obligations {
		return fmt.Errorf("node %d does not have the literals of its place", n.ID)
	}
	for i, literal := range up.literals {
		if n.literals[i] != literal {
			return fmt.Errorf("node %d does not have the literals of its place", n.ID)
		}
	}
	return nil
}

func (c *partitionCheck) leaf(n *Node) error {
	if c.next != n || n.before != nil && n.before.after != n {
		return fmt.Errorf("region %d is not at its place in the list", n.ID)
	}
	if c.slots[n.slot] || n.slot < 0 || n.slot >= c.location.Leaves || c.location.slots[n.slot] != n {
		return fmt.Errorf("region %d has slot %d", n.ID, n.slot)
	}
	if n.before != nil && n.before.rank >= n.rank {
		return fmt.Errorf("region %d has rank %d behind %d", n.ID, n.rank, n.before.rank)
	}
	c.slots[n.slot] = true
	c.next = n.after
	return nil
}

// CheckEntry checks that the regions at the entry are over nothing that a caller has no name for: a not-may summary is
// applied to the state before a call, where the function's own variables do not exist.
func (g *Graph) CheckEntry() error {
	own := map[*term.Term]bool{}
	for _, v := range slices.Concat(g.Function.Locals, g.Function.Results) {
		own[v.Sym] = true
	}
	for n := g.Entry().first; n != nil; n = n.after {
		for _, literal := range n.literals {
			if slices.ContainsFunc(literal.Vars(), func(sym *term.Term) bool { return own[sym] }) {
				return fmt.Errorf("%s: region %d at the entry is about variables of its own: %s", g.Function.Name, n.ID, literal)
			}
		}
	}
	return nil
}

// CheckAbsences checks the form of invariant I3 of SMASH: every absent edge lies along a control-flow
// edge, has a reason, and the bits that the search reads say what the reasons say.
func (g *Graph) CheckAbsences() error {
	for _, l := range g.Locations {
		for s := l.first; s != nil; s = s.after {
			for e, absent := range s.absent {
				for to, why := range absent {
					if g.absences[e] == nil || e.Block != l.Index || to.Location != g.To(e) || why == nil {
						return fmt.Errorf("%s: absent edge %v from region %d to %d is none of the function", g.Function.Name, e, s.ID, to.ID)
					}
				}
			}
		}
	}
	for e, a := range g.absences {
		for s := g.Locations[e.Block].first; s != nil; s = s.after {
			for t := g.To(e).first; t != nil; t = t.after {
				reason := false
				for n := t; n != nil && !reason; n = n.Parent {
					reason = s.absent[e][n] != nil
				}
				if reason != a.has(s, t) {
					return fmt.Errorf("%s: edge %v from region %d to %d: absent %v, with a reason %v", g.Function.Name, e, s.ID, t.ID, a.has(s, t), reason)
				}
			}
		}
	}
	return nil
}
