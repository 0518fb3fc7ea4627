package term

import (
	"strings"

	"yogi/internal/bug"
)

// ArrayValue is a total function from the index sort to the element sort: a default and the indices
// where it differs. It is immutable; Store shares all but O(log n) of its nodes.
//
// Invariant: no exception holds the default; the tree is a treap whose priorities are hashes of the
// keys, so its shape depends on the set of exceptions only, never on the order of the stores.
type ArrayValue struct {
	sort *Sort
	dflt Value
	root *arrayNode
	self extension // self.array points back: ArrayVal needs no allocation
}

type arrayNode struct {
	key, val    Value
	priority    uint64
	size        int
	sum         uint64 // hash of the set of exceptions below
	left, right *arrayNode
}

// NewArrayValue is the array of the given sort that is dflt everywhere.
func NewArrayValue(sort *Sort, dflt Value) *ArrayValue {
	if sort.Kind != KindArray {
		bug.Errorf("array value of sort %s", sort)
	}
	a := &ArrayValue{sort: sort, dflt: dflt}
	a.self.array = a
	return a
}

func (a *ArrayValue) with(root *arrayNode) *ArrayValue {
	if root == a.root {
		return a
	}
	next := &ArrayValue{sort: a.sort, dflt: a.dflt, root: root}
	next.self.array = next
	return next
}

// Sort is the array's sort.
func (a *ArrayValue) Sort() *Sort { return a.sort }

// Default is the element at every index that is no exception.
func (a *ArrayValue) Default() Value { return a.dflt }

// Len is the number of exceptions.
func (a *ArrayValue) Len() int { return a.root.count() }

// Select is the element at index i.
func (a *ArrayValue) Select(i Value) Value {
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

// Store is a with the element at i replaced by v.
func (a *ArrayValue) Store(i, v Value) *ArrayValue {
	if v.Equal(a.dflt) {
		return a.with(a.root.remove(i))
	}
	if n := a.root.find(i); n != nil && n.val.Equal(v) {
		return a
	}
	return a.with(a.root.insert(i, v, mix(i.Hash(), 0x5bd1e995)))
}

// Each calls f with the exceptions in increasing order of index until f returns false.
func (a *ArrayValue) Each(f func(i, v Value) bool) { a.root.each(f) }

// Equal reports whether a and b are the same function.
func (a *ArrayValue) Equal(b *ArrayValue) bool {
	if a == b {
		return true
	}
	if !sameSort(a.sort, b.sort) {
		return false
	}
	if a.dflt.Equal(b.dflt) {
		return equalNodes(a.root, b.root)
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
		if a.root.find(i) == nil {
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
	return mix(a.dflt.Hash(), a.root.sumOf())
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
	rest := b.entries()
	a.Each(func(i, v Value) bool {
		if result = i.Compare(rest[0].key); result == 0 {
			result = v.Compare(rest[0].val)
		}
		rest = rest[1:]
		return result == 0
	})
	return result
}

func (a *ArrayValue) entries() []*arrayNode {
	var list []*arrayNode
	var walk func(n *arrayNode)
	walk = func(n *arrayNode) {
		if n != nil {
			walk(n.left)
			list = append(list, n)
			walk(n.right)
		}
	}
	walk(a.root)
	return list
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

// node builds a node over subtrees; the caller keeps the heap order.
func node(key, val Value, priority uint64, left, right *arrayNode) *arrayNode {
	return &arrayNode{key: key, val: val, priority: priority, left: left, right: right,
		size: left.count() + right.count() + 1,
		sum:  left.sumOf() + right.sumOf() + mix(priority, val.Hash())}
}

// above is the heap order: by priority, then by key so that equal priorities give one shape.
func above(priority uint64, key Value, n *arrayNode) bool {
	return priority > n.priority || priority == n.priority && key.Compare(n.key) < 0
}

func (n *arrayNode) insert(key, val Value, priority uint64) *arrayNode {
	if n == nil {
		return node(key, val, priority, nil, nil)
	}
	c := key.Compare(n.key)
	switch {
	case c == 0:
		return node(key, val, priority, n.left, n.right)
	case above(priority, key, n):
		left, right := n.split(key)
		return node(key, val, priority, left, right)
	case c < 0:
		return node(n.key, n.val, n.priority, n.left.insert(key, val, priority), n.right)
	}
	return node(n.key, n.val, n.priority, n.left, n.right.insert(key, val, priority))
}

// split divides n into the keys below and above key, which is not in n.
func (n *arrayNode) split(key Value) (left, right *arrayNode) {
	if n == nil {
		return nil, nil
	}
	if key.Compare(n.key) < 0 {
		left, right = n.left.split(key)
		return left, node(n.key, n.val, n.priority, right, n.right)
	}
	left, right = n.right.split(key)
	return node(n.key, n.val, n.priority, n.left, left), right
}

func (n *arrayNode) remove(key Value) *arrayNode {
	if n == nil {
		return nil
	}
	c := key.Compare(n.key)
	if c == 0 {
		return join(n.left, n.right)
	}
	if c < 0 {
		left := n.left.remove(key)
		if left == n.left {
			return n
		}
		return node(n.key, n.val, n.priority, left, n.right)
	}
	right := n.right.remove(key)
	if right == n.right {
		return n
	}
	return node(n.key, n.val, n.priority, n.left, right)
}

func join(left, right *arrayNode) *arrayNode {
	switch {
	case left == nil:
		return right
	case right == nil:
		return left
	case above(left.priority, left.key, right):
		return node(left.key, left.val, left.priority, left.left, join(left.right, right))
	}
	return node(right.key, right.val, right.priority, join(left, right.left), right.right)
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
	return a.priority == b.priority && a.key.Equal(b.key) && a.val.Equal(b.val) &&
		equalNodes(a.left, b.left) && equalNodes(a.right, b.right)
}
