package term

// MutableArray is an array that stores change in place. It is a type of its own, so that nothing that holds
// values can hold one: what is to be kept of it is what Freeze gives. Its indices and elements are words.
//
// Invariant: the nodes that owner may change are reachable from root alone, and from no ArrayValue; frozen is nil
// or the array of root's exceptions, and nil where there is an owner; each of recent is nil or a leaf of root.
type MutableArray struct {
	sort   *Sort
	dflt   Value
	root   *cellNode
	owner  *ownership // of what was changed since the last Freeze or Thaw; nil: nothing was
	frozen *ArrayValue
	recent [recentLeaves]*cellNode // by the last bits of their prefixes
}

// recentLeaves is how many leaves are found without a walk.
const recentLeaves = 64

// Thaw gives m the contents of a, an array whose indices and elements are words. It changes nothing of a, then or
// later.
func (m *MutableArray) Thaw(a *ArrayValue) {
	if m.frozen == a {
		return
	}
	*m = MutableArray{sort: a.sort, dflt: a.dflt, root: a.cells, frozen: a}
}

// Freeze is the array as it is now. Later stores do not change it.
func (m *MutableArray) Freeze() *ArrayValue {
	if m.frozen == nil {
		m.frozen = newArray(ArrayValue{sort: m.sort, dflt: m.dflt, isWords: true, cells: m.root})
		m.owner = nil
	}
	return m.frozen
}

// leaf is the leaf that a cell at index would be in; nil: there is none.
func (m *MutableArray) leaf(index uint64) *cellNode {
	prefix := index >> leafBits
	recent := &m.recent[prefix%recentLeaves]
	if n := *recent; n != nil && n.prefix == prefix {
		return n
	}
	n := m.root.leaf(index)
	if n != nil {
		*recent = n
	}
	return n
}

// Select is the element at index.
func (m *MutableArray) Select(index uint64) uint64 {
	if n := m.leaf(index); n != nil {
		if at, _, there := n.place(index); there {
			return n.words[at]
		}
	}
	return m.dflt.bits
}

// Store replaces the element at index by word.
func (m *MutableArray) Store(index, word uint64) {
	n := m.leaf(index)
	if n != nil {
		at, _, there := n.place(index)
		switch {
		case there && n.words[at] == word, !there && word == m.dflt.bits:
			return
		case there && word != m.dflt.bits && m.owner != nil && n.owner == m.owner:
			n.words[at] = word
			return
		}
	} else if word == m.dflt.bits {
		return
	}
	if m.owner == nil {
		m.owner, m.frozen = &ownership{}, nil
	}
	m.root = m.root.set(index, word, m.dflt.bits, m.owner)
	m.recent[index>>leafBits%recentLeaves] = m.root.leaf(index)
}
