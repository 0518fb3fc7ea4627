package split

import (
	"fmt"
	"sort"

	"yogi/internal/pointsto"
)

// shape is a group whose form is in order, with what a look-up needs.
type shape struct {
	*pointsto.Group
	cells []*pointsto.Cell // in the order of their coordinates
}

// form checks that groups are what package pointsto says: cells do not overlap, and two of them share no
// map.
func (k *checker) form() error {
	owner := map[any]*pointsto.Cell{}
	for n, g := range k.claim.Groups {
		s, err := newShape(g)
		if err != nil {
			return &Rejection{fmt.Sprintf("group %d", n), err.Error()}
		}
		k.shapes[g] = s
		for _, c := range g.Cells {
			k.groups[c] = g
			if c.Map == nil {
				continue
			}
			if owner[c.Map] != nil {
				return &Rejection{fmt.Sprintf("group %d", n), "two cells share the map " + c.Map.Name}
			}
			owner[c.Map] = c
			if err := k.mapOf(c); err != nil {
				return &Rejection{fmt.Sprintf("group %d", n), err.Error()}
			}
		}
	}
	if u := k.claim.Unknown; u != nil && u.Stride != 1 {
		return &Rejection{"unknown addresses", "are told apart"}
	}
	return nil
}

// mapOf checks that the map of a cell is one.
func (k *checker) mapOf(c *pointsto.Cell) error {
	width := 8
	if c.Uniform {
		width = 8 * int(c.Length)
	}
	want := k.terms.Array(k.terms.BV(k.after.Model.PointerWidth), k.terms.BV(width))
	if c.Map.Sort != want {
		return fmt.Errorf("the map %s has sort %s, not %s", c.Map.Name, c.Map.Sort, want)
	}
	for _, v := range k.before.Globals {
		if v == c.Map {
			return fmt.Errorf("the map %s is a variable of the program", v.Name)
		}
	}
	return nil
}

func newShape(g *pointsto.Group) (*shape, error) {
	if g.Stride < 0 {
		return nil, fmt.Errorf("the stride is %d", g.Stride)
	}
	s := &shape{Group: g, cells: append([]*pointsto.Cell(nil), g.Cells...)}
	if err := s.checkRows(); err != nil {
		return nil, err
	}
	sort.Slice(s.cells, func(i, j int) bool { return s.reduce(s.cells[i].Low) < s.reduce(s.cells[j].Low) })
	for i, c := range s.cells {
		low, next := s.reduce(c.Low), int64(0)
		switch {
		case c.Length <= 0 || c.Length > 1<<40:
			return nil, fmt.Errorf("a cell of %d bytes", c.Length)
		case i+1 < len(s.cells):
			next = s.reduce(s.cells[i+1].Low)
		case g.Stride > 0:
			next = s.reduce(s.cells[0].Low) + g.Stride // around the ring
		default:
			next = low + c.Length
		}
		if low+c.Length > next {
			return nil, fmt.Errorf("the cell at %d overlaps the next", c.Low)
		}
		if c.Content.Claimed && c.Content.Group != nil && !c.Uniform && c.Content.Group.Stride != 1 {
			return nil, fmt.Errorf("the cell at %d holds pieces of addresses that are told apart", c.Low)
		}
	}
	return s, nil
}

// checkRows checks that rows are apart, made of whole elements, and that no cell is partly in one.
func (s *shape) checkRows() error {
	for i, r := range s.Rows {
		if s.Stride > 0 || r.Stride <= 0 || r.Low >= r.High || (r.High-r.Low)%r.Stride != 0 {
			return fmt.Errorf("a row from %d to %d in steps of %d", r.Low, r.High, r.Stride)
		}
		for _, other := range s.Rows[:i] {
			if r.Low < other.High && other.Low < r.High {
				return fmt.Errorf("the rows at %d and %d overlap", r.Low, other.Low)
			}
		}
		for _, c := range s.cells {
			if c.Low < r.High && r.Low < c.Low+c.Length && (c.Low < r.Low || c.Low+c.Length > r.Low+r.Stride) {
				return fmt.Errorf("the cell at %d is not in the first element of the row at %d", c.Low, r.Low)
			}
		}
	}
	return nil
}

// rowOf is the row that holds some bytes, nil if none does. It is an error if a row holds only some.
func (s *shape) rowOf(low, length int64) (*pointsto.Row, error) {
	for i := range s.Rows {
		r := &s.Rows[i]
		switch {
		case low >= r.Low && low+length <= r.High:
			return r, nil
		case low < r.High && r.Low < low+length:
			return nil, fmt.Errorf("%d bytes at coordinate %d are partly in the row at %d", length, low, r.Low)
		}
	}
	return nil, nil
}

// reduce is a coordinate modulo the stride.
func (s *shape) reduce(offset int64) int64 {
	if s.Stride == 0 {
		return offset
	}
	return ((offset % s.Stride) + s.Stride) % s.Stride
}

// accessed is the cell that an access of some width at a coordinate touches, and nothing beside.
func (s *shape) accessed(offset, width int64) (*pointsto.Cell, error) {
	ring := s.Stride
	row, err := s.rowOf(offset, width)
	if err != nil {
		return nil, err
	}
	if row != nil {
		ring = row.Stride
		offset = row.Low + (offset-row.Low)%ring
	}
	for _, c := range s.cells {
		if row != nil && (c.Low < row.Low || c.Low >= row.High) {
			continue
		}
		into := s.reduce(offset - c.Low)
		if c.Uniform {
			if into == 0 && width == c.Length {
				return c, nil
			}
			continue
		}
		if into >= 0 && into+width <= c.Length || c.Length == ring && ring > 0 {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no cell covers %d bytes at coordinate %d", width, offset)
}

// part is the bytes From to To of a row that are in a cell; Start is where the occurrence of the cell
// begins. All are relative to the row.
type part struct{ from, to, start int64 }

// parts lists where the occurrences of a cell meet the size bytes at a coordinate.
func (s *shape) parts(c *pointsto.Cell, offset, size int64) []part {
	var out []part
	add := func(start int64) {
		from, to := max(start, 0), min(start+c.Length, size)
		if from < to {
			out = append(out, part{from, to, start})
		}
	}
	first := s.reduce(c.Low - offset)
	if s.Stride == 0 {
		if row, _ := s.rowOf(c.Low, c.Length); row != nil {
			for start := first; start < first+row.High-row.Low && start < size; start += row.Stride {
				add(start)
			}
			return out
		}
		add(first)
		return out
	}
	for start := first - s.Stride; start < size; start += s.Stride {
		add(start)
	}
	return out
}
