package sem

import (
	"sync"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Write is one assignment recorded in a Point.
type Write[V any] struct {
	Index int32
	Value V
}

// Point is one state of a run, recorded as the difference to the state before (YOGI-OPT, delta states):
// a run of n blocks costs memory for its writes, not n copies of the state. Every few points a full
// copy is kept, so looking a value up costs a bounded walk.
//
// Parent is the previous point of the run, Previous the previous point of the same activation (they
// differ after a call returns); a point that enters a function has no Previous.
type Point[V any] struct {
	Parent, Previous *Point[V]
	globals, locals  []Write[V]
	copies           *copies[V] // nil for most points
	// lastWrite is the nearest point before this one, or this one, that writes a global or copies all.
	lastWrite     *Point[V]
	globalWrites  int32 // writes of globals since the last full copy
	copyAfter     int32 // so many writes
	localDistance int32 // points since the last full copy
}

// copies holds the full copies of a point; nil for what it has no copy of.
type copies[V any] struct {
	globals, locals []V
}

// A full copy of the globals is made after as many writes as half its size, within bounds: walks stay
// short and copies take no more memory than twice the writes.
const (
	fewestWrites  = 8
	mostWrites    = 48
	localInterval = 12
)

// NewRoot returns the first point of a run, with the given values of the globals and of the locals of
// the entry function.
func NewRoot[V any](globals, locals []V) *Point[V] {
	p := &Point[V]{copies: &copies[V]{globals: known(globals), locals: known(locals)}}
	p.copyAfter = int32(max(fewestWrites, min(mostWrites, len(globals)/2)))
	p.lastWrite = p
	return p
}

// known is values as a list that is there even if it is empty: a function may have no variables.
func known[V any](values []V) []V {
	if values == nil {
		return []V{}
	}
	return values
}

// Enter returns the point at the start of a callee, whose variables have the given values.
func (p *Point[V]) Enter(locals []V) *Point[V] {
	return p.child(&Point[V]{}, nil, known(locals))
}

// Step returns the point after a block of the same activation.
func (p *Point[V]) Step(globals, locals []Write[V]) *Point[V] {
	n := p.child(&Point[V]{}, globals, nil)
	n.extend(p, locals)
	return n
}

// Leave returns the point of the caller after a call: p is the callee's last point, call the caller's
// point at the call block.
func (p *Point[V]) Leave(call *Point[V], globals, locals []Write[V]) *Point[V] {
	n := p.child(&Point[V]{}, globals, nil)
	n.extend(call, locals)
	return n
}

// child makes n the point after p, with the given writes of globals and, at the start of an activation, its locals.
func (p *Point[V]) child(n *Point[V], globals []Write[V], locals []V) *Point[V] {
	*n = Point[V]{Parent: p, globals: globals, lastWrite: p.lastWrite, globalWrites: p.globalWrites, copyAfter: p.copyAfter}
	if locals != nil {
		n.keep().locals = locals
	}
	if len(globals) == 0 {
		return n
	}
	n.lastWrite = n
	n.globalWrites += int32(len(globals))
	if n.globalWrites >= n.copyAfter {
		n.keep().globals = n.copyGlobals()
		n.globalWrites = 0
	}
	return n
}

func (n *Point[V]) extend(previous *Point[V], locals []Write[V]) {
	n.Previous, n.locals = previous, locals
	n.localDistance = previous.localDistance + 1
	if n.localDistance >= localInterval {
		n.keep().locals = n.copyLocals()
		n.localDistance = 0
	}
}

// keep is where the full copies of n go.
func (n *Point[V]) keep() *copies[V] {
	if n.copies == nil {
		n.copies = &copies[V]{}
	}
	return n.copies
}

// allGlobals is the full copy of the globals, or nil.
func (p *Point[V]) allGlobals() []V {
	if p.copies == nil {
		return nil
	}
	return p.copies.globals
}

// allLocals is the full copy of the activation's variables, or nil.
func (p *Point[V]) allLocals() []V {
	if p.copies == nil {
		return nil
	}
	return p.copies.locals
}

// Global returns the value of the global with the given index.
func (p *Point[V]) Global(index int32) V {
	for p = p.lastWrite; p != nil; p = p.Parent.lastWrite {
		if all := p.allGlobals(); all != nil {
			return all[index]
		}
		for i := len(p.globals) - 1; i >= 0; i-- {
			if p.globals[i].Index == index {
				return p.globals[i].Value
			}
		}
	}
	bug.Errorf("a run has no first point")
	panic("unreachable")
}

// Local returns the value of the function's variable with the given index.
func (p *Point[V]) Local(index int32) V {
	for ; p != nil; p = p.Previous {
		if all := p.allLocals(); all != nil {
			return all[index]
		}
		for i := len(p.locals) - 1; i >= 0; i-- {
			if p.locals[i].Index == index {
				return p.locals[i].Value
			}
		}
	}
	bug.Errorf("an activation has no first point")
	panic("unreachable")
}

func (p *Point[V]) copyGlobals() []V {
	var chain []*Point[V]
	q := p
	for ; q.allGlobals() == nil; q = q.Parent.lastWrite {
		chain = append(chain, q)
	}
	all := append([]V(nil), q.copies.globals...)
	for i := len(chain) - 1; i >= 0; i-- {
		for _, w := range chain[i].globals {
			all[w.Index] = w.Value
		}
	}
	return all
}

func (p *Point[V]) copyLocals() []V {
	var chain []*Point[V]
	q := p
	for ; q.allLocals() == nil; q = q.Previous {
		chain = append(chain, q)
	}
	all := append([]V(nil), q.copies.locals...)
	for i := len(chain) - 1; i >= 0; i-- {
		for _, w := range chain[i].locals {
			all[w.Index] = w.Value
		}
	}
	return all
}

// Slots finds the place of a variable in a state by its symbol.
type Slots struct {
	byID []int32 // by term ID: 0 none, +1+index global, -1-index variable of a function
	// Compiled holds what machines have made of functions for this layout of states; see package concrete.
	Compiled sync.Map
}

// NewSlots indexes the program's variables.
func NewSlots(p *ir.Program) *Slots {
	var highest uint32
	visit := func(f func(v *ir.Variable)) {
		for _, v := range p.Globals {
			f(v)
		}
		for _, fn := range p.Functions {
			for _, v := range fn.Variables() {
				f(v)
			}
		}
	}
	visit(func(v *ir.Variable) { highest = max(highest, v.Sym.ID()) })
	s := &Slots{byID: make([]int32, highest+1)}
	visit(func(v *ir.Variable) {
		if v.Kind == ir.Global {
			s.byID[v.Sym.ID()] = int32(v.Index) + 1
		} else {
			s.byID[v.Sym.ID()] = -int32(v.Index) - 1
		}
	})
	return s
}

// Of returns the slot of a symbol: a global's index, or a function variable's; ok is false for other
// symbols.
func (s *Slots) Of(sym *term.Term) (index int32, global, ok bool) {
	id := sym.ID()
	if int(id) >= len(s.byID) {
		return 0, false, false
	}
	switch slot := s.byID[id]; {
	case slot > 0:
		return slot - 1, true, true
	case slot < 0:
		return -slot - 1, false, true
	}
	return 0, false, false
}

// Value returns the value of a variable's symbol at p.
func Value[V any](s *Slots, p *Point[V], sym *term.Term) (V, bool) {
	index, global, ok := s.Of(sym)
	switch {
	case !ok:
		var none V
		return none, false
	case global:
		return p.Global(index), true
	}
	return p.Local(index), true
}
