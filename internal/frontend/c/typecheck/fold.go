package typecheck

import (
	"math"
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// bits is the width of an integer or pointer type.
func bits(t *tree.Type) uint {
	if t.Kind == tree.Bool {
		return 1
	}
	if t.Width > 0 {
		return uint(t.Width)
	}
	return uint(t.Size * 8)
}

// wrap reduces v to the range of an integer or pointer type.
func wrap(v *big.Int, t *tree.Type) *big.Int {
	if fits(v, t) {
		return v
	}
	n := bits(t)
	mod := new(big.Int).Lsh(big.NewInt(1), n)
	r := new(big.Int).Mod(v, mod)
	if t.Signed && r.Bit(int(n)-1) == 1 {
		r.Sub(r, mod)
	}
	return r
}

func fits(v *big.Int, t *tree.Type) bool {
	n := int(bits(t))
	if !t.Signed {
		return v.Sign() >= 0 && v.BitLen() <= n
	}
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen() < n
	}
	return v.BitLen() < n
}

// foldBinary computes an operator on constants of one type, or nil where C gives it no value.
func (c *values) foldBinary(op tree.Operator, x, y *tree.Constant, t *tree.Type, pos source.Pos) tree.Expr {
	switch {
	case x.Int != nil && y.Int != nil:
		return c.foldIntegers(op, x, y, t, pos)
	case x.Type.Kind == tree.Float && y.Type.Kind == tree.Float:
		return c.foldFloats(op, x, y, t, pos)
	}
	return nil
}

func (c *values) foldIntegers(op tree.Operator, x, y *tree.Constant, t *tree.Type, pos source.Pos) tree.Expr {
	a, b := x.Int, y.Int
	r := new(big.Int)
	switch op {
	case tree.Add:
		r.Add(a, b)
	case tree.Subtract:
		r.Sub(a, b)
	case tree.Multiply:
		r.Mul(a, b)
	case tree.Divide, tree.Remainder:
		if b.Sign() == 0 {
			return nil
		}
		quotient, rest := new(big.Int).QuoRem(a, b, new(big.Int))
		if !fits(quotient, t) {
			return nil
		}
		r = quotient
		if op == tree.Remainder {
			r = rest
		}
	case tree.ShiftLeft, tree.ShiftRight:
		if b.Sign() < 0 || b.Cmp(big.NewInt(int64(bits(t)))) >= 0 {
			return nil
		}
		if op == tree.ShiftLeft {
			r.Lsh(a, uint(b.Int64()))
		} else {
			r.Rsh(a, uint(b.Int64()))
		}
	case tree.BitAnd:
		r.And(a, b)
	case tree.BitOr:
		r.Or(a, b)
	case tree.BitXor:
		r.Xor(a, b)
	default:
		r.SetInt64(boolean(compare(op, a.Cmp(b))))
	}
	folded := c.integer(wrap(r, t), t, pos)
	folded.Loose = x.Loose || y.Loose || isPointer(x.Type) || isPointer(y.Type)
	folded.Overflows = x.Overflows || y.Overflows || t.Signed && (!fits(r, t) || op == tree.ShiftLeft && a.Sign() < 0)
	return folded
}

func compare(op tree.Operator, order int) bool {
	switch op {
	case tree.Less:
		return order < 0
	case tree.LessEqual:
		return order <= 0
	case tree.Greater:
		return order > 0
	case tree.GreaterEqual:
		return order >= 0
	case tree.Equal:
		return order == 0
	}
	return order != 0
}

func (c *values) foldFloats(op tree.Operator, x, y *tree.Constant, t *tree.Type, pos source.Pos) tree.Expr {
	a, b := floatValue(x), floatValue(y)
	computed := func(v float64) tree.Expr {
		k := c.float(v, t, pos)
		wide := inRegister(op, a, b)
		k.Rounded = x.Rounded || y.Rounded || wide != nil && wide.Cmp(big.NewFloat(floatValue(k))) != 0
		return k
	}
	switch op {
	case tree.Add:
		return computed(a + b)
	case tree.Subtract:
		return computed(a - b)
	case tree.Multiply:
		return computed(a * b)
	case tree.Divide:
		return computed(a / b)
	}
	c.decidedBy(x)
	c.decidedBy(y)
	holds := false
	switch op {
	case tree.Less:
		holds = a < b
	case tree.LessEqual:
		holds = a <= b
	case tree.Greater:
		holds = a > b
	case tree.GreaterEqual:
		holds = a >= b
	case tree.Equal:
		holds = a == b
	case tree.NotEqual:
		holds = a != b
	default:
		return nil
	}
	return loosened(c.small(boolean(holds), t, pos))
}

// inRegister computes in the precision of i686's registers; nil where the result is not finite.
func inRegister(op tree.Operator, a, b float64) *big.Float {
	if math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0) || op == tree.Divide && b == 0 {
		return nil
	}
	x, y, result := big.NewFloat(a), big.NewFloat(b), new(big.Float).SetPrec(registerPrecision)
	switch op {
	case tree.Add:
		return result.Add(x, y)
	case tree.Subtract:
		return result.Sub(x, y)
	case tree.Multiply:
		return result.Mul(x, y)
	}
	return result.Quo(x, y)
}

// decidedBy notes that something which is not a number any more was computed of a constant.
func (c *values) decidedBy(k *tree.Constant) {
	c.unit.RoundedConstants = c.unit.RoundedConstants || k.Rounded
}

// truthOf is the truth of a constant.
func (c *values) truthOf(e tree.Expr) (holds, known bool) {
	k, ok := e.(*tree.Constant)
	switch {
	case !ok:
		return false, false
	case k.Int != nil:
		return k.Int.Sign() != 0, true
	case k.Type.Kind == tree.Float:
		c.decidedBy(k)
		return floatValue(k) != 0, true
	}
	return false, false
}

// isConstantInitializer says that an expression has a value before the program runs.
func isConstantInitializer(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant, *tree.StringInit, *tree.UnsupportedExpr, *tree.LabelAddress:
		return true
	case *tree.AddressOf:
		return isConstantPlace(e.Operand)
	case *tree.Decay:
		return isConstantPlace(e.Array)
	case *tree.Convert:
		return isConstantInitializer(e.Operand)
	case *tree.Unary:
		return isConstantInitializer(e.Operand)
	case *tree.Binary:
		return isConstantInitializer(e.Left) && isConstantInitializer(e.Right)
	case *tree.PointerAdd:
		return isConstantInitializer(e.Pointer) && isConstantInitializer(e.Index)
	case *tree.PointerDiff:
		return e.SizeExpr == nil && isConstantInitializer(e.Left) && isConstantInitializer(e.Right)
	case *tree.Conditional:
		return isConstantInitializer(e.Cond) && (e.Then == nil || isConstantInitializer(e.Then)) && isConstantInitializer(e.Else)
	case *tree.CompoundLiteral:
		return e.Object.Static
	}
	return false
}

func isConstantPlace(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object.Static
	case *tree.StringRef, *tree.FunctionRef, *tree.UnsupportedExpr:
		return true
	case *tree.CompoundLiteral:
		return e.Object.Static
	case *tree.Member:
		return isConstantPlace(e.Base)
	case *tree.Deref:
		return isConstantInitializer(e.Pointer)
	}
	return false
}
