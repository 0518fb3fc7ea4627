package evidence

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Certificate is the text form of a verdict.Certificate. Terms are numbers of the table.
type Certificate struct {
	Symbols []symbol `json:"symbols"`
	Terms   []string `json:"terms"`
	Main    int      `json:"main"`
	Graphs  []graph  `json:"graphs"`
	// Contradiction: the claim is that the axioms contradict each other; there are no graphs.
	Contradiction bool `json:"contradiction,omitempty"`
	// Unfolding: the claim is that all paths end without an error; there are no graphs.
	Unfolding *unfolding `json:"unfolding,omitempty"`
	// Unrolling: the claim is that all paths end without an error, and the rounds of loops where it says.
	Unrolling *unrolling `json:"unrolling,omitempty"`
	// Refuters are the solvers whose refutations the search relied on.
	Refuters []string `json:"refuters,omitempty"`
}

type unfolding struct {
	Blocks int    `json:"blocks"`
	Cuts   []int  `json:"cuts"`
	Kept   []kept `json:"kept,omitempty"` // where states of paths are compared
	Loose  bool   `json:"loose,omitempty"`
}

type kept struct {
	Function string `json:"function"`
	Block    int    `json:"block"`
	Loop     bool   `json:"loop,omitempty"` // paths wait there
	Locals   []int  `json:"locals,omitempty"`
	Globals  []int  `json:"globals,omitempty"`
}

type graph struct {
	Function string       `json:"function"`
	Exit     string       `json:"exit"`
	Post     int          `json:"post"`
	Rigid    []int        `json:"rigid,omitempty"`
	Trees    []tree       `json:"trees"`
	Absent   []absentEdge `json:"absent"`
	NotMay   []int        `json:"not_may"`
}

// tree is a split tree as the list of its nodes, the root first.
type tree struct {
	Location int    `json:"location"`
	Nodes    []node `json:"nodes"`
}

// node is a leaf (Pred is -1) or refers to its two children by their positions.
type node struct {
	Pred   int `json:"pred"`
	Yes    int `json:"yes,omitempty"`
	No     int `json:"no,omitempty"`
	Region int `json:"region,omitempty"`
}

type absentEdge struct {
	From   int   `json:"from"`
	To     int   `json:"to"`
	Block  int   `json:"block"`
	Target int   `json:"target"`
	Uses   []use `json:"uses,omitempty"`
}

type unrolling struct {
	Blocks int           `json:"blocks"`
	Ends   []string      `json:"ends,omitempty"`   // the beginnings of rounds that no run comes to
	Placed []string      `json:"placed,omitempty"` // where sizes are replaced by a granule
	Passed []loopAt      `json:"passed,omitempty"` // loops that are not unrolled
	Kept   []keptObjects `json:"kept,omitempty"`   // what their rounds do not write
}

type keptObjects struct {
	Place   string   `json:"place"`
	Objects []uint64 `json:"objects"`
}

type loopAt struct {
	Function string `json:"function"`
	Block    int    `json:"block"`
}

type use struct {
	Graph int      `json:"graph"`
	Rigid [][2]int `json:"rigid,omitempty"`
}

// EncodeCertificate makes the text form of a certificate about p.
func EncodeCertificate(p *ir.Program, c *verdict.Certificate) *Certificate {
	e := newEncoder(p)
	out := &Certificate{Main: c.Main, Contradiction: c.Contradiction, Refuters: c.Refuters}
	if u := c.Unfolding; u != nil {
		out.Unfolding = &unfolding{Blocks: u.Blocks, Cuts: u.Cuts, Loose: u.Loose}
		for _, k := range u.Kept {
			out.Unfolding.Kept = append(out.Unfolding.Kept, kept(k))
		}
	}
	if u := c.Unrolling; u != nil {
		out.Unrolling = &unrolling{Blocks: u.Blocks, Ends: u.Ends, Placed: u.Placed}
		for _, l := range u.Passed {
			out.Unrolling.Passed = append(out.Unrolling.Passed, loopAt(l))
		}
		for _, k := range u.Kept {
			out.Unrolling.Kept = append(out.Unrolling.Kept, keptObjects(k))
		}
	}
	for _, g := range c.Graphs {
		out.Graphs = append(out.Graphs, e.graph(g))
	}
	out.Symbols, out.Terms = e.symbols, e.texts
	return out
}

func (e *encoder) graph(g *verdict.Graph) graph {
	out := graph{Function: g.Function, Exit: g.Exit.String(), Post: e.add(g.Post), NotMay: g.NotMay}
	for _, r := range g.Rigid {
		out.Rigid = append(out.Rigid, e.add(r))
	}
	locations := make([]int, 0, len(g.Trees))
	for l := range g.Trees {
		locations = append(locations, l)
	}
	sort.Ints(locations)
	for _, l := range locations {
		t := tree{Location: l}
		e.node(&t, g.Trees[l])
		out.Trees = append(out.Trees, t)
	}
	for _, a := range g.Absent {
		edge := absentEdge{From: a.From, To: a.To, Block: a.Block, Target: a.Target}
		for _, u := range a.Uses {
			edge.Uses = append(edge.Uses, e.use(u))
		}
		out.Absent = append(out.Absent, edge)
	}
	return out
}

// node appends a subtree and returns the position of its root.
func (e *encoder) node(t *tree, s *verdict.SplitTree) int {
	at := len(t.Nodes)
	if s.Pred == nil {
		t.Nodes = append(t.Nodes, node{Pred: -1, Region: s.Region})
		return at
	}
	t.Nodes = append(t.Nodes, node{Pred: e.add(s.Pred)})
	yes := e.node(t, s.Yes)
	no := e.node(t, s.No)
	t.Nodes[at].Yes, t.Nodes[at].No = yes, no
	return at
}

func (e *encoder) use(u verdict.Use) use {
	out := use{Graph: u.Graph}
	// In the order of names: what is added first has the lower number.
	symbols := slices.SortedFunc(maps.Keys(u.Rigid), func(a, b *term.Term) int { return strings.Compare(a.Name(), b.Name()) })
	for _, symbol := range symbols {
		out.Rigid = append(out.Rigid, [2]int{e.add(symbol), e.add(u.Rigid[symbol])})
	}
	sort.Slice(out.Rigid, func(i, j int) bool { return out.Rigid[i][0] < out.Rigid[j][0] })
	return out
}

// Decode reads a certificate about p back. It checks the form only: whether the claims hold is for
// package certify.
func (c *Certificate) Decode(p *ir.Program) (*verdict.Certificate, error) {
	d, err := newDecoder(p, c.Symbols, c.Terms)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	if c.Contradiction {
		return &verdict.Certificate{Contradiction: true, Refuters: c.Refuters}, nil
	}
	if u := c.Unfolding; u != nil {
		unfolding := &verdict.Unfolding{Blocks: u.Blocks, Cuts: u.Cuts, Loose: u.Loose}
		for _, k := range u.Kept {
			unfolding.Kept = append(unfolding.Kept, verdict.Kept(k))
		}
		return &verdict.Certificate{Unfolding: unfolding, Refuters: c.Refuters}, nil
	}
	if u := c.Unrolling; u != nil {
		unrolling := &verdict.Unrolling{Blocks: u.Blocks, Ends: u.Ends, Placed: u.Placed}
		for _, l := range u.Passed {
			unrolling.Passed = append(unrolling.Passed, verdict.LoopAt(l))
		}
		for _, k := range u.Kept {
			unrolling.Kept = append(unrolling.Kept, verdict.KeptObjects(k))
		}
		return &verdict.Certificate{Unrolling: unrolling, Refuters: c.Refuters}, nil
	}
	if c.Main < 0 || c.Main >= len(c.Graphs) {
		return nil, fmt.Errorf("reading the certificate: there is no graph %d", c.Main)
	}
	out := &verdict.Certificate{Main: c.Main, Refuters: c.Refuters}
	for i, g := range c.Graphs {
		decoded, err := d.graph(g, len(c.Graphs))
		if err != nil {
			return nil, fmt.Errorf("reading graph %d of the certificate: %w", i, err)
		}
		out.Graphs = append(out.Graphs, decoded)
	}
	return out, nil
}

// Functions are the functions that the graphs of a certificate are about.
func (c *Certificate) Functions() []string {
	var out []string
	for _, g := range c.Graphs {
		if !slices.Contains(out, g.Function) {
			out = append(out, g.Function)
		}
	}
	return out
}

func (d *decoder) graph(g graph, graphs int) (*verdict.Graph, error) {
	post, err := d.term(g.Post)
	if err != nil {
		return nil, err
	}
	out := &verdict.Graph{Function: g.Function, Post: post, NotMay: g.NotMay, Trees: map[int]*verdict.SplitTree{}}
	switch g.Exit {
	case verdict.ReturnExit.String():
		out.Exit = verdict.ReturnExit
	case verdict.ErrorExit.String():
		out.Exit = verdict.ErrorExit
	default:
		return nil, fmt.Errorf("there is no exit %q", g.Exit)
	}
	if out.Rigid, err = d.list(g.Rigid); err != nil {
		return nil, err
	}
	for _, t := range g.Trees {
		if out.Trees[t.Location] != nil {
			return nil, fmt.Errorf("location %d has two trees", t.Location)
		}
		if out.Trees[t.Location], err = d.node(t.Nodes, 0); err != nil {
			return nil, err
		}
	}
	for _, a := range g.Absent {
		edge := verdict.AbsentEdge{From: a.From, To: a.To, Block: a.Block, Target: a.Target}
		if edge.Uses, err = d.uses(a.Uses, graphs); err != nil {
			return nil, err
		}
		out.Absent = append(out.Absent, edge)
	}
	return out, nil
}

func (d *decoder) list(numbers []int) ([]*term.Term, error) {
	var out []*term.Term
	for _, i := range numbers {
		t, err := d.term(i)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// node reads the subtree at a position. Children stand behind their parent, so it ends.
func (d *decoder) node(nodes []node, at int) (*verdict.SplitTree, error) {
	if at < 0 || at >= len(nodes) {
		return nil, fmt.Errorf("a tree has no node %d", at)
	}
	n := nodes[at]
	if n.Pred == -1 {
		return &verdict.SplitTree{Region: n.Region}, nil
	}
	if n.Yes <= at || n.No <= at {
		return nil, fmt.Errorf("a tree's node %d is not before its children", at)
	}
	pred, err := d.term(n.Pred)
	if err != nil {
		return nil, err
	}
	yes, err := d.node(nodes, n.Yes)
	if err != nil {
		return nil, err
	}
	no, err := d.node(nodes, n.No)
	if err != nil {
		return nil, err
	}
	return &verdict.SplitTree{Pred: pred, Yes: yes, No: no}, nil
}

func (d *decoder) uses(encoded []use, graphs int) ([]verdict.Use, error) {
	var out []verdict.Use
	for _, u := range encoded {
		if u.Graph < 0 || u.Graph >= graphs {
			return nil, fmt.Errorf("there is no graph %d", u.Graph)
		}
		decoded := verdict.Use{Graph: u.Graph, Rigid: map[*term.Term]*term.Term{}}
		for _, pair := range u.Rigid {
			both, err := d.list(pair[:])
			if err != nil {
				return nil, err
			}
			decoded.Rigid[both[0]] = both[1]
		}
		out = append(out, decoded)
	}
	return out, nil
}
