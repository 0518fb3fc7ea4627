package memory

import (
	"cmp"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// site stands for objects of one layout: a static object, or what an allocation makes; after a merge those
// of several. The objects of a root are of one or several sites, each of which has cells of its own. So where
// a pointer may lead into objects of different kinds, as one to an entry of a list or to its head does, what
// other pointers find in either is told apart.
//
// The sites of a value are those of the objects from whose addresses it was computed: a set by inclusion, as in
// Andersen's analysis, on top of coordinates by unification. A value that is based on no object has none.
type site struct {
	parent *site // nil if it was not merged into another
	number int
	node   *node // where its objects are
	// extents are the objects; none where nothing is known of them.
	extents []extent
}

// extent is where an object begins and how many bytes it has.
type extent struct {
	node *node
	size int64
}

// reach is the bytes of an access, of which the first is so far from that of another one with the same variable
// in its address.
type reach struct{ distance, width int64 }

func (s *site) find() *site {
	for s.parent != nil {
		s = s.parent
	}
	return s
}

// layer is the cells of a site in a root, in the order of their coordinates.
type layer struct {
	site  *site
	cells []*cell
}

// maxSites is how many sites a value or a root may have; more are merged.
const maxSites = 24

// newSite makes a site of objects at a node. Where sites are not told apart there is only one.
func (a *analysis) newSite(n *node) *site {
	if a.only != nil {
		return a.only
	}
	a.siteCount++
	return &site{number: a.siteCount, node: n}
}

// normal are the sites of a node, each once, by their numbers.
func (n *node) normal() []*site {
	for i, s := range n.sites {
		n.sites[i] = s.find()
	}
	slices.SortFunc(n.sites, bySite)
	n.sites = slices.Compact(n.sites)
	return n.sites
}

func bySite(a, b *site) int { return cmp.Compare(a.number, b.number) }

// addSites: what src is based on dst may be.
func (f *forest) addSites(dst, src *node) {
	for _, s := range src.sites {
		if s = s.find(); !slices.Contains(dst.normal(), s) {
			dst.sites = append(dst.sites, s)
			f.changed = true
		}
	}
}

// mergeSites makes sites one.
func (f *forest) mergeSites(sites []*site) {
	for _, s := range slices.Clone(sites) {
		f.mergeSite(sites[0].find(), s.find())
	}
	f.unifyPending()
}

// mergeSite makes two sites one. Unions that this causes are pending.
func (f *forest) mergeSite(a, b *site) {
	if a == b {
		return
	}
	if b.number < a.number {
		a, b = b, a
	}
	f.changed = true
	b.parent = a
	if len(b.extents) == 0 {
		a.extents = nil
	} else if len(a.extents) > 0 {
		a.extents = append(a.extents, b.extents...)
	}
	n := root(a.node)
	var kept []*layer
	var gone *layer
	for _, l := range n.layers {
		if l.site == b {
			gone = l
			continue
		}
		kept = append(kept, l)
	}
	n.layers = kept
	if gone == nil {
		return
	}
	into := n.layerOf(a)
	for _, c := range gone.cells {
		f.addCell(n, into, c, c.low)
	}
}

// layerOf is the layer of a site in its root.
func (n *node) layerOf(s *site) *layer {
	s = s.find()
	for _, l := range n.layers {
		if l.site == s {
			return l
		}
	}
	l := &layer{site: s}
	n.layers = append(n.layers, l)
	slices.SortFunc(n.layers, func(a, b *layer) int { return bySite(a.site, b.site) })
	return l
}

// cellsIn are the cells of a site, if there are any.
func (n *node) cellsIn(s *site) []*cell {
	s = s.find()
	for _, l := range n.layers {
		if l.site == s {
			return l.cells
		}
	}
	return nil
}

// cells are those of all sites of a root.
func (n *node) cells() []*cell {
	var out []*cell
	for _, l := range n.layers {
		out = append(out, l.cells...)
	}
	return out
}

// sitesAt are the sites of the objects in which an access at the value of a node may be: of one that is based
// on no object, once that is known (everywhere), all there are in its root.
func (a *analysis) sitesAt(n *node) []*site {
	switch {
	case a.only != nil:
		return []*site{a.only}
	case len(n.sites) > 0:
		return slices.Clone(n.normal())
	case !n.everywhere:
		return nil
	}
	r := root(n)
	if len(r.layers) == 0 {
		r.layerOf(a.newSite(r))
	}
	var out []*site
	for _, l := range r.layers {
		out = append(out, l.site)
	}
	return out
}

// reachEverywhere lets accesses at addresses that turned out to be based on no object be in all of those where
// the address would point, and those that would be outside of all objects in all, and reports whether there
// were any.
func (a *analysis) reachEverywhere() bool {
	found := false
	for _, i := range a.order {
		for _, n := range []*node{a.addresses[i], a.copied[i]} {
			if n != nil && a.only == nil && root(n).bearing && len(n.sites) == 0 && !n.everywhere {
				n.everywhere, found = true, true
			}
		}
		if accesses(i) && !a.anywhere[i] && len(a.addresses[i].sites) > 0 && len(a.sitesOf(i)) == 0 {
			a.anywhere[i], found = true, true
		}
	}
	return found
}

// oneSite merges the sites of what an instruction touches as a whole, and those of what a variable that is
// given fresh objects may hold.
func (a *analysis) oneSite() {
	for _, n := range a.given {
		a.mergeSites(n.normal())
	}
	for _, i := range a.order {
		if touchedSize(i) > 0 || a.copied[i] != nil {
			a.mergeSites(a.wholeSites(i))
		}
	}
}

// wholeSites are those of the objects that a Copy, Fill or Alloc touches.
func (a *analysis) wholeSites(i ir.Instruction) []*site {
	out := a.sitesAt(a.addresses[i])
	if from := a.copied[i]; from != nil {
		out = append(out, a.sitesAt(from)...)
	}
	return out
}

// siteOf is the site of the objects that a Copy, Fill or Alloc touches; nil while it is not known.
func (a *analysis) siteOf(i ir.Instruction) *site {
	if sites := a.sitesAt(a.addresses[i]); len(sites) > 0 {
		return sites[0]
	}
	return nil
}

// guard finds what is accessed in a block before a Load or Store through the same variable, which nothing
// changed in between: of that, by variable in earlier, the lowest and the highest.
func (a *analysis) guard(i ir.Instruction, earlier map[*term.Term][2]reach) {
	if addr, width := accessOf(i); addr != nil {
		a.guards[i] = []reach{{0, width}}
		if base, offset := based(addr); base != nil {
			known, ok := earlier[base]
			here := reach{offset, width}
			if !ok {
				known = [2]reach{here, here}
			}
			for _, r := range known {
				a.guards[i] = append(a.guards[i], reach{r.distance - offset, r.width})
			}
			if offset < known[0].distance {
				known[0] = here
			}
			if offset+width > known[1].distance+known[1].width {
				known[1] = here
			}
			earlier[base] = known
		}
	}
	if _, calls := i.(*ir.Call); calls {
		clear(earlier)
	}
	for _, v := range ir.Defined(i) {
		delete(earlier, v.Sym)
	}
}

// accessOf is the address of a Load or Store and how many bytes it accesses.
func accessOf(i ir.Instruction) (addr *term.Term, width int64) {
	switch i := i.(type) {
	case *ir.Load:
		return i.Addr, int64(bitWidth(i.Dst.Sort) / 8)
	case *ir.Store:
		return i.Addr, int64(bitWidth(i.Value.Sort()) / 8)
	}
	return nil, 0
}

// based reads an address as a variable and a distance from it.
func based(addr *term.Term) (base *term.Term, offset int64) {
	if addr.IsVar() {
		return addr, 0
	}
	if args := addr.Args(); addr.Op() == term.OpBVAdd && len(args) == 2 {
		for n, arg := range args {
			if v, ok := arg.Value(); ok && args[1-n].IsVar() {
				return args[1-n], v.Int64()
			}
		}
	}
	return nil, 0
}

// sitesOf are the sites of the objects in which a Load or Store may be. Where coordinates are exact an address
// is based on one object, so it is in none that the access, or an earlier one through the same variable, would
// be outside of; if that leaves none, once all are known (anywhere), it is never executed.
func (a *analysis) sitesOf(i ir.Instruction) []*site {
	all := a.sitesAt(a.addresses[i])
	place := a.placeOf(i)
	if a.only != nil || len(a.addresses[i].sites) == 0 || place.node.stride > 0 || a.elements[i] != nil {
		return all
	}
	var out []*site
	for _, s := range all {
		if !s.excluded(place.offset, a.guards[i]) {
			out = append(out, s)
		}
	}
	if len(out) == 0 && a.anywhere[i] {
		return all
	}
	return out
}

// excluded reports whether one of the accesses around a coordinate is in none of the objects.
func (s *site) excluded(at int64, accesses []reach) bool {
	for _, r := range accesses {
		outside := len(s.extents) > 0
		for _, e := range s.extents {
			from := at + r.distance - find(ref{e.node, 0}).offset
			outside = outside && (from < 0 || from+r.width > e.size)
		}
		if outside {
			return true
		}
	}
	return false
}
