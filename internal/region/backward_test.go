package region

import (
	"math/rand/v2"
	"slices"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestBackward walks over graphs that were split and cut at random, many times at one place among them: a walk visits
// what Predecessors visits, in its order, without the regions that it has reached.
func TestBackward(t *testing.T) {
	type pair struct {
		from *Node
		edge Edge
	}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		g, leaves := randomGraph(t, random)
		if err := g.CheckPartition(); err != nil {
			t.Fatal(err)
		}
		w := NewBackward(g)
		for range 5 {
			w.Start()
			reached := map[*Node]Step{g.Target: {}}
			for range 30 {
				to := leaves[random.IntN(len(leaves))]
				var want, got []pair
				g.Predecessors(to, func(s *Node, e Edge) {
					if _, ok := reached[s]; !ok {
						want = append(want, pair{s, e})
					}
				})
				w.Before(to, func(s *Node, e Edge) bool {
					got = append(got, pair{s, e})
					return false
				})
				if !slices.Equal(want, got) {
					t.Fatalf("seed %d: before region %d are %v, want %v", seed, to.ID, got, want)
				}
				if len(want) > 0 {
					p := want[random.IntN(len(want))]
					reached[p.from] = Step{p.edge, to}
					w.Reach(p.from, reached[p.from])
				}
			}
			for n, step := range reached {
				if n != g.Target && w.Step(n) != step {
					t.Fatalf("seed %d: the step from region %d is %v, want %v", seed, n.ID, w.Step(n), step)
				}
			}
		}
	}
}

// randomGraph is a loop whose graph has been split and cut at random, and its regions.
func randomGraph(t *testing.T, random *rand.Rand) (*Graph, []*Node) {
	t.Helper()
	terms := term.NewBuilder()
	p, err := ir.Parse(`entry main
function main {
  local |main::x| (_ BitVec 32)
  block 0 ""
    goto (= |main::x| #x00000000) 1 (not (= |main::x| #x00000000)) 0
  block 1 ""
    goto (= |main::x| #x00000001) 2 (not (= |main::x| #x00000001)) 0
  block 2 ""
    error "bad"
}
`, terms)
	if err != nil {
		t.Fatal(err)
	}
	ir.ComputeModifies(p)
	g := New(terms, p.Entry, verdict.ErrorExit, terms.True(), nil)
	x := p.Entry.Locals[0].Sym
	var leaves []*Node
	for i := range 3 {
		leaves = append(leaves, g.Locations[i].Root)
	}
	split := func(i, number int) {
		yes, no := g.Split(leaves[i], terms.Eq(x, terms.BVConst(32, uint64(number))))
		if random.IntN(2) == 0 {
			yes, no = no, yes
		}
		leaves[i] = yes
		leaves = append(leaves, no)
	}
	for number := range random.IntN(150) + 100 {
		i := random.IntN(len(leaves))
		if random.IntN(3) > 0 {
			i = 0 // again and again at one place
		}
		split(i, number)
		s := leaves[random.IntN(len(leaves))]
		for _, e := range g.OutOf(g.Function.Blocks[s.Location.Index]) {
			if to := g.To(e); random.IntN(2) == 0 {
				g.Remove(s, e, to.slots[random.IntN(to.Leaves)], nil)
			}
		}
	}
	return g, leaves
}
