package analyze

import (
	"math/big"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// constantValue reads a constant expression and returns its value.
func (c *checker) constantValue() *big.Int { return c.constantValueOf(c.conditional()) }

func (c *checker) constantValueOf(e tree.Expr) *big.Int {
	k, ok := c.rvalue(e).(*tree.Constant)
	if !ok || k.Int == nil {
		c.fail(e.Position(), CodeType, "this is not an integer constant expression")
	}
	return k.Int
}

// integerConstant types an integer constant (C11 6.4.4.1).
func (c *checker) integerConstant(t *token) tree.Expr {
	text := strings.ToLower(t.text)
	digits := strings.TrimRight(text, "ul")
	if strings.HasPrefix(text, "0x") {
		digits = strings.TrimRight(text, "ul")
	}
	suffix := text[len(digits):]
	if strings.HasSuffix(digits, "i") || strings.HasSuffix(digits, "j") {
		return c.unsupported(t.pos, c.types.integer, "a complex constant")
	}
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		c.fail(t.pos, CodeSyntax, "%q is not a number", t.text)
	}
	y := c.types
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	for i, candidate := range []*tree.Type{y.integer, y.uinteger, y.long, y.ulong, y.longlong, y.ulonglong} {
		if i/2 < longs || unsigned && i%2 == 0 || !unsigned && base == 10 && i%2 == 1 {
			continue
		}
		if fits(v, candidate) {
			return &tree.Constant{Node: tree.Node{Type: candidate, Pos: t.pos}, Int: v}
		}
	}
	if fits(v, y.ulonglong) {
		return &tree.Constant{Node: tree.Node{Type: y.ulonglong, Pos: t.pos}, Int: v}
	}
	c.fail(t.pos, CodeType, "the constant %s is too large", t.text)
	return nil
}

func (c *checker) floatConstant(t *token) tree.Expr {
	text := strings.ToLower(t.text)
	typ := c.types.double
	hex := strings.HasPrefix(text, "0x")
	switch {
	case strings.HasSuffix(text, "f") && (!hex || strings.Contains(text, "p")):
		typ, text = c.types.float, text[:len(text)-1]
	case strings.HasSuffix(text, "l"):
		return &tree.UnsupportedExpr{Node: tree.Node{Type: c.types.longdouble, Pos: t.pos}, Diagnostic: c.unsupported(t.pos, c.types.longdouble, "long double").(*tree.UnsupportedExpr).Diagnostic}
	}
	bits := 64
	if typ.Size == 4 {
		bits = 32
	}
	v, err := strconv.ParseFloat(text, bits)
	if err != nil && v == 0 {
		c.fail(t.pos, CodeSyntax, "%q is not a number", t.text)
	}
	return &tree.Constant{Node: tree.Node{Type: typ, Pos: t.pos}, Float: floatBitsOf(v, typ)}
}

func (c *checker) charConstant(t *token) tree.Expr {
	v := big.NewInt(0)
	typ := c.types.integer
	switch {
	case t.prefix != "":
		if len(t.value) > 0 {
			v = big.NewInt(int64(decodeWide(t.value)[0]))
		}
	case len(t.value) == 1:
		v = wrapInteger(big.NewInt(int64(t.value[0])), c.types.char)
	default:
		for _, r := range t.value {
			v.Lsh(v, 8).Or(v, big.NewInt(int64(r)&0xff))
		}
		v = wrapInteger(v, c.types.integer)
	}
	return &tree.Constant{Node: tree.Node{Type: typ, Pos: t.pos}, Int: v}
}

// decodeWide joins the UTF-8 bytes of a wide literal to characters; escapes stand for themselves.
func decodeWide(value []rune) []rune {
	raw := make([]byte, 0, len(value))
	for _, r := range value {
		if r > 0xff {
			return value
		}
		raw = append(raw, byte(r))
	}
	return []rune(string(raw))
}

// stringLiteral reads adjacent string literals.
func (c *checker) stringLiteral() tree.Expr {
	pos := c.tok().pos
	var value []rune
	prefix := ""
	for c.tok().kind == stringToken {
		t := c.advance()
		if t.prefix != "" && t.prefix != "u8" {
			prefix = t.prefix
		}
		value = append(value, t.value...)
	}
	elem := c.types.char
	switch prefix {
	case "L":
		elem = c.types.integer
		if c.types.longSize == 4 {
			elem = c.types.long
		}
	case "u":
		elem = c.types.ushort
	case "U":
		elem = c.types.uinteger
	}
	if prefix != "" {
		value = decodeWide(value)
	}
	var bytes []byte
	for _, r := range append(value, 0) {
		for i := int64(0); i < elem.Size; i++ {
			bytes = append(bytes, byte(uint32(r)>>(8*uint(i))))
		}
	}
	return c.stringObject(bytes, elem, pos)
}

// fold evaluates an operator over integer constants, and floating ones where exact.
func (c *checker) fold(e tree.Expr) tree.Expr {
	switch x := e.(type) {
	case *tree.Unary:
		if k, ok := x.Operand.(*tree.Constant); ok {
			return foldUnary(x, k)
		}
	case *tree.Binary:
		a, first := x.Left.(*tree.Constant)
		b, second := x.Right.(*tree.Constant)
		if first && second {
			return foldBinary(x, a, b)
		}
		if first && a.Int != nil && (x.Op == tree.LogicalAnd && a.Int.Sign() == 0 || x.Op == tree.LogicalOr && a.Int.Sign() != 0) {
			return truth(x.Node, x.Op == tree.LogicalOr)
		}
	}
	return e
}

func truth(n tree.Node, b bool) tree.Expr {
	v := int64(0)
	if b {
		v = 1
	}
	return &tree.Constant{Node: n, Int: big.NewInt(v)}
}

func foldUnary(x *tree.Unary, k *tree.Constant) tree.Expr {
	if k.Int == nil {
		if k.Type.Kind != tree.Float {
			return x
		}
		switch x.Op {
		case tree.Negate:
			return &tree.Constant{Node: x.Node, Float: k.Float ^ 1<<uint(k.Type.Size*8-1)}
		case tree.LogicalNot:
			return truth(x.Node, floatValue(k) == 0)
		}
		return x
	}
	switch x.Op {
	case tree.Negate:
		return &tree.Constant{Node: x.Node, Int: wrapInteger(new(big.Int).Neg(k.Int), x.Type)}
	case tree.Complement:
		return &tree.Constant{Node: x.Node, Int: wrapInteger(new(big.Int).Not(k.Int), x.Type)}
	}
	return truth(x.Node, k.Int.Sign() == 0)
}

func foldBinary(x *tree.Binary, a, b *tree.Constant) tree.Expr {
	if a.Int == nil || b.Int == nil {
		return foldFloats(x, a, b)
	}
	v := new(big.Int)
	switch x.Op {
	case tree.Add:
		v.Add(a.Int, b.Int)
	case tree.Subtract:
		v.Sub(a.Int, b.Int)
	case tree.Multiply:
		v.Mul(a.Int, b.Int)
	case tree.Divide, tree.Remainder:
		if b.Int.Sign() == 0 {
			return x
		}
		if x.Op == tree.Divide {
			v.Quo(a.Int, b.Int)
		} else {
			v.Rem(a.Int, b.Int)
		}
	case tree.ShiftLeft, tree.ShiftRight:
		if b.Int.Sign() < 0 || b.Int.Cmp(big.NewInt(x.Type.Size*8)) >= 0 {
			return x
		}
		if x.Op == tree.ShiftLeft {
			v.Lsh(a.Int, uint(b.Int.Uint64()))
		} else {
			v.Rsh(a.Int, uint(b.Int.Uint64()))
		}
	case tree.BitAnd:
		v.And(a.Int, b.Int)
	case tree.BitOr:
		v.Or(a.Int, b.Int)
	case tree.BitXor:
		v.Xor(a.Int, b.Int)
	default:
		return truth(x.Node, compareHolds(x.Op, a.Int.Cmp(b.Int), a.Int.Sign() != 0, b.Int.Sign() != 0))
	}
	return &tree.Constant{Node: x.Node, Int: wrapInteger(v, x.Type)}
}

func compareHolds(op tree.Operator, order int, a, b bool) bool {
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
	case tree.NotEqual:
		return order != 0
	case tree.LogicalAnd:
		return a && b
	}
	return a || b
}

// foldFloats folds IEEE double and single arithmetic, which Go does exactly as C's round-to-nearest.
func foldFloats(x *tree.Binary, a, b *tree.Constant) tree.Expr {
	if a.Type.Kind != tree.Float || b.Type.Kind != tree.Float || x.Type.Kind != tree.Float {
		return x
	}
	p, q := floatValue(a), floatValue(b)
	var v float64
	switch x.Op {
	case tree.Add:
		v = p + q
	case tree.Subtract:
		v = p - q
	case tree.Multiply:
		v = p * q
	case tree.Divide:
		v = p / q
	default:
		return x
	}
	return &tree.Constant{Node: x.Node, Float: floatBitsOf(v, x.Type)}
}
