package memory

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// A cell to which both addresses and numbers are written is one of a union, of an object that is written byte by
// byte, or of one whose layout the analysis does not know: a header with a text behind it in one allocation. What a
// load finds there depends on the last write, which a map tells, from the addresses of bytes to one bit: 1 where the
// byte may be one of an address. So a read of numbers that were written as such gives these and takes no input. The
// map is a variable as any other, and its instructions are checked as all others are; it has ones too many where an
// address was and was overwritten in a way that is not followed, and where what is copied came through a call.

// maxWrittenCells is how many cells of a map of written addresses a copy may change; a cell that a longer one may touch
// has no map.
const maxWrittenCells = maxUnrolledCells

// findWritten makes a map for each cell whose reads take an input that it may spare.
func (r *rewriter) findWritten() {
	p := r.program
	if p.Entry == nil || isCalled(p, p.Entry) || hasPredecessor(p.Entry) {
		return // the maps start where the entry does, once
	}
	needed := map[*cell]bool{}
	var order []*cell
	ir.EachInstruction(p, func(i ir.Instruction) {
		load, ok := i.(*ir.Load)
		isMixed := ok && r.mayMix(load)
		if !ok || load.Dst.Sort.Kind != term.KindBV || !r.takes(load) && !isMixed {
			return
		}
		whole := r.exactly(load, int64(load.Dst.Sort.Width/8)) && load.Dst.Sort.Width == p.Model.PointerWidth
		if c := r.cellOf(load); (r.words[c] || !whole || isMixed) && !needed[c] {
			needed[c] = true
			order = append(order, c)
		}
	})
	ir.EachInstruction(p, func(i ir.Instruction) {
		if _, ok := i.(*ir.Copy); !ok {
			return
		}
		for _, of := range r.spansByCell(i) {
			if of.count > maxWrittenCells {
				needed[of.cell] = false
			}
		}
	})
	for _, c := range order {
		if !needed[c] {
			continue
		}
		name := "addresses in memory"
		if n := len(r.maps); n > 0 {
			name += "." + decimal(n+1)
		}
		r.written[c] = p.NewGlobal(name, p.Terms.Array(p.Terms.BV(p.Model.PointerWidth), p.Terms.BV(1)))
		r.maps = append(r.maps, r.written[c])
	}
	if len(r.maps) > 0 {
		r.findCopied()
	}
}

// cellSpans are the spans of a Copy or Fill in the map of one cell.
type cellSpans struct {
	cell  *cell // that stands for the others of its map
	count uint64
	spans []span
}

// spansByCell are the spans of a Copy or Fill, by map.
func (r *rewriter) spansByCell(i ir.Instruction) []cellSpans {
	of := map[*class]*cell{}
	if site := r.siteOf(i); site != nil {
		for _, c := range find(ref{r.partition.analysis.addresses[i], 0}).node.cellsIn(site) {
			of[r.classOf(c)] = r.rep(c)
		}
	}
	var out []cellSpans
	for _, s := range r.spansOf(i) {
		n := slices.IndexFunc(out, func(o cellSpans) bool { return o.cell == of[s.class] })
		if n < 0 {
			out = append(out, cellSpans{cell: of[s.class]})
			n = len(out) - 1
		}
		out[n].count += s.count
		out[n].spans = append(out[n].spans, s)
	}
	return out
}

// isCalled says that some call of the program is one of f.
func isCalled(p *ir.Program, f *ir.Function) bool {
	found := false
	ir.EachInstruction(p, func(i ir.Instruction) {
		call, ok := i.(*ir.Call)
		found = found || ok && call.Callee == f
	})
	return found
}

// hasPredecessor says that a run may get back to the start of a function.
func hasPredecessor(f *ir.Function) bool { return len(f.Predecessors()[f.Entry().Index]) > 0 }

// findCopied makes a bit for each local that holds what was loaded as memory has it and is not looked at.
func (r *rewriter) findCopied() {
	for _, f := range r.program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				load, ok := i.(*ir.Load)
				if ok && !load.Access.Pointer && load.Dst.Kind == ir.Local && r.addresses[r.cellOf(load)] && !r.looked[load.Dst.Sym] {
					r.newCopied(f, load.Dst)
				}
			}
		}
		for again := true; again; {
			again = false
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					a, ok := i.(*ir.Assign)
					if ok && r.copied[a.Src] != nil && a.Dst.Kind == ir.Local && r.copied[a.Dst.Sym] == nil && !r.looked[a.Dst.Sym] {
						r.newCopied(f, a.Dst)
						again = true
					}
				}
			}
		}
	}
}

func (r *rewriter) newCopied(f *ir.Function, v *ir.Variable) {
	if r.copied[v.Sym] != nil {
		return
	}
	bit := f.NewLocal("of an address", r.program.Terms.BV(1))
	bit.Source, bit.Pos = "", v.Pos
	r.copied[v.Sym] = bit
}

// before emits what has to be written down before an instruction. Of a load that takes a number it returns whether
// that may be of an address; nil: no map tells.
func (r *rewriter) before(f *ir.Function, b *ir.Block, i ir.Instruction) *term.Term {
	if len(r.maps) == 0 {
		return nil
	}
	t := r.program.Terms
	switch i := i.(type) {
	case *ir.Load:
		if m := r.written[r.cellOf(i)]; m != nil && i.Dst.Sort.Kind == term.KindBV && r.takes(i) {
			bit := f.NewLocal("of an address", t.BV(1))
			bit.Source, bit.Pos = "", i.Pos
			b.Emit(&ir.Assign{At: i.At, Dst: bit, Src: r.anyOf(m, i, i.Addr, i.Dst.Sort)})
			return t.Eq(bit.Sym, t.BVConst(1, 1))
		}
		if bit := r.copied[i.Dst.Sym]; bit != nil {
			b.Emit(&ir.Assign{At: i.At, Dst: bit, Src: r.loaded(i)})
		}
	case *ir.Assign:
		if bit := r.copied[i.Dst.Sym]; bit != nil {
			b.Emit(&ir.Assign{At: i.At, Dst: bit, Src: r.isOfAddress(i.Src)})
		}
	case *ir.Store:
		if m := r.written[r.cellOf(i)]; m != nil {
			r.write(b, m, i)
		}
	case *ir.Copy:
		for _, in := range r.spansByCell(i) {
			if m := r.written[in.cell]; m != nil {
				r.writeCells(b, i, m, in.spans, func(offset *term.Term) *term.Term {
					return t.Select(m.Sym, t.BVAdd(i.From, offset))
				}, i.To)
			}
		}
	case *ir.Fill:
		for _, in := range r.spansByCell(i) {
			if m := r.written[in.cell]; m != nil && in.count <= maxWrittenCells {
				r.writeCells(b, i, m, in.spans, func(*term.Term) *term.Term { return t.BVConst(1, 0) }, i.Addr)
			}
		}
	default:
		for _, v := range ir.Defined(i) {
			if v == nil {
				continue
			}
			if bit := r.copied[v.Sym]; bit != nil {
				is := r.ofAddress()
				if _, input := i.(*ir.Havoc); input {
					is = r.ofNone()
				}
				b.Emit(&ir.Assign{At: ir.At{Pos: i.Position()}, Dst: bit, Src: is})
			}
		}
	}
	return nil
}

// startWritten starts the maps: nothing in memory is of an address.
func (r *rewriter) startWritten() {
	p := r.program
	var start []ir.Instruction
	for _, m := range r.maps {
		start = append(start, &ir.Assign{Dst: m, Src: p.Terms.ConstArray(m.Sort, r.ofNone())})
	}
	first := p.Entry.Entry()
	first.Instructions = slices.Concat(start, first.Instructions)
}

// ofAddress is the bit of a byte that may be of an address.
func (r *rewriter) ofAddress() *term.Term { return r.program.Terms.BVConst(1, 1) }

// ofNone is that of one that is not.
func (r *rewriter) ofNone() *term.Term { return r.program.Terms.BVConst(1, 0) }

// keys are the addresses by which a map has what a Load or Store touches.
func (r *rewriter) keys(i ir.Instruction, addr *term.Term, sort *term.Sort) []*term.Term {
	if r.uniform(r.cellOf(i)) {
		return []*term.Term{addr}
	}
	t := r.program.Terms
	var out []*term.Term
	for n := range bitWidth(sort) / 8 {
		out = append(out, t.BVAdd(addr, t.BVConst(addr.Sort().Width, uint64(n))))
	}
	return out
}

// anyOf says that one of the bytes of an access may be of an address.
func (r *rewriter) anyOf(m *ir.Variable, i ir.Instruction, addr *term.Term, sort *term.Sort) *term.Term {
	t := r.program.Terms
	out := r.ofNone()
	for _, key := range r.keys(i, addr, sort) {
		out = t.BVOr(out, t.Select(m.Sym, key))
	}
	return out
}

// loaded says whether what a load gives as memory has it may be of an address.
func (r *rewriter) loaded(i *ir.Load) *term.Term {
	c := r.cellOf(i)
	switch {
	case i.Access.Pointer:
		return r.ofAddress()
	case !r.addresses[c]:
		return r.ofNone()
	case r.written[c] == nil:
		return r.ofAddress()
	}
	return r.anyOf(r.written[c], i, i.Addr, i.Dst.Sort)
}

// isOfAddress says whether a value that is handed on may be of an address as memory has it. What is computed is a
// number, and so is what no address gets to.
func (r *rewriter) isOfAddress(value *term.Term) *term.Term {
	switch {
	case !value.IsVar(), r.looked[value], !r.carries[value]:
		return r.ofNone()
	case r.copied[value] != nil:
		return r.copied[value].Sym
	}
	return r.ofAddress()
}

// write writes down of a store whether its bytes may be of an address.
func (r *rewriter) write(b *ir.Block, m *ir.Variable, i *ir.Store) {
	is := r.ofNone()
	switch {
	case i.Value.IsConst():
	case i.Access.Pointer:
		is = r.ofAddress()
	default:
		is = r.isOfAddress(i.Value)
	}
	after := m.Sym
	for _, key := range r.keys(i, i.Addr, i.Value.Sort()) {
		after = r.program.Terms.Store(after, key, is)
	}
	b.Emit(&ir.Assign{At: i.At, Dst: m, Src: after})
}

// writeCells writes what of gives for each cell of spans, which begin at to.
func (r *rewriter) writeCells(b *ir.Block, i ir.Instruction, m *ir.Variable, spans []span, of func(offset *term.Term) *term.Term, to *term.Term) {
	t := r.program.Terms
	after := m.Sym
	for _, s := range spans {
		for n := range s.count {
			offset := t.BVConst(to.Sort().Width, s.offset+n*s.step)
			after = t.Store(after, t.BVAdd(to, offset), of(offset))
		}
	}
	if after != m.Sym {
		b.Emit(&ir.Assign{At: ir.At{Pos: i.Position()}, Dst: m, Src: after})
	}
}
