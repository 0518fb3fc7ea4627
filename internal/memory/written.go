package memory

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A cell to which both addresses and numbers are written is one of a union, of an object that is written byte by
// byte, or of one whose layout the analysis does not know: a header with a text behind it in one allocation. What a
// load finds there depends on the last write, which a map tells, from the addresses of bytes to one bit: 1 where the
// byte may be one of an address. So a read of numbers that were written as such gives these and takes no input. The
// map is a variable as any other, and its instructions are checked as all others are; it has ones too many where an
// address was and was overwritten in a way that is not followed, and where what is copied came through a call.
//
// Where bytes of addresses are moved by themselves, as by a loop that copies bytes, there is more to tell than one bit:
//
//	one bit      the byte may be one of an address
//	indexBits    which of its bytes, from the lowest address on; unknownIndex where that is not known
//	the address  of which it is
//
// This, or the one bit, is the tag of a byte.

const (
	indexBits    = 4
	unknownIndex = 1<<indexBits - 1
)

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
		if !ok || load.Dst.Sort.Kind != term.KindBV || !r.takes(load) && !isMixed && !r.movesBytes(load) {
			return
		}
		whole := r.exactly(load, int64(load.Dst.Sort.Width/8)) && r.isWord(load.Dst.Sort)
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
		r.written[c] = p.NewGlobal(name, p.Terms.Array(p.Terms.BV(p.Model.PointerWidth), r.tagSort()))
		r.maps = append(r.maps, r.written[c])
	}
	if len(r.maps) > 0 {
		r.findCopied()
	}
}

// movesBytes says that a load hands on bytes of an address, of which a map has to say which they are.
func (r *rewriter) movesBytes(load *ir.Load) bool {
	return r.moved && !load.Access.Pointer && r.carries[load.Dst.Sym] && !r.looked[load.Dst.Sym] && !r.isWord(load.Dst.Sort) &&
		r.addresses[r.cellOf(load)]
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

// findCopied makes tags for each local that holds what was loaded as memory has it and is not looked at.
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

// newCopied makes the tags of a local: of a word, which is handed on as a whole, one bit, and so where one bit is all
// that the maps tell.
func (r *rewriter) newCopied(f *ir.Function, v *ir.Variable) {
	if r.copied[v.Sym] != nil {
		return
	}
	sort, count := r.tagSort(), bitWidth(v.Sort)/8
	if !r.moved || r.isWord(v.Sort) {
		sort, count = r.program.Terms.BV(1), 1
	}
	for range count {
		tag := f.NewLocal("of an address", sort)
		tag.Source, tag.Pos = "", v.Pos
		r.copied[v.Sym] = append(r.copied[v.Sym], tag)
	}
}

// setTags are the assignments by which all bytes of what is copied have a tag.
func (r *rewriter) setTags(pos source.Pos, v *ir.Variable, to func(*term.Sort) *term.Term) []ir.Instruction {
	var out []ir.Instruction
	for _, tag := range r.copied[v.Sym] {
		out = append(out, &ir.Assign{At: ir.At{Pos: pos}, Dst: tag, Src: to(tag.Sort)})
	}
	return out
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
			b.Emit(&ir.Assign{At: i.At, Dst: bit, Src: r.anyOf(r.tagsAt(m, i, i.Addr, i.Dst.Sort))})
			return t.Eq(bit.Sym, t.BVConst(1, 1))
		}
		if to := r.copied[i.Dst.Sym]; to != nil {
			r.hand(b, i.At, to, r.loaded(i))
		}
	case *ir.Assign:
		if to := r.copied[i.Dst.Sym]; to != nil {
			r.hand(b, i.At, to, r.tagsOf(i.Src))
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
				r.writeCells(b, i, m, in.spans, func(*term.Term) *term.Term { return r.ofNone(r.tagSort()) }, i.Addr)
			}
		}
	default:
		for _, v := range ir.Defined(i) {
			if v == nil {
				continue
			}
			is := r.ofUnknown
			if _, input := i.(*ir.Havoc); input {
				is = r.ofNone
			}
			b.Emit(r.setTags(i.Position(), v, is)...)
		}
	}
	return nil
}

// startWritten starts the maps: nothing in memory is of an address.
func (r *rewriter) startWritten() {
	p := r.program
	var start []ir.Instruction
	for _, m := range r.maps {
		start = append(start, &ir.Assign{Dst: m, Src: p.Terms.ConstArray(m.Sort, r.ofNone(r.tagSort()))})
	}
	first := p.Entry.Entry()
	first.Instructions = slices.Concat(start, first.Instructions)
}

// hand assigns tags.
func (r *rewriter) hand(b *ir.Block, at ir.At, to []*ir.Variable, tags []*term.Term) {
	if len(to) == 1 {
		tags = []*term.Term{r.together(to[0].Sort, tags)}
	}
	for n, v := range to {
		b.Emit(&ir.Assign{At: at, Dst: v, Src: tags[n]})
	}
}

// tagSort is that of a tag in the maps.
func (r *rewriter) tagSort() *term.Sort {
	if !r.moved {
		return r.program.Terms.BV(1)
	}
	return r.program.Terms.BV(1 + indexBits + r.program.Model.PointerWidth)
}

// ofNone is the tag of a byte that is of no address.
func (r *rewriter) ofNone(sort *term.Sort) *term.Term { return r.program.Terms.BVConst(sort.Width, 0) }

// ofUnknown is the tag of a byte that may be of any address.
func (r *rewriter) ofUnknown(sort *term.Sort) *term.Term {
	t := r.program.Terms
	if sort.Width == 1 {
		return t.BVConst(1, 1)
	}
	return t.Concat(t.BVConst(1, 1), t.BVConst(indexBits, unknownIndex), t.BVConst(sort.Width-1-indexBits, 0))
}

// byteOf is the tag of a byte of an address in a map.
func (r *rewriter) byteOf(address *term.Term, index int) *term.Term {
	t := r.program.Terms
	if !r.moved {
		return t.BVConst(1, 1)
	}
	return t.Concat(t.BVConst(1, 1), t.BVConst(indexBits, uint64(index)), address)
}

// isOf is the bit of a tag that says that the byte may be of an address.
func (r *rewriter) isOf(tag *term.Term) *term.Term {
	top := tag.Sort().Width - 1
	return r.program.Terms.Extract(top, top, tag)
}

// together is one tag for several bytes, or for one in another form.
func (r *rewriter) together(sort *term.Sort, tags []*term.Term) *term.Term {
	if len(tags) == 1 && tags[0].Sort() == sort {
		return tags[0]
	}
	return r.unclear(sort, tags)
}

// unclear is the tag of a byte of which is known no more than that it is one of some.
func (r *rewriter) unclear(sort *term.Sort, tags []*term.Term) *term.Term {
	t := r.program.Terms
	return t.Ite(t.Eq(r.anyOf(tags), t.BVConst(1, 1)), r.ofUnknown(sort), r.ofNone(sort))
}

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

// tagsAt are the tags of the bytes of an access in a map. Where it has whole cells they have one.
func (r *rewriter) tagsAt(m *ir.Variable, i ir.Instruction, addr *term.Term, sort *term.Sort) []*term.Term {
	var out []*term.Term
	for _, key := range r.keys(i, addr, sort) {
		out = append(out, r.program.Terms.Select(m.Sym, key))
	}
	return out
}

// anyOf says that one of some bytes may be of an address.
func (r *rewriter) anyOf(tags []*term.Term) *term.Term {
	out := r.program.Terms.BVConst(1, 0)
	for _, tag := range tags {
		out = r.program.Terms.BVOr(out, r.isOf(tag))
	}
	return out
}

// loaded are the tags of what a load gives as memory has it.
func (r *rewriter) loaded(i *ir.Load) []*term.Term {
	c := r.cellOf(i)
	count := bitWidth(i.Dst.Sort) / 8
	switch {
	case i.Access.Pointer:
		return slices.Repeat([]*term.Term{r.ofUnknown(r.tagSort())}, count)
	case !r.addresses[c]:
		return slices.Repeat([]*term.Term{r.ofNone(r.tagSort())}, count)
	case r.written[c] == nil:
		return slices.Repeat([]*term.Term{r.ofUnknown(r.tagSort())}, count)
	}
	tags := r.tagsAt(r.written[c], i, i.Addr, i.Dst.Sort)
	if len(tags) < count {
		return slices.Repeat([]*term.Term{r.unclear(r.tagSort(), tags)}, count)
	}
	return tags
}

// tagsOf are the tags of the bytes of a value that is handed on as memory has it. What is computed is a number, and so
// is what no address gets to. A word is whole (mayMix).
func (r *rewriter) tagsOf(value *term.Term) []*term.Term {
	t := r.program.Terms
	count := bitWidth(value.Sort()) / 8
	is := r.ofUnknown(r.tagSort())
	var tags []*ir.Variable
	switch {
	case !value.IsVar(), r.looked[value], !r.carries[value]:
		is = r.ofNone(r.tagSort())
	case r.copied[value] != nil:
		tags = r.copied[value]
		is = r.together(r.tagSort(), []*term.Term{tags[0].Sym})
	}
	out := slices.Repeat([]*term.Term{is}, count)
	for n := range out {
		switch {
		case r.isWord(value.Sort()):
			out[n] = t.Ite(t.Eq(r.isOf(is), t.BVConst(1, 1)), r.byteOf(value, n), r.ofNone(r.tagSort()))
		case len(tags) > 1:
			out[n] = tags[n].Sym
		}
	}
	return out
}

// write writes down of a store of which addresses its bytes may be.
func (r *rewriter) write(b *ir.Block, m *ir.Variable, i *ir.Store) {
	tags := slices.Repeat([]*term.Term{r.ofNone(r.tagSort())}, bitWidth(i.Value.Sort())/8)
	switch {
	case i.Value.IsConst():
	case i.Access.Pointer:
		for n := range tags {
			tags[n] = r.ofUnknown(r.tagSort())
			if r.isWord(i.Value.Sort()) {
				tags[n] = r.byteOf(i.Value, n)
			}
		}
	default:
		tags = r.tagsOf(i.Value)
	}
	keys := r.keys(i, i.Addr, i.Value.Sort())
	if len(keys) < len(tags) {
		tags = []*term.Term{r.together(r.tagSort(), tags)}
	}
	after := m.Sym
	for n, key := range keys {
		after = r.program.Terms.Store(after, key, tags[n])
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
