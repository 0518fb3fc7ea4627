package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// libraryCalls lowers calls of the C library by what clib knows of a function: what it needs of its
// arguments, what it reads and writes, what it returns.
type libraryCalls struct{ *body }

func (b *body) libraryCalls() libraryCalls { return libraryCalls{b} }

// tableCall is a call of a function of which the table of the C library (clib) says what it does.
type tableCall struct {
	*clib.Function
	def  *tree.FunctionDef
	args []argument
}

// tableCall finds what is known of a call of a function that has no body, or one of a model. ok is
// false for a call that does not look like one of the library's function.
func (b libraryCalls) tableCall(def *tree.FunctionDef, args []argument) (call tableCall, ok bool) {
	if def.Body != nil && !isModelFile(def.Pos.File) {
		return tableCall{}, false
	}
	f, ok := clib.Lookup(modelName(def))
	if !ok || len(args) < len(f.Params) {
		return tableCall{}, false
	}
	for i, p := range f.Params {
		isPointer := args[i].typ.Kind == tree.Pointer && args[i].scalar != nil
		if p.IsPointer() && !isPointer && p.Role != clib.Opaque && p.Role != clib.Callback {
			return tableCall{}, false
		}
	}
	return tableCall{f, def, args}, true
}

// elementOf is the type that parameter i points at; nil if it is not declared.
func (c tableCall) elementOf(i int) *tree.Type {
	if i >= len(c.def.Type.Params) || c.def.Type.Params[i].Kind != tree.Pointer {
		return nil
	}
	t := c.def.Type.Params[i].Elem
	if t == nil || t.Size <= 0 || t.Kind == tree.Void || t.Kind == tree.Function {
		return nil
	}
	return t
}

// bytes is how many bytes an amount of parameter i is; ok is false for strings, and where a type is
// not known. A product that is too large is the largest number that there is; a number of a signed
// parameter that is negative counts as none.
func (b libraryCalls) bytes(c tableCall, i int, a clib.Amount) (n *term.Term, ok bool) {
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
	return b.product(c, a.Count, unit)
}

// product multiplies factors and a constant.
func (b libraryCalls) product(c tableCall, count []clib.Factor, unit uint64) (n *term.Term, ok bool) {
	var variable []*term.Term
	for _, f := range count {
		switch {
		case f.Param == 0:
			unit *= f.Const
		case c.args[f.Param-1].scalar == nil || !c.args[f.Param-1].typ.IsScalar() || c.args[f.Param-1].typ.Kind != tree.Integer:
			return nil, false
		default:
			variable = append(variable, b.amountOf(c.args[f.Param-1]))
		}
	}
	if len(variable) == 0 {
		return b.addr(unit), true
	}
	if len(variable) == 1 && unit == 1 {
		return variable[0], true
	}
	width := 2 * b.pointerWidth()
	wide := b.terms.BVConst(width, unit)
	for _, v := range variable {
		wide = b.terms.BVMul(wide, b.terms.ZeroExtTo(width, v))
	}
	largest := uint64(1)<<(b.pointerWidth()-1) - 1
	tooLarge := b.terms.BVUlt(b.terms.BVConst(width, largest), wide)
	return b.terms.Ite(tooLarge, b.addr(largest), b.terms.Trunc(b.pointerWidth(), wide)), true
}

// amountOf is an argument that counts.
func (b libraryCalls) amountOf(a argument) *term.Term {
	n := b.number(a)
	if !isSigned(a.typ) {
		return n
	}
	return b.terms.Ite(b.terms.BVSlt(n, b.addr(0)), b.addr(0), n)
}
