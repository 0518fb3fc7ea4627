package term

import (
	"math/rand"
	"testing"
)

// model is an array value by definition: a default and the elements that were stored.
type model map[uint64]uint64

func (m model) with(i, v uint64) model {
	next := model{i: v}
	for j, w := range m {
		if j != i {
			next[j] = w
		}
	}
	return next
}

// equal reports whether two models are of the same array.
func (m model) equal(n model, dflt uint64) bool {
	for _, both := range [][2]model{{m, n}, {n, m}} {
		for i, v := range both[0] {
			w, ok := both[1][i]
			if !ok {
				w = dflt
			}
			if v != w {
				return false
			}
		}
	}
	return true
}

// TestArrayValueStore stores at random into arrays that were made before, so that versions branch and are
// shared, and compares all versions with their models after each few stores: none sees another's stores.
func TestArrayValueStore(t *testing.T) {
	const versions = 16
	b := NewBuilder()
	for seed := range int64(80) {
		width := []int{64, 70}[seed%2] // in cells, and in a treap
		sort := b.Array(b.BV(width), b.BV(8))
		r := rand.New(rand.NewSource(seed))
		dflt := uint64(r.Intn(3))
		indices := uint64(1 + r.Intn(60))
		arrays := make([]*ArrayValue, versions)
		models := make([]model, versions)
		for k := range arrays {
			arrays[k], models[k] = NewArrayValue(sort, BVValue(8, dflt)), model{}
		}
		for step := range 600 {
			from, to := r.Intn(versions), r.Intn(versions)
			i, v := uint64(r.Int63n(int64(indices)))*0x1_0000_0001, uint64(r.Intn(3))
			arrays[to] = arrays[from].Store(BVValue(width, i), BVValue(8, v))
			models[to] = models[from].with(i, v)
			if step%20 == 0 || step == 599 {
				for k := range arrays {
					checkArray(t, arrays[k], models[k], dflt, width)
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d, step %d", seed, step)
			}
		}
	}
}

// checkArray compares an array with its model: by element, in order, and by the tree that the exceptions
// determine whatever the order of the stores.
func checkArray(t *testing.T, a *ArrayValue, m model, dflt uint64, width int) {
	t.Helper()
	exceptions := 0
	fresh := NewArrayValue(a.sort, a.dflt)
	for i, v := range m { // in any order
		if got := a.Select(BVValue(width, i)).Uint64(); got != v {
			t.Errorf("at %d: got %d, want %d", i, got, v)
		}
		if v != dflt {
			exceptions++
			fresh = fresh.Store(BVValue(width, i), BVValue(8, v))
		}
	}
	if a.Len() != exceptions {
		t.Errorf("%d exceptions, want %d", a.Len(), exceptions)
	}
	checkNode(t, a.root)
	checkCells(t, a.cells)
	if !a.Equal(fresh) || !fresh.Equal(a) || a.String() != fresh.String() {
		t.Errorf("got %s, want %s", a, fresh)
	}
}

// checkNode checks the treap's invariant, and sizes and sums computed anew.
func checkNode(t *testing.T, n *arrayNode) (size int, sum uint64) {
	t.Helper()
	if n == nil {
		return 0, 0
	}
	for _, below := range []*arrayNode{n.left, n.right} {
		if below != nil && above(priorityOf(below.key), below.key, n) {
			t.Errorf("%s stands below %s", below.key, n.key)
		}
	}
	if n.left != nil && n.left.key.Compare(n.key) >= 0 || n.right != nil && n.right.key.Compare(n.key) <= 0 {
		t.Errorf("%s is on the wrong side", n.key)
	}
	leftSize, leftSum := checkNode(t, n.left)
	rightSize, rightSum := checkNode(t, n.right)
	size, sum = leftSize+rightSize+1, leftSum+rightSum+entrySum(n.key, n.val)
	if n.size != size || n.sum != sum {
		t.Errorf("%s: size %d and sum %d, want %d and %d", n.key, n.size, n.sum, size, sum)
	}
	return size, sum
}
