// Package builtin has the models of what compilers know by themselves: operations on bits,
// arithmetic with a look at overflow, atomic operations, hints.
package builtin

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// ByteSwap turns the bytes around.
func ByteSwap(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	var parts []*term.Term
	for at := 0; at < x.Sort().Width; at += 8 {
		parts = append(parts, e.Terms().Extract(at+7, at, x))
	}
	return e.Terms().Concat(parts...), true
}

// BitReverse turns the bits around.
func BitReverse(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	parts := make([]*term.Term, x.Sort().Width)
	for i := range parts {
		parts[i] = e.Terms().Extract(i, i, x)
	}
	return e.Terms().ZeroExtTo(64, e.Terms().Concat(parts...)), true
}

// PopulationCount is the number of bits that are set.
func PopulationCount(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	sum := e.Terms().BVConst(32, 0)
	for i := 0; i < x.Sort().Width; i++ {
		sum = e.Terms().BVAdd(sum, e.Terms().ZeroExtTo(32, e.Terms().Extract(i, i, x)))
	}
	return sum, true
}

// Parity is the lowest bit of that number.
func Parity(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	v, ok := PopulationCount(e, c)
	if ok {
		v = e.Terms().BVAnd(v, e.Terms().BVConst(32, 1))
	}
	return v, ok
}

// lowestBit is the index of the lowest set bit, or other if there is none.
func lowestBit(e emit.Emitter, x, other *term.Term) *term.Term {
	result := other
	for i := x.Sort().Width - 1; i >= 0; i-- {
		set := e.Terms().Eq(e.Terms().Extract(i, i, x), e.Terms().BVConst(1, 1))
		result = e.Terms().Ite(set, e.Terms().BVConst(32, uint64(i)), result)
	}
	return result
}

// FindFirst is the number of the lowest set bit from 1, or 0.
func FindFirst(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	none := e.Terms().BVConst(32, 1<<32-1)
	return e.Terms().BVAdd(lowestBit(e, c.Args[0].Value, none), e.Terms().BVConst(32, 1)), true
}

// TrailingZeros of zero are not defined, or a second argument, and so are LeadingZeros.
func TrailingZeros(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	return lowestBit(e, c.Args[0].Value, countOfZero(e, c)), true
}

func countOfZero(e emit.Emitter, c *emit.Call) *term.Term {
	if len(c.Args) > 1 && c.Integers(2) {
		return c.Args[1].Resized(e.Terms(), 32)
	}
	return emit.ZeroExtend(e.Terms(), e.Input(c.Pos, c.Want, ir.Unspecified, c.Name), 32)
}

// LeadingZeros is the number of zeros above the highest set bit.
func LeadingZeros(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	return highestZeros(e, x, countOfZero(e, c)), true
}

// highestZeros is the number of zeros above the highest set bit, or other if there is none.
func highestZeros(e emit.Emitter, x, other *term.Term) *term.Term {
	width, result := x.Sort().Width, other
	for i := 0; i < width; i++ {
		set := e.Terms().Eq(e.Terms().Extract(i, i, x), e.Terms().BVConst(1, 1))
		result = e.Terms().Ite(set, e.Terms().BVConst(32, uint64(width-1-i)), result)
	}
	return result
}

// RedundantSignBits is the number of bits below the sign bit that are equal to it.
func RedundantSignBits(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) {
		return nil, false
	}
	x := c.Args[0].Value
	width := x.Sort().Width
	differ := e.Terms().BVXor(x, e.Terms().BVAshr(x, e.Terms().BVConst(width, uint64(width-1))))
	return e.Terms().BVSub(highestZeros(e, differ, e.Terms().BVConst(32, uint64(width))), e.Terms().BVConst(32, 1)), true
}
