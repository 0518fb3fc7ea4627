package split

import (
	"fmt"
	"slices"
	"sort"

	"yogi/internal/pointsto"
)

// shape is a group whose form is in order, with what a look-up needs.
type shape struct {
	*pointsto.Group
	cells []*pointsto.Cell // in the order of their sites, then of their coordinates
	sites []pointsto.Site  // of the cells
}

// form checks that groups are what package pointsto says: cells of one site do not overlap, and those that
// share a map are in it in the same way. That is enough: an address is in one cell at most of those that share
// the map, so no value in it stands for two.
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
			if other := owner[c.Map]; other != nil && other.Uniform != c.Uniform {
				return &Rejection{fmt.Sprintf("group %d", n), "cells share the map " + c.Map.Name + ", which are in it in two ways"}
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
	sort.Slice(s.cells, func(i, j int) bool {
		a, b := s.cells[i], s.cells[j]
		if a.Site != b.Site {
			return a.Site < b.Site
		}
		return s.reduce(a.Low) < s.reduce(b.Low)
	})
	for _, c := range s.cells {
		if !slices.Contains(s.sites, c.Site) {
			s.sites = append(s.sites, c.Site)
		}
		if c.Content.Claimed && c.Content.Group != nil && !c.Uniform && !c.Whole && c.Content.Group.Stride != 1 {
			return nil, fmt.Errorf("the cell at %d holds pieces of addresses that are told apart", c.Low)
		}
	}
	for _, site := range s.sites {
		if err := s.apart(s.cellsOf(site)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// cellsOf are the cells of a site, in the order of their coordinates.
func (s *shape) cellsOf(site pointsto.Site) []*pointsto.Cell {
	var out []*pointsto.Cell
	for _, c := range s.cells {
		if c.Site == site {
			out = append(out, c)
		}
	}
	return out
}

// apart checks that the cells of a site do not overlap.
func (s *shape) apart(cells []*pointsto.Cell) error {
	for i, c := range cells {
		low, next := s.reduce(c.Low), int64(0)
		switch {
		case c.Length <= 0 || c.Length > 1<<40:
			return fmt.Errorf("a cell of %d bytes", c.Length)
		case i+1 < len(cells):
			next = s.reduce(cells[i+1].Low)
		case s.Stride > 0:
			next = s.reduce(cells[0].Low) + s.Stride // around the ring
		default:
			next = low + c.Length
		}
		if low+c.Length > next {
			return fmt.Errorf("the cell at %d overlaps the next", c.Low)
		}
	}
	return nil
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

// touch is a cell that an access touches; whole, if it reads or writes all of it.
type touch struct {
	*pointsto.Cell
	whole bool
}

// accessed lists the cells that an access of some width at a coordinate may touch, and nothing beside: one of
// each of the sites, of all if none is given. They share a map.
func (s *shape) accessed(offset, width int64, sites []pointsto.Site) ([]touch, error) {
	if len(sites) == 0 {
		sites = s.sites
	}
	var out []touch
	for _, site := range sites {
		t, err := s.accessedIn(offset, width, site)
		if err != nil {
			return nil, err
		}
		if len(out) > 0 && (t.Map != out[0].Map || t.Uniform != out[0].Uniform) {
			return nil, fmt.Errorf("%d bytes at coordinate %d may be in two maps", width, offset)
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no cell covers %d bytes at coordinate %d", width, offset)
	}
	return out, nil
}

func (s *shape) accessedIn(offset, width int64, site pointsto.Site) (touch, error) {
	ring := s.Stride
	row, err := s.rowOf(offset, width)
	if err != nil {
		return touch{}, err
	}
	if row != nil {
		ring = row.Stride
		offset = row.Low + (offset-row.Low)%ring
	}
	for _, c := range s.cellsOf(site) {
		if row != nil && (c.Low < row.Low || c.Low >= row.High) {
			continue
		}
		into := s.reduce(offset - c.Low)
		exact := into == 0 && width == c.Length
		if c.Uniform {
			if exact {
				return touch{c, true}, nil
			}
			continue
		}
		if into >= 0 && into+width <= c.Length || c.Length == ring && ring > 0 {
			return touch{c, exact}, nil
		}
	}
	return touch{}, fmt.Errorf("no cell of site %d covers %d bytes at coordinate %d", site, width, offset)
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
