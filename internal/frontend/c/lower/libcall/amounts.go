package libcall

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// bytes is how many bytes an amount of parameter i is; ok is false for strings, and where a type is
// not known. A product that is too large is the largest number that there is; a number of a signed
// parameter that is negative counts as none.
func (c Call) bytes(e emit.Values, i int, a clib.Amount) (n *term.Term, ok bool) {
	unit := uint64(1)
	if a.Unit == clib.Object || a.Unit == clib.Elements {
		t := c.elementOf(i)
		if t == nil {
			return nil, false
		}
		unit = uint64(t.Size)
	}
	if a.Unit == clib.String || a.Unit == clib.Wide || a.Unit == clib.Nothing {
		return nil, false
	}
	return c.product(e, a.Count, unit)
}

// product multiplies factors and a constant.
func (c Call) product(e emit.Values, count []clib.Factor, unit uint64) (n *term.Term, ok bool) {
	var variable []*term.Term
	for _, f := range count {
		switch {
		case f.Param == 0:
			unit *= f.Const
		case c.Args[f.Param-1].Value == nil || !c.Args[f.Param-1].Type.IsScalar() || c.Args[f.Param-1].Type.Kind != tree.Integer:
			return nil, false
		default:
			variable = append(variable, amountOf(e, c.Args[f.Param-1]))
		}
	}
	if len(variable) == 0 {
		return address(e, unit), true
	}
	if len(variable) == 1 && unit == 1 {
		return variable[0], true
	}
	terms, pointerWidth := e.Terms(), e.DataModel().PointerWidth
	width := 2 * pointerWidth
	wide := terms.BVConst(width, unit)
	for _, v := range variable {
		wide = terms.BVMul(wide, terms.ZeroExtTo(width, v))
	}
	largest := uint64(1)<<(pointerWidth-1) - 1
	tooLarge := terms.BVUlt(terms.BVConst(width, largest), wide)
	return terms.Ite(tooLarge, address(e, largest), terms.Trunc(pointerWidth, wide)), true
}

// number is an argument as an unsigned number of the width of an address.
func number(e emit.Values, a emit.Argument) *term.Term {
	return a.Resized(e.Terms(), e.DataModel().PointerWidth)
}

// amountOf is an argument that counts.
func amountOf(e emit.Values, a emit.Argument) *term.Term {
	n := number(e, a)
	if !a.IsSigned() {
		return n
	}
	return e.Terms().Ite(e.Terms().BVSlt(n, address(e, 0)), address(e, 0), n)
}
