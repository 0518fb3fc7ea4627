package memory

import (
	"slices"
	"strings"

	"yogi/internal/ir"
)

// giveObjects gives an object to each address that has none, and reports whether there was such an
// address.
//
// Where an address comes out of memory, through variables and other memory, each cell on the way
// gets objects of its own: at the addresses that the cell holds before the program writes it. So
// does each variable on the way that may be read before it is set. Those of the same type of
// pointer share them. Everything that flows on from there is then followed as for the objects of
// the program. Addresses that are constants share one object, "unknown", in which nothing is known
// of where they point. An address that may be an input is one of anything.
func (a *analysis) giveObjects() bool {
	stuck := a.withoutObject()
	if len(stuck) == 0 {
		return false
	}
	opened := a.openCells(stuck)
	if a.anything || opened {
		return !a.anything
	}
	for _, n := range stuck {
		a.giveUnknown(n)
	}
	return true
}

// giveUnknown lets an address lead to the object of those that are constants.
func (a *analysis) giveUnknown(n *node) {
	if a.unknown == nil {
		a.unknown = newNode()
		a.unknown.bearing = true
	}
	a.unify(union{a: ref{a.unknown, 0}, b: ref{n, 0}, collapse: true})
}

// withoutObject lists the addresses of accesses that have no object. What is copied to a number gives it none.
func (a *analysis) withoutObject() []*node {
	var out []*node
	for _, i := range a.order {
		n := a.addresses[i]
		copies, ok := i.(*ir.Copy)
		if !root(n).bearing || ok && a.isNumber(copies.To) && (a.unknown == nil || root(n) != root(a.unknown)) {
			out = append(out, n)
		}
	}
	return out
}

// copiesFromNumber says that there is a copy from an address that has no object.
func (a *analysis) copiesFromNumber() bool {
	for i := range a.copied {
		if copies, ok := i.(*ir.Copy); ok && a.isNumber(copies.From) {
			return true
		}
	}
	return false
}

// openCells gives objects to the cells from which addresses come, and reports whether there were any.
func (a *analysis) openCells(addresses []*node) bool {
	sources := a.sources()
	seen := map[*node]bool{}
	work := append([]*node(nil), addresses...)
	for len(work) > 0 {
		n := root(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[n] || n.bearing {
			continue
		}
		seen[n] = true
		work = append(work, sources[n]...)
	}
	for n := range a.numbers {
		if seen[root(n)] {
			a.anything = true
			return false
		}
	}
	// A number that is added to an address may come along the same way: look for pointers first.
	return a.open(seen, func(access ir.Access) bool { return access.Pointer }) ||
		a.open(seen, func(access ir.Access) bool { return true })
}

// open gives objects to those of the seen contents that have none and are loaded by an access that
// counts.
func (a *analysis) open(seen map[*node]bool, counts func(ir.Access) bool) bool {
	var opened []ref
	types := map[*node]string{}
	for _, f := range a.program.Functions {
		for _, v := range f.Variables() {
			access := ir.Access{Type: v.Type, Pointer: strings.HasSuffix(v.Type, "*")}
			if n := a.unset[v]; n != nil && counts(access) && seen[root(n)] && !root(n).bearing {
				root(n).bearing = true
				n.sites = append(n.sites, a.newSite(n))
				opened = append(opened, ref{n, 0})
				types[root(n)] = pointerType(access)
			}
		}
	}
	for _, t := range a.transfers {
		load, ok := t.at.(*ir.Load)
		if !ok || !counts(load.Access) {
			continue
		}
		for _, c := range a.touched(t) {
			content := root(c.content.node)
			if seen[content] && !content.bearing {
				content.bearing = true
				c.content.node.sites = append(c.content.node.sites, a.newSite(content))
				opened = append(opened, c.content)
			}
			if types[content] == "" {
				types[content] = pointerType(load.Access)
			}
		}
	}
	texts := make([]string, len(opened))
	for n, place := range opened {
		texts[n] = types[root(place.node)]
	}
	for n, place := range opened {
		a.joinType(place, texts[n])
	}
	return len(opened) > 0
}

// joinType unites the objects of a cell with those of the other opened cells of its type.
func (a *analysis) joinType(place ref, text string) {
	root(place.node).unwritten = true
	known, ok := a.unwritten[text]
	switch {
	case !ok:
		a.unwritten[text] = place
	case text != "":
		a.unify(union{a: known, b: place})
		a.mergeSites(slices.Concat(known.node.normal(), place.node.normal()))
		a.addSites(known.node, place.node)
		a.addSites(place.node, known.node)
	}
}

// joinTypes does that for all types by which the addresses in a cell are read, as those in a union
// are by several, and for cells that were not opened since such addresses got there from others. It
// reports whether that changed anything.
func (a *analysis) joinTypes() bool {
	if len(a.unwritten) == 0 {
		return false
	}
	made := a.made()
	a.changed = false
	for _, t := range a.transfers {
		load, ok := t.at.(*ir.Load)
		if !ok || pointerType(load.Access) == "" {
			continue
		}
		for _, c := range a.touched(t) {
			if n := root(c.content.node); n.followed() && n.bearing && !made[n] && (a.unknown == nil || n != root(a.unknown)) {
				a.joinType(c.content, pointerType(load.Access))
			}
		}
	}
	return a.changed
}

// made are the roots with an object that the program has or allocates.
func (a *analysis) made() map[*node]bool {
	out := map[*node]bool{}
	for _, n := range a.objects {
		out[root(n)] = true
	}
	for _, n := range a.fresh {
		out[root(n)] = true
	}
	return out
}

// pointerType is the type of a pointer that is read, "" for one that says nothing of the object.
func pointerType(access ir.Access) string {
	switch text := access.Type; {
	case !strings.HasSuffix(text, "*"), text == "void *", text == "char *":
		return ""
	default:
		return text
	}
}

// touched are the cells that a load or store touches, one of each site in whose objects it may be.
func (a *analysis) touched(t *transfer) []*cell {
	for _, s := range a.sitesOf(t.at) {
		place := a.placeOf(t.at)
		a.access(place.node, s, stretch{low: place.offset, length: t.width, written: !t.load})
	}
	return a.cellsOf(t.at)
}

// cellsOf are those cells, where they are known.
func (a *analysis) cellsOf(i ir.Instruction) []*cell {
	var out []*cell
	place := a.placeOf(i)
	for _, s := range a.sitesOf(i) {
		if c := a.cellAt(place.node, s, place.offset); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// sources lists, for each root, the nodes whose values may flow to it.
func (a *analysis) sources() map[*node][]*node {
	out := map[*node][]*node{}
	add := func(dst, src *node) { out[root(dst)] = append(out[root(dst)], src) }
	for _, f := range a.flows {
		add(f.dst, f.src)
	}
	for _, s := range a.sums {
		for _, n := range s.terms() {
			add(s.dst, n)
		}
	}
	for _, t := range a.transfers {
		for _, c := range a.touched(t) {
			switch {
			case t.value == nil:
			case t.load:
				add(t.value, c.content.node)
			default:
				add(c.content.node, t.value)
			}
		}
	}
	return out
}
