package lower

import (
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The functions that copy and fill memory.

// constantSize returns a size argument whose value is known.
func constantSize(t *term.Term) (uint64, bool) {
	v, ok := t.Value()
	if !ok {
		return 0, false
	}
	return v.Uint64(), true
}

func (b *body) memcpy(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	to, from, n := u.args[0].scalar, u.args[1].scalar, b.number(u.args[2])
	b.requireBytes(u.pos, to, n)
	b.requireBytes(u.pos, from, n)
	if size, ok := constantSize(n); ok {
		if size > 0 {
			b.emit(&ir.Copy{At: ir.At{Pos: u.pos}, To: to, From: from, Size: size})
		}
	} else {
		b.callLibrary(u.pos, "memcpy", to, from, n)
	}
	return value{scalar: to}, true
}

func (b *body) mempcpy(u *libraryUse) (value, bool) {
	v, ok := b.memcpy(u)
	if ok {
		v.scalar = b.terms.BVAdd(v.scalar, b.number(u.args[2]))
	}
	return v, ok
}

// memmove may overlap, which Copy may not.
func (b *body) memmove(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	b.requireBytes(u.pos, u.args[0].scalar, b.number(u.args[2]))
	b.requireBytes(u.pos, u.args[1].scalar, b.number(u.args[2]))
	b.callLibrary(u.pos, "memmove", u.args[0].scalar, u.args[1].scalar, b.number(u.args[2]))
	return value{scalar: u.args[0].scalar}, true
}

func (b *body) memset(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	b.fill(u.pos, u.args[0].scalar, b.resizeBits(u.args[1].scalar, 8, false), b.number(u.args[2]))
	return value{scalar: u.args[0].scalar}, true
}

func (b *body) bzero(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	b.fill(u.pos, u.args[0].scalar, b.terms.BVConst(8, 0), b.number(u.args[1]))
	return value{}, true
}

func (b *body) fill(pos source.Pos, to, fill, n *term.Term) {
	b.requireBytes(pos, to, n)
	size, sized := constantSize(n)
	v, known := fill.Value()
	if !sized || !known {
		b.callLibrary(pos, "memset", to, fill, n)
		return
	}
	if size > 0 {
		b.emit(&ir.Fill{At: ir.At{Pos: pos}, Addr: to, Byte: uint8(v.Uint64()), Size: size})
	}
}
