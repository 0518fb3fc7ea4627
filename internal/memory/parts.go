package memory

import (
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A pointer of which some bytes were written over is none any more, whatever was written: on the machine the bytes of
// an address are others than the ones that the program has for it here. So a word that has some bytes of an address,
// and others beside, is any. So is one with bytes of two addresses, or with one byte in the place of another. Bytes
// that are copied as they are make an address again where all of them are there, each in its place: where bytes move
// by themselves, the maps say of a byte of which address it is, and which of its bytes (written.go).

// findParts finds the cells in which a part of an address may be written over. A number that is handed over in the
// place of a word, of which it takes a part, is beside no bytes of an address.
func (r *rewriter) findParts() {
	word := r.program.Model.PointerWidth
	isPart := func(c *cell, moves bool) {
		if r.addresses[c] && !r.uniform(c) {
			r.parts[c] = true
			r.moved = r.moved || moves
		}
	}
	for _, i := range r.order {
		switch i := i.(type) {
		case *ir.Store:
			if isWhole := i.Value.Sort().Kind == term.KindBV && r.exactly(i, int64(word/8)); !isWhole && !i.Access.Fresh {
				isPart(r.cellOf(i), i.Access.Pointer || r.carries[i.Value] && !r.looked[i.Value])
			}
		case *ir.Copy, *ir.Fill:
			for _, of := range r.spansByCell(i) {
				if !r.coversWords(i, of) {
					_, isCopy := i.(*ir.Copy)
					isPart(of.cell, isCopy)
				}
			}
		}
	}
}

// coversWords says of a Copy or Fill that it touches whole words only, of a cell that consists of some.
func (r *rewriter) coversWords(i ir.Instruction, of cellSpans) bool {
	word := int64(r.program.Model.PointerWidth / 8)
	place := find(ref{r.partition.analysis.addresses[i], 0})
	if of.cell.length%word != 0 || place.node.stride%word != 0 {
		return false
	}
	for _, s := range of.spans {
		if s.step != 1 || int64(s.count)%word != 0 || (place.offset+int64(s.offset)-of.cell.low)%word != 0 {
			return false
		}
	}
	return true
}

// mayMix says that a load of a word may find some bytes of an address and others beside. It is about words that are
// handed on too, so that those are whole.
func (r *rewriter) mayMix(load *ir.Load) bool {
	return r.isWord(load.Dst.Sort) && r.parts[r.cellOf(load)] && !r.program.PlainBytes
}

// isWord says of a sort that it is that of an address.
func (r *rewriter) isWord(sort *term.Sort) bool {
	return sort.Kind == term.KindBV && sort.Width == r.program.Model.PointerWidth
}

// mixed emits, before a load, what says whether its bytes are some of an address and others, and returns that; nil:
// they are not.
func (r *rewriter) mixed(f *ir.Function, b *ir.Block, load *ir.Load) *term.Term {
	if !r.mayMix(load) {
		return nil
	}
	t := r.program.Terms
	m := r.written[r.cellOf(load)]
	if m == nil {
		is, chosen := r.either(f, load)
		b.Emit(chosen...)
		return is
	}
	tags := r.tagsAt(m, load, load.Addr, load.Dst.Sort)
	some, whole := r.anyOf(tags), t.True()
	for n, tag := range tags {
		switch {
		case r.moved:
			first := t.Extract(load.Dst.Sort.Width-1, 0, tags[0])
			whole = t.And(whole, t.Eq(tag, r.byteOf(first, n)))
		default:
			whole = t.And(whole, t.Eq(tag, t.BVConst(1, 1)))
		}
	}
	is := f.NewLocal("mixed", t.Bool())
	is.Source, is.Pos = "", load.Pos
	b.Emit(&ir.Assign{At: load.At, Dst: is, Src: t.And(t.Eq(some, t.BVConst(1, 1)), t.Not(whole))})
	return is.Sym
}

// readsParts finds a load of an address of which a part may have been written over: where memory is not cut (a is nil
// then) that is any, if the program writes characters.
func readsParts(p *ir.Program, a *analysis) (source.Pos, bool) {
	mixes := func(load *ir.Load) bool { return load.Access.Pointer }
	if a == nil {
		isWritten := false
		ir.EachInstruction(p, func(i ir.Instruction) {
			s, ok := i.(*ir.Store)
			isWritten = isWritten || ok && s.Value.Sort().Kind == term.KindBV && s.Value.Sort().Width == 8
		})
		if !isWritten {
			return source.Pos{}, false
		}
	} else {
		r := newRewriter(a)
		r.stores()
		if len(r.addresses) == 0 {
			return source.Pos{}, false
		}
		r.looked = lookedAt(p)
		r.carry()
		r.findParts()
		mixes = r.mayMix
	}
	var at source.Pos
	found := false
	ir.EachInstruction(p, func(i ir.Instruction) {
		if load, ok := i.(*ir.Load); ok && !found && mixes(load) {
			at, found = load.Pos, true
		}
	})
	return at, found
}
