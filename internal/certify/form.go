package certify

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The regions of the exit location.
const (
	targetRegion = 0 // in Post
	otherRegion  = 1
)

// form checks that the certificate is of the form described in package verdict, so that its claims mean
// something, and makes the checker's view of its graphs.
func (k *checker) form(c *verdict.Certificate) error {
	if c == nil || c.Main < 0 || c.Main >= len(c.Graphs) {
		return &Rejection{"", "there is no main graph"}
	}
	k.graphs = make([]*graph, len(c.Graphs))
	k.needed = make([]bool, len(c.Graphs))
	for i, stated := range c.Graphs {
		g, err := k.newGraph(i, stated)
		if err != nil {
			return err
		}
		k.graphs[i] = g
	}
	for _, g := range k.graphs {
		for i := range g.Absent {
			if err := k.formAbsent(g, i); err != nil {
				return &Rejection{g.name(), fmt.Sprintf("absent edge %d: %v", i, err)}
			}
		}
	}
	return nil
}

// newGraph checks all of a graph but its absent edges.
func (k *checker) newGraph(number int, stated *verdict.Graph) (*graph, error) {
	if stated == nil {
		return nil, &Rejection{fmt.Sprintf("graph %d", number), "is missing"}
	}
	g := &graph{
		Graph: stated, number: number, scope: map[*term.Term]bool{}, location: map[int]int{},
		leaves: map[int][]leaf{}, notMay: map[int]bool{}, absent: map[passage][]int{},
	}
	if g.Exit != verdict.ReturnExit && g.Exit != verdict.ErrorExit {
		return nil, &Rejection{fmt.Sprintf("graph %d", number), "has no exit"}
	}
	g.function = k.program.Function(g.Function)
	if g.function == nil || len(g.function.Blocks) == 0 {
		return nil, &Rejection{g.name(), "there is no such function with a body"}
	}
	if err := k.formSymbols(g); err != nil {
		return nil, &Rejection{g.name(), err.Error()}
	}
	if err := k.formTrees(g); err != nil {
		return nil, &Rejection{g.name(), err.Error()}
	}
	for _, region := range g.NotMay {
		if location, ok := g.location[region]; !ok || location != 0 {
			return nil, &Rejection{g.name(), fmt.Sprintf("region %d is no region of the entry", region)}
		}
		g.notMay[region] = true
	}
	return g, nil
}

// formSymbols checks the rigid symbols and Post, and sets the symbols that predicates may mention.
func (k *checker) formSymbols(g *graph) error {
	for _, v := range k.program.Globals {
		g.scope[v.Sym] = true
	}
	for _, r := range g.Rigid {
		if r == nil || r.Op() != term.OpVar || k.program.VariableOf(r) != nil || g.scope[r] {
			return fmt.Errorf("rigid symbol %v is not a symbol of its own", r)
		}
		g.scope[r] = true
	}
	// Where the function is left its caller sees results and globals only.
	for _, v := range g.function.Results {
		g.scope[v.Sym] = true
	}
	if err := k.formPredicate(g, g.Post); err != nil {
		return fmt.Errorf("the exit: %w", err)
	}
	for _, v := range g.function.Variables() {
		g.scope[v.Sym] = true
	}
	return nil
}

func (k *checker) formPredicate(g *graph, t *term.Term) error {
	switch {
	case t == nil:
		return fmt.Errorf("a predicate is missing")
	case t.Sort() != k.terms.Bool():
		return fmt.Errorf("a predicate has sort %s", t.Sort())
	}
	return inScope(t, g.scope)
}

func inScope(t *term.Term, scope map[*term.Term]bool) error {
	for _, sym := range t.Vars() {
		if !scope[sym] {
			return fmt.Errorf("%s is not in scope", sym)
		}
	}
	return nil
}

// formTrees checks that there is one tree for each location, that regions are unique, and that the
// exit's tree is the one that Post prescribes. A tree covers all states by construction.
func (k *checker) formTrees(g *graph) error {
	if len(g.Trees) != len(g.function.Blocks)+1 {
		return fmt.Errorf("%d trees for %d blocks and the exit", len(g.Trees), len(g.function.Blocks))
	}
	for i, b := range g.function.Blocks {
		if b.Index != i {
			return fmt.Errorf("block %d has index %d", i, b.Index)
		}
		if err := k.formTree(g, i, g.Trees[i], nil); err != nil {
			return fmt.Errorf("the tree of block %d: %w", i, err)
		}
	}
	if err := k.formTree(g, verdict.ExitLocation, g.Trees[verdict.ExitLocation], nil); err != nil {
		return fmt.Errorf("the tree of the exit: %w", err)
	}
	exit := g.Trees[verdict.ExitLocation]
	switch {
	case g.Exit == verdict.ErrorExit:
		if exit.Pred != nil || exit.Region != targetRegion || !g.Post.IsTrue() {
			return fmt.Errorf("the error exit is not one region")
		}
	case exit.Pred != g.Post || exit.Yes.Pred != nil || exit.Yes.Region != targetRegion || exit.No.Pred != nil || exit.No.Region != otherRegion:
		return fmt.Errorf("the tree of the exit is not that of Post")
	}
	return nil
}

// formTree checks a subtree and lists its leaves with their literals.
func (k *checker) formTree(g *graph, location int, t *verdict.SplitTree, literals []*term.Term) error {
	if t == nil {
		return fmt.Errorf("a node is missing")
	}
	if t.Pred == nil {
		if other, taken := g.location[t.Region]; taken {
			return fmt.Errorf("region %d is at location %d already", t.Region, other)
		}
		g.location[t.Region] = location
		g.leaves[location] = append(g.leaves[location], leaf{t.Region, literals})
		return nil
	}
	if err := k.formPredicate(g, t.Pred); err != nil {
		return err
	}
	literals = literals[:len(literals):len(literals)]
	if err := k.formTree(g, location, t.Yes, append(literals, t.Pred)); err != nil {
		return err
	}
	return k.formTree(g, location, t.No, append(literals, k.terms.Not(t.Pred)))
}

// formAbsent checks that an absent edge leads from a region of its block to one behind it, and that its
// uses are claims about the callee with all their rigid symbols given.
func (k *checker) formAbsent(g *graph, number int) error {
	a := &g.Absent[number]
	if a.Block < 0 || a.Block >= len(g.function.Blocks) {
		return fmt.Errorf("there is no block %d", a.Block)
	}
	b := g.function.Blocks[a.Block]
	if from, ok := g.location[a.From]; !ok || from != a.Block {
		return fmt.Errorf("region %d is not at block %d", a.From, a.Block)
	}
	leadsTo := verdict.ExitLocation
	if t, ok := b.Terminator.(*ir.Goto); ok && a.Target != verdict.CalleeFails {
		if a.Target < 0 || a.Target >= len(t.Targets) {
			return fmt.Errorf("block %d has no target %d", a.Block, a.Target)
		}
		leadsTo = t.Targets[a.Target].Block.Index
	}
	if to, ok := g.location[a.To]; !ok || to != leadsTo {
		return fmt.Errorf("region %d is not at the end of target %d of block %d", a.To, a.Target, a.Block)
	}
	for i := range a.Uses {
		if err := k.formUse(g, b, a.Target, &a.Uses[i]); err != nil {
			return fmt.Errorf("use %d: %w", i, err)
		}
	}
	way := passage{a.Block, a.Target, a.From, a.To}
	g.absent[way] = append(g.absent[way], number)
	return nil
}

func (k *checker) formUse(g *graph, b *ir.Block, target int, u *verdict.Use) error {
	call := b.Call()
	if call == nil {
		return fmt.Errorf("block %d calls nothing", b.Index)
	}
	if u.Graph < 0 || u.Graph >= len(k.graphs) {
		return fmt.Errorf("there is no graph %d", u.Graph)
	}
	used := k.graphs[u.Graph]
	exit := verdict.ReturnExit
	if target == verdict.CalleeFails {
		exit = verdict.ErrorExit
	}
	if used.function != call.Callee || used.Exit != exit {
		return fmt.Errorf("%s says nothing about this call", used.name())
	}
	if len(u.Rigid) != len(used.Rigid) {
		return fmt.Errorf("%d values for %d rigid symbols", len(u.Rigid), len(used.Rigid))
	}
	for _, r := range used.Rigid {
		value := u.Rigid[r]
		if value == nil || value.Sort() != r.Sort() {
			return fmt.Errorf("no value of sort %s for %s", r.Sort(), r)
		}
		if err := inScope(value, g.scope); err != nil {
			return err
		}
	}
	return nil
}
