package lower

import (
	"math/big"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The functions of scanf's family convert input that the world decides. Their result says what was
// written: the first so many of the arguments that a conversion is for (C11 7.21.6.2p16). A format
// that is not known may count and order its arguments otherwise.

func (b *body) scanf(u *libraryUse) (value, bool) { return b.scanInto(u, 1) }

func (b *body) scanfAfterOne(u *libraryUse) (value, bool) { return b.scanInto(u, 2) }

// scanInto scans into the arguments from first on; the one before is the format.
func (b *body) scanInto(u *libraryUse, first int) (value, bool) {
	if !u.result.IsScalar() || b.sortOf(u.result).Width != 32 {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" with another result"), true
	}
	if first <= len(u.args) {
		if format, ok := emit.LiteralText(u.args[first-1].expr); ok {
			if scanned, ok := scanConversions(format); ok && first+len(scanned.writing) <= len(u.args) {
				return b.scanConverted(u, first, scanned)
			}
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" with the format \""+format+"\""), true
		}
	}
	return b.unmodelledCall(u.pos, u.want, u.def.Name+" with a format that is not a literal"), true
}

// scanResult is the number of arguments that a call has written: -1, for no input, to all of them.
func (b *body) scanResult(u *libraryUse, all int) *term.Term {
	result := b.input(u.pos, u.result, ir.UndefinedCall, u.def.Name)
	b.failWithErrno(u.pos, b.terms.True())
	b.assumeTrue(u.pos, b.terms.And(
		b.terms.BVSle(b.terms.BVConst(32, 1<<32-1), result), b.terms.BVSle(result, b.terms.BVConst(32, uint64(all)))))
	return result
}

// isWritten says that a call with this result has written the argument of that number.
func (b *body) isWritten(i int, result *term.Term) *term.Term {
	return b.terms.BVSlt(b.terms.BVConst(32, uint64(i)), result)
}

func (b *body) scanConverted(u *libraryUse, first int, scanned scanFormat) (value, bool) {
	long := b.options.Model.LongWidth
	for i, c := range scanned.writing {
		t := b.pointeeOf(u.args[first+i])
		if t == nil || !c.fits(t, int64(long/8), int64(b.pointerWidth()/8)) {
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" into an object of another type than the format says"), true
		}
		if !t.IsFloating() && c.isNumber() {
			if _, _, ok := c.bounds(b.sortOf(t).Width, long); !ok {
				return b.unmodelledCall(u.pos, u.want, u.def.Name+" of a number with so many digits"), true
			}
		}
	}
	result := b.scanResult(u, len(scanned.writing))
	if scanned.takesAny {
		b.assumeTrue(u.pos, b.terms.Ne(result, b.zero(result.Sort())))
	}
	b.inCall = u.def.Name
	defer func() { b.inCall = "" }()
	for i, c := range scanned.writing {
		a := u.args[first+i]
		b.where(u.pos, b.isWritten(i, result), func() {
			if c.isNumber() {
				b.scanNumber(u, a, c, long)
			} else {
				b.scanText(u, a, c)
			}
		})
	}
	return value{scalar: result}, true
}

// scanNumber writes a number that the conversion can give.
func (b *body) scanNumber(u *libraryUse, a argument, c conversion, long int) {
	t := b.pointeeOf(a)
	v := b.input(u.pos, t, ir.MemoryWrite, u.def.Name)
	if !t.IsFloating() {
		width := v.Sort().Width
		if low, high, _ := c.bounds(width, long); low != nil {
			b.assumeTrue(u.pos, b.terms.BVSle(b.terms.BVBig(width, low), v))
			b.assumeTrue(u.pos, b.terms.BVSle(v, b.terms.BVBig(width, high)))
		}
	}
	b.storeScalar(u.pos, place{typ: t, address: a.scalar, pointer: a.scalar}, v)
}

// scanText writes a character, or a text of one to so many characters as the width says, and its
// end.
func (b *body) scanText(u *libraryUse, a argument, c conversion) {
	t := b.pointeeOf(a)
	at := func(i int) place {
		address := b.terms.BVAdd(a.scalar, b.addr(uint64(i)))
		return place{typ: t, address: address, pointer: address}
	}
	character := func() *term.Term { return b.input(u.pos, t, ir.MemoryWrite, u.def.Name) }
	if c.specifier == 'c' {
		b.storeScalar(u.pos, at(0), character())
		return
	}
	long := b.input(u.pos, u.result, ir.MemoryWrite, u.def.Name)
	b.assumeTrue(u.pos, b.terms.BVUle(b.terms.BVConst(32, 1), long))
	b.assumeTrue(u.pos, b.terms.BVUle(long, b.terms.BVConst(32, uint64(c.width))))
	for i := range c.width + 1 {
		here := b.terms.BVConst(32, uint64(i))
		b.where(u.pos, b.terms.BVUle(here, long), func() {
			v := character()
			space := b.terms.False()
			if c.specifier == 's' {
				for _, n := range []uint64{' ', '\t', '\n', '\v', '\f', '\r'} {
					space = b.terms.Or(space, b.terms.Eq(v, b.terms.BVConst(v.Sort().Width, n)))
				}
			}
			b.assumeTrue(u.pos, b.terms.Or(b.terms.Eq(here, long), b.terms.Not(space)))
			b.storeScalar(u.pos, at(i), b.terms.Ite(b.terms.Eq(here, long), b.zero(v.Sort()), v))
		})
	}
}

// bounds are the least and the greatest number that a conversion of integers of so many bits gives;
// nil if it gives every one, as without a width. ok is false where neither can be said: what does
// not fit is cut off or replaced by the extreme number, after a reading of long's width or 64 bits.
func (c conversion) bounds(width, long int) (low, high *big.Int, ok bool) {
	if c.width == 0 {
		return nil, nil, true
	}
	base := map[byte]int64{'x': 16, 'X': 16, 'o': 8, 'i': 16}[c.specifier]
	if base == 0 {
		base = 10
	}
	most := func(digits int) *big.Int {
		n := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(max(digits, 0))), nil)
		return n.Sub(n, big.NewInt(1))
	}
	digits := c.width
	if c.specifier == 'i' { // 0x stands before sixteen's digits, nothing before those of ten
		ten := conversion{width: c.width, specifier: 'd'}
		low, high, ok = ten.bounds(width, long)
		digits -= 2
		if !ok || low == nil || most(digits).Cmp(high) <= 0 {
			return low, high, ok
		}
		return nil, nil, false
	}
	low, high = new(big.Int).Neg(most(digits-1)), most(digits)
	switch all := new(big.Int).Lsh(big.NewInt(1), uint(width)); {
	case high.BitLen() < width:
		return low, high, true
	case width >= long && c.specifier == 'd': // replaced by the extreme number
		half := new(big.Int).Rsh(all, 1)
		if least := new(big.Int).Neg(half); low.Cmp(least) < 0 {
			low = least
		}
		return low, half.Sub(half, big.NewInt(1)), true
	case width < long && high.Cmp(all) >= 0:
		return nil, nil, true
	}
	return nil, nil, false
}
