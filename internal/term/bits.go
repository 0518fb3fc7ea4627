package term

import (
	"math/big"
	"math/bits"
)

// Concat puts bit-vectors side by side, the most significant first.
func (b *Builder) Concat(args ...*Term) *Term {
	var buffer [8]*Term
	flat := buffer[:0]
	width := 0
	for i, a := range args {
		want(a.sort.Kind == KindBV, OpConcat, args...)
		width += a.sort.Width
		if i > 0 || a.op == OpConcat {
			for _, p := range b.pieces(a) {
				flat = b.appendPiece(flat, p)
			}
		} else {
			flat = b.appendPiece(flat, a)
		}
	}
	first := flat[0]
	switch {
	case len(flat) == 1:
		return first
	case first.op == OpConst && first.value.IsZero():
		return b.ZeroExt(first.sort.Width, b.Concat(flat[1:]...))
	case first.op == OpZeroExt:
		return b.ZeroExt(int(first.p0), b.Concat(append([]*Term{first.args[0]}, flat[1:]...)...))
	}
	return b.mk(OpConcat, b.BV(width), flat...)
}

// appendPiece adds p, joining it with the last piece when both are constants or neighbouring slices of
// one term.
func (b *Builder) appendPiece(flat []*Term, p *Term) []*Term {
	if len(flat) == 0 {
		return append(flat, p)
	}
	last := flat[len(flat)-1]
	width := last.sort.Width + p.sort.Width
	if last.op == OpConst && p.op == OpConst {
		flat[len(flat)-1] = b.fold(OpConcat, b.BV(width), 0, 0, last, p)
		return flat
	}
	lastOf, _, lastLow := slice(last)
	of, high, low := slice(p)
	if lastOf == of && lastLow == high+1 {
		flat[len(flat)-1] = b.Extract(low+width-1, low, of)
		return flat
	}
	return append(flat, p)
}

// slice reads t as bits high..low of some term; every term is a slice of itself.
func slice(t *Term) (of *Term, high, low int) {
	if t.op == OpExtract {
		return t.args[0], int(t.p0), int(t.p1)
	}
	return t, t.sort.Width - 1, 0
}

// Extract is bits high down to low of t.
func (b *Builder) Extract(high, low int, t *Term) *Term {
	want(t.sort.Kind == KindBV && 0 <= low && low <= high && high < t.sort.Width, OpExtract, t)
	width := high - low + 1
	if width == t.sort.Width {
		return t
	}
	switch t.op {
	case OpConst:
		return b.fold(OpExtract, b.BV(width), high, low, t)
	case OpExtract:
		return b.Extract(high+int(t.p1), low+int(t.p1), t.args[0])
	case OpConcat:
		return b.extractConcat(high, low, t)
	case OpZeroExt, OpSignExt:
		if e := b.extractExtended(high, low, t); e != nil {
			return e
		}
	case OpIte:
		if t.args[1].op == OpConst && t.args[2].op == OpConst {
			return b.Ite(t.args[0], b.Extract(high, low, t.args[1]), b.Extract(high, low, t.args[2]))
		}
	case OpBVNot:
		return b.BVNot(b.Extract(high, low, t.args[0]))
	case OpBVAnd, OpBVOr, OpBVXor:
		if t.args[len(t.args)-1].op == OpConst {
			return b.bitwise(t.op, b.extractAll(high, low, t.args))
		}
	case OpBVAdd:
		if low == 0 && narrowSummands(t, high+1) {
			return b.BVAdd(b.extractAll(high, low, t.args)...)
		}
	case OpBVMul:
		if lowZeros(t) > high {
			return b.BVBig(width, new(big.Int))
		}
		if low == 0 && narrowFactors(t, high+1) {
			return b.BVMul(b.extractAll(high, low, t.args)...)
		}
	}
	return b.mkIndexed(OpExtract, b.BV(width), high, low, t)
}

func (b *Builder) extractAll(high, low int, args []*Term) []*Term {
	parts := make([]*Term, len(args))
	for i, a := range args {
		parts[i] = b.Extract(high, low, a)
	}
	return parts
}

// narrowSummands reports whether every summand of t comes from at most width bits, so that the low
// bits of the sum are better computed in the narrow width.
func narrowSummands(t *Term, width int) bool {
	for _, a := range t.args {
		if !narrowFactors(a, width) {
			return false
		}
	}
	return true
}

// lowZeros is how many of the low bits of a constant, or of a multiple of one, are plainly zeros.
func lowZeros(t *Term) int {
	switch t.op {
	case OpConst:
		if t.sort.Width > 64 {
			return 0
		}
		return min(bits.TrailingZeros64(t.value.Uint64()), t.sort.Width)
	case OpBVMul:
		zeros := 0
		for _, a := range t.args {
			zeros = max(zeros, lowZeros(a))
		}
		return zeros
	}
	return 0
}

func narrowFactors(t *Term, width int) bool {
	switch t.op {
	case OpConst:
		return true
	case OpZeroExt, OpSignExt:
		return t.args[0].sort.Width <= width
	case OpBVMul:
		for _, a := range t.args {
			if a.op == OpBVMul || !narrowFactors(a, width) {
				return false
			}
		}
		return true
	}
	return false
}

func (b *Builder) extractConcat(high, low int, t *Term) *Term {
	var parts []*Term
	top := t.sort.Width // one above the current piece
	for _, p := range t.args {
		bottom := top - p.sort.Width
		if bottom <= high && low < top {
			parts = append(parts, b.Extract(min(high, top-1)-bottom, max(low, bottom)-bottom, p))
		}
		top = bottom
	}
	return b.Concat(parts...)
}

// extractExtended takes bits of a zero or sign extension.
func (b *Builder) extractExtended(high, low int, t *Term) *Term {
	inner := t.args[0]
	w := inner.sort.Width
	switch {
	case high < w:
		return b.Extract(high, low, inner)
	case t.op == OpZeroExt && low >= w:
		return b.BVBig(high-low+1, new(big.Int))
	case t.op == OpZeroExt:
		return b.ZeroExt(high-w+1, b.Extract(w-1, low, inner))
	case low < w:
		return b.SignExt(high-w+1, b.Extract(w-1, low, inner))
	}
	return b.SignExt(high-low, b.Extract(w-1, w-1, inner))
}

// ZeroExt adds extra zero bits on the left.
func (b *Builder) ZeroExt(extra int, t *Term) *Term {
	want(t.sort.Kind == KindBV && extra >= 0, OpZeroExt, t)
	switch {
	case extra == 0:
		return t
	case t.op == OpConst:
		return b.fold(OpZeroExt, b.BV(t.sort.Width+extra), extra, 0, t)
	case t.op == OpZeroExt:
		return b.ZeroExt(extra+int(t.p0), t.args[0])
	case constBranches(t):
		return b.Ite(t.args[0], b.ZeroExt(extra, t.args[1]), b.ZeroExt(extra, t.args[2]))
	}
	return b.mkIndexed(OpZeroExt, b.BV(t.sort.Width+extra), extra, 0, t)
}

// SignExt adds extra copies of the sign bit on the left.
func (b *Builder) SignExt(extra int, t *Term) *Term {
	want(t.sort.Kind == KindBV && extra >= 0, OpSignExt, t)
	switch {
	case extra == 0:
		return t
	case t.op == OpConst:
		return b.fold(OpSignExt, b.BV(t.sort.Width+extra), extra, 0, t)
	case t.op == OpSignExt:
		return b.SignExt(extra+int(t.p0), t.args[0])
	case t.op == OpZeroExt:
		return b.ZeroExt(extra+int(t.p0), t.args[0])
	case constBranches(t):
		return b.Ite(t.args[0], b.SignExt(extra, t.args[1]), b.SignExt(extra, t.args[2]))
	}
	return b.mkIndexed(OpSignExt, b.BV(t.sort.Width+extra), extra, 0, t)
}

// constBranches reports whether t chooses between two constants.
func constBranches(t *Term) bool {
	return t.op == OpIte && t.args[1].op == OpConst && t.args[2].op == OpConst
}

// ZeroExtTo extends t to width bits, which are at least its own, with zeros.
func (b *Builder) ZeroExtTo(width int, t *Term) *Term { return b.ZeroExt(width-t.sort.Width, t) }

// SignExtTo extends t to width bits, which are at least its own, with its sign.
func (b *Builder) SignExtTo(width int, t *Term) *Term { return b.SignExt(width-t.sort.Width, t) }

// Trunc is the low width bits of t.
func (b *Builder) Trunc(width int, t *Term) *Term { return b.Extract(width-1, 0, t) }
