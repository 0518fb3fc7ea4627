package region

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestCheckFindsDamage damages graphs: CheckPartition or CheckAbsences notices.
func TestCheckFindsDamage(t *testing.T) {
	for name, damage := range map[string]func(g *Graph, yes, no *Node, e Edge, to *Node){
		"literal lost":      func(g *Graph, yes, no *Node, _ Edge, _ *Node) { yes.literals = nil },
		"literal of other":  func(g *Graph, yes, no *Node, _ Edge, _ *Node) { no.literals = yes.literals },
		"half twice":        func(g *Graph, yes, no *Node, _ Edge, _ *Node) { yes.Parent.No = yes },
		"list cut":          func(g *Graph, yes, no *Node, _ Edge, _ *Node) { yes.after = nil },
		"slot shared":       func(g *Graph, yes, no *Node, _ Edge, _ *Node) { yes.slot = no.slot },
		"slot of another":   func(g *Graph, yes, no *Node, _ Edge, _ *Node) { yes.Location.slots[yes.slot] = no },
		"rank of another":   func(g *Graph, yes, no *Node, _ Edge, _ *Node) { no.rank = yes.rank },
		"obligations grown": func(g *Graph, yes, no *Node, _ Edge, _ *Node) { no.obligations = yes.obligations },
		"reason lost":       func(g *Graph, yes, no *Node, e Edge, to *Node) { delete(no.absent[e], to) },
		"bit set":           func(g *Graph, yes, no *Node, e Edge, to *Node) { g.absences[e].add(yes, to) },
		"target split":      func(g *Graph, yes, no *Node, e Edge, to *Node) { g.Target = yes },
	} {
		t.Run(name, func(t *testing.T) {
			terms := term.NewBuilder()
			p, err := ir.Parse("entry main\nfunction main {\n  local |main::x| (_ BitVec 3)\n  block 0 \"\"\n    |main::x| := #b000\n    goto true 1\n  block 1 \"\"\n    error \"bad\"\n}\n", terms)
			if err != nil {
				t.Fatal(err)
			}
			ir.ComputeModifies(p)
			g := New(terms, p.Entry, verdict.ErrorExit, terms.True(), nil)
			yes, no := g.Split(g.Locations[0].Root, terms.Eq(p.Entry.Locals[0].Sym, terms.BVConst(3, 1)))
			e, to := Edge{Block: 0, Target: 0}, g.Locations[1].Root
			g.Remove(no, e, to, nil)
			for _, check := range []func() error{g.CheckPartition, g.CheckAbsences} {
				if err := check(); err != nil {
					t.Fatal(err)
				}
			}
			damage(g, yes, no, e, to)
			if g.CheckPartition() == nil && g.CheckAbsences() == nil {
				t.Error("the damage is not noticed")
			}
		})
	}
}
