package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file is about registers of devices. On a machine without a system (target.Bare) a program gets at them through
// volatile objects whose addresses it writes as numbers. They are no objects of the program, and an access to one is
// none outside of every object. Elsewhere such an access is what a wrong pointer would do.

// deviceBlock is the memory that a pointer leads to which the program writes as a number.
type deviceBlock struct {
	start uint64
	size  int64
}

// mostDeviceBlocks bounds how many of them a pointer is compared with; behind that many accesses through pointers that
// are not constants are checked as everywhere.
const mostDeviceBlocks = 64

// numberedAddress notes a constant that is a pointer.
func (r *reach) numberedAddress(e *tree.Constant) {
	if e.Type.Kind != tree.Pointer || e.Int == nil || e.Int.Sign() <= 0 || !e.Int.IsUint64() {
		return
	}
	block := deviceBlock{start: e.Int.Uint64(), size: max(1, e.Type.Elem.Size)}
	if !slices.Contains(r.devices, block) {
		r.devices = append(r.devices, block)
	}
}

// isDevice says that size bytes at a place are registers of a device: true where that is seen in the text, a condition
// on the address where pointers that may lead to one go through variables, and nil where they are none.
func (b shadow) isDevice(pos source.Pos, p place, size int64) *term.Term {
	if !b.target.Bare || p.pointer == nil || !isVolatileThroughout(p.typ) {
		return nil
	}
	terms, is := b.terms, b.terms.False()
	address, known := p.address.Value()
	switch {
	case known && address.Uint64() != 0 && p.pointer.IsConst():
		is = terms.True()
	case !known && len(b.reach.devices) <= mostDeviceBlocks:
		for _, block := range b.reach.devices {
			if size <= block.size {
				is = terms.Or(is, terms.BVUle(terms.BVSub(p.address, b.addr(block.start)), b.addr(uint64(block.size-size))))
			}
		}
	}
	if is.IsFalse() {
		return nil
	}
	b.assume(assumption.DeviceRegisters, pos)
	return is
}

// isVolatileThroughout says that all that an access to an object of the type reads or writes is volatile.
func isVolatileThroughout(t *tree.Type) bool {
	if t.Volatile {
		return true
	}
	switch t.Kind {
	case tree.Array:
		return isVolatileThroughout(t.Elem)
	case tree.Struct, tree.Union:
		return !slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return !isVolatileThroughout(f.Type) })
	}
	return false
}
