package memory

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// element is an access to an element of an array in a struct, at an index that varies: it is in the size
// bytes at base, at distance offset from there and a multiple of stride.
type element struct {
	addr, base     *term.Term
	size           int64
	offset, stride int64
	indices        []*node // what the address is made of beside the base and the constant
	checked        bool    // that it is there is no assumption
}

// elementOf reads the array that an access names, nil if it names none or if the address does not
// visibly lie in it at a distance from its base.
func (a *analysis) elementOf(i ir.Instruction, addr *term.Term) *element {
	array := (*ir.ArrayBytes)(nil)
	switch i := i.(type) {
	case *ir.Load:
		array = i.Access.Array
	case *ir.Store:
		array = i.Access.Array
	}
	if array == nil || array.Size > 1<<40 {
		return nil
	}
	e := &element{addr: addr, base: array.Base, size: int64(array.Size), checked: array.Checked}
	distance := a.program.Terms.BVSub(addr, array.Base)
	parts := []*term.Term{distance}
	if distance.Op() == term.OpBVAdd {
		parts = distance.Args()
	}
	for _, part := range parts {
		if v, ok := part.Value(); ok {
			e.offset = v.Int64()
			continue
		}
		_, base := scaled(part)
		e.indices = append(e.indices, a.slot(base))
		e.stride = gcd(e.stride, divisor(part))
	}
	if len(e.indices) == 0 || e.stride == 0 || e.size%e.stride != 0 {
		return nil
	}
	return e
}

// asRow makes the array of an access a row. If an index may be an address, the array is not believed in:
// the access is then one at its address, whatever that is computed from.
func (a *analysis) asRow(t *transfer) {
	e := a.elements[t.at]
	for _, n := range e.indices {
		a.need(n)
		if root(n).bearing {
			delete(a.elements, t.at)
			t.addr = a.slot(e.addr)
			root(t.addr).needed = true
			a.addresses[t.at] = t.addr
			a.changed = true
			return
		}
	}
	place := find(ref{a.addresses[t.at], 0})
	a.addRow(place.node, arrayRow{place.offset, place.offset + e.size, e.stride})
	a.unifyPending()
}

// placeOf is where a Load or Store accesses memory.
func (a *analysis) placeOf(i ir.Instruction) ref {
	at := ref{a.addresses[i], 0}
	if e := a.elements[i]; e != nil {
		at.offset = e.offset
	}
	return find(at)
}
