package term

import (
	"strings"

	"yogi/internal/bug"
)

// ArrayValue is a total function from the index sort to the element sort: a default and the indices
// where it differs. It is immutable; Store shares all but O(log n) of its nodes. A MutableArray is what
// many stores are made to.
//
// Invariant: no exception holds the default. Where indices and elements are words the exceptions are in
// cells, else in root, a treap whose priorities are hashes of the keys: either way the tree's shape
// depends on the set of exceptions only, never on the order of the stores.
type ArrayValue struct {
	sort    *Sort
	dflt    Value
	isWords bool
	cells   *cellNode
	root    *arrayNode
	self    extension // self.array points back: ArrayVal needs no allocation
}

// arrayNode does not keep its priority: it is computed where trees are joined and split, and stores of new
// elements at known indices, which are most, need none. What is kept costs memory in every state of a test.
type arrayNode struct {
	key, val    Value
	size        int
	sum         uint64 // hash of the set of exceptions below
	left, right *arrayNode
}

// NewArrayValue is the array of the given sort that is dflt everywhere.
func NewArrayValue(sort *Sort, dflt Value) *ArrayValue {
	if sort.Kind != KindArray {
		bug.Errorf("array value of sort %s", sort)
	}
	return newArray(ArrayValue{sort: sort, dflt: dflt, isWords: cellSort(sort)})
}

func newArray(a ArrayValue) *ArrayValue {
	a.self = extension{array: &a}
	return &a
}

func (a *ArrayValue) with(root *arrayNode) *ArrayValue {
	if root == a.root {
		return a
	}
	return newArray(ArrayValue{sort: a.sort, dflt: a.dflt, root: root})
}

func (a *ArrayValue) withCells(cells *cellNode) *ArrayValue {
	if cells == a.cells {
		return a
	}
	return newArray(ArrayValue{sort: a.sort, dflt: a.dflt, isWords: true, cells: cells})
}

// element is the element whose word is given.
func (a *ArrayValue) element(word uint64) Value {
	return Value{kind: a.dflt.kind, width: a.dflt.width, bits: word}
}

// index is the index whose word is given.
func (a *ArrayValue) index(word uint64) Value {
	return Value{kind: KindBV, width: uint32(a.sort.Index.Width), bits: word}
}

// Sort is the array's sort.
func (a *ArrayValue) Sort() *Sort { return a.sort }

// Default is the element at every index that is no exception.
func (a *ArrayValue) Default() Value { return a.dflt }

// Len is the number of exceptions.
func (a *ArrayValue) Len() int { return a.root.count() + a.cells.count() }

// Select is the element at index i.
func (a *ArrayValue) Select(i Value) Value {
	if a.isWords {
		return a.element(a.word(i.bits))
	}
	for n := a.root; n != nil; {
		switch c := i.Compare(n.key); {
		case c == 0:
			return n.val
		case c < 0:
			n = n.left
		default:
			n = n.right
		}
	}
	return a.dflt
}

// word is the element at index i, both words.
func (a *ArrayValue) word(i uint64) uint64 {
	if word, ok := a.cells.find(i); ok {
		return word
	}
	return a.dflt.bits
}

// has reports whether there is an exception at i.
func (a *ArrayValue) has(i Value) bool {
	if a.isWords {
		_, ok := a.cells.find(i.bits)
		return ok
	}
	return a.root.find(i) != nil
}

// Store is a with the element at i replaced by v.
func (a *ArrayValue) Store(i, v Value) *ArrayValue {
	if a.isWords {
		return a.withCells(a.cells.set(i.bits, v.bits, a.dflt.bits, nil))
	}
	n := a.root.find(i)
	switch removes := v.Equal(a.dflt); {
	case n == nil && removes, n != nil && n.val.Equal(v):
		return a
	case n == nil:
		return a.with(a.root.insert(i, v))
	case removes:
		return a.with(a.root.remove(n))
	}
	return a.with(a.root.replace(n, i, v))
}

// Each calls f with the exceptions in increasing order of index until f returns false.
func (a *ArrayValue) Each(f func(i, v Value) bool) {
	a.cells.each(func(index, word uint64) bool { return f(a.index(index), a.element(word)) })
	a.root.each(f)
}

// Equal reports whether a and b are the same function.
func (a *ArrayValue) Equal(b *ArrayValue) bool {
	if a == b {
		return true
	}
	if !sameSort(a.sort, b.sort) {
		return false
	}
	if a.dflt.Equal(b.dflt) {
		return equalCells(a.cells, b.cells) && equalNodes(a.root, b.root)
	}
	n := a.sort.Index.cardinality()
	return n != 0 && uint64(a.Len()+b.Len()) >= n && a.coveredEqual(b, n)
}

// coveredEqual compares arrays of different defaults over a finite index sort of n values: they are
// equal iff they agree on all exceptions and every index is an exception of one of them.
func (a *ArrayValue) coveredEqual(b *ArrayValue, n uint64) bool {
	same, union := true, uint64(a.Len())
	a.Each(func(i, v Value) bool {
		same = v.Equal(b.Select(i))
		return same
	})
	b.Each(func(i, v Value) bool {
		if !a.has(i) {
			union++
		}
		same = same && v.Equal(a.Select(i))
		return same
	})
	return same && union == n
}

// hash agrees with Equal: over a small finite index sort the same function has several forms, so
// only the sort counts there.
func (a *ArrayValue) hash() uint64 {
	if a.sort.Index.cardinality() != 0 {
		return uint64(a.sort.Index.Kind)
	}
	sum := a.root.sumOf() + a.cells.sumOf(func(index, word uint64) uint64 { return entrySum(a.index(index), a.element(word)) })
	return mix(a.dflt.Hash(), sum)
}

func (a *ArrayValue) compare(b *ArrayValue) int {
	if a.Equal(b) {
		return 0
	}
	if c := a.dflt.Compare(b.dflt); c != 0 {
		return c
	}
	if c := compareOrdered(int64(a.Len()), int64(b.Len())); c != 0 {
		return c
	}
	result := 0
	var rest [][2]Value
	b.Each(func(i, v Value) bool {
		rest = append(rest, [2]Value{i, v})
		return true
	})
	a.Each(func(i, v Value) bool {
		if result = i.Compare(rest[0][0]); result == 0 {
			result = v.Compare(rest[0][1])
		}
		rest = rest[1:]
		return result == 0
	})
	return result
}

// String is the SMT-LIB text: stores over a constant array.
func (a *ArrayValue) String() string {
	var b strings.Builder
	b.WriteString(strings.Repeat("(store ", a.Len()))
	b.WriteString("((as const " + a.sort.String() + ") " + a.dflt.String() + ")")
	a.Each(func(i, v Value) bool {
		b.WriteString(" " + i.String() + " " + v.String() + ")")
		return true
	})
	return b.String()
}

func (n *arrayNode) count() int {
	if n == nil {
		return 0
	}
	return n.size
}

func (n *arrayNode) sumOf() uint64 {
	if n == nil {
		return 0
	}
	return n.sum
}

func (n *arrayNode) find(i Value) *arrayNode {
	for n != nil {
		c := i.Compare(n.key)
		if c == 0 {
			return n
		}
		if c < 0 {
			n = n.left
		} else {
			n = n.right
		}
	}
	return nil
}

func (n *arrayNode) each(f func(i, v Value) bool) bool {
	return n == nil || n.left.each(f) && f(n.key, n.val) && n.right.each(f)
}

// priorityOf is the place in the heap order of a node with the given key.
func priorityOf(key Value) uint64 { return mix(key.Hash(), 0x5bd1e995) }

// entrySum computes what an exception adds to the sums of the trees that hold it.
func entrySum(key, val Value) uint64 { return mix(priorityOf(key), val.Hash()) }

// node builds a node over subtrees; the caller keeps the heap order.
func node(key, val Value, left, right *arrayNode) *arrayNode {
	return &arrayNode{key: key, val: val, left: left, right: right,
		size: left.count() + right.count() + 1,
		sum:  left.sumOf() + right.sumOf() + entrySum(key, val)}
}

// above is the heap order: by priority, then by key so that equal priorities give one shape.
func above(priority uint64, key Value, n *arrayNode) bool {
	other := priorityOf(n.key)
	return priority > other || priority == other && key.Compare(n.key) < 0
}

// The changes below copy the nodes from the root down to the place of the change. Sizes and sums only ever
// add up, so a copy's are corrected by the difference, without a look at the subtree that stays.

// replace is n with the element of old, one of its nodes, replaced.
func (n *arrayNode) replace(old *arrayNode, key, val Value) *arrayNode {
	difference := entrySum(key, val) - entrySum(old.key, old.val)
	var top *arrayNode
	link := &top
	for n != old {
		link, n = n.copyInto(link, key, 0, difference)
	}
	*link = &arrayNode{key: key, val: val, size: old.size, sum: old.sum + difference, left: old.left, right: old.right}
	return top
}

// insert is n with an exception at key, where it has none.
func (n *arrayNode) insert(key, val Value) *arrayNode {
	priority, difference := priorityOf(key), entrySum(key, val)
	var top *arrayNode
	link := &top
	for n != nil && !above(priority, key, n) {
		link, n = n.copyInto(link, key, 1, difference)
	}
	left, right := n.split(key)
	*link = node(key, val, left, right)
	return top
}

// remove is n without old, one of its nodes.
func (n *arrayNode) remove(old *arrayNode) *arrayNode {
	difference := -entrySum(old.key, old.val)
	var top *arrayNode
	link := &top
	for n != old {
		link, n = n.copyInto(link, old.key, -1, difference)
	}
	*link = join(old.left, old.right)
	return top
}

// copyInto puts a copy of n, with size and sum corrected, where link points. It returns the next link on the
// way to key, which is not n's, and the node there.
func (n *arrayNode) copyInto(link **arrayNode, key Value, size int, sum uint64) (**arrayNode, *arrayNode) {
	c := *n
	c.size += size
	c.sum += sum
	*link = &c
	if key.Compare(n.key) < 0 {
		return &c.left, n.left
	}
	return &c.right, n.right
}

// split divides n into the keys below and above key, which is not in n.
func (n *arrayNode) split(key Value) (left, right *arrayNode) {
	if n == nil {
		return nil, nil
	}
	if key.Compare(n.key) < 0 {
		left, right = n.left.split(key)
		return left, node(n.key, n.val, right, n.right)
	}
	left, right = n.right.split(key)
	return node(n.key, n.val, n.left, left), right
}

func join(left, right *arrayNode) *arrayNode {
	switch {
	case left == nil:
		return right
	case right == nil:
		return left
	case above(priorityOf(left.key), left.key, right):
		return node(left.key, left.val, left.left, join(left.right, right))
	}
	return node(right.key, right.val, join(left, right.left), right.right)
}

// equalNodes compares two treaps of one shape rule: equal sets have equal trees, and shared subtrees
// compare at once.
func equalNodes(a, b *arrayNode) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.size != b.size || a.sum != b.sum {
		return false
	}
	return a.key.Equal(b.key) && a.val.Equal(b.val) &&
		equalNodes(a.left, b.left) && equalNodes(a.right, b.right)
}
