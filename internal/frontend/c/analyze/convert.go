package analyze

import (
	"math"
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// wrapInteger brings a value into the range of an integer type.
func wrapInteger(v *big.Int, t *tree.Type) *big.Int {
	if t.Kind == tree.Bool {
		if v.Sign() != 0 {
			return big.NewInt(1)
		}
		return big.NewInt(0)
	}
	bits := uint(t.Size * 8)
	modulus := new(big.Int).Lsh(big.NewInt(1), bits)
	r := new(big.Int).Mod(v, modulus)
	if t.Kind == tree.Integer && t.Signed && r.Bit(int(bits-1)) == 1 {
		r.Sub(r, modulus)
	}
	return r
}

// decay turns an array lvalue into a pointer to its first element and a function into its address.
func (c *checker) rvalue(e tree.Expr) tree.Expr {
	t := e.ExprType()
	switch t.Kind {
	case tree.Array:
		c.markAddress(e)
		return &tree.Decay{Node: tree.Node{Type: c.types.pointerTo(t.Elem), Pos: e.Position()}, Array: e}
	case tree.Function:
		return c.addressOf(e, e.Position())
	}
	return e
}

// markAddress records that the address of an lvalue's object is taken.
func (c *checker) markAddress(e tree.Expr) {
	if c.unevaluated > 0 {
		return
	}
	for {
		switch x := e.(type) {
		case *tree.Member:
			e = x.Base
		case *tree.ObjectRef:
			x.Object.AddressTaken = true
			return
		case *tree.CompoundLiteral:
			x.Object.AddressTaken = true
			return
		case *tree.StringRef:
			x.Object.AddressTaken = true
			return
		case *tree.Deref: // an element of an array object, by a constant index
			if add, ok := x.Pointer.(*tree.PointerAdd); ok {
				if d, ok := add.Pointer.(*tree.Decay); ok {
					e = d.Array
					continue
				}
			}
			if d, ok := x.Pointer.(*tree.Decay); ok {
				e = d.Array
				continue
			}
			return
		default:
			return
		}
	}
}

func (c *checker) addressOf(e tree.Expr, pos source.Pos) tree.Expr {
	t := c.types.pointerTo(e.ExprType())
	if f, ok := e.(*tree.FunctionRef); ok {
		if c.unevaluated == 0 {
			f.Function.AddressTaken = true
		}
	} else if d, ok := e.(*tree.Deref); ok && e.ExprType().Kind != tree.Array {
		c.markAddress(e)
		return d.Pointer
	} else if d, ok := e.(*tree.Deref); ok && e.ExprType().Kind == tree.Function {
		return d.Pointer
	} else {
		c.markAddress(e)
	}
	return &tree.AddressOf{Node: tree.Node{Type: t, Pos: pos}, Operand: e}
}

// convert converts a value to a type without asking whether C allows it implicitly.
func (c *checker) convert(e tree.Expr, t *tree.Type) tree.Expr { return c.convertAs(e, t, false) }

func (c *checker) convertAs(e tree.Expr, t *tree.Type, explicit bool) tree.Expr {
	e = c.rvalue(e)
	t = unqualified(t)
	from := e.ExprType()
	if from == t || same(from, t) && from.Kind == t.Kind && t.Kind != tree.Pointer && t.Tag == from.Tag {
		return e
	}
	node := tree.Node{Type: t, Pos: e.Position()}
	if k, ok := e.(*tree.Constant); ok {
		if folded := foldConversion(k, t, node); folded != nil {
			return folded
		}
	}
	return &tree.Convert{Node: node, Operand: e, Explicit: explicit}
}

func foldConversion(k *tree.Constant, t *tree.Type, node tree.Node) tree.Expr {
	from := k.Type
	switch {
	case k.Int != nil && isInteger(t):
		return &tree.Constant{Node: node, Int: wrapInteger(k.Int, t)}
	case k.Int != nil && t.Kind == tree.Pointer:
		u := &tree.Type{Kind: tree.Integer, Size: t.Size}
		return &tree.Constant{Node: node, Int: wrapInteger(k.Int, u)}
	case k.Int != nil && t.Kind == tree.Float:
		return &tree.Constant{Node: node, Float: floatBits(new(big.Float).SetInt(k.Int), t)}
	case from.Kind == tree.Float && t.Kind == tree.Float:
		return &tree.Constant{Node: node, Float: floatBitsOf(floatValue(k), t)}
	case from.Kind == tree.Float && isInteger(t):
		f := floatValue(k)
		if t.Kind == tree.Bool {
			if f != 0 {
				return &tree.Constant{Node: node, Int: big.NewInt(1)}
			}
			return &tree.Constant{Node: node, Int: big.NewInt(0)}
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return nil
		}
		n, _ := big.NewFloat(math.Trunc(f)).Int(nil)
		if !fits(n, t) {
			return nil
		}
		return &tree.Constant{Node: node, Int: n}
	}
	return nil
}

func floatValue(k *tree.Constant) float64 {
	if k.Type.Size == 4 {
		return float64(math.Float32frombits(uint32(k.Float)))
	}
	return math.Float64frombits(k.Float)
}

func floatBits(f *big.Float, t *tree.Type) uint64 {
	if t.Size == 4 {
		v, _ := f.Float32()
		return uint64(math.Float32bits(v))
	}
	v, _ := f.Float64()
	return math.Float64bits(v)
}

func floatBitsOf(f float64, t *tree.Type) uint64 {
	if t.Size == 4 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// assignConvert converts for assignment, argument passing, initialisation and return, and reports what
// no compiler accepts.
func (c *checker) assignConvert(e tree.Expr, t *tree.Type, what string) tree.Expr {
	e = c.rvalue(e)
	from := e.ExprType()
	switch {
	case t.Kind == tree.Void || from.Kind == tree.Void:
		c.report(e.Position(), CodeType, "%s has the type %s, want %s", what, from, t)
	case t.IsScalar() != from.IsScalar() && t.Kind != tree.Vector && from.Kind != tree.Vector && t.Kind != tree.Complex && from.Kind != tree.Complex,
		t.IsAggregate() && !same(t, from),
		t.Kind == tree.Pointer && isFloating(from), isFloating(t) && from.Kind == tree.Pointer:
		c.report(e.Position(), CodeType, "%s has the type %s, want %s", what, from, t)
		return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: e.Position()}, Diagnostic: &source.Diagnostic{Pos: e.Position(), Code: CodeType, Message: "wrong type"}}
	}
	if t.IsAggregate() {
		return e
	}
	return c.convert(e, t)
}

// promoteArgument applies the default argument promotions.
func (c *checker) promoteArgument(e tree.Expr) tree.Expr {
	e = c.rvalue(e)
	t := e.ExprType()
	switch {
	case t.Kind == tree.Float && t.Size == 4:
		return c.convert(e, c.types.double)
	case isInteger(t):
		return c.convert(e, c.types.promote(t))
	}
	return e
}

// condition checks that an expression can be a condition.
func (c *checker) condition(e tree.Expr) tree.Expr {
	e = c.rvalue(e)
	if !e.ExprType().IsScalar() && e.ExprType().Kind != tree.Complex {
		c.report(e.Position(), CodeType, "a condition has the type %s", e.ExprType())
	}
	return e
}
