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

	sites      []*site // of the objects that the values are based on
	narrow     bool    // of a slot: its values are parts of addresses at most
	everywhere bool    // values that are based on no object may be used as addresses

	// Of roots only:
	stride   int64
	bearing  bool // the address of some object may be among the values
	needed   bool // some value may be used as an address, directly or later
	compared bool // some value may be compared with addresses (compared.go)
	// Some value may be the address of an object that is taken to be apart, as it was read where nothing was written.
	unwritten bool
	// Of roots that are only compared: some values are numbers of which nobody asks what they are computed from; and
	// these get where addresses are.
	unfollowed, mixed bool
	rows              []arrayRow
	layers            []*layer // by the numbers of their sites
}

// ref is a place: a coordinate of a node.
type ref struct {
	node   *node
	offset int64
}

// stretch is a row of bytes at coordinates low to low+length, modulo the root's stride. A uniform one is
// only accessed whole; in any other every byte may be accessed alone. A whole one is only written whole, so
// that what is read whole is what was written, and only what is read in part are pieces; uniform ones are.
type stretch struct {
	low, length    int64
	uniform, whole bool
	written        bool // by a store
}

// same reports whether two stretches are the same bytes.
func (s stretch) same(low, length int64) bool { return s.low == low && s.length == length }

// cell is a row of bytes of the objects of a site that accesses treat as a unit.
//
// Invariant: cells of one site do not overlap.
type cell struct {
	stretch
	content ref // the values that the cell holds
	note    string
}

// forest does the unions; those that a union causes elsewhere wait in pending.
type forest struct {
	pending []union
	changed bool
	only    *site // that all objects are of, where sites are not told apart
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

// followed reports whether it counts which addresses the values of a root may be.
func (n *node) followed() bool { return n.needed || n.compared }

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
	if len(from.cells()) > len(into.cells()) {
		a, b = b, a
		into, from = from, into
	}
	from.parent, from.delta = into, a.offset-b.offset
	into.bearing = into.bearing || from.bearing
	into.unwritten = into.unwritten || from.unwritten
	into.needed = into.needed || from.needed
	into.compared = into.compared || from.compared
	into.unfollowed, into.mixed = into.unfollowed || from.unfollowed, into.mixed || from.mixed
	layers, rows := from.layers, from.rows
	from.layers, from.rows = nil, nil
	f.restride(into, from.stride)
	for _, r := range rows {
		f.addRow(into, arrayRow{r.low + from.delta, r.high + from.delta, r.stride})
	}
	for _, l := range layers {
		for _, c := range l.cells {
			f.addCell(into, into.layerOf(l.site), c, c.low+from.delta)
		}
	}
	if len(into.layers) > maxSites {
		var all []*site
		for _, l := range into.layers {
			all = append(all, l.site)
		}
		for _, s := range all[1:] {
			f.mergeSite(all[0].find(), s.find())
		}
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
	for _, l := range n.layers {
		cells := l.cells
		l.cells = nil
		for _, c := range cells {
			f.addCell(n, l, c, c.low)
		}
	}
}

// addCell puts an existing cell at a coordinate of a root.
func (f *forest) addCell(n *node, l *layer, c *cell, low int64) {
	s := c.stretch
	s.low = low
	placed := f.insert(n, l, s, c)
	if placed != c {
		inPieces := !placed.whole || placed.length != c.length
		f.holdToo(placed, c, inPieces)
	}
}

// holdToo: what was in an old cell is in one that takes its place; in pieces, perhaps.
func (f *forest) holdToo(c, old *cell, inPieces bool) {
	if !old.written && !root(old.content.node).bearing && f.only == nil {
		return // nothing was
	}
	f.addSites(c.content.node, old.content.node)
	f.pending = append(f.pending, union{c.content, old.content, inPieces})
}

// access sees to it that a root has cells of a site for an access to a stretch that is its own.
func (f *forest) access(n *node, site *site, s stretch) {
	s.uniform, s.whole = true, true
	f.insert(n, n.layerOf(site), s, nil)
	f.unifyPending()
}

// cellAt is the cell of a site of a root that covers a coordinate, or nil.
func (f *forest) cellAt(n *node, site *site, low int64) *cell {
	l := &layer{cells: n.cellsIn(site)}
	if found := n.overlapping(l, n.fold(n.reduce(low)), 1); len(found) == 1 {
		return l.cells[found[0].index]
	}
	return nil
}

// exact reports whether an access of some width at a coordinate reads or writes a cell whole.
func (n *node) exact(c *cell, low, width int64) bool {
	return c.whole && c.low == n.fold(n.reduce(low)) && c.length == width
}

// insert adds a row of bytes to the cells of a site and returns the cell that covers it: the one that is
// there if it is the same row, or has it as a part; else one that takes the place of all it overlaps,
// accessed byte by byte. A new cell is reuse if that is not nil.
func (f *forest) insert(n *node, l *layer, s stretch, reuse *cell) *cell {
	s.low = n.reduce(s.low)
	if n.stride > 0 && s.length > n.stride {
		s = stretch{low: 0, length: n.stride, written: s.written}
	}
	if r := n.rowAt(s.low, s.length); r != nil {
		if !r.holds(s.low, s.length) {
			f.restride(n, r.stride)
			return f.insert(n, l, s, reuse)
		}
		if s.low = r.fold(s.low); s.low+s.length > r.low+r.stride {
			s = stretch{low: r.low, length: r.stride, written: s.written}
		}
	}
	found := n.overlapping(l, s.low, s.length)
	if len(found) == 0 {
		return f.place(l, s, reuse)
	}
	if c := l.cells[found[0].index]; len(found) == 1 {
		start := c.low + found[0].shift
		switch {
		case c.same(s.low, s.length):
			if !s.uniform {
				f.loosen(c)
			}
			if !s.whole {
				f.breakUp(c)
			}
			c.written = c.written || s.written
			return c
		case start <= s.low && start+c.length >= s.low+s.length || c.length == n.stride:
			f.loosen(c)
			if s.written || f.only != nil {
				f.breakUp(c)
			}
			c.written = c.written || s.written
			return c
		}
	}
	return f.join(n, l, s, found)
}

// loosen makes a cell one of bytes.
func (f *forest) loosen(c *cell) {
	if c.uniform {
		f.changed = true
		c.uniform = false
	}
}

// breakUp makes a cell one of pieces.
func (f *forest) breakUp(c *cell) {
	f.loosen(c)
	if c.whole {
		f.changed = true
		c.whole = false
		f.pending = append(f.pending, union{c.content, c.content, true})
	}
}

func (f *forest) place(l *layer, s stretch, reuse *cell) *cell {
	c := reuse
	if c == nil {
		f.changed = true
		c = &cell{content: ref{newNode(), 0}}
	}
	if c.whole && !s.whole {
		f.pending = append(f.pending, union{c.content, c.content, true})
	}
	c.stretch = s
	at := sort.Search(len(l.cells), func(i int) bool { return l.cells[i].low > s.low })
	l.cells = append(l.cells, nil)
	copy(l.cells[at+1:], l.cells[at:])
	l.cells[at] = c
	return c
}

// join replaces overlapping cells by one of bytes that covers them and the new row. It is whole if all that
// stores write is all of it.
func (f *forest) join(n *node, l *layer, s stretch, found []overlap) *cell {
	f.changed = true
	low, high := s.low, s.low+s.length
	joined := make([]*cell, len(found))
	starts := make([]int64, len(found))
	gone := map[*cell]bool{}
	for i, o := range found {
		c := l.cells[o.index]
		joined[i], starts[i], gone[c] = c, c.low+o.shift, true
		low = min(low, starts[i])
		high = max(high, starts[i]+c.length)
	}
	kept := l.cells[:0:0]
	for _, c := range l.cells {
		if !gone[c] {
			kept = append(kept, c)
		}
	}
	l.cells = kept
	if n.stride > 0 && high-low >= n.stride {
		low, high = 0, n.stride
	}
	all := stretch{low: low, length: high - low, written: s.written}
	all.whole = f.only == nil && (!s.written || s.whole && s.same(low, high-low))
	for i, c := range joined {
		all.written = all.written || c.written
		all.whole = all.whole && (!c.written || c.whole && starts[i] == low && c.length == high-low)
	}
	c := f.insert(n, l, all, nil)
	for _, old := range joined {
		if c.note == "" {
			c.note = old.note
		}
		inPieces := !old.whole || !c.whole || old.length != c.length
		f.holdToo(c, old, inPieces)
	}
	return c
}

// overlap is a cell that overlaps a row, when the cell's coordinates are shifted by a multiple of the
// stride.
type overlap struct {
	index int
	shift int64
}

// overlapping lists the cells of a site that overlap a row, each once.
// Those of a row are as the row's first element has them.
func (n *node) overlapping(l *layer, low, length int64) []overlap {
	if n.stride == 0 {
		return l.overlappingAt(nil, low, length, 0)
	}
	var out []overlap
	for _, shift := range [...]int64{0, -n.stride, n.stride} {
		out = l.overlappingAt(out, low, length, shift)
	}
	return out
}

// overlappingAt adds the cells that overlap the row after a shift.
func (l *layer) overlappingAt(out []overlap, low, length, shift int64) []overlap {
	low -= shift
	first := sort.Search(len(l.cells), func(i int) bool { return l.cells[i].low > low })
	if first > 0 && l.cells[first-1].low+l.cells[first-1].length > low {
		first--
	}
	for i := first; i < len(l.cells) && l.cells[i].low < low+length; i++ {
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
