package certify_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sort"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// mutations is how many changed certificates are checked for each program.
const mutations = 150

// TestMutations changes certificates at random and compares the checker with enumeration: what became
// wrong is rejected, what is still a proof is accepted.
func TestMutations(t *testing.T) {
	eachSmall(t, func(t *testing.T, p *ir.Program, c *verdict.Certificate) {
		options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
		r := rand.New(rand.NewPCG(8, 1))
		accepted, rejected := 0, 0
		for n := range mutations {
			m := &mutator{rand: r, terms: p.Terms, program: p, c: clone(c)}
			kind := m.mutate()
			if r.IntN(3) == 0 {
				kind += "+" + m.mutate()
			}
			err := certify.Certificate(context.Background(), p, m.c, options)
			want := holds(t, p, m.c)
			if (err == nil) != want {
				t.Fatalf("mutation %d, %s: the checker says %v, enumeration %v", n, kind, err, want)
			}
			var rejection *certify.Rejection
			if err != nil && !errors.As(err, &rejection) {
				t.Errorf("mutation %d, %s: %v", n, kind, err)
			}
			if want {
				accepted++
			} else {
				rejected++
			}
		}
		t.Logf("%d accepted, %d rejected", accepted, rejected)
		if rejected < mutations/2 {
			t.Error("too few mutations changed a claim")
		}
	})
}

// TestStale gives certificates to programs that differ from those they were made for.
func TestStale(t *testing.T) {
	eachSmall(t, func(t *testing.T, p *ir.Program, c *verdict.Certificate) {
		s := backend(t, p, "cvc5-pipe")
		r := rand.New(rand.NewPCG(8, 2))
		accepted, rejected := 0, 0
		for n := range 40 {
			undo := changeProgram(r, p)
			ir.ComputeModifies(p)
			err := certify.Certificate(context.Background(), p, c, certify.Options{Solver: s})
			if want := holds(t, p, c); (err == nil) != want {
				t.Fatalf("change %d: the checker says %v, enumeration %v\n%s", n, err, want, p)
			}
			if err == nil {
				accepted++
			} else {
				rejected++
			}
			undo()
		}
		t.Logf("%d accepted, %d rejected", accepted, rejected)
		if rejected == 0 {
			t.Error("no change mattered")
		}
	})
}

// changeProgram changes one instruction or terminator and returns how to undo that.
func changeProgram(r *rand.Rand, p *ir.Program) func() {
	for {
		f := p.Functions[r.IntN(len(p.Functions))]
		b := f.Blocks[r.IntN(len(f.Blocks))]
		instructions, terminator := b.Instructions, b.Terminator
		undo := func() { b.Instructions, b.Terminator = instructions, terminator }
		if len(instructions) > 0 && r.IntN(2) == 0 {
			i := r.IntN(len(instructions))
			b.Instructions = append([]ir.Instruction(nil), instructions...)
			switch old := instructions[i].(type) {
			case *ir.Assign:
				b.Instructions[i] = &ir.Assign{At: old.At, Dst: old.Dst, Src: otherTerm(r, p, f, old.Src.Sort())}
			case *ir.Havoc:
				b.Instructions[i] = &ir.Assign{At: old.At, Dst: old.Dst, Src: otherTerm(r, p, f, old.Dst.Sort)}
			case *ir.Assume:
				b.Instructions = append(b.Instructions[:i:i], b.Instructions[i+1:]...)
			case *ir.Call:
				args := make([]*term.Term, len(old.Args))
				for j, a := range old.Args {
					args[j] = otherTerm(r, p, f, a.Sort())
				}
				b.Instructions[i] = &ir.Call{At: old.At, Callee: old.Callee, Args: args, Results: old.Results}
			}
			return undo
		}
		switch old := terminator.(type) {
		case *ir.Goto:
			g := *old
			g.Targets = append([]ir.Target(nil), old.Targets...)
			x := otherTerm(r, p, f, p.Terms.BV(2))
			g.Targets[r.IntN(len(g.Targets))].Guard = p.Terms.BVUle(x, otherTerm(r, p, f, x.Sort()))
			b.Terminator = &g
		case *ir.Halt:
			b.Terminator = &ir.Return{}
		case *ir.Return:
			b.Terminator = &ir.Unsupported{}
		default:
			continue
		}
		return undo
	}
}

// otherTerm is a small term over the variables of f.
func otherTerm(r *rand.Rand, p *ir.Program, f *ir.Function, s *term.Sort) *term.Term {
	var fitting []*term.Term
	for _, v := range append(append([]*ir.Variable(nil), p.Globals...), f.Variables()...) {
		if v.Sort == s {
			fitting = append(fitting, v.Sym)
		}
	}
	constant := p.Terms.BVConst(s.Width, r.Uint64N(1<<s.Width))
	if len(fitting) == 0 || r.IntN(3) == 0 {
		return constant
	}
	v := fitting[r.IntN(len(fitting))]
	if r.IntN(2) == 0 {
		return v
	}
	return p.Terms.BVAdd(v, constant)
}

// clone copies a certificate.
func clone(c *verdict.Certificate) *verdict.Certificate {
	out := &verdict.Certificate{Main: c.Main}
	for _, g := range c.Graphs {
		copied := *g
		copied.Trees = map[int]*verdict.SplitTree{}
		for l, t := range g.Trees {
			copied.Trees[l] = cloneTree(t)
		}
		copied.Absent = append([]verdict.AbsentEdge(nil), g.Absent...)
		for i, a := range copied.Absent {
			copied.Absent[i].Uses = nil
			for _, u := range a.Uses {
				rigid := map[*term.Term]*term.Term{}
				for sym, value := range u.Rigid {
					rigid[sym] = value
				}
				copied.Absent[i].Uses = append(copied.Absent[i].Uses, verdict.Use{Graph: u.Graph, Rigid: rigid})
			}
		}
		copied.NotMay = append([]int(nil), g.NotMay...)
		out.Graphs = append(out.Graphs, &copied)
	}
	return out
}

func cloneTree(t *verdict.SplitTree) *verdict.SplitTree {
	copied := *t
	if t.Pred != nil {
		copied.Yes, copied.No = cloneTree(t.Yes), cloneTree(t.No)
	}
	return &copied
}

// mutator changes a certificate so that it stays of the right form.
type mutator struct {
	rand    *rand.Rand
	terms   *term.Builder
	program *ir.Program
	c       *verdict.Certificate
	g       *verdict.Graph
}

// mutate makes one change and names it.
func (m *mutator) mutate() string {
	kinds := []struct {
		name   string
		change func() bool
	}{
		{"drop absent edge", m.dropAbsent},
		{"add absent edge", m.addAbsent},
		{"widen NotMay", m.widen},
		{"narrow NotMay", m.narrow},
		{"change predicate", m.changePredicate},
		{"change Post", m.changePost},
		{"swap regions", m.swapRegions},
		{"merge regions", m.mergeRegions},
		{"split region", m.splitRegion},
		{"drop use", m.dropUse},
		{"change rigid", m.changeRigid},
		{"other use", m.otherUse},
	}
	for {
		m.g = m.c.Graphs[m.rand.IntN(len(m.c.Graphs))]
		if kind := kinds[m.rand.IntN(len(kinds))]; kind.change() {
			return kind.name
		}
	}
}

func (m *mutator) dropAbsent() bool {
	if len(m.g.Absent) == 0 {
		return false
	}
	i := m.rand.IntN(len(m.g.Absent))
	m.g.Absent = append(m.g.Absent[:i], m.g.Absent[i+1:]...)
	return true
}

func (m *mutator) function() *ir.Function { return m.program.Function(m.g.Function) }

func (m *mutator) addAbsent() bool {
	b := m.function().Blocks[m.rand.IntN(len(m.function().Blocks))]
	x := &exhaustive{p: m.program, c: m.c}
	ways := x.ways(m.g, b)
	if len(ways) == 0 {
		return false
	}
	w := ways[m.rand.IntN(len(ways))]
	from, to := regions(m.g.Trees[b.Index]), regions(m.g.Trees[w.to])
	m.g.Absent = append(m.g.Absent, verdict.AbsentEdge{
		From: from[m.rand.IntN(len(from))], To: to[m.rand.IntN(len(to))], Block: w.block, Target: w.target,
	})
	return true
}

func (m *mutator) widen() bool {
	for _, n := range regions(m.g.Trees[0]) {
		if !in(m.g.NotMay, n) {
			m.g.NotMay = append(m.g.NotMay, n)
			return true
		}
	}
	return false
}

func (m *mutator) narrow() bool {
	if len(m.g.NotMay) == 0 {
		return false
	}
	i := m.rand.IntN(len(m.g.NotMay))
	m.g.NotMay = append(m.g.NotMay[:i], m.g.NotMay[i+1:]...)
	return true
}

func inner(t *verdict.SplitTree) []*verdict.SplitTree {
	if t.Pred == nil {
		return nil
	}
	return append(append([]*verdict.SplitTree{t}, inner(t.Yes)...), inner(t.No)...)
}

// location picks a block, by the order of indices.
func (m *mutator) location() int {
	var all []int
	for l := range m.g.Trees {
		if l != verdict.ExitLocation {
			all = append(all, l)
		}
	}
	sort.Ints(all)
	return all[m.rand.IntN(len(all))]
}

// other changes a predicate.
func (m *mutator) other(t *term.Term) *term.Term {
	switch m.rand.IntN(6) {
	case 0:
		return m.terms.Not(t)
	case 1:
		return m.terms.BoolConst(m.rand.IntN(2) == 0)
	case 2:
		return m.terms.Or(t, m.atom())
	case 3:
		return m.terms.And(t, m.atom())
	case 4:
		if conjuncts := term.Conjuncts(t); len(conjuncts) > 1 {
			return conjuncts[m.rand.IntN(len(conjuncts))]
		}
		if args := t.Args(); t.Op() == term.OpOr {
			return args[m.rand.IntN(len(args))]
		}
	}
	return m.atom()
}

// atom is a predicate over the globals.
func (m *mutator) atom() *term.Term {
	v := m.program.Globals[m.rand.IntN(len(m.program.Globals))]
	k := m.terms.BVConst(v.Sort.Width, m.rand.Uint64N(1<<v.Sort.Width))
	if m.rand.IntN(2) == 0 {
		return m.terms.Eq(v.Sym, k)
	}
	return m.terms.BVUle(v.Sym, k)
}

func (m *mutator) changePredicate() bool {
	nodes := inner(m.g.Trees[m.location()])
	if len(nodes) == 0 {
		return false
	}
	n := nodes[m.rand.IntN(len(nodes))]
	n.Pred = m.other(n.Pred)
	return true
}

func (m *mutator) changePost() bool {
	if m.g.Exit != verdict.ReturnExit {
		return false
	}
	m.g.Post = m.other(m.g.Post)
	m.g.Trees[verdict.ExitLocation].Pred = m.g.Post
	return true
}

func leafNodes(t *verdict.SplitTree) []*verdict.SplitTree {
	if t.Pred == nil {
		return []*verdict.SplitTree{t}
	}
	return append(leafNodes(t.Yes), leafNodes(t.No)...)
}

func (m *mutator) swapRegions() bool {
	leaves := leafNodes(m.g.Trees[m.location()])
	if len(leaves) < 2 {
		return false
	}
	i, j := m.rand.IntN(len(leaves)), m.rand.IntN(len(leaves))
	leaves[i].Region, leaves[j].Region = leaves[j].Region, leaves[i].Region
	return true
}

// mergeRegions drops a region: its states go to its neighbour.
func (m *mutator) mergeRegions() bool {
	for _, n := range inner(m.g.Trees[m.location()]) {
		if n.Yes.Pred != nil || n.No.Pred != nil {
			continue
		}
		gone := n.No.Region
		*n = *n.Yes
		kept := m.g.Absent[:0]
		for _, a := range m.g.Absent {
			if a.From != gone && a.To != gone {
				kept = append(kept, a)
			}
		}
		m.g.Absent = kept
		for i, region := range m.g.NotMay {
			if region == gone {
				m.g.NotMay = append(m.g.NotMay[:i], m.g.NotMay[i+1:]...)
				break
			}
		}
		return true
	}
	return false
}

// splitRegion gives part of a region's states to a new one, about which nothing is said.
func (m *mutator) splitRegion() bool {
	leaves := leafNodes(m.g.Trees[m.location()])
	n := leaves[m.rand.IntN(len(leaves))]
	fresh := 0
	for _, t := range m.g.Trees {
		for _, region := range regions(t) {
			fresh = max(fresh, region+1)
		}
	}
	*n = verdict.SplitTree{Pred: m.atom(), Yes: &verdict.SplitTree{Region: n.Region}, No: &verdict.SplitTree{Region: fresh}}
	return true
}

// use picks a use.
func (m *mutator) use() (edge *verdict.AbsentEdge, at int) {
	var edges []*verdict.AbsentEdge
	for i := range m.g.Absent {
		if len(m.g.Absent[i].Uses) > 0 {
			edges = append(edges, &m.g.Absent[i])
		}
	}
	if len(edges) == 0 {
		return nil, 0
	}
	edge = edges[m.rand.IntN(len(edges))]
	return edge, m.rand.IntN(len(edge.Uses))
}

func (m *mutator) dropUse() bool {
	edge, at := m.use()
	if edge == nil {
		return false
	}
	edge.Uses = append(edge.Uses[:at], edge.Uses[at+1:]...)
	return true
}

func (m *mutator) changeRigid() bool {
	edge, at := m.use()
	if edge == nil {
		return false
	}
	rigid := edge.Uses[at].Rigid
	for _, sym := range m.c.Graphs[edge.Uses[at].Graph].Rigid {
		rigid[sym] = otherTerm(m.rand, m.program, m.function(), sym.Sort())
		return true
	}
	return false
}

// otherUse relies on another claim about the same callee.
func (m *mutator) otherUse() bool {
	edge, at := m.use()
	if edge == nil {
		return false
	}
	now := m.c.Graphs[edge.Uses[at].Graph]
	for i := range m.c.Graphs {
		n := (i + m.rand.IntN(len(m.c.Graphs))) % len(m.c.Graphs)
		g := m.c.Graphs[n]
		if n == edge.Uses[at].Graph || g.Function != now.Function || g.Exit != now.Exit {
			continue
		}
		rigid := map[*term.Term]*term.Term{}
		for _, sym := range g.Rigid {
			rigid[sym] = otherTerm(m.rand, m.program, m.function(), sym.Sort())
		}
		edge.Uses = append(edge.Uses, verdict.Use{Graph: n, Rigid: rigid})
		return true
	}
	return false
}
