package memory

// arrayRow is an array whose elements are not told apart: coordinates low to high, whose length is a
// multiple of stride. Rows of a root do not overlap, and a cell lies in one, in its first element, or
// outside of all.
type arrayRow struct{ low, high, stride int64 }

// holds reports whether a row of bytes lies in the array.
func (r *arrayRow) holds(low, length int64) bool { return low >= r.low && low+length <= r.high }

// fold is the coordinate in the first element.
func (r *arrayRow) fold(offset int64) int64 { return r.low + modulo(offset-r.low, r.stride) }

// rowAt is the first row that overlaps some bytes, or nil.
func (n *node) rowAt(low, length int64) *arrayRow {
	for i := range n.rows {
		if r := &n.rows[i]; low < r.high && r.low < low+length {
			return r
		}
	}
	return nil
}

// fold is a coordinate as accesses see it.
func (n *node) fold(offset int64) int64 {
	if r := n.rowAt(offset, 1); r != nil {
		return r.fold(offset)
	}
	return offset
}

// addRow makes an array at coordinates of a root a row. Arrays that overlap become one. In a root with a
// stride there is nothing finer than the stride.
func (f *forest) addRow(n *node, r arrayRow) {
	if n.stride > 0 {
		f.restride(n, r.stride)
		return
	}
	var kept []arrayRow
	for _, old := range n.rows {
		if old.high <= r.low || r.high <= old.low {
			kept = append(kept, old)
			continue
		}
		if old.low <= r.low && r.high <= old.high && r.stride%old.stride == 0 && (r.low-old.low)%old.stride == 0 {
			return // known already
		}
		r = arrayRow{min(old.low, r.low), max(old.high, r.high), gcd(gcd(old.stride, r.stride), old.low-r.low)}
	}
	for _, old := range kept { // the joined row may have grown over others
		if old.low < r.high && r.low < old.high {
			n.rows = append(kept, r)
			f.restride(n, 1)
			return
		}
	}
	f.changed = true
	n.rows = append(kept, r)
	for _, c := range n.cells() {
		if r.low < c.low+c.length && c.low < r.high && !r.holds(c.low, c.length) {
			f.restride(n, r.stride)
			return
		}
	}
	f.placeAnew(n)
}

// occurrences calls visit with where a cell begins, relative to a place, in ascending order: all that may
// overlap the size bytes from there.
func occurrences(place ref, c *cell, size int64, visit func(start int64)) {
	first, stride := occurrence(place, c)
	if stride > 0 {
		for at := first - stride; at < size; at += stride {
			visit(at)
		}
		return
	}
	r := place.node.rowAt(c.low, c.length)
	if r == nil {
		visit(first)
		return
	}
	for at := first; at < first+r.high-r.low && at < size; at += r.stride {
		visit(at)
	}
}
