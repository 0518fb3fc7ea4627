package ir

import (
	"regexp"

	"yogi/internal/term"
)

// Objects outside of an open program have addresses of their own: in a fixed part of the address space in
// which the program's objects never are and in which a process can map memory. Each starts a granule.

// Names of the globals in which a program that is made to be watched (lower.Options.Exposure) says
// what goes on between it and the outside: nothing of it reads them.
const (
	// ShownToOutside is given each address that the outside gets to see, and null where it may look
	// at what it has seen.
	ShownToOutside = "@shown"
	// ObjectOfOutside is given the address of each object that the outside has made.
	ObjectOfOutside = "@theirs"
)

// Extents is the name of the global that holds, by granule, what accesses to an object may touch, in a program that
// is checked for accesses outside of objects.
const Extents = "object extent"

// The names of the globals that hold, in an open program that is checked for leaks, the granules of the object that is
// asked about and of one that may hold its address: any numbers.
const (
	WatchedForLeaks = "watched object"
	HolderForLeaks  = "watched object's holder"
)

// OutsideFunction begins the names of functions that only the outside has, with a number for each type behind it.
const OutsideFunction = "yogi_outside_function_"

var outsideFunction = regexp.MustCompile(OutsideFunction + `([0-9]+)(\(\))?`)

// OutsideTold puts names of functions that only the outside has, and calls of these, into words.
func OutsideTold(text string) string {
	return outsideFunction.ReplaceAllString(text, "a function from outside (number $1)")
}

// outsideBits are the high bits of an address, from the returned position up, and what they are outside.
func (m *DataModel) outsideBits() (from int, value uint64) {
	switch m.PointerWidth {
	case 16:
		return 12, 15 // 0xf000 to 0xffff; such a program has no objects of the outside
	case 32:
		return 28, 4 // 0x40000000 to 0x4fffffff
	}
	return 44, 4 // 0x400000000000 to 0x4fffffffffff
}

// IsOutside reports whether an address is in the part of objects outside.
func (m *DataModel) IsOutside(address uint64) bool {
	from, value := m.outsideBits()
	return address>>from == value
}

// ObjectOutside is the address of an object outside, by a number below some thousands.
func (m *DataModel) ObjectOutside(number uint64) uint64 {
	from, value := m.outsideBits()
	return value<<from | number<<m.GranuleBits
}

// InOutside says that an address is in the part of objects outside.
func (m *DataModel) InOutside(terms *term.Builder, address *term.Term) *term.Term {
	from, value := m.outsideBits()
	return terms.Eq(terms.Extract(m.PointerWidth-1, from, address), terms.BVConst(m.PointerWidth-from, value))
}

// OutsideStart says that an address is null or the start of an object outside.
func (m *DataModel) OutsideStart(terms *term.Builder, address *term.Term) *term.Term {
	return terms.Or(
		terms.Eq(address, terms.BVConst(m.PointerWidth, 0)),
		terms.And(
			m.InOutside(terms, address),
			terms.Eq(terms.Extract(m.GranuleBits-1, 0, address), terms.BVConst(m.GranuleBits, 0)),
		))
}

// KnownPointer says that an address is null or near an object: one of the program, or one outside. No sum of it and
// a distance inside an object is null.
func (m *DataModel) KnownPointer(terms *term.Builder, address *term.Term) *term.Term {
	width := m.PointerWidth
	from, _ := m.outsideBits()
	inside := terms.And(
		terms.Eq(terms.Extract(width-1, from, address), terms.BVConst(width-from, 0)),
		terms.Ne(terms.Extract(width-1, m.GranuleBits, address), terms.BVConst(width-m.GranuleBits, 0)),
	)
	return terms.Or(terms.Eq(address, terms.BVConst(width, 0)), m.InOutside(terms, address), inside)
}
