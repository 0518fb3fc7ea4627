package ir

import "yogi/internal/term"

// The machine's numbers of addresses. An address is a granule, which is one object's, and an offset
// (DataModel.GranuleBits); the machine has another number for it: the address and what
// Program.Places has for the granule, which says how far from there the object lies. A map of zeros
// is the placement in which every address is its number.

// PlaceMap is the map of places, made when something asks for it. No instruction changes it.
func (p *Program) PlaceMap() *Variable {
	if p.Places == nil {
		p.Places = p.NewGlobal("places of objects", p.Terms.Array(p.granuleSort(), p.Terms.BV(p.Model.PointerWidth)))
		p.Places.Constant = true
	}
	return p.Places
}

// OwnerMap is the map of owners, made when something asks for it.
func (p *Program) OwnerMap() *Variable {
	if p.Owners == nil {
		p.Owners = p.NewGlobal("owners of numbers", p.Terms.Array(p.Terms.BV(p.Model.PointerWidth), p.granuleSort()))
	}
	return p.Owners
}

func (p *Program) granuleSort() *term.Sort {
	return p.Terms.BV(p.Model.PointerWidth - p.Model.GranuleBits)
}

// GranuleOf is the granule that an address lies in.
func (p *Program) GranuleOf(address *term.Term) *term.Term {
	return p.Terms.Extract(p.Model.PointerWidth-1, p.Model.GranuleBits, address)
}

// IsPlaced says that an address is in a granule that may be an object's: neither in the first,
// where null and small numbers are, nor in the last, where negative ones are. What lies there has
// itself for its number.
func (p *Program) IsPlaced(address *term.Term) *term.Term {
	g := p.GranuleOf(address)
	first := p.Terms.BVConst(g.Sort().Width, 0)
	return p.Terms.And(p.Terms.Ne(g, first), p.Terms.Ne(g, p.Terms.BVNot(first)))
}

// NumberOf is the machine's number of an address that is placed.
func (p *Program) NumberOf(address *term.Term) *term.Term {
	return p.Terms.BVAdd(address, p.Terms.Select(p.PlaceMap().Sym, p.GranuleOf(address)))
}

// PlaceOf is the machine's number of the start of a granule.
func (p *Program) PlaceOf(granule *term.Term) *term.Term {
	return p.NumberOf(p.Terms.Concat(granule, p.Terms.BVConst(p.Model.GranuleBits, 0)))
}

// IsOwned says that a number is one that was taken of an object.
func (p *Program) IsOwned(number *term.Term) *term.Term {
	granule := p.Terms.Select(p.OwnerMap().Sym, number)
	return p.Terms.Ne(granule, p.Terms.BVConst(granule.Sort().Width, 0))
}

// OwnedAt is the address of a number that is owned.
func (p *Program) OwnedAt(number *term.Term) *term.Term {
	return p.Terms.BVSub(number, p.Terms.Select(p.PlaceMap().Sym, p.Terms.Select(p.OwnerMap().Sym, number)))
}
