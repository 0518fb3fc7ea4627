package memory

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// partition turns the cells that the analysis found into classes, and says which cells each instruction
// touches.
type partition struct {
	*analysis
	first   map[*cell]*cell // another cell of the same map, nearer to the one that stands for all; itself if missing
	bytes   map[*cell]bool  // by the cell that stands for the others: the map holds bytes
	classes map[*cell]*class
	out     *plan
}

// maxRangesOfObject is how many single cells of an object may be listed as zero; a class that would need
// more is one of bytes, whose range is the whole object.
const maxRangesOfObject = 1024

func newPartition(a *analysis) *partition {
	p := &partition{analysis: a, first: map[*cell]*cell{}, bytes: map[*cell]bool{}, classes: map[*cell]*class{}, out: &plan{}}
	if a == nil {
		return p
	}
	for _, i := range p.order {
		if accesses(i) {
			p.share(p.cellsOf(i))
		}
	}
	return p
}

// accesses reports whether an instruction is one that touches single cells.
func accesses(i ir.Instruction) bool {
	_, stores := i.(*ir.Store)
	return stores || isLoad(i)
}

// share puts cells into one map: an access may touch any of them.
func (p *partition) share(cells []*cell) {
	for _, c := range cells {
		a, b := p.rep(cells[0]), p.rep(c)
		if a != b {
			p.first[b] = a
		}
		p.bytes[a] = p.bytes[a] || p.bytes[b] || !cells[0].uniform || !c.uniform
	}
}

// rep stands for the cells of a map.
func (p *partition) rep(c *cell) *cell {
	for p.first[c] != nil {
		c = p.first[c]
	}
	return c
}

// uniform reports whether a map holds a cell as one value.
func (p *partition) uniform(c *cell) bool { return c.uniform && !p.bytes[p.rep(c)] }

func (p *partition) plan() *plan {
	for _, i := range p.order {
		p.note(i)
	}
	for _, o := range p.program.Objects {
		if o.Zero {
			p.keepListable(o)
		}
	}
	for _, i := range p.order {
		if isLoad(i) {
			p.accessClass(i).read = true
		}
	}
	for _, o := range p.program.Objects {
		if o.Zero {
			p.zeroRanges(o)
		}
	}
	p.out.access = p.accessClass
	p.out.spans = p.spansOf
	p.out.claim = p.claim
	if len(p.order) > 0 {
		p.out.assumptions.Add(assumption.AccessInside, "", source.Pos{})
	}
	for _, i := range p.order {
		if e := p.elements[i]; e != nil && !e.checked {
			p.out.assumptions.Add(assumption.IndexInside, "", source.Pos{})
			p.out.assumptions.Add(assumption.IndexInside, "", i.Position())
		}
	}
	if len(p.unwritten) > 0 {
		p.out.assumptions.Add(assumption.UnwrittenApart, "", source.Pos{})
	}
	if p.unknown != nil || p.copiesFromNumber() {
		p.out.assumptions.Add(assumption.ConstantApart, "", source.Pos{})
	}
	if len(p.reached(p.numbers)) > 0 {
		p.out.assumptions.Add(assumption.NumberApart, "", source.Pos{})
	}
	return p.out
}

// note names a cell after the type of the first access.
func (p *partition) note(i ir.Instruction) {
	text := ""
	switch i := i.(type) {
	case *ir.Load:
		text = i.Access.Type
	case *ir.Store:
		text = i.Access.Type
	default:
		return
	}
	if c := p.cellOf(i); c.note == "" {
		c.note = text
	}
}

// cellOf stands for the cells that a Load or Store touches.
func (p *partition) cellOf(i ir.Instruction) *cell { return p.rep(p.cellsOf(i)[0]) }

// exactly reports whether what a Load or Store reads or writes is all of a cell, in whichever object it is.
func (p *partition) exactly(i ir.Instruction, width int64) bool {
	place := p.placeOf(i)
	for _, c := range p.cellsOf(i) {
		if !place.node.exact(c, place.offset, width) {
			return false
		}
	}
	return true
}

func (p *partition) accessClass(i ir.Instruction) *class { return p.classOf(p.cellOf(i)) }

func (p *partition) classOf(c *cell) *class {
	c = p.rep(c)
	if known := p.classes[c]; known != nil {
		return known
	}
	made := &class{cellBytes: 1, note: c.note}
	if p.uniform(c) {
		made.cellBytes = int(c.length)
	}
	p.classes[c] = made
	return made
}

// row is an occurrence of a cell: its bytes relative to the start of an instruction's bytes or of an
// object.
type row struct{ from, to int64 }

// occurrence is where a cell lies relative to a place: at first and, if the root has a stride, at every
// multiple of it further. With a stride, first is at least 0 and less than the stride.
func occurrence(place ref, c *cell) (first, stride int64) {
	return place.node.reduce(c.low - place.offset), place.node.stride
}

// eachRow calls visit for the occurrences of c that overlap the size bytes from place.
func eachRow(place ref, c *cell, size int64, visit func(row)) {
	occurrences(place, c, size, func(at int64) {
		if at < size && at+c.length > 0 {
			visit(row{at, at + c.length})
		}
	})
}

// cuts reports whether the first or the last of the size bytes from place is inside an occurrence of c
// that does not lie in these bytes as a whole.
func cuts(place ref, c *cell, size int64) bool {
	first, stride := occurrence(place, c)
	if stride == 0 {
		cut := false
		eachRow(place, c, size, func(r row) { cut = cut || r.from < 0 || r.to > size })
		return cut
	}
	if first+c.length > stride {
		return true // the occurrence before the first reaches into the bytes
	}
	last := first + (size-1-first)/stride*stride
	return first < size && last+c.length > size
}

// keepListable makes a cell one of bytes if listing its occurrences in an object takes too many ranges.
func (p *partition) keepListable(o *ir.Object) {
	place := find(ref{p.objects[o], 0})
	for _, c := range place.node.cellsIn(p.objects[o].sites[0]) {
		s := place.node.stride
		if r := place.node.rowAt(c.low, c.length); r != nil {
			s = r.stride
		}
		if s > 0 && s%c.length != 0 && int64(o.Size)/s > maxRangesOfObject {
			p.bytes[p.rep(c)] = true
		}
	}
}

// zeroRanges lists the cells of a static object that start as zero.
func (p *partition) zeroRanges(o *ir.Object) {
	place, size := find(ref{p.objects[o], 0}), int64(o.Size)
	for _, c := range place.node.cellsIn(p.objects[o].sites[0]) {
		class := p.classOf(c)
		add := func(from, to int64) {
			p.out.ranges = append(p.out.ranges, zeroRange{class, o.Address + uint64(from), o.Address + uint64(to)})
		}
		first, stride := occurrence(place, c)
		in := place.node.rowAt(c.low, c.length)
		switch {
		case in != nil && (!p.uniform(c) || in.stride%c.length == 0):
			p.zeroRow(place, c, in, size, add)
		case !p.uniform(c) && stride > 0:
			add(0, size) // bytes between the occurrences are in no cell of this map
		case !p.uniform(c):
			eachRow(place, c, size, func(r row) { add(max(r.from, 0), min(r.to, size)) })
		case stride > 0 && stride%c.length == 0:
			if first+c.length <= size {
				last := first + (size-c.length-first)/stride*stride
				add(first, last+c.length) // as do the cells between
			}
		default:
			eachRow(place, c, size, func(r row) {
				if r.from >= 0 && r.to <= size {
					add(r.from, r.to)
				}
			})
		}
	}
}

// zeroRow lists the cells of a row in one range, with those between, which are in no cell of this map.
func (p *partition) zeroRow(place ref, c *cell, in *arrayRow, size int64, add func(from, to int64)) {
	if !p.uniform(c) {
		if from, to := max(in.low-place.offset, 0), min(in.high-place.offset, size); from < to {
			add(from, to)
		}
		return
	}
	from, to := int64(-1), int64(0)
	eachRow(place, c, size, func(r row) {
		if r.from < 0 || r.to > size {
			return
		}
		if from < 0 {
			from = r.from
		}
		to = r.to
	})
	if from >= 0 {
		add(from, to)
	}
}

// spansOf lists the cells that a Copy, Fill or zeroed Alloc touches.
func (p *partition) spansOf(i ir.Instruction) []span {
	place := find(ref{p.addresses[i], 0})
	size := int64(touchedSize(i))
	site := p.siteOf(i)
	if site == nil {
		return nil
	}
	var out []span
	for _, c := range place.node.cellsIn(site) {
		if alloc, ok := i.(*ir.Alloc); ok && !alloc.Size.IsConst() {
			if s := p.openSpan(place, c); !slices.Contains(out, s) {
				out = append(out, s)
			}
			continue
		}
		if p.uniform(c) {
			out = p.wholeCells(out, place, c, size)
		} else {
			out = p.byteCells(out, place, c, size)
		}
	}
	return out
}

// openSpan is the row of cells of an object of unknown size. Where the cell occurs once, those that
// follow are in no cell of this map inside the object, and are cleared for nothing.
func (p *partition) openSpan(place ref, c *cell) span {
	first, stride := occurrence(place, c)
	class := p.classOf(c)
	if !p.uniform(c) {
		return span{class: class, step: 1}
	}
	if stride == 0 {
		stride = c.length
		if r := place.node.rowAt(c.low, c.length); r != nil {
			stride = gcd(stride, r.stride)
		}
	}
	return span{class: class, offset: uint64(max(first, 0)), step: uint64(stride)}
}

func (p *partition) wholeCells(out []span, place ref, c *cell, size int64) []span {
	first, stride := occurrence(place, c)
	if r := place.node.rowAt(c.low, c.length); r != nil {
		s := span{class: p.classOf(c), step: uint64(r.stride)}
		eachRow(place, c, size, func(r row) {
			if r.from < 0 || r.to > size {
				return
			}
			if s.count == 0 {
				s.offset = uint64(r.from)
			}
			s.count++
		})
		if s.count > 0 {
			out = append(out, s)
		}
		return out
	}
	if first < 0 || first+c.length > size {
		return out
	}
	s := span{class: p.classOf(c), offset: uint64(first), step: 1, count: 1}
	if stride > 0 {
		s.step, s.count = uint64(stride), uint64((size-c.length-first)/stride+1)
	}
	return append(out, s)
}

func (p *partition) byteCells(out []span, place ref, c *cell, size int64) []span {
	class := p.classOf(c)
	if stride := place.node.stride; stride > 0 && (c.length == stride || size/stride > maxUnrolledCells) {
		return append(out, span{class: class, step: 1, count: uint64(size)})
	}
	if r := place.node.rowAt(c.low, c.length); r != nil && (c.length == r.stride || (r.high-r.low)/r.stride > maxUnrolledCells) {
		if from, to := max(r.low-place.offset, 0), min(r.high-place.offset, size); from < to {
			out = append(out, span{class: class, offset: uint64(from), step: 1, count: uint64(to - from)})
		}
		return out
	}
	eachRow(place, c, size, func(r row) {
		from, to := max(r.from, 0), min(r.to, size)
		out = append(out, span{class: class, offset: uint64(from), step: 1, count: uint64(to - from)})
	})
	return out
}
