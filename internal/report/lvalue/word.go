package lvalue

import (
	"fmt"
	"slices"

	"yogi/internal/term"
)

// Where memory is read byte by byte, "the pointer at a is null" is eight equations, and nobody would know
// the pointer in them. NullWords puts them together again.

// byteAt is a byte of a map: Select(array, rest + offset).
type byteAt struct {
	equation *term.Term
	array    *term.Term
	address  *term.Term
	rest     string
	offset   int64
}

// zeroByte reads an equation of a byte in memory with 0.
func zeroByte(t *term.Term) (byteAt, bool) {
	if t.Op() != term.OpEq {
		return byteAt{}, false
	}
	sel, zero := t.Arg(0), t.Arg(1)
	if sel.IsConst() {
		sel, zero = zero, sel
	}
	v, ok := zero.Value()
	if !ok || v.Kind() != term.KindBV || v.Width() != 8 || v.Uint64() != 0 || sel.Op() != term.OpSelect {
		return byteAt{}, false
	}
	b := byteAt{equation: t, array: sel.Arg(0), address: sel.Arg(1)}
	parts := []*term.Term{b.address}
	if b.address.Op() == term.OpBVAdd {
		parts = b.address.Args()
	}
	for _, p := range parts {
		if v, ok := p.Value(); ok {
			b.offset += v.Int64()
		} else {
			b.rest += fmt.Sprintf("%d,", p.ID())
		}
	}
	return b, true
}

// NullWords finds groups of size equations of which each says that the bytes of one word are 0.
func NullWords(equations []*term.Term, size int) [][]*term.Term {
	var all []byteAt
	for _, t := range equations {
		if b, ok := zeroByte(t); ok {
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(x, y byteAt) int {
		switch {
		case x.array != y.array:
			return int(x.array.ID()) - int(y.array.ID())
		case x.rest != y.rest:
			if x.rest < y.rest {
				return -1
			}
			return 1
		}
		return int(x.offset - y.offset)
	})
	var out [][]*term.Term
	for i := 0; i+size <= len(all); {
		n := 1
		for n < size && all[i+n].array == all[i].array && all[i+n].rest == all[i].rest && all[i+n].offset == all[i].offset+int64(n) {
			n++
		}
		if n < size {
			i++
			continue
		}
		var group []*term.Term
		for _, b := range all[i : i+size] {
			group = append(group, b.equation)
		}
		out = append(out, group)
		i += size
	}
	return out
}

// nullWord is the pointer that a condition says to be null, or not to be, byte by byte.
func (r *Reader) nullWord(t *term.Term) (pointer expression, isNull, ok bool) {
	first, isNull, ok := r.nullBytes(t)
	if !ok {
		return expression{}, false, false
	}
	return r.loadPointer(first.array, first.address, int64(r.Program.Model.PointerWidth/8)), isNull, true
}

// nullBytes is the lowest byte of that pointer.
func (r *Reader) nullBytes(t *term.Term) (first byteAt, isNull, ok bool) {
	if r.Program.Model == nil {
		return byteAt{}, false, false
	}
	if t.Op() == term.OpNot && t.Arg(0).Op() == term.OpAnd {
		first, isNull, ok = r.nullBytes(t.Arg(0))
		return first, !isNull, ok
	}
	if t.Op() != term.OpAnd && t.Op() != term.OpOr {
		return byteAt{}, false, false
	}
	size := r.Program.Model.PointerWidth / 8
	isNull = t.Op() == term.OpAnd
	equations := t.Args()
	if !isNull {
		equations = make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			if a.Op() != term.OpNot {
				return byteAt{}, false, false
			}
			equations[i] = a.Arg(0)
		}
	}
	words := NullWords(equations, size)
	if len(equations) != size || len(words) != 1 {
		return byteAt{}, false, false
	}
	first, _ = zeroByte(words[0][0])
	return first, isNull, true
}

// IsNotNull says that a condition is "a pointer in memory is not null", byte by byte.
func (r *Reader) IsNotNull(t *term.Term) bool {
	_, isNull, ok := r.nullBytes(t)
	return ok && !isNull
}
