package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// textEnds are the notes of a function on where strings end.
type textEnds struct{ *builder }

func (b *builder) textEnds() textEnds { return textEnds{b} }

// That a string ends inside of its object says that there is some zero in it, which no fact without
// a quantifier states. So the program notes, by granule, where it wrote the latest zero:
//
//	text end    how far a zero is behind the start of the granule
//
// A function of the library that reads a string asks whether a zero is there, behind the pointer
// and inside of the object. If so it does not leave the object, and no access of its loop has to be
// checked; if not the loop checks each. The check of a read in a loop of the program asks, too: that
// it is before the zero is said beside that it is inside of the object, which follows, so that a
// proof may use either. What is noted decides nothing else, so wherever it is not up to date the
// checks are there, and no verdict rests on how it is kept.
// A distance has the bits alone in which the addresses of a granule differ, so it is no address by
// itself.

// noteTextEnds notes the zero that a fill or a copy has written. Stores are noted where the object
// is known that they are in (noteTextStored).
func (b textEnds) noteTextEnds(i ir.Instruction) {
	if b.shadowMaps.textEnd == nil {
		return
	}
	switch i := i.(type) {
	case *ir.Fill:
		if i.Byte == 0 && i.Size > 0 {
			b.noteTextEnd(i.Pos, i.Addr, b.terms.BVAdd(i.Addr, b.addr(i.Size-1)), nil)
		}
	case *ir.Copy:
		b.noteTextCopied(i.Pos, i.To, i.From, b.addr(i.Size))
	}
}

// noteTextStored notes a zero that was written to a place, if it is a character's.
func (b textEnds) noteTextStored(pos source.Pos, p place, t *term.Term) {
	v, ok := t.Value()
	if b.shadowMaps.textEnd == nil || !ok || t.Sort().Kind != term.KindBV || t.Sort().Width != 8 || !v.IsZero() {
		return
	}
	switch {
	case p.root != nil && p.root.address != nil:
		b.noteTextEnd(pos, p.root.address, p.address, nil)
	case p.pointer != nil:
		b.noteTextEnd(pos, p.pointer, p.address, nil)
	}
}

// noteTextEnd notes that a zero is at an address in an object where cond holds; nil: it does.
func (b textEnds) noteTextEnd(pos source.Pos, object, address, cond *term.Term) {
	v := b.shadowMaps.textEnd
	if v == nil {
		return
	}
	entry := b.terms.Extract(b.options.Model.GranuleBits-1, 0, address)
	if cond != nil {
		entry = b.terms.Ite(cond, entry, b.terms.Select(v.Sym, b.granuleOf(object)))
	}
	b.writeEntry(pos, v, object, entry)
}

func (b textEnds) textEndAt(address *term.Term) *term.Term {
	return b.terms.ZeroExtTo(b.pointerWidth(), b.terms.Select(b.shadowMaps.textEnd.Sym, b.granuleOf(address)))
}

// noteTextCopied notes that n bytes were copied: the zero that is known of, if it is one of them.
func (b textEnds) noteTextCopied(pos source.Pos, to, from, n *term.Term) {
	if b.shadowMaps.textEnd == nil {
		return
	}
	distance := b.terms.BVSub(b.textEndAt(from), b.offsetOf(from))
	b.noteTextEnd(pos, to, b.terms.BVAdd(to, distance), b.terms.BVUlt(distance, n))
}

// textLength is how far behind a pointer there is a zero in the same object; -1 where none is known.
func (b textEnds) textLength(pos source.Pos, pointer *term.Term) *term.Term {
	none := b.terms.BVNot(b.addr(0))
	if b.shadowMaps.textEnd == nil {
		return none
	}
	length := b.function.NewLocal("length", pointer.Sort())
	b.assign(pos, length, none)
	b.where(pos, b.isBeforeNoted(pointer), func() {
		distance := b.terms.BVSub(b.textEndAt(pointer), b.offsetOf(pointer))
		b.assign(pos, length, b.terms.Ite(b.isZeroNoted(pos, pointer), distance, none))
	})
	return length.Sym
}

// hasTextEnd is the condition that a zero is known behind a pointer in the same object.
func (b textEnds) hasTextEnd(pos source.Pos, pointer *term.Term) *term.Term {
	if b.shadowMaps.textEnd == nil {
		return b.terms.False()
	}
	return b.terms.And(b.isBeforeNoted(pointer), b.isZeroNoted(pos, pointer))
}

// isBeforeNoted says that a pointer is not behind what is noted of its granule, which is inside of the object.
func (b textEnds) isBeforeNoted(pointer *term.Term) *term.Term {
	offset := b.terms.Select(b.shadowMaps.textEnd.Sym, b.granuleOf(pointer))
	return b.terms.And(
		b.terms.BVUle(b.terms.Extract(b.options.Model.GranuleBits-1, 0, pointer), offset),
		b.terms.BVUlt(b.terms.BVAdd(b.textEndAt(pointer), b.addr(liveExtent)), b.extentAt(pointer)))
}

// isZeroNoted says that a zero is where one is noted of a pointer's granule.
func (b textEnds) isZeroNoted(pos source.Pos, pointer *term.Term) *term.Term {
	offset := b.terms.Select(b.shadowMaps.textEnd.Sym, b.granuleOf(pointer))
	v := b.newTemp(b.terms.BV(8))
	b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: v, Addr: b.terms.Concat(b.granuleOf(pointer), offset), Access: ir.Access{Type: "char"}})
	return b.terms.Eq(v.Sym, b.zero(v.Sort))
}

// isBeforeTextEnd says of a character that is read in a loop that the zero which is noted is not in front
// of it, so that it is in its object. A loop that stops at a zero keeps that true, whatever is known of
// how long it runs, and so it is among the facts that are tried of the loop. False where nothing is to be
// said.
func (b *frame) isBeforeTextEnd(pos source.Pos, p place) *term.Term {
	object := p.textObject()
	if b.shadowMaps.textEnd == nil || !p.isRead || b.repeating == 0 || object == nil || !b.textEnds().isAmongCharacters(p) {
		return b.terms.False()
	}
	end, distance := b.textEnds().textEndAt(object), b.terms.BVSub(p.address, object)
	v := b.newTemp(b.terms.BV(8))
	b.emit(&ir.Load{
		At: ir.At{Pos: pos}, Dst: v, Access: ir.Access{Type: "char"},
		Addr: b.terms.Concat(b.granuleOf(object), b.terms.Select(b.shadowMaps.textEnd.Sym, b.granuleOf(object))),
	})
	isZero := b.terms.Eq(v.Sym, b.zero(v.Sort))
	if p.root != nil && p.root.size >= 0 { // the object need not be in the shadow state, and starts a granule
		return b.terms.And(b.terms.BVUle(distance, end), b.terms.BVUlt(end, b.addr(uint64(p.root.size))), isZero)
	}
	start := b.offsetOf(object)
	isBefore := b.terms.And(b.terms.BVUle(start, end), b.terms.BVUle(b.terms.BVAdd(start, distance), end))
	return b.terms.And(isBefore, b.terms.BVUlt(b.terms.BVAdd(end, b.addr(liveExtent)), b.shadow().extentAt(object)), isZero)
}

// textObject is an address in the object of whose text a place is a character; nil: it is in none.
func (p place) textObject() *term.Term {
	switch {
	case p.isMember || p.typ.Kind != tree.Integer || p.typ.Size != 1:
	case p.root != nil && p.root.address != nil:
		return p.root.address
	case p.pointer != nil:
		return p.pointer
	}
	return nil
}

// isAmongCharacters says that any byte of the object may be accessed where a place is, as far as the
// text tells: parts of structs are told apart, unless some access may be to each of them.
func (b textEnds) isAmongCharacters(p place) bool {
	if p.root == nil {
		return !p.isPart
	}
	if o := p.root.object; o != nil && o.Type.Kind == tree.Array && o.Type.Elem.Size == 1 {
		return true
	}
	return !b.terms.BVSub(p.address, p.root.address).IsConst()
}

// staticTextEnds are the zeros that are in static objects from the start.
func (l *lowerer) staticTextEnds(contents *term.Term) *term.Term {
	for _, o := range l.reach.objects {
		s := l.statics[o]
		if s.address == nil || s.size <= 0 || uint64(s.size) > l.granule() || o.Type.Kind != tree.Array || o.Type.Elem.Size != 1 {
			continue
		}
		end := uint64(s.size) - 1
		for i, c := range o.String {
			if c == 0 {
				end = uint64(i)
				break
			}
		}
		contents = l.terms.Store(contents, l.granuleOf(s.address), l.terms.BVConst(l.options.Model.GranuleBits, end))
	}
	return contents
}
