package certify

import (
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// graph is a graph of the certificate with what its form says.
type graph struct {
	*verdict.Graph
	number   int
	function *ir.Function
	scope    map[*term.Term]bool // symbols of predicates
	location map[int]int         // of each region
	leaves   map[int][]leaf      // by location
	notMay   map[int]bool
	absent   map[passage][]int // numbers of absent edges
	reached  map[int]bool      // regions on abstract paths from NotMay, set by explore
}

// leaf is a region: the states that satisfy its literals.
type leaf struct {
	region   int
	literals []*term.Term
}

// passage is an abstract edge: from a region along a control-flow edge to a region.
type passage struct{ block, target, from, to int }

// explore finds the regions that abstract paths reach from the NotMay regions. Control-flow edges that
// the graph does not mention are there.
func (k *checker) explore(g *graph) error {
	g.reached = map[int]bool{}
	var work []int
	reach := func(region int) {
		if !g.reached[region] {
			g.reached[region] = true
			work = append(work, region)
		}
	}
	for _, region := range g.NotMay {
		reach(region)
	}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		if g.location[from] == verdict.ExitLocation {
			continue
		}
		s, err := k.step(g.function.Blocks[g.location[from]])
		if err != nil {
			return err
		}
		edges, err := k.edges(s, g.Exit)
		if err != nil {
			return err
		}
		for _, e := range edges {
			for _, to := range g.leaves[e.location] {
				if len(g.absent[passage{e.block, e.target, from, to.region}]) == 0 {
					reach(to.region)
				}
			}
		}
	}
	return nil
}

// where is the set of states that lie in chosen regions of a tree.
func (g *graph) where(terms *term.Builder, t *verdict.SplitTree, chosen func(region int) bool) *term.Term {
	if t.Pred == nil {
		return terms.BoolConst(chosen(t.Region))
	}
	return terms.Ite(t.Pred, g.where(terms, t.Yes, chosen), g.where(terms, t.No, chosen))
}
