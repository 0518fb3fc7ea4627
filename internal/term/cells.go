package term

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// cellNode is a node of the tree that has the exceptions of an array whose indices and elements are words: a
// radix tree with compressed paths (Morrison 1968; Bagwell 2001 for the compressed lists). A leaf has up to 32
// cells that lie side by side, so that what a program keeps together is found together and is copied at once.
//
// Invariant: the tree is a function of the set of exceptions. The indices below a node are those with
// index>>top == prefix; a leaf has at least one cell, any other node at least two children, and each child is
// where the digit index>>low of its indices says. A node whose owner is nobody's never changes but for its sum.
type cellNode struct {
	owner    *ownership // who may change the node; nil: nobody
	prefix   uint64
	present  uint32 // a bit for each cell or child that is there
	low, top uint8  // the digit's bits; a leaf's begin at 0
	words    []uint64
	children []*cellNode
	sum      atomic.Uint64 // hash of the set of exceptions below; 0: not computed yet
}

// ownership is the right to change nodes. One is told from others by its address, so it must have a size.
type ownership struct{ _ byte }

const (
	leafBits  = 5
	digitBits = 4
)

// cellSort reports whether arrays of the sort keep their exceptions in cells.
func cellSort(s *Sort) bool {
	return s.Index.Kind == KindBV && s.Index.Width <= 64 && smallSort(s.Elem)
}

func newLeaf(index, word uint64, owner *ownership) *cellNode {
	return &cellNode{owner: owner, prefix: index >> leafBits, present: 1 << (index & (1<<leafBits - 1)), top: leafBits, words: []uint64{word}}
}

// place is where the cell or child for an index below n stands, and whether it is there.
func (n *cellNode) place(index uint64) (at int, bit uint32, there bool) {
	bit = 1 << (index >> n.low & (1<<(n.top-n.low) - 1))
	return bits.OnesCount32(n.present & (bit - 1)), bit, n.present&bit != 0
}

// leaf is the leaf that a cell at index would be in; nil: there is none.
func (n *cellNode) leaf(index uint64) *cellNode {
	for n != nil && index>>n.top == n.prefix {
		if n.low == 0 {
			return n
		}
		at, _, there := n.place(index)
		if !there {
			return nil
		}
		n = n.children[at]
	}
	return nil
}

// find is the exception at index, if there is one.
func (n *cellNode) find(index uint64) (word uint64, ok bool) {
	if n = n.leaf(index); n == nil {
		return 0, false
	}
	at, _, there := n.place(index)
	if !there {
		return 0, false
	}
	return n.words[at], true
}

// The changes below give the tree after the change. They change the nodes that owner has, and copy others on
// the way; copies belong to owner. Where nothing changes, or all that changes is owner's, n itself is the result.

// set is n where the element at index is word, which is the array's default if that is dflt.
func (n *cellNode) set(index, word, dflt uint64, owner *ownership) *cellNode {
	if word == dflt {
		return n.remove(index, owner)
	}
	return n.put(index, word, owner)
}

func (n *cellNode) put(index, word uint64, owner *ownership) *cellNode {
	switch {
	case n == nil:
		return newLeaf(index, word, owner)
	case index>>n.top != n.prefix:
		return n.beside(newLeaf(index, word, owner), index, owner)
	}
	at, bit, there := n.place(index)
	switch {
	case n.low == 0 && there && n.words[at] == word:
		return n
	case n.low == 0 && there:
		n = n.owned(owner)
		n.words[at] = word
	case n.low == 0:
		n = n.with(owner, bit)
		n.words = inserted(n.words, at, word, owner)
	case !there:
		n = n.with(owner, bit)
		n.children = inserted(n.children, at, newLeaf(index, word, owner), owner)
	default:
		if child := n.children[at].put(index, word, owner); child != n.children[at] {
			n = n.owned(owner)
			n.children[at] = child
		}
	}
	return n
}

func (n *cellNode) remove(index uint64, owner *ownership) *cellNode {
	if n == nil || index>>n.top != n.prefix {
		return n
	}
	at, bit, there := n.place(index)
	switch {
	case !there:
		return n
	case n.low == 0 && len(n.words) == 1:
		return nil
	case n.low == 0:
		n = n.owned(owner)
		n.present &^= bit
		n.words = slices.Delete(n.words, at, at+1)
		return n
	}
	switch child := n.children[at].remove(index, owner); {
	case child == n.children[at]:
	case child == nil && len(n.children) == 2:
		return n.children[1-at]
	case child == nil:
		n = n.owned(owner)
		n.present &^= bit
		n.children = slices.Delete(n.children, at, at+1)
	default:
		n = n.owned(owner)
		n.children[at] = child
	}
	return n
}

// beside is the lowest node over n and a leaf for index, which is not below n.
func (n *cellNode) beside(leaf *cellNode, index uint64, owner *ownership) *cellNode {
	other := n.prefix << n.top
	highest := bits.Len64(index^other) - 1 // the first bit in which they differ; not one of those below n
	low := uint8(leafBits + (highest-leafBits)/digitBits*digitBits)
	over := &cellNode{owner: owner, prefix: index >> (low + digitBits), low: low, top: low + digitBits}
	_, first, _ := over.place(index)
	_, second, _ := over.place(other)
	over.present = first | second
	if first < second {
		over.children = []*cellNode{leaf, n}
	} else {
		over.children = []*cellNode{n, leaf}
	}
	return over
}

// owned is n if owner may change it, else a copy that owner may.
func (n *cellNode) owned(owner *ownership) *cellNode {
	if owner != nil && n.owner == owner {
		return n
	}
	c := n.header(owner)
	c.words, c.children = slices.Clone(n.words), slices.Clone(n.children)
	return c
}

// with is owned with a bit for one cell or child more; its lists may still be n's, if it is a copy.
func (n *cellNode) with(owner *ownership, bit uint32) *cellNode {
	if owner == nil || n.owner != owner {
		c := n.header(owner)
		c.words, c.children = slices.Clip(n.words), slices.Clip(n.children)
		n = c
	}
	n.present |= bit
	return n
}

func (n *cellNode) header(owner *ownership) *cellNode {
	return &cellNode{owner: owner, prefix: n.prefix, present: n.present, low: n.low, top: n.top}
}

// inserted is list with x at position at. A list that is not changed again is as long as it must be.
func inserted[T any](list []T, at int, x T, owner *ownership) []T {
	if owner != nil {
		return slices.Insert(list, at, x)
	}
	longer := make([]T, len(list)+1)
	copy(longer, list[:at])
	longer[at] = x
	copy(longer[at+1:], list[at:])
	return longer
}

// each calls f with the exceptions in increasing order of index until f returns false.
func (n *cellNode) each(f func(index, word uint64) bool) bool {
	if n == nil {
		return true
	}
	at := 0
	for rest := n.present; rest != 0; rest &= rest - 1 {
		if n.low == 0 {
			if !f(n.prefix<<leafBits|uint64(bits.TrailingZeros32(rest)), n.words[at]) {
				return false
			}
		} else if !n.children[at].each(f) {
			return false
		}
		at++
	}
	return true
}

func (n *cellNode) count() int {
	if n == nil {
		return 0
	}
	count := len(n.words)
	for _, child := range n.children {
		count += child.count()
	}
	return count
}

// sumOf is the sum of what entry says of the exceptions. Nobody asks it of a node that is still changed: what is
// hashed is an ArrayValue.
func (n *cellNode) sumOf(entry func(index, word uint64) uint64) uint64 {
	if n == nil {
		return 0
	}
	if known := n.sum.Load(); known != 0 {
		return known
	}
	sum := uint64(0)
	if n.low == 0 {
		n.each(func(index, word uint64) bool {
			sum += entry(index, word)
			return true
		})
	}
	for _, child := range n.children {
		sum += child.sumOf(entry)
	}
	n.sum.Store(sum)
	return sum
}

// equalCells compares two trees: equal sets have equal trees, and shared subtrees compare at once.
func equalCells(a, b *cellNode) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.prefix != b.prefix || a.present != b.present || a.low != b.low {
		return false
	}
	if x, y := a.sum.Load(), b.sum.Load(); x != 0 && y != 0 && x != y {
		return false
	}
	return slices.Equal(a.words, b.words) && slices.EqualFunc(a.children, b.children, equalCells)
}
