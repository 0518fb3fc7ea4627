package certify

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// headOfLoop is a path that has come to the head of a loop from outside, and what it forgot there: symbols, and maps of
// which but the cells of some objects are known.
type headOfLoop struct {
	path    *path
	free    map[*term.Term]bool
	partly  map[*term.Term]bool
	objects []uint64
}

// isPassed says that a block is the head of a loop that is not unrolled.
func (w *unroller) isPassed(head *ir.Block) bool {
	_, is := w.passed[head]
	return is
}

// forget gives any value to what a loop assigns, at whose head a path has come from outside. Cells of the objects that
// the proof says are not written have the values that they had: covered refutes that a round writes one.
func (w *unroller) forget(p *path) {
	place := w.place(p)
	head := headOfLoop{free: map[*term.Term]bool{}, partly: map[*term.Term]bool{}, objects: w.kept[place]}
	for _, v := range w.passed[p.frame().at] {
		symbol := w.input(v)
		if !w.isMemory(v.Sort) || len(head.objects) == 0 {
			head.free[symbol] = true
			w.assign(p, v, symbol)
			continue
		}
		before := w.value(p, v.Sym)
		after := symbol
		for _, address := range w.cellsOf(before, head.objects) {
			after = w.terms.Store(after, address, w.terms.Select(before, address))
		}
		if after == symbol {
			head.free[symbol] = true
		} else {
			head.partly[after] = true
		}
		w.assign(p, v, after)
		p.writes[v.Sym] = 0
	}
	head.path = p.copied()
	w.entered[place] = head
}

// isMemory says that a map has a value for each address.
func (w *unroller) isMemory(s *term.Sort) bool {
	next := w.program.AllocCounter
	if next == nil || s.Kind != term.KindArray || s.Index != next.Sort {
		return false
	}
	offset := w.program.Model.GranuleBits
	return 0 < offset && offset < next.Sort.Width && next.Sort.Width <= 64
}

// cellsOf are the constant addresses in objects to which something was stored in a map, the least first.
func (w *unroller) cellsOf(m *term.Term, objects []uint64) []*term.Term {
	found := map[uint64]*term.Term{}
	for m.Op() == term.OpStore {
		address := m.Args()[1]
		m = m.Args()[0]
		if value, is := address.Value(); is && slices.Contains(objects, value.Uint64()>>w.program.Model.GranuleBits) {
			found[value.Uint64()] = address
		}
	}
	var out []*term.Term
	for _, number := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[number])
	}
	return out
}

// covered accepts that a path ends which has come back to the head of a loop that is not unrolled: it is
// one of those that are followed from there, since it differs from what came from outside in nothing but
// values that were forgotten, and satisfies all that was known then.
func (w *unroller) covered(p *path) error {
	back := p.copied()
	f := back.frame()
	f.rounds = slices.Clone(f.rounds)
	f.rounds[len(f.rounds)-1] = 0
	rejected := &Rejection{"the unrolling", "a path comes back to a loop in another state than it came there: " + w.place(p)}
	head, ok := w.entered[w.place(back)]
	if !ok || len(head.path.frames) != len(p.frames) || len(p.facts) < len(head.path.facts) ||
		!slices.Equal(head.path.facts, p.facts[:len(head.path.facts)]) {
		return rejected
	}
	var writes []*term.Term
	same := func(before, now map[*term.Term]*term.Term) bool {
		for sym, v := range now {
			old, known := before[sym]
			if !known {
				old = sym
			}
			if old == v || head.free[old] {
				continue
			}
			if !head.partly[old] {
				return false
			}
			for ; v != old; v = v.Args()[0] {
				if v.Op() != term.OpStore {
					return false
				}
				writes = append(writes, v.Args()[1])
			}
		}
		return true
	}
	if !same(head.path.values, p.values) {
		return rejected
	}
	for i, f := range p.frames {
		if !same(head.path.frames[i].values, f.values) {
			return rejected
		}
	}
	return w.outside(p, head.objects, writes)
}

// outside refutes that in a run of a path one of the addresses is in one of the objects.
func (w *unroller) outside(p *path, objects []uint64, addresses []*term.Term) error {
	var inside []*term.Term
	for _, a := range addresses {
		object := w.inContext(p, w.terms.Extract(a.Sort().Width-1, w.program.Model.GranuleBits, a))
		for _, o := range objects {
			inside = append(inside, w.terms.Eq(object, w.terms.BVConst(object.Sort().Width, o)))
		}
	}
	if len(inside) == 0 {
		return nil
	}
	facts := append(slices.Clone(p.facts), w.terms.Or(inside...))
	return w.oracle.insist("the unrolling: an object that a loop keeps, at "+w.place(p), facts, nil)
}
