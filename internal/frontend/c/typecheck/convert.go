package typecheck

import (
	"fmt"
	"math"
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// values makes the values of expressions: it converts, promotes and folds what it is given, and reads
// no token.
type values struct {
	typing
	literals int // compound literals so far
	// texts are the objects of string literals by element type and text, where a rule may watch them: gcc makes one
	// object of those of one text in a file. nil: each has its own.
	texts map[text]*tree.Object
}

// rvalue is the value of an expression: arrays and functions decay.
func (c *values) rvalue(e tree.Expr) tree.Expr {
	t := e.ExprType()
	switch t.Kind {
	case tree.Array:
		c.markAddress(e)
		return c.decay(e)
	case tree.Function:
		return c.addressOf(e, e.Position())
	}
	return e
}

// decay is the pointer to the first element of an array, without saying that its address is taken.
func (c *values) decay(e tree.Expr) tree.Expr {
	p := c.pointerTo(e.ExprType().Elem)
	if v := constantAddress(e); v != nil {
		return c.integer(v, p, e.Position())
	}
	return &tree.Decay{Node: tree.Node{Type: p, Pos: e.Position()}, Array: e}
}

// addressOf is the address of an lvalue or function.
func (c *values) addressOf(e tree.Expr, pos source.Pos) tree.Expr {
	p := c.pointerTo(e.ExprType())
	c.markAddress(e)
	switch e := e.(type) {
	case *tree.Deref:
		if isPointer(e.Pointer.ExprType()) && e.Pointer.ExprType().Elem == e.Type {
			return e.Pointer
		}
	case *tree.UnsupportedExpr:
		e.Type = p
		return e
	}
	if v := constantAddress(e); v != nil {
		return c.integer(v, p, pos)
	}
	return &tree.AddressOf{Node: tree.Node{Type: p, Pos: pos}, Operand: e}
}

// constantAddress is the address of an lvalue that is reached from a constant pointer, as in offsetof.
func constantAddress(e tree.Expr) *big.Int {
	switch e := e.(type) {
	case *tree.Deref:
		if k, ok := e.Pointer.(*tree.Constant); ok && k.Int != nil {
			return k.Int
		}
	case *tree.Member:
		if base := constantAddress(e.Base); base != nil && e.Field.BitWidth == 0 {
			return new(big.Int).Add(base, big.NewInt(e.Field.Offset))
		}
	}
	return nil
}

// markAddress records that the object an lvalue is a part of has its address taken.
func (c *values) markAddress(e tree.Expr) {
	for {
		switch x := e.(type) {
		case *tree.ObjectRef:
			x.Object.AddressTaken = true
			return
		case *tree.StringRef:
			if !x.Object.AddressTaken {
				x.Object.AddressTaken = true
				c.unit.Objects = append(c.unit.Objects, x.Object)
			}
			return
		case *tree.CompoundLiteral:
			x.Object.AddressTaken = true
			return
		case *tree.FunctionRef:
			x.Function.AddressTaken = true
			return
		case *tree.Member:
			e = x.Base
		case *tree.Deref:
			e = x.Pointer
			if add, ok := e.(*tree.PointerAdd); ok {
				e = add.Pointer
			}
			d, ok := e.(*tree.Decay)
			if !ok {
				return
			}
			e = d.Array
		default:
			return
		}
	}
}

func isLvalue(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef, *tree.StringRef, *tree.CompoundLiteral, *tree.Deref, *tree.UnsupportedExpr:
		return true
	case *tree.Member:
		return isLvalue(e.Base)
	}
	return false
}

// promote applies the integer promotions; a bit-field's width counts.
func (c *values) promote(e tree.Expr) tree.Expr {
	t := e.ExprType()
	if !isInteger(t) {
		return e
	}
	if m := bitFieldValue(e); m != nil {
		switch w, ofInt := m.Field.BitWidth, c.intType.Size*8; {
		case w < ofInt || w == ofInt && t.Signed:
			return c.convert(e, c.intType)
		case w == ofInt:
			return c.convert(e, c.uintType)
		case w < t.Size*8 && c.target.Narrow:
			// gcc gives it a type of three bytes there, or one that it computes in as in such a one.
			return c.unsupported(e.Position(), t, "the value of a bit-field that is wider than int, of %s", c.target.Name)
		case w < t.Size*8:
			return c.convert(e, c.narrow(t, int(w)))
		}
	}
	return c.convert(e, c.promotedInteger(t))
}

// bitFieldValue is the bit-field whose value e is, also, for gcc, behind a comma, an assignment or
// a statement expression.
func bitFieldValue(e tree.Expr) *tree.Member {
	switch e := e.(type) {
	case *tree.Member:
		if e.Field.BitWidth > 0 {
			return e
		}
	case *tree.Comma:
		return bitFieldValue(e.Right)
	case *tree.Assign:
		return bitFieldValue(e.Target)
	case *tree.AssignOp:
		return bitFieldValue(e.Target)
	case *tree.IncDec:
		return bitFieldValue(e.Target)
	case *tree.StatementExpr:
		if e.Value != nil {
			return bitFieldValue(e.Value)
		}
	}
	return nil
}

// commonType is the type of the usual arithmetic conversions of two promoted operands.
func (c *values) commonType(x, y *tree.Type) *tree.Type {
	switch {
	case isFloating(x) && isFloating(y):
		if floatRank(x) < floatRank(y) {
			x = y
		}
		return c.unqualified(x)
	case isFloating(x):
		return c.unqualified(x)
	case isFloating(y):
		return c.unqualified(y)
	}
	x, y = c.promotedInteger(x), c.promotedInteger(y)
	if x.Width > 0 || y.Width > 0 {
		switch {
		case bits(x) > bits(y), bits(x) == bits(y) && !x.Signed:
			return x
		}
		return y
	}
	if c.rank(x) < c.rank(y) {
		x, y = y, x
	}
	switch {
	case x.Signed == y.Signed || !x.Signed:
		return x
	case c.rank(x) == c.rank(y):
		return y
	case x.Size > y.Size:
		return x
	}
	return c.unsignedOf(x)
}

// floatRank orders the floating types by what they can represent.
func floatRank(t *tree.Type) int {
	exponent, significand := t.Format()
	return exponent<<8 | significand
}

// usual applies the usual arithmetic conversions.
func (c *values) usual(x, y tree.Expr) (tree.Expr, tree.Expr, *tree.Type) {
	if isInteger(x.ExprType()) && isInteger(y.ExprType()) {
		x, y = c.promote(x), c.promote(y)
	}
	t := c.commonType(x.ExprType(), y.ExprType())
	return c.convert(x, t), c.convert(y, t), t
}

// convert is an implicit conversion between scalar types.
func (c *values) convert(e tree.Expr, t *tree.Type) tree.Expr {
	from := e.ExprType()
	t = c.unqualified(t)
	if known := c.convertedNow(e, t); known != nil {
		return known
	}
	if !isVoid(t) && c.compatible(from, t) && !isEnum(from) && !isEnum(t) && !isPointer(t) {
		return e
	}
	return &tree.Convert{Node: tree.Node{Type: t, Pos: e.Position()}, Operand: e}
}

// convertExplicitly is a conversion between scalar types that the program writes as a cast.
func (c *values) convertExplicitly(e tree.Expr, t *tree.Type) tree.Expr {
	t = c.unqualified(t)
	if known := c.convertedNow(e, t); known != nil {
		if known == e && isPointer(t) {
			return loosened(e)
		}
		return known
	}
	return &tree.Convert{Node: tree.Node{Type: t, Pos: e.Position()}, Operand: e, Explicit: true}
}

// convertedNow is the result of a conversion to an unqualified type that takes no node of its own: of
// what has the type already, of a constant, of what is not supported. Else it is nil.
func (c *values) convertedNow(e tree.Expr, t *tree.Type) tree.Expr {
	if u, ok := e.(*tree.UnsupportedExpr); ok {
		return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: u.Pos}, Diagnostic: u.Diagnostic}
	}
	if c.unqualified(e.ExprType()) == t {
		return e
	}
	if k, ok := e.(*tree.Constant); ok {
		if folded := c.foldConvert(k, t); folded != nil {
			if v, ok := folded.(*tree.Constant); ok {
				v.Overflows = k.Overflows
				v.Loose = k.Loose || isPointer(k.Type) || isFloating(k.Type) && (isFloating(t) || k.Spelling == "")
			}
			return folded
		}
	}
	return nil
}

func (c *values) foldConvert(k *tree.Constant, t *tree.Type) tree.Expr {
	from := k.Type
	switch {
	case k.Int != nil && (t.Kind == tree.Integer || t.Kind == tree.Pointer):
		converted := c.integer(wrap(k.Int, t), t, k.Pos)
		if converted.Int.Cmp(k.Int) == 0 && t.Kind == tree.Integer {
			converted.Spelling = k.Spelling
		}
		return converted
	case k.Int != nil && t.Kind == tree.Bool:
		return c.small(int64(abs(k.Int.Sign())), t, k.Pos)
	case k.Int != nil && t.Kind == tree.Float:
		return c.floatOfInteger(k.Int, t, k.Pos)
	case from.Kind == tree.Float && t.Kind == tree.Float:
		converted := spelled(c.float(floatValue(k), t, k.Pos), k.Spelling)
		converted.Rounded = k.Rounded || floatValue(converted) != floatValue(k)
		return converted
	case from.Kind == tree.Float && t.Kind == tree.Bool:
		c.decidedBy(k)
		return c.small(boolean(floatValue(k) != 0), t, k.Pos)
	case from.Kind == tree.Float && t.Kind == tree.Integer:
		c.decidedBy(k)
		v := floatValue(k)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		i, _ := new(big.Float).SetFloat64(math.Trunc(v)).Int(nil)
		if !fits(i, t) {
			return nil
		}
		return c.integer(i, t, k.Pos)
	}
	return nil
}

// floatOfInteger rounds once, to nearest and even.
func (c *values) floatOfInteger(v *big.Int, t *tree.Type, pos source.Pos) tree.Expr {
	f := new(big.Float).SetInt(v)
	x, accuracy := f.Float64()
	if t.Size == 4 {
		single, to := f.Float32()
		x, accuracy = float64(single), to
	}
	k := c.float(x, t, pos)
	k.Rounded = accuracy != big.Exact
	return k
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func floatValue(k *tree.Constant) float64 {
	if k.Type.Size == 4 {
		return float64(math.Float32frombits(uint32(k.Float)))
	}
	return math.Float64frombits(k.Float)
}

func isNullConstant(e tree.Expr) bool {
	k, ok := e.(*tree.Constant)
	if !ok || k.Int == nil || k.Int.Sign() != 0 || k.Loose {
		return false
	}
	return isInteger(k.Type) || isPointer(k.Type) && isVoid(k.Type.Elem) && !k.Type.Elem.Const && !k.Type.Elem.Volatile
}

// isStrict says that an expression is an integer constant expression (C11 6.6p6), which may have no value, as 1/0.
func isStrict(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant:
		return e.Int != nil && isInteger(e.Type) && !e.Loose
	case *tree.Binary:
		return isStrict(e.Left) && isStrict(e.Right)
	}
	return false
}

// loosened is a constant that no integer constant expression has computed; other expressions stay what they are.
func loosened(e tree.Expr) tree.Expr {
	k, ok := e.(*tree.Constant)
	if !ok || k.Loose {
		return e
	}
	loose := *k
	loose.Loose = true
	return &loose
}

// strictly is a constant that is part of the language, as an offset, whatever computed it here.
func strictly(e tree.Expr) tree.Expr {
	k, ok := e.(*tree.Constant)
	if !ok || !k.Loose {
		return e
	}
	strict := *k
	strict.Loose = false
	return &strict
}

// strictIf is a constant that an integer constant expression has computed if that holds.
func strictIf(holds bool, e tree.Expr) tree.Expr {
	if holds {
		return e
	}
	return loosened(e)
}

// assign converts a value to the type of what it is assigned to, initializes, is passed to or returned
// as; what names that in messages.
func (c *values) assign(e tree.Expr, t *tree.Type, what string) tree.Expr {
	e = c.rvalue(e)
	from := e.ExprType()
	if _, ok := e.(*tree.UnsupportedExpr); ok {
		return c.convert(e, t)
	}
	switch {
	case t.IsScalar() && from.IsScalar():
		if isFloating(t) && isPointer(from) || isPointer(t) && isFloating(from) {
			break
		}
		return c.convert(e, t)
	case t.Kind == from.Kind && !isVoid(t) && c.compatible(t, from):
		return e
	case t.Kind == tree.Complex && (isArithmetic(from) || from.Kind == tree.Complex), from.Kind == tree.Complex && t.IsScalar(), t.Kind == tree.Vector && from.Kind == tree.Vector:
		return c.unsupported(e.Position(), t, "a conversion from %s to %s", from.Name, t.Name)
	case t.Kind == tree.Union && c.records[t] != nil && c.records[t].transparent && c.argumentMember(t, e) != nil:
		f := c.argumentMember(t, e)
		return c.unionOf(t, f, c.convert(e, f.Type), e.Position())
	}
	c.errorf(e.Position(), CodeType, "incompatible types in %s: %s from %s", what, t.Name, from.Name)
	return c.unsupported(e.Position(), t, "incompatible types")
}

// argumentMember is the member of a transparent union that an argument is stored in, or nil: a null pointer constant
// is one of any member that is a pointer, as GNU has it.
func (c *values) argumentMember(t *tree.Type, e tree.Expr) *tree.Field {
	if f := c.unionMember(t, e.ExprType()); f != nil || !isNullConstant(e) {
		return f
	}
	for _, f := range t.Fields {
		if isPointer(f.Type) {
			return f
		}
	}
	return nil
}

// unionOf is a value of the union t with the member f set: GNU's cast to a union, and an argument for a
// transparent union.
func (c *values) unionOf(t *tree.Type, f *tree.Field, value tree.Expr, pos source.Pos) tree.Expr {
	c.literals++
	o := &tree.Object{Name: fmt.Sprintf(".literal%d", c.literals), Type: t, Pos: pos, Static: c.fn == nil}
	init := &tree.Initializer{Entries: []tree.InitEntry{{Offset: f.Offset, Type: c.unqualified(f.Type), Value: value, Pos: pos}}}
	if c.fn != nil {
		o.Function = c.fn.def
	} else {
		o.Init = init
		c.checkConstant(init)
		c.unit.Objects = append(c.unit.Objects, o)
	}
	literal := &tree.CompoundLiteral{Node: tree.Node{Type: t, Pos: pos}, Object: o, Init: init}
	if c.fn == nil {
		return literal
	}
	// The result is no lvalue.
	return &tree.Convert{Node: literal.Node, Operand: literal, Explicit: true}
}

// condition is a scalar that is tested for zero.
func (c *values) condition(e tree.Expr, what string) tree.Expr {
	e = c.rvalue(e)
	if t := e.ExprType(); !t.IsScalar() && t.Kind != tree.Complex {
		c.errorf(e.Position(), CodeType, "%s has type %s, not a scalar", what, t.Name)
		return c.wrong(e.Position())
	} else if t.Kind == tree.Complex {
		return c.unsupported(e.Position(), c.intType, "a condition of type %s", t.Name)
	}
	return e
}

func (c *values) unsupported(pos source.Pos, t *tree.Type, format string, args ...any) tree.Expr {
	return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: pos}, Diagnostic: c.unsupportedDiagnostic(pos, format, args...)}
}

// wrong stands for an expression that has been refused.
func (c *values) wrong(pos source.Pos) tree.Expr {
	return &tree.Constant{Node: tree.Node{Type: c.intType, Pos: pos}, Int: new(big.Int)}
}

// evaluated is an operand of sizeof or typeof whose value is not asked for.
func (c *values) evaluated(e tree.Expr) tree.Expr {
	if isLvalue(e) {
		return c.addressOf(e, e.Position())
	}
	return e
}

func (c *values) unsupportedLike(e tree.Expr, t *tree.Type) tree.Expr {
	u := e.(*tree.UnsupportedExpr)
	return &tree.UnsupportedExpr{Node: tree.Node{Type: t, Pos: u.Pos}, Diagnostic: u.Diagnostic}
}
