// Package pointsto holds what an alias analysis claims about the memory of a program: a type system for
// addresses that says how memory may be cut into maps. Package memory makes claims, and certify/split
// checks them with code of its own; nothing here is believed as such.
//
// Every object belongs to at most one Group and lies at a coordinate of it. A value is *based on* the
// objects from whose addresses it was computed. The claim about a variable or the contents of a cell is
// one of three:
//
//	unclaimed   nothing is known, and it is never used to compute the address of an access
//	a number    it is based on no object
//	an address  whenever it points into an object that it is based on, that object is in Place.Group and of
//	            one of Place.Sites, and the place pointed to is at coordinate Place.Offset, modulo the
//	            group's stride
//
// The objects of a group are of one or several sites: static objects, or what some allocations make. Each
// site has cells of its own. So a list whose head is in a structure of another kind than its entries is one
// group with two sites, whose links are in one map, since the same instructions follow them, and whose other
// fields are told apart.
//
// For example, of "p = malloc(8); p->next = q" with "struct s { int x; struct s *next; }" in ILP32 the
// claim is one group with stride 0 and a cell at 4 of length 4, whose contents are an address in the same
// group at 0, as are p and q.
package pointsto

import "yogi/internal/ir"

// Claim is about one program. Variables and objects that are not listed are unclaimed.
type Claim struct {
	// Whole, if set, is the one cell that all memory is in, byte by byte; then nothing else is claimed, and
	// only its map counts.
	Whole     *Cell
	Groups    []*Group
	Variables map[*ir.Variable]Place
	Objects   map[*ir.Object]Place
	// Unknown, if set, is the group, with stride 1, of the objects at addresses that are computed from no
	// object.
	Unknown *Group
}

// Place says what a value is: unclaimed if it is not Claimed, else a number if there is no group, else an
// address.
type Place struct {
	Claimed bool
	Group   *Group
	Offset  int64
	Sites   []Site // in ascending order; none if it is based on no object of the program
}

// Site is a class of objects: those of one layout, with the same cells.
type Site int

// Group is a set of objects in which accesses are told apart by coordinates. A coordinate is a distance
// in bytes, modulo Stride if that is not 0. Cells of one site do not overlap.
type Group struct {
	Stride int64
	Rows   []Row // only without a stride
	Cells  []*Cell
}

// Row is an array at coordinates Low to High of every object of a group. Cells in it lie in its first
// element, which is Stride bytes long, and stand for those of every other element too. An access to an
// element at an index that varies (ir.Access.Array) touches the cell at its coordinate in the first
// element. Rows do not overlap.
type Row struct{ Low, High, Stride int64 }

// Cell is the bytes at coordinates Low to Low+Length, in every object of a site of a group and, if that has a
// stride or the cell is in a row, at every multiple of the stride further, or as far as the row
// goes. What is there in memory is in the map Map; a cell without a map is never read. Cells may share a map,
// since each address is in one of them at most: all that an access may touch do.
type Cell struct {
	Site        Site
	Low, Length int64
	// Uniform cells are accessed whole, and the map holds them as one value at the address of the first
	// byte. In the map of any other cell each byte is at its own address.
	Uniform bool
	// Whole cells are written whole, so what is read whole is what was written. Uniform ones are.
	Whole   bool
	Content Place
	Map     *ir.Variable
}
