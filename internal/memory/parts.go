package memory

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// A pointer of which some bytes were written over is none any more, whatever was written: on the machine the bytes of
// an address are others than the ones that the program has for it here. So a word that has some bytes of an address,
// and others beside, is any. Bytes that are copied as they are make an address again where all of them are there.

// findParts finds the cells in which a part of an address may be written over.
func (r *rewriter) findParts() {
	word := r.program.Model.PointerWidth
	isPart := func(c *cell) {
		if r.addresses[c] && !r.uniform(c) {
			r.parts[c] = true
		}
	}
	for _, i := range r.order {
		switch i := i.(type) {
		case *ir.Store:
			isHandedOn := r.carries[i.Value] && !r.looked[i.Value]
			if isWhole := i.Value.Sort().Kind == term.KindBV && r.exactly(i, int64(word/8)); !isWhole && !i.Access.Pointer && !isHandedOn {
				isPart(r.cellOf(i))
			}
		case *ir.Copy, *ir.Fill:
			for _, of := range r.spansByCell(i) {
				if !r.coversWords(i, of) {
					isPart(of.cell)
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

// mayMix says that a load of a word may find some bytes of an address and others beside.
func (r *rewriter) mayMix(load *ir.Load) bool {
	c := r.cellOf(load)
	isWord := load.Dst.Sort.Kind == term.KindBV && load.Dst.Sort.Width == r.program.Model.PointerWidth
	return isWord && r.parts[c] && (load.Access.Pointer || r.takes(load)) && !r.program.PlainBytes
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
	all := r.ofAddress()
	for _, key := range r.keys(load, load.Addr, load.Dst.Sort) {
		all = t.BVAnd(all, t.Select(m.Sym, key))
	}
	is := f.NewLocal("mixed", t.Bool())
	is.Source, is.Pos = "", load.Pos
	some := t.Eq(r.anyOf(m, load, load.Addr, load.Dst.Sort), r.ofAddress())
	b.Emit(&ir.Assign{At: load.At, Dst: is, Src: t.And(some, t.Eq(all, r.ofNone()))})
	return is.Sym
}
