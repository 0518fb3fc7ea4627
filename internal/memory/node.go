package memory

import "sort"

// node stands for a set of values, as an element of a union-find forest. Values in one set may be
// addresses in the same objects; a coordinate is a distance in bytes from the set's origin, and the
// value of a slot (a variable, a term, the contents of a cell) is the address at coordinate 0 of the
// slot's own node. So "q = p + 4" makes coordinate 0 of q's node and coordinate 4 of p's one place.
//
// Invariant of a root: if two of its values are, at some moment of some run, addresses in the same
// object, their distance is the difference of their coordinates, modulo stride (exactly, if stride
// is 0).
//
// Rows are arrays in the objects of a root without stride whose elements are not told apart: accesses fold
// the coordinates of a row to those of its first element. Coordinates of values stay as they are.
type node struct {
	parent *node // nil for a root
	delta  int64 // parent's coordinate = own coordinate + delta

	// Of roots only:
	stride  int64
	bearing bool // the address of some object may be among the values
	needed  bool // some value may be used as an address, directly or later
	rows    []arrayRow
	cells   []*cell
}

// ref is a place: a coordinate of a node.
type ref struct {
	node   *node
	offset int64
}

// stretch is a row of bytes at coordinates low to low+length, modulo the root's stride. A uniform one is
// only accessed whole; in any other every byte may be accessed alone.
type stretch struct {
	low, length int64
	uniform     bool
}

// cell is a row of bytes of the objects of a root that accesses treat as a unit.
//
// Invariant: cells of one root do not overlap.
type cell struct {
	stretch
	content ref // the values that the cell holds
	note    string
}

// forest does the unions; those that a union causes elsewhere wait in pending.
type forest struct {
	pending []union
	changed bool
}

// union asks for two places to become one; collapse says that only the objects are known to be the
// same, not the coordinates.
type union struct {
	a, b     ref
	collapse bool
}

func newNode() *node { return &node{} }

// find is the place in coordinates of the root.
func find(r ref) ref {
	if r.node.parent == nil {
		return ref{r.node, r.node.reduce(r.offset)}
	}
	up := find(ref{r.node.parent, 0})
	// Stay with the unreduced distance: the root's stride may shrink later, but never grows.
	distance := r.node.delta + up.offset
	r.node.parent, r.node.delta = up.node, distance
	return ref{up.node, up.node.reduce(r.offset + distance)}
}

func root(n *node) *node { return find(ref{n, 0}).node }

// reduce is a coordinate modulo the stride.
func (n *node) reduce(offset int64) int64 {
	if n.stride == 0 {
		return offset
	}
	return modulo(offset, n.stride)
}

func modulo(x, m int64) int64 {
	if x %= m; x < 0 {
		x += m
	}
	return x
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unify makes two places one, and everything that follows.
func (f *forest) unify(u union) {
	f.pending = append(f.pending, u)
	f.unifyPending()
}

func (f *forest) unifyPending() {
	for len(f.pending) > 0 {
		u := f.pending[len(f.pending)-1]
		f.pending = f.pending[:len(f.pending)-1]
		a, b := find(u.a), find(u.b)
		if a.node != b.node {
			f.merge(a, b)
		} else if a.offset != b.offset {
			f.restride(a.node, a.offset-b.offset)
		}
		if u.collapse {
			f.restride(root(a.node), 1)
		}
	}
}

// merge puts the root of b under the root of a.
func (f *forest) merge(a, b ref) {
	f.changed = true
	into, from := a.node, b.node
	if len(from.cells) > len(into.cells) {
		a, b = b, a
		into, from = from, into
	}
	cells := from.cells
	from.parent, from.delta = into, a.offset-b.offset
	into.bearing = into.bearing || from.bearing
	into.needed = into.needed || from.needed
	from.cells = nil
	rows := from.rows
	from.rows = nil
	f.restride(into, from.stride)
	for _, r := range rows {
		f.addRow(into, arrayRow{r.low + from.delta, r.high + from.delta, r.stride})
	}
	for _, c := range cells {
		f.addCell(into, c, c.low+from.delta)
	}
}

// restride lets coordinates that differ by distance be the same from now on.
func (f *forest) restride(n *node, distance int64) {
	stride := gcd(n.stride, distance)
	if stride == n.stride {
		return
	}
	f.changed = true
	for _, r := range n.rows { // a stride has no rows beside it
		stride = gcd(stride, r.stride)
	}
	n.rows = nil
	n.stride = stride
	f.placeAnew(n)
}

// placeAnew puts the cells of a root where they belong now.
func (f *forest) placeAnew(n *node) {
	cells := n.cells
	n.cells = nil
	for _, c := range cells {
		f.addCell(n, c, c.low)
	}
}

// addCell puts an existing cell at a coordinate of a root.
func (f *forest) addCell(n *node, c *cell, low int64) {
	placed := f.insert(n, stretch{low, c.length, c.uniform}, c)
	if placed != c {
		f.pending = append(f.pending, union{placed.content, c.content, !placed.uniform})
	}
}

// access is the cell of a root for an access of some width at a coordinate.
func (f *forest) access(n *node, low, width int64) *cell {
	f.insert(n, stretch{low: low, length: width, uniform: true}, nil)
	f.unifyPending()
	if root(n) != n {
		// The unions made the node part of another one, or the contents point back into it.
		return f.accessAgain(n, low, width)
	}
	return f.cellAt(n, low)
}

func (f *forest) accessAgain(n *node, low, width int64) *cell {
	place := find(ref{n, low})
	return f.access(place.node, place.offset, width)
}

// cellAt is the cell of a root that covers a coordinate, or nil.
func (f *forest) cellAt(n *node, low int64) *cell {
	if found := n.overlapping(n.fold(n.reduce(low)), 1); len(found) == 1 {
		return n.cells[found[0].index]
	}
	return nil
}

// insert adds a row of bytes to the cells of a root and returns the cell that covers it: the one that is
// there if it is the same row; else one that takes the place of all it overlaps, accessed byte by byte.
// A new cell is reuse if that is not nil.
func (f *forest) insert(n *node, s stretch, reuse *cell) *cell {
	s.low = n.reduce(s.low)
	if n.stride > 0 && s.length > n.stride {
		s = stretch{low: 0, length: n.stride}
	}
	if r := n.rowAt(s.low, s.length); r != nil {
		if !r.holds(s.low, s.length) {
			f.restride(n, r.stride)
			return f.insert(n, s, reuse)
		}
		if s.low = r.fold(s.low); s.low+s.length > r.low+r.stride {
			s = stretch{low: r.low, length: r.stride}
		}
	}
	found := n.overlapping(s.low, s.length)
	if len(found) == 0 {
		return f.place(n, s, reuse)
	}
	if c := n.cells[found[0].index]; len(found) == 1 {
		start := c.low + found[0].shift
		if c.low == s.low && c.length == s.length {
			if !s.uniform {
				f.weaken(c)
			}
			return c
		}
		covers := start <= s.low && start+c.length >= s.low+s.length || c.length == n.stride
		if !c.uniform && covers {
			return c
		}
	}
	return f.join(n, s.low, s.length, found)
}

// weaken makes a cell one of bytes.
func (f *forest) weaken(c *cell) {
	if c.uniform {
		f.changed = true
		c.uniform = false
		f.pending = append(f.pending, union{c.content, c.content, true})
	}
}

func (f *forest) place(n *node, s stretch, reuse *cell) *cell {
	c := reuse
	if c == nil {
		f.changed = true
		c = &cell{content: ref{newNode(), 0}}
	}
	if c.uniform && !s.uniform {
		f.pending = append(f.pending, union{c.content, c.content, true})
	}
	c.stretch = s
	at := sort.Search(len(n.cells), func(i int) bool { return n.cells[i].low > s.low })
	n.cells = append(n.cells, nil)
	copy(n.cells[at+1:], n.cells[at:])
	n.cells[at] = c
	return c
}

// join replaces overlapping cells by one of bytes that covers them and the new row.
func (f *forest) join(n *node, low, length int64, found []overlap) *cell {
	f.changed = true
	high := low + length
	joined := make([]*cell, len(found))
	gone := map[*cell]bool{}
	for i, o := range found {
		c := n.cells[o.index]
		joined[i], gone[c] = c, true
		low = min(low, c.low+o.shift)
		high = max(high, c.low+o.shift+c.length)
	}
	kept := n.cells[:0:0]
	for _, c := range n.cells {
		if !gone[c] {
			kept = append(kept, c)
		}
	}
	n.cells = kept
	if n.stride > 0 && high-low >= n.stride {
		low, high = 0, n.stride
	}
	c := f.insert(n, stretch{low: low, length: high - low}, nil)
	for _, old := range joined {
		if c.note == "" {
			c.note = old.note
		}
		f.pending = append(f.pending, union{c.content, old.content, true})
	}
	return c
}

// overlap is a cell that overlaps a row, when the cell's coordinates are shifted by a multiple of the
// stride.
type overlap struct {
	index int
	shift int64
}

// overlapping lists the cells of a root that overlap a row, each once.
// Those of a row are as the row's first element has them.
func (n *node) overlapping(low, length int64) []overlap {
	if n.stride == 0 {
		return n.overlappingAt(nil, low, length, 0)
	}
	var out []overlap
	for _, shift := range [...]int64{0, -n.stride, n.stride} {
		out = n.overlappingAt(out, low, length, shift)
	}
	return out
}

// overlappingAt adds the cells that overlap the row after a shift.
func (n *node) overlappingAt(out []overlap, low, length, shift int64) []overlap {
	low -= shift
	first := sort.Search(len(n.cells), func(i int) bool { return n.cells[i].low > low })
	if first > 0 && n.cells[first-1].low+n.cells[first-1].length > low {
		first--
	}
	for i := first; i < len(n.cells) && n.cells[i].low < low+length; i++ {
		known := false
		for _, o := range out {
			known = known || o.index == i
		}
		if !known {
			out = append(out, overlap{i, shift})
		}
	}
	return out
}
