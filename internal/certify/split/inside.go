package split

import (
	"math"

	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// An access outside of the object that its address is based on is excluded by assumption. In a group without a
// stride an exact value is the address of one object, moved by constants: whatever else is computed has a
// precision. So it is based on an object of none of the sites whose objects the access would be outside of, nor
// of those that an earlier access through the same variable would be: that one is in the same object.

// extent is an object of a site: where it begins in its group, and how many bytes it has.
type extent struct{ from, size int64 }

// reach is the bytes of an access, by the distance of the first from that of another access.
type reach struct{ distance, width int64 }

// findExtents lists the objects by their sites, as they are claimed to be.
func (k *checker) findExtents() {
	k.extents = map[*pointsto.Group]map[pointsto.Site][]extent{}
	add := func(p pointsto.Place, size int64) {
		if p.Group == nil || len(p.Sites) != 1 {
			return // typing rejects it, or nothing reaches it
		}
		if k.extents[p.Group] == nil {
			k.extents[p.Group] = map[pointsto.Site][]extent{}
		}
		of := k.extents[p.Group]
		of[p.Sites[0]] = append(of[p.Sites[0]], extent{p.Offset, size})
	}
	for _, o := range k.before.Objects {
		size := int64(math.MaxInt64)
		if n := o.Object.Size; !o.Object.Declared && n > 0 && n < 1<<40 { // what is only declared may be larger
			size = int64(n)
		}
		add(k.claim.Objects[o.Object], size)
	}
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				alloc, ok := i.Copied.(*ir.Alloc)
				if !ok {
					continue
				}
				size := int64(math.MaxInt64)
				if v, ok := alloc.Size.Value(); ok && v.Uint64() < 1<<40 {
					size = int64(v.Uint64()) // of 32 bits it may be negative if read as signed
				}
				add(k.claim.Variables[alloc.Dst], size)
			}
		}
	}
}

// findGuards lists what is accessed in a block through a variable before each access through it, while nothing
// changes the variable: the lowest bytes and the highest.
func (k *checker) findGuards() {
	k.guards = map[ir.Instruction][]reach{}
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			lowest, highest := map[*term.Term]reach{}, map[*term.Term]reach{}
			for _, i := range b.Instructions {
				k.guard(i.Copied, lowest, highest)
				if _, calls := i.Copied.(*ir.Call); calls {
					clear(lowest)
					clear(highest)
				}
				for _, v := range ir.Defined(i.Copied) {
					delete(lowest, v.Sym)
					delete(highest, v.Sym)
				}
			}
		}
	}
}

func (k *checker) guard(i ir.Instruction, lowest, highest map[*term.Term]reach) {
	var here reach
	switch i := i.(type) {
	case *ir.Load:
		here.width = int64(widthOf(i.Dst.Sort) / 8)
	case *ir.Store:
		here.width = int64(widthOf(i.Value.Sort()) / 8)
	default:
		return
	}
	base, offset := movedBy(addressOf(i))
	if base == nil {
		return
	}
	here.distance = offset
	if low, ok := lowest[base]; ok {
		high := highest[base]
		k.guards[i] = []reach{{low.distance - offset, low.width}, {high.distance - offset, high.width}}
	}
	if low, ok := lowest[base]; !ok || offset < low.distance {
		lowest[base] = here
	}
	if high, ok := highest[base]; !ok || offset+here.width > high.distance+high.width {
		highest[base] = here
	}
}

// movedBy reads an address as a variable and a distance from it; nil if it is not of that form.
func movedBy(addr *term.Term) (base *term.Term, offset int64) {
	if addr.IsVar() {
		return addr, 0
	}
	args := addr.Args()
	if addr.Op() != term.OpBVAdd || len(args) != 2 {
		return nil, 0
	}
	for n, arg := range args {
		if v, ok := arg.Value(); ok && args[1-n].IsVar() {
			return args[1-n], v.Int64()
		}
	}
	return nil, 0
}

// inside leaves those of the sites out that the object of an access is not of. If none is left the access is
// never executed, and may be in any.
func (k *checker) inside(s spot, i ir.Instruction, width int64) []pointsto.Site {
	if s.Stride > 0 {
		return s.sites
	}
	accesses := append([]reach{{0, width}}, k.guards[i]...)
	var out []pointsto.Site
	for _, site := range s.sites {
		if !excluded(k.extents[s.Group][site], s.at, accesses) {
			out = append(out, site)
		}
	}
	if len(out) == 0 {
		return s.sites
	}
	return out
}

// excluded reports whether one of the accesses around a coordinate is in none of the objects. Of a site of
// which no object is known nothing is said.
func excluded(objects []extent, at int64, accesses []reach) bool {
	for _, r := range accesses {
		outside := len(objects) > 0
		for _, o := range objects {
			from := at + r.distance - o.from
			outside = outside && (from < 0 || from+r.width > o.size)
		}
		if outside {
			return true
		}
	}
	return false
}
