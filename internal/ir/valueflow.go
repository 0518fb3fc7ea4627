package ir

import (
	"slices"

	"yogi/internal/term"
)

// maxValues is how many values of a variable or a cell are kept apart.
const maxValues = 8

// valueSet holds what a variable or a cell may hold; the zero value is nothing.
type valueSet struct {
	values []*term.Term // constants
	any    bool
}

// add reports whether something is new.
func (s *valueSet) add(from valueSet) bool {
	if s.any {
		return false
	}
	before := len(s.values)
	for _, t := range from.values {
		if !slices.Contains(s.values, t) {
			s.values = append(s.values, t)
		}
	}
	if from.any || len(s.values) > maxValues {
		*s = valueSet{any: true}
		return true
	}
	return len(s.values) > before
}

// contents are the values that are written to the cells of a map; what the cells start with is apart.
type contents struct {
	cells    map[*term.Term]*valueSet // by the constant keys that were written
	anywhere valueSet                 // what was written at keys of which too little is known
}

// valueFlow is which constants get where, in all runs from the entry, in no order: variables of the
// width of a pointer, and cells of the maps that are only changed cell by cell.
type valueFlow struct {
	program *Program
	reached map[*Function]bool
	sets    map[*Variable]*valueSet
	maps    map[*Variable]*contents
	ranges  map[*Variable][]InitialRange
	known   map[*term.Term]valueSet // of terms, while nothing changes
	changed bool
}

func flowOfValues(p *Program) *valueFlow {
	x := &valueFlow{program: p, reached: called(p.Entry), sets: map[*Variable]*valueSet{}, maps: map[*Variable]*contents{}, ranges: map[*Variable][]InitialRange{}}
	for _, r := range p.InitialRanges {
		x.ranges[r.Map] = append(x.ranges[r.Map], r)
	}
	x.changedByCells()
	x.open()
	for x.changed = true; x.changed; {
		x.changed = false
		for _, f := range p.Functions {
			if x.reached[f] {
				x.function(f)
			}
		}
	}
	x.known = map[*term.Term]valueSet{}
	return x
}

// changedByCells are the global maps to which every assignment writes cells of what they are, and
// nothing else sets them or says what they are.
func (x *valueFlow) changedByCells() {
	for _, v := range x.program.Globals {
		if v.Sort.Kind == term.KindArray && v.Sort.Index.Kind == term.KindBV && v.Sort.Index.Width == x.program.Model.PointerWidth && v.Sort.Elem.Kind == term.KindBV {
			x.maps[v] = &contents{cells: map[*term.Term]*valueSet{}}
		}
	}
	for _, t := range slices.Concat(x.program.Axioms, x.program.Initial) {
		for _, sym := range t.Vars() {
			delete(x.maps, x.program.symbols[sym])
		}
	}
	for _, f := range x.program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				a, _ := i.(*Assign)
				for _, v := range Defined(i) {
					if x.maps[v] != nil && (a == nil || writtenMap(a.Src) != v.Sym) {
						delete(x.maps, v)
					}
				}
			}
		}
	}
}

// writtenMap is the map on which the writes of cells that a term consists of begin.
func writtenMap(t *term.Term) *term.Term {
	for t.Op() == term.OpStore {
		t = t.Arg(0)
	}
	return t
}

// open marks what may hold anything where it is first read: globals that the entry does not set
// before, its parameters, and variables of functions that are read before they are assigned.
func (x *valueFlow) open() {
	set := x.program.setAtStart()
	for _, v := range x.program.Globals {
		if set[v] == nil {
			x.set(v).any = true
		}
	}
	for _, v := range x.program.Entry.Params {
		x.set(v).any = true
	}
	for f := range x.reached {
		if len(f.Blocks) == 0 {
			for _, v := range f.Results {
				x.set(v).any = true
			}
			continue
		}
		live := f.Liveness()[0]
		for _, v := range slices.Concat(f.Results, f.Locals) {
			if live[v.Sym] {
				x.set(v).any = true
			}
		}
	}
}

func (x *valueFlow) set(v *Variable) *valueSet {
	s := x.sets[v]
	if s == nil {
		s = &valueSet{any: v.Sort.Kind != term.KindBV || v.Sort.Width != x.program.Model.PointerWidth}
		x.sets[v] = s
	}
	return s
}

// add lets a variable or a cell hold what another set has.
func (x *valueFlow) add(to *valueSet, from valueSet) {
	if to.add(from) {
		x.changed = true
	}
}

func (x *valueFlow) function(f *Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			x.known = map[*term.Term]valueSet{}
			switch i := i.(type) {
			case *Assign:
				if m := x.maps[i.Dst]; m != nil {
					x.writes(m, i.Src)
				} else {
					x.add(x.set(i.Dst), x.value(i.Src))
				}
			case *Call:
				for n, v := range i.Callee.Params {
					x.add(x.set(v), x.value(i.Args[n]))
				}
				for n, v := range i.Results {
					if v != nil {
						x.add(x.set(v), *x.set(i.Callee.Results[n]))
					}
				}
			case *Assume:
			default:
				for _, v := range Defined(i) {
					x.add(x.set(v), valueSet{any: true})
				}
			}
		}
	}
}

// writes puts what a term writes into the cells of a map.
func (x *valueFlow) writes(m *contents, t *term.Term) {
	for ; t.Op() == term.OpStore; t = t.Arg(0) {
		keys, value := x.value(t.Arg(1)), x.value(t.Arg(2))
		if keys.any {
			x.add(&m.anywhere, value)
			continue
		}
		for _, key := range keys.values {
			cell := m.cells[key]
			if cell == nil {
				cell = &valueSet{}
				m.cells[key] = cell
			}
			x.add(cell, value)
		}
	}
}

// value returns what a term may be.
func (x *valueFlow) value(t *term.Term) valueSet {
	if t.IsConst() {
		return valueSet{values: []*term.Term{t}}
	}
	if t.IsVar() {
		if v := x.program.symbols[t]; v != nil {
			return *x.set(v)
		}
		return valueSet{any: true}
	}
	s, ok := x.known[t]
	if !ok {
		s = x.composite(t)
		x.known[t] = s
	}
	return s
}

func (x *valueFlow) composite(t *term.Term) valueSet {
	var out valueSet
	switch {
	case t.Op() == term.OpIte:
		out.add(x.value(t.Arg(1)))
		out.add(x.value(t.Arg(2)))
		return out
	case t.Op() == term.OpBVAdd && len(t.Args()) == 2 && (t.Arg(0).IsConst() || t.Arg(1).IsConst()):
		offset, from := t.Arg(0), t.Arg(1)
		if !offset.IsConst() {
			offset, from = from, offset
		}
		base := x.value(from)
		if base.any {
			return base
		}
		for _, c := range base.values {
			out.add(valueSet{values: []*term.Term{x.program.Terms.BVAdd(c, offset)}})
		}
		return out
	case t.Op() == term.OpSelect:
		keys := x.value(t.Arg(1))
		if keys.any {
			return keys
		}
		for _, key := range keys.values {
			out.add(x.read(t.Arg(0), key))
		}
		return out
	}
	return valueSet{any: true}
}

// read returns what the cell of a map at a constant may hold.
func (x *valueFlow) read(t, key *term.Term) valueSet {
	var out valueSet
	for ; t.Op() == term.OpStore; t = t.Arg(0) {
		keys := x.value(t.Arg(1))
		if !keys.any && !slices.Contains(keys.values, key) {
			continue
		}
		out.add(x.value(t.Arg(2)))
		if t.Arg(1) == key || out.any {
			return out
		}
	}
	v := x.program.symbols[t]
	m := x.maps[v]
	if m == nil {
		return valueSet{any: true}
	}
	first := x.initially(v, key)
	if first == nil {
		return valueSet{any: true}
	}
	out.add(valueSet{values: []*term.Term{first}})
	out.add(m.anywhere)
	if cell := m.cells[key]; cell != nil {
		out.add(*cell)
	}
	return out
}

// initially is the constant that the cell of a map at a constant address has where the entry starts, or nil.
func (x *valueFlow) initially(v *Variable, address *term.Term) *term.Term {
	at, _ := address.Value()
	for _, r := range x.ranges[v] {
		if r.Contains(at.Uint64()) {
			return x.program.Terms.BVConst(v.Sort.Elem.Width, r.Value)
		}
	}
	return nil
}
