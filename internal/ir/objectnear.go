package ir

import "sort"

// ObjectNear is the object with a fixed address that an address lies in or is one past; nil: there is none.
func (p *Program) ObjectNear(address uint64) *Object {
	i := sort.Search(len(p.Objects), func(i int) bool { return p.Objects[i].Address > address })
	if i == 0 {
		return nil
	}
	if o := p.Objects[i-1]; address-o.Address <= o.Size {
		return o
	}
	return nil
}

// ObjectBefore is the object that an address lies behind, at any distance at which no other object can be.
func (p *Program) ObjectBefore(address uint64) *Object {
	i := sort.Search(len(p.Objects), func(i int) bool { return p.Objects[i].Address > address })
	if i == 0 || p.Model == nil || p.Model.GranuleBits == 0 {
		return nil
	}
	if o := p.Objects[i-1]; o.Address>>p.Model.GranuleBits == address>>p.Model.GranuleBits {
		return o
	}
	return nil
}
