package invariant

import (
	"slices"
	"sort"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about the cells of arrays at guessed indices (package guess): constants with which an assertion about an array
// speaks of one cell. What loops do to that cell are facts of the form
//
//	the index is in the part of the array that the loop has been through: the cell is what it should be
//
// The parts are those between the indices of the text, and its bounds; what a cell should be is what assertions say of it,
// what the text writes there, and how it compares with other numbers where tests were.

const (
	mostCells   = 8   // at guessed indices
	mostRanges  = 28  // parts of arrays
	mostIndices = 5   // indices and bounds that they lie between
	mostGuessed = 260 // candidates about cells at a point
)

// cells is what the text says of the cells at guessed indices.
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

// countedIn notes the variables of f that get a value computed from what they were.
func (c *cells) countedIn(f *ir.Function) {
	terms := f.Program.Terms
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			a, ok := i.(*ir.Assign)
			if !ok || a.Dst == f.Program.AllocCounter || a.Dst.Sort.Kind == term.KindArray || a.Src == a.Dst.Sym || !a.Src.DependsOn(a.Dst.Sym) {
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

// isCounted reports whether t depends on something counted.
func (c *cells) isCounted(t *term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return c.counted[sym] != 0 })
}

// sizes lists those of the elements that assertions are about, in bytes and falling, where indices are as wide as addresses.
func (c *cells) sizes() []uint64 {
	var out []uint64
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Op() == term.OpSelect {
			for _, p := range sumOf(t.Arg(1)) {
				if slices.Contains(c.constants, p.of) && !slices.Contains(out, p.factor) {
					out = append(out, p.factor)
				}
			}
		}
		for _, a := range t.Args() {
			visit(a)
		}
	}
	for _, t := range c.claims {
		visit(t)
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
		guard := e.eval(m, at.block.Terminator.(*ir.Goto).Targets[at.target].Guard)
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
	var find func(t *term.Term)
	find = func(t *term.Term) {
		switch {
		case index != nil || !c.isCounted(t) || t.Sort().Kind == term.KindArray || t.Op() == term.OpSelect:
		case t.Sort() == g.Sort():
			index = t
		default:
			for _, arg := range t.Args() {
				find(arg)
			}
		}
	}
	if find(a.address); index != nil {
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

// objectAt is the address of the object that a constant in an address is likely to belong to; 0: none.
func (e *encoder) objectAt(constant uint64) uint64 {
	const before = 64 // an index may be smaller by a number
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
	if len(atom.Args()) != 2 || hasRead(atom) {
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

func hasRead(t *term.Term) bool {
	return t.Op() == term.OpSelect || slices.ContainsFunc(t.Args(), hasRead)
}

// aboutCells proposes what holds of cells at guessed indices. Without states it relies on the text alone.
func (c *candidates) aboutCells(e *encoder, p Point, effort Effort) {
	words := e.cells()
	if words == nil {
		return
	}
	most := len(c.list) + mostGuessed
	propose := func(t *term.Term) {
		if len(c.list) < most {
			c.add(t)
		}
	}
	inScope := e.inScope(p)
	usable := func(list []*term.Term) (out []*term.Term) {
		for _, t := range list {
			if inScope(t) {
				out = append(out, t)
			}
		}
		return out
	}
	claims, values, reads := usable(words.claims), usable(words.values), usable(words.reads)
	if len(claims) == 0 && len(reads) == 0 {
		return
	}
	ranges := e.ranges(p, effort, usable)
	for _, facts := range [][]*term.Term{claims, values} {
		for _, fact := range facts {
			propose(fact)
			for _, r := range ranges {
				propose(c.terms.Implies(r, fact))
			}
		}
	}
	if effort >= Parts {
		c.underFlags(e.ranges(p, Cells, usable), claims, propose)
	}
	if len(c.states) > 0 && effort >= Octagons {
		for _, r := range ranges {
			c.compared(r, reads, propose)
		}
	}
}

// unseen lists candidates of a point that no run was seen at, in a program in which indices are guessed: what the text says.
func (s *samples) unseen(e *encoder, p Point, effort Effort) []*term.Term {
	c := &candidates{samples: s, seen: map[*term.Term]bool{}}
	c.aboutCells(e, p, effort)
	c.fromAtoms()
	c.boundsOfCounted(e, p)
	return c.list
}

// boundsOfCounted proposes that what is counted is no less than zero and no more than its bounds.
func (c *candidates) boundsOfCounted(e *encoder, p Point) {
	words := e.cells()
	inScope := e.inScope(p)
	for _, v := range e.live(p) {
		if words.counted[v.Sym] == 0 || !inScope(v.Sym) {
			continue
		}
		a := arithmetic{c.terms, v.Sort}
		c.add(a.le(a.number(0), v.Sym))
		for _, bound := range words.bounds {
			if bound.Sort() == v.Sort && inScope(bound) {
				c.add(a.le(v.Sym, bound))
			}
		}
	}
}

// ranges lists conditions that a guessed index is in a part of an array: the part that the text has been through, with
// more effort others too.
func (e *encoder) ranges(p Point, effort Effort, usable func([]*term.Term) []*term.Term) []*term.Term {
	words := e.cells()
	alive := map[*term.Term]bool{}
	for _, v := range e.live(p) {
		alive[v.Sym] = true
	}
	isAlive := func(t *term.Term) bool {
		return !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return !alive[sym] })
	}
	ends := func(list []*term.Term, g *term.Term) (out []*term.Term) {
		for _, t := range usable(list) {
			if t.Sort() == g.Sort() && isAlive(t) && len(out) < mostIndices {
				out = append(out, t)
			}
		}
		return out
	}
	var out []*term.Term
	add := func(t *term.Term) {
		if !t.IsConst() && len(out) < mostRanges*len(words.constants) {
			include(&out, t)
		}
	}
	for _, g := range words.constants {
		a := arithmetic{e.terms, g.Sort()}
		zero, one := a.number(0), a.number(1)
		var tops, bottoms, exclusive []*term.Term
		for _, t := range ends(words.indices, g) {
			way := upwards | downwards
			if effort < Octagons {
				way = words.wayOf(t)
			}
			if way&upwards != 0 {
				tops = append(tops, t)
			}
			if way&downwards != 0 {
				bottoms, exclusive = append(bottoms, t), append(exclusive, a.add(t, one))
			}
		}
		for _, t := range ends(words.bounds, g) {
			switch {
			case t.IsConst() && !above(t, zero):
				continue
			case effort >= Parts:
				bottoms = append(bottoms, t)
			}
			tops = append(tops, t)
		}
		for _, top := range tops {
			add(e.between(a, zero, g, top))
			if a.isBV() && (words.unsigned || effort >= Plain) {
				add(e.terms.BVUlt(g, top))
			}
		}
		for _, bottom := range slices.Concat(exclusive, bottoms) {
			for _, top := range tops {
				if top != bottom && !(top.IsConst() && bottom.IsConst() && !above(top, bottom)) {
					add(e.between(a, bottom, g, top))
				}
			}
		}
	}
	if len(words.constants) == 2 && words.constants[0].Sort() == words.constants[1].Sort() {
		out = append(out, e.ordered(out)...)
	}
	return out
}

// wayOf says how an index is counted: as the variable in it is.
func (c *cells) wayOf(t *term.Term) (way direction) {
	for _, sym := range t.Vars() {
		way |= c.counted[sym]
	}
	return way
}

// counted lists the features that are counted or that indices are compared with.
func (c *candidates) counted(e *encoder) (out []*feature) {
	words := e.cells()
	for _, f := range c.features {
		if !words.isCounted(f.term) && !slices.Contains(words.bounds, f.term) || hasRead(f.term) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// above reports whether a constant is greater than another, signed.
func above(x, y *term.Term) bool {
	v, _ := x.Value()
	w, _ := y.Value()
	if x.Sort().Kind == term.KindBV {
		return v.BigSigned().Cmp(w.BigSigned()) > 0
	}
	return v.Big().Cmp(w.Big()) > 0
}

// between is bottom <= g < top.
func (e *encoder) between(a arithmetic, bottom, g, top *term.Term) *term.Term {
	if a.isBV() && top.IsConst() && bottom == a.number(0) {
		return e.terms.BVUlt(g, top)
	}
	return e.terms.And(a.le(bottom, g), e.terms.Not(a.le(top, g)))
}

// ordered lists, of two guessed indices, the ranges of the greater one.
func (e *encoder) ordered(ranges []*term.Term) (out []*term.Term) {
	g, h := e.cells().constants[0], e.cells().constants[1]
	a := arithmetic{e.terms, g.Sort()}
	for _, r := range ranges {
		switch {
		case r.DependsOn(g) && !r.DependsOn(h):
			out = append(out, e.terms.And(r, e.terms.Not(a.le(g, h)), a.le(a.number(0), h)))
		case r.DependsOn(h) && !r.DependsOn(g):
			out = append(out, e.terms.And(r, e.terms.Not(a.le(h, g)), a.le(a.number(0), g)))
		}
	}
	return out
}

// underFlags proposes claims where a variable has one of its constants, or has it not.
func (c *candidates) underFlags(ranges, claims []*term.Term, propose func(*term.Term)) {
	for _, atom := range c.atoms {
		if atom.Op() != term.OpEq || !atom.Arg(0).IsVar() && !atom.Arg(1).IsVar() || hasRead(atom) {
			continue
		}
		if !atom.Arg(0).IsConst() && !atom.Arg(1).IsConst() {
			continue
		}
		for _, claim := range claims {
			for _, r := range ranges {
				propose(c.terms.Implies(c.terms.And(r, atom), claim))
				propose(c.terms.Implies(c.terms.And(r, c.terms.Not(atom)), claim))
			}
		}
	}
}

// compared proposes how cells compare with the features and with each other in the states where a guessed index is in a
// range.
func (c *candidates) compared(r *term.Term, reads []*term.Term, propose func(*term.Term)) {
	within := c.among(func(i int) bool {
		v, err := c.evaluator.Eval(r, c.states[i])
		return err == nil && v.Bool()
	})
	if len(within.states) == 0 {
		return
	}
	in := &candidates{samples: within, seen: map[*term.Term]bool{}}
	var found []*feature
	for _, t := range reads {
		f := within.feature(t)
		if f == nil || !f.numeric || !r.DependsOn(guessedIn(t, r)) {
			continue
		}
		in.constant(f)
		for _, g := range append(slices.Clone(within.features), found...) {
			if g.term != f.term && g.term.Sort() == f.term.Sort() {
				in.pair(f, g)
			}
		}
		in.bounds(f)
		found = append(found, f)
	}
	for _, t := range in.list {
		propose(c.terms.Implies(r, t))
	}
}

// guessedIn is a symbol of a read that the range is about, too, or the read itself.
func guessedIn(read, r *term.Term) *term.Term {
	for _, sym := range read.Vars() {
		if sym.Sort().Kind != term.KindArray && r.DependsOn(sym) {
			return sym
		}
	}
	return read
}
