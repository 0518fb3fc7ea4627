package ir

// Predecessors lists, for each block by index, the blocks that can go to it; a block that names it
// twice is there once.
func (f *Function) Predecessors() [][]*Block {
	out := make([][]*Block, len(f.Blocks))
	for _, b := range f.Blocks {
		for _, s := range b.Successors() {
			if list := out[s.Index]; len(list) == 0 || list[len(list)-1] != b {
				out[s.Index] = append(out[s.Index], b)
			}
		}
	}
	return out
}

// Reachable tells, by index, which blocks can be reached from the entry.
func (f *Function) Reachable() []bool {
	reached := make([]bool, len(f.Blocks))
	reached[0] = true
	work := []*Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Successors() {
			if !reached[s.Index] {
				reached[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return reached
}

// DominatorTree is the tree of immediate dominators of a function's blocks, or of post-dominators.
//
// Blocks are named by index; the node len(Blocks) is the virtual exit, the root for post-dominators.
// The algorithm is Cooper, Harvey and Kennedy's "A Simple, Fast Dominance Algorithm".
type DominatorTree struct {
	root   int
	parent []int // immediate dominator, -1 for the root and for nodes the root does not reach
	order  []int // position in postorder from the root, -1 when not reached
}

// Dominators computes dominance from the entry.
func (f *Function) Dominators() *DominatorTree {
	next, previous := f.edges(everyBlock)
	return dominatorTree(0, next, previous)
}

// PostDominators computes dominance from the virtual exit, to which every block that does not end in
// a goto leads. Where no exit can be reached, the block with the largest index leads to it too, until
// every block is in the tree.
func (f *Function) PostDominators() *DominatorTree { return f.PostDominatorsOf(everyBlock) }

func everyBlock(*Block) bool { return true }

// PostDominatorsOf computes post-dominance as if control never went to the blocks that do not count.
func (f *Function) PostDominatorsOf(counts func(*Block) bool) *DominatorTree {
	next, previous := f.edges(counts)
	exit := len(f.Blocks)
	for {
		reached := reachedFrom(exit, previous)
		stuck := -1
		for i := range f.Blocks {
			if !reached[i] {
				stuck = i
			}
		}
		if stuck < 0 {
			return dominatorTree(exit, previous, next)
		}
		next[stuck] = append(next[stuck], exit)
		previous[exit] = append(previous[exit], stuck)
	}
}

// edges lists successors and predecessors with the virtual exit; nothing leads to a block that does not count.
func (f *Function) edges(counts func(*Block) bool) (next, previous [][]int) {
	exit := len(f.Blocks)
	next, previous = make([][]int, exit+1), make([][]int, exit+1)
	add := func(from, to int) {
		next[from] = append(next[from], to)
		previous[to] = append(previous[to], from)
	}
	for _, b := range f.Blocks {
		successors := b.Successors()
		some := false
		for _, s := range successors {
			if counts(s) {
				add(b.Index, s.Index)
				some = true
			}
		}
		if !some {
			add(b.Index, exit)
		}
	}
	return next, previous
}

func reachedFrom(root int, next [][]int) []bool {
	reached := make([]bool, len(next))
	reached[root] = true
	work := []int{root}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range next[n] {
			if !reached[s] {
				reached[s] = true
				work = append(work, s)
			}
		}
	}
	return reached
}

func dominatorTree(root int, next, previous [][]int) *DominatorTree {
	t := &DominatorTree{root: root, parent: make([]int, len(next)), order: make([]int, len(next))}
	for i := range t.parent {
		t.parent[i], t.order[i] = -1, -1
	}
	postorder := postorderFrom(root, next)
	for position, n := range postorder {
		t.order[n] = position
	}
	t.parent[root] = root
	for changed := true; changed; {
		changed = false
		for i := len(postorder) - 2; i >= 0; i-- {
			n := postorder[i]
			if dominator := t.meet(previous[n]); dominator != t.parent[n] {
				t.parent[n], changed = dominator, true
			}
		}
	}
	t.parent[root] = -1
	return t
}

// meet is the nearest common dominator of those nodes that already have one.
func (t *DominatorTree) meet(nodes []int) int {
	found := -1
	for _, n := range nodes {
		switch {
		case t.order[n] < 0 || t.parent[n] < 0:
		case found < 0:
			found = n
		default:
			found = t.intersect(found, n)
		}
	}
	return found
}

func (t *DominatorTree) intersect(a, b int) int {
	for a != b {
		for t.order[a] < t.order[b] {
			a = t.parent[a]
		}
		for t.order[b] < t.order[a] {
			b = t.parent[b]
		}
	}
	return a
}

// postorderFrom is a depth-first postorder, without recursion: functions have many thousand blocks.
func postorderFrom(root int, next [][]int) []int {
	type frame struct{ node, edge int }
	seen := make([]bool, len(next))
	seen[root] = true
	stack := []frame{{root, 0}}
	var out []int
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.edge == len(next[top.node]) {
			out = append(out, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		s := next[top.node][top.edge]
		top.edge++
		if !seen[s] {
			seen[s] = true
			stack = append(stack, frame{s, 0})
		}
	}
	return out
}

// Parent is the immediate dominator of a node, or -1 for the root and for nodes it does not reach.
func (t *DominatorTree) Parent(node int) int { return t.parent[node] }

// Dominates reports whether every path from the root to b goes through a. A node dominates itself;
// nodes that are not reached dominate nothing else and are dominated by nothing else.
func (t *DominatorTree) Dominates(a, b int) bool {
	for b >= 0 && b != a {
		b = t.parent[b]
	}
	return b == a
}

// OnCycle reports whether control that leaves b can come back to it.
func (b *Block) OnCycle() bool {
	seen := map[*Block]bool{}
	work := b.Successors()
	for len(work) > 0 {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		if next == b {
			return true
		}
		if !seen[next] {
			seen[next] = true
			work = append(work, next.Successors()...)
		}
	}
	return false
}
