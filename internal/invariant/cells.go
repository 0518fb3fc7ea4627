package invariant

import (
	"slices"
	"sort"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about the cells of arrays at guessed indices (package guess): constants with which
// an assertion about an array speaks of one cell. What loops do to that cell are facts of the form
//
//	the index is in the part of the array that the loop has been through: the cell is what it should be
//
// The parts are those between the indices of the text, and its bounds; what a cell should be is
// what assertions say of it, what the text writes there, and how it compares with other numbers
// where tests were.

const (
	mostCells   = 8   // at guessed indices
	mostRanges  = 28  // parts of arrays
	mostIndices = 5   // indices and bounds that they lie between
	mostGuessed = 260 // candidates about cells at a point
)

// cells holds all that the text says of the cells at guessed indices.
type cells struct {
	constants []*term.Term // guessed
	reads     []*term.Term // of the cells
	claims    []*term.Term // what assertions say
	values    []*term.Term // what is written
	indices   []*term.Term // at which the text reads and writes
	bounds    []*term.Term // that such indices are compared with
	counted   map[*term.Term]direction
	unsigned  bool // something counted is compared as a number without a sign
}

// direction says how a variable is counted.
type direction uint8

const (
	upwards direction = 1 << iota
	downwards
)

// access is a read or a write in the text.
type access struct{ memory, address, value *term.Term }

// cells collects what the text of all functions in scope says; nil: nothing is guessed.
func (e *encoder) cells() *cells {
	if e.guessed != nil || len(e.program.Guesses) == 0 {
		return e.guessed
	}
	c := &cells{counted: map[*term.Term]direction{}}
	e.guessed = c
	for _, f := range e.order {
		c.countedIn(f)
	}
	for _, g := range e.program.Guesses {
		include(&c.constants, g.Constant.Sym)
	}
	e.collectClaims(c)
	var all []access
	for _, f := range e.order {
		all = append(all, e.vocabulary(f).accesses...)
	}
	sizes := c.sizes()
	for _, a := range all {
		for _, g := range c.constants {
			e.accessAt(c, a, g, sizes)
		}
	}
	for _, f := range e.order {
		for _, atom := range e.vocabulary(f).atoms {
			c.bound(e, atom)
		}
	}
	if len(c.reads) > mostCells {
		c.reads = c.reads[:mostCells]
	}
	return c
}

// countedIn notes the numbers of f that get a value computed from what they were.
func (c *cells) countedIn(f *ir.Function) {
	terms := f.Program.Terms
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			a, ok := i.(*ir.Assign)
			if !ok || a.Dst == f.Program.AllocCounter || !isCounter(a.Dst.Sort) || a.Src == a.Dst.Sym || !a.Src.DependsOn(a.Dst.Sym) {
				continue
			}
			way := upwards | downwards
			if step := (arithmetic{terms, a.Dst.Sort}).sub(a.Src, a.Dst.Sym); step.IsConst() {
				way = upwards
				if v, _ := step.Value(); v.BigSigned().Sign() < 0 {
					way = downwards
				}
			}
			c.counted[a.Dst.Sym] |= way
		}
	}
}

// isCounter reports whether variables of a sort can count.
func isCounter(s *term.Sort) bool { return s.Kind == term.KindBV || s.Kind == term.KindInt }

// isCounted reports whether t depends on something counted.
func (c *cells) isCounted(t *term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return c.counted[sym] != 0 })
}

// sizes lists those of the elements that assertions are about, in bytes and falling, where indices
// are as wide as addresses.
func (c *cells) sizes() []uint64 {
	var out []uint64
	walk := term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpSelect {
			for _, p := range sumOf(t.Arg(1)) {
				if slices.Contains(c.constants, p.of) && !slices.Contains(out, p.factor) {
					out = append(out, p.factor)
				}
			}
		}
		return true
	})
	for _, t := range c.claims {
		walk(t)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] > out[j] })
	return out
}

// include adds t to a list that does not have it.
func include(list *[]*term.Term, t *term.Term) {
	if !slices.Contains(*list, t) {
		*list = append(*list, t)
	}
}

// collectClaims collects what the changed assertions say, with the guessed indices in the place of those of the text.
func (e *encoder) collectClaims(c *cells) {
	type edge struct {
		block  *ir.Block
		target int
	}
	index := map[edge]map[*term.Term]*term.Term{}
	var edges []edge
	for _, g := range e.program.Guesses {
		at := edge{g.Block, g.Target}
		if g.Index.IsConst() { // of one cell, whose number may be anything else in the text
			continue
		}
		if index[at] == nil {
			index[at] = map[*term.Term]*term.Term{}
			edges = append(edges, at)
		}
		index[at][g.Index] = g.Constant.Sym
	}
	for _, at := range edges {
		m := &moment{cond: e.terms.True(), env: map[*term.Term]*term.Term{}}
		for _, instruction := range at.block.Instructions {
			if a, ok := instruction.(*ir.Assign); ok && index[at][a.Dst.Sym] == nil {
				m.env[a.Dst.Sym] = e.eval(m, a.Src)
			}
		}
		jump, ok := at.block.Terminator.(*ir.Goto)
		if !ok || at.target >= len(jump.Targets) {
			continue // a later pass has changed the block
		}
		guard := e.eval(m, jump.Targets[at.target].Guard)
		include(&c.claims, e.terms.Not(e.terms.Substitute(guard, index[at])))
	}
}

// part is a summand of an address: factor times a term.
type part struct {
	of     *term.Term // nil: the factor alone
	factor uint64
}

// sumOf takes an address apart.
func sumOf(t *term.Term) []part {
	switch {
	case t.IsConst() && t.Sort().Kind == term.KindBV:
		v, _ := t.Value()
		return []part{{nil, v.Uint64()}}
	case t.Op() == term.OpBVAdd:
		var out []part
		for _, a := range t.Args() {
			out = append(out, sumOf(a)...)
		}
		return out
	case t.Op() == term.OpBVMul && len(t.Args()) == 2 && t.Arg(0).IsConst():
		v, _ := t.Arg(0).Value()
		return []part{{t.Arg(1), v.Uint64()}}
	}
	return []part{{t, 1}}
}

// accessAt adds the cell that an access would be about if its index were the constant g.
func (e *encoder) accessAt(c *cells, a access, g *term.Term, sizes []uint64) {
	if a.address.Sort().Kind == term.KindBV && a.address.Sort().Width > 64 || !c.isCounted(a.address) {
		return
	}
	if a.address.Sort() == g.Sort() && g.Sort().Kind == term.KindBV {
		for _, size := range sizes {
			if e.elementAt(c, a, g, size) {
				return
			}
		}
		return
	}
	// The index is a part of the address of another sort, or all of it.
	var index *term.Term
	term.Walker(func(t *term.Term) bool {
		if index != nil || !c.isCounted(t) || t.Sort().Kind == term.KindArray || t.Op() == term.OpSelect {
			return false
		}
		if t.Sort() == g.Sort() {
			index = t
		}
		return index == nil
	})(a.address)
	if index != nil {
		e.cell(c, a, index, e.terms.Substitute(a.address, map[*term.Term]*term.Term{index: g}), g)
	}
}

// elementAt is accessAt for an address that is a sum of machine integers of the index's size: a base, and a multiple
// of an element's size that is counted. It reports whether the address is such a sum.
func (e *encoder) elementAt(c *cells, a access, g *term.Term, size uint64) bool {
	sort := g.Sort()
	number := func(x uint64) *term.Term { return e.terms.BVConst(sort.Width, x) }
	var base, index []*term.Term
	var constant uint64
	for _, p := range sumOf(a.address) {
		switch {
		case p.of == nil:
			constant += p.factor
		case !c.isCounted(p.of):
			base = append(base, e.terms.BVMul(number(p.factor), p.of))
		case p.factor%size == 0:
			index = append(index, e.terms.BVMul(number(p.factor/size), p.of))
		default:
			return false
		}
	}
	start := e.objectAt(constant)
	if len(base) > 0 {
		start = 0
	}
	inside := int64(constant - start)
	if sort.Width == 32 {
		inside = int64(int32(inside))
	}
	elements := inside / int64(size)
	if inside%int64(size) < 0 {
		elements--
	}
	index = append(index, number(uint64(elements)))
	base = append(base, number(constant-uint64(elements)*size), e.terms.BVMul(number(size), g))
	e.cell(c, a, e.terms.BVAdd(index...), e.terms.BVAdd(base...), g)
	return true
}

// objectAt is the address of the object that a constant in an address is likely to belong to; 0: none. An
// object that the program makes at a known place is in a granule of its own behind the fixed ones.
func (e *encoder) objectAt(constant uint64) uint64 {
	const before = 64 // an index may be smaller by a number
	if m := e.program.Model; m != nil && e.program.AllocCounter != nil && constant+before >= e.program.FirstFree {
		return (constant + before) >> m.GranuleBits << m.GranuleBits
	}
	for _, o := range e.program.Objects {
		if constant+before >= o.Address && constant < o.Address+max(o.Size, 1) {
			return o.Address
		}
	}
	return 0
}

// cell notes an access at index, which the guessed constant g stands for in address.
func (e *encoder) cell(c *cells, a access, index, address, g *term.Term) {
	read := e.terms.Select(a.memory, address)
	include(&c.reads, read)
	include(&c.indices, index)
	if a.value == nil {
		return
	}
	value := a.value
	for _, sym := range index.Vars() {
		if at := e.terms.Definition(sym, e.terms.Eq(index, g)); at != nil {
			value = e.terms.Substitute(value, map[*term.Term]*term.Term{sym: at})
		}
	}
	if value.Sort() == read.Sort() {
		include(&c.values, e.terms.Eq(read, value))
	}
}

// bound notes what something counted is compared with: the first number that it does not get to.
func (c *cells) bound(e *encoder, atom *term.Term) {
	if len(atom.Args()) != 2 || atom.HasOp(term.OpSelect) {
		return
	}
	for i, side := range atom.Args() {
		other := atom.Arg(1 - i)
		if !c.isCounted(side) || slices.Contains(c.constants, other) || side.Sort().Kind == term.KindBool {
			continue
		}
		a := arithmetic{e.terms, other.Sort()}
		switch op := atom.Op(); {
		case (op == term.OpBVSlt || op == term.OpBVUlt || op == term.OpLt) && i == 1, (op == term.OpBVSle || op == term.OpBVUle || op == term.OpLe) && i == 0:
			other = a.add(other, a.number(1))
		}
		for _, g := range c.constants {
			if g.Sort() == other.Sort() {
				include(&c.bounds, other)
				c.unsigned = c.unsigned || atom.Op() == term.OpBVUlt || atom.Op() == term.OpBVUle
			}
		}
	}
}
