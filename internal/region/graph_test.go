package region_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

const diamond = `entry main
function main {
  local |main::x| (_ BitVec 3)
  block 0 ""
    goto (= |main::x| #b000) 1 (not (= |main::x| #b000)) 2
  block 1 ""
    goto true 3
  block 2 ""
    goto (not (= |main::x| #b001)) 3 (= |main::x| #b001) 2
  block 3 ""
    error "bad"
}
`

// errorGraph is the graph of the question whether diamond reaches its error, with its variable.
func errorGraph(t *testing.T) (*region.Graph, *term.Builder, *term.Term) {
	t.Helper()
	terms := term.NewBuilder()
	p, err := ir.Parse(diamond, terms)
	if err != nil {
		t.Fatal(err)
	}
	ir.ComputeModifies(p)
	return region.New(terms, p.Entry, verdict.ErrorExit, terms.True(), nil), terms, p.Entry.Locals[0].Sym
}

func TestSplitInheritsAbsentEdges(t *testing.T) {
	g, terms, x := errorGraph(t)
	from, to := g.Locations[1].Root, g.Locations[3].Root
	e := region.Edge{Block: 1, Target: 0}
	g.Remove(from, e, to, nil)
	yes, no := g.Split(from, terms.Eq(x, terms.BVConst(3, 1)))
	far, other := g.Split(to, terms.Eq(x, terms.BVConst(3, 2)))
	for _, s := range []*region.Node{yes, no} {
		for _, r := range []*region.Node{far, other} {
			if why, at := g.Absent(s, e, r); why == nil || at != to {
				t.Errorf("the edge from %d to %d is back", s.ID, r.ID)
			}
		}
	}
	// What is removed from one half stays in the other.
	back := region.Edge{Block: 2, Target: 0}
	half, rest := g.Split(g.Locations[2].Root, terms.Eq(x, terms.BVConst(3, 3)))
	g.Remove(rest, back, far, nil)
	if why, _ := g.Absent(half, back, far); why != nil {
		t.Error("the other half lost its edge")
	}
	if why, _ := g.Absent(rest, back, other); why != nil {
		t.Error("the edge to another region is gone")
	}
}

func TestTarget(t *testing.T) {
	g, _, _ := errorGraph(t)
	if !g.CanReachTarget()[g.Entry().Root] || g.Excluded(g.Entry().Root) {
		t.Fatal("the coarsest graph excludes its target")
	}
	exit := region.Edge{Block: 3, Target: 0}
	use := region.Use{Graph: g, Entries: []*region.Node{g.Entry().Root}}
	g.Remove(g.Locations[3].Root, exit, g.Target, []region.Use{use})
	if !g.Excluded(g.Entry().Root) {
		t.Fatal("no edge leads to the target, but it is reached")
	}
	if n := g.Retract(func(*region.Absence) bool { return false }); n != 0 {
		t.Errorf("%d edges are back without need", n)
	}
	version := g.Version()
	if n := g.Retract(func(why *region.Absence) bool { return why.Uses[0].Graph == g }); n != 1 || g.Version() == version {
		t.Errorf("%d edges retracted, version %d after %d", n, g.Version(), version)
	}
	if g.Excluded(g.Entry().Root) {
		t.Error("the retracted edge is still absent")
	}
}

// TestRetractKeepsFacts: an absence that relies on nothing is never retracted.
func TestRetractKeepsFacts(t *testing.T) {
	g, _, _ := errorGraph(t)
	g.Remove(g.Locations[3].Root, region.Edge{Block: 3, Target: 0}, g.Target, nil)
	if n := g.Retract(func(*region.Absence) bool { return true }); n != 0 || !g.Excluded(g.Entry().Root) {
		t.Error("a fact was retracted")
	}
}

// TestRandomGraphs splits and cuts at random and compares with a model that knows, for each edge, the
// pairs of states (a variable of 8 values) that were cut.
func TestRandomGraphs(t *testing.T) {
	for seed := int64(0); seed < 100; seed++ {
		g, terms, x := errorGraph(t)
		m := &model{t: t, g: g, terms: terms, x: x, random: rand.New(rand.NewSource(seed)), cut: map[string]bool{}, assumed: map[string]bool{}}
		for i := 0; i < 30; i++ {
			switch m.random.Intn(8) {
			case 0, 1, 2:
				m.split()
			case 3, 4, 5:
				m.remove(m.cut, nil)
			case 6:
				m.remove(m.assumed, []region.Use{{Graph: g}})
			default:
				if m.random.Intn(4) == 0 {
					m.retract()
				}
			}
		}
		m.compare()
	}
}

type model struct {
	t      *testing.T
	g      *region.Graph
	terms  *term.Builder
	x      *term.Term
	random *rand.Rand
	// The pairs that were cut as facts, and under an assumption.
	cut, assumed map[string]bool
}

func (m *model) holds(value int) func(*term.Term) bool {
	return func(p *term.Term) bool {
		v := m.terms.Substitute(p, map[*term.Term]*term.Term{m.x: m.terms.BVConst(3, uint64(value))})
		return v.IsTrue()
	}
}

func (m *model) leaf(location int) *region.Node {
	return m.g.Locations[location].Root.Classify(m.holds(m.random.Intn(8)))
}

// members lists the values that a region holds, by its literals.
func (m *model) members(n *region.Node) []int {
	var out []int
	for value := 0; value < 8; value++ {
		in := true
		for _, literal := range n.Literals() {
			in = in && m.holds(value)(literal)
		}
		if found := n.Location.Root.Classify(m.holds(value)); in != (found == n) {
			m.t.Fatalf("value %d is in region %d, whose literals say %v", value, found.ID, in)
		}
		if in {
			out = append(out, value)
		}
	}
	return out
}

func (m *model) split() {
	n := m.leaf(m.random.Intn(4))
	m.g.Split(n, m.terms.BVUlt(m.x, m.terms.BVConst(3, uint64(1+m.random.Intn(7)))))
}

func (m *model) retract() {
	m.g.Retract(func(*region.Absence) bool { return true })
	clear(m.assumed)
}

func (m *model) remove(cut map[string]bool, uses []region.Use) {
	edges := m.g.OutOf(m.g.Function.Blocks[m.random.Intn(4)])
	e := edges[m.random.Intn(len(edges))]
	from := m.leaf(e.Block)
	to := m.g.To(e).Root.Classify(m.holds(m.random.Intn(8)))
	if why, _ := m.g.Absent(from, e, to); why != nil {
		return
	}
	for _, a := range m.members(from) {
		for _, b := range m.members(to) {
			cut[fmt.Sprint(e, a, b)] = true
		}
	}
	m.g.Remove(from, e, to, uses)
}

// compare checks every step between values, and what reaches the target.
func (m *model) compare() {
	reach := m.g.CanReachTarget()
	for _, b := range m.g.Function.Blocks {
		for _, e := range m.g.OutOf(b) {
			for a := 0; a < 8; a++ {
				s := m.g.Locations[e.Block].Root.Classify(m.holds(a))
				for c := 0; c < 8; c++ {
					r := m.g.To(e).Root.Classify(m.holds(c))
					why, _ := m.g.Absent(s, e, r)
					if step := fmt.Sprint(e, a, c); (why != nil) != (m.cut[step] || m.assumed[step]) {
						m.t.Fatalf("edge %v from %d to %d: absent %v", e, a, c, why != nil)
					}
					if why == nil && reach[r] && !reach[s] {
						m.t.Fatalf("region %d steps to %d, which reaches the target, and does not reach it", s.ID, r.ID)
					}
				}
			}
		}
	}
	leaves := 0
	for _, l := range m.g.Locations {
		l.Root.EachLeaf(func(*region.Node) { leaves++ })
	}
	if leaves != m.g.Regions() {
		m.t.Errorf("%d regions are counted as %d", leaves, m.g.Regions())
	}
}

func TestDOTOmitsAbsentEdges(t *testing.T) {
	g, terms, x := errorGraph(t)
	from, to := g.Locations[1].Root, g.Locations[3].Root
	yes, no := g.Split(from, terms.Eq(x, terms.BVConst(3, 1)))
	g.Remove(yes, region.Edge{Block: 1, Target: 0}, to, nil)
	drawing := g.DOT()
	if line := fmt.Sprintf("r%d -> r%d;", yes.ID, to.ID); strings.Contains(drawing, line) {
		t.Errorf("the absent edge %s is drawn in\n%s", line, drawing)
	}
	if line := fmt.Sprintf("r%d -> r%d;", no.ID, to.ID); !strings.Contains(drawing, line) {
		t.Errorf("the edge %s is missing in\n%s", line, drawing)
	}
}
