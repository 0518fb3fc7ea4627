package typecheck

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// spelled notes how the source writes a constant.
func spelled(k *tree.Constant, text string) *tree.Constant {
	k.Spelling = text
	return k
}

func parseInteger(digits string) (*big.Int, bool) {
	if strings.Contains(digits, "_") {
		return nil, false
	}
	if len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return new(big.Int).SetString(digits[1:], 8)
	}
	return new(big.Int).SetString(digits, 0)
}

func (c *values) floatNumber(text string, pos source.Pos) tree.Expr {
	t, bits := c.doubleType, int(c.doubleType.Size*8)
	digits, sized := sizedFloat(text)
	switch sized {
	case "f32":
		t, bits = c.floatType, 32
	case "f64", "f32x":
		// A double.
	case "f64x":
		t = c.ldoubleType
	case "f128":
		t = c.float128Type
	case "f16", "bf16":
		return c.unsupported(pos, c.doubleType, "a constant of a type of 16 bits")
	}
	for digits != "" {
		last := digits[len(digits)-1]
		switch {
		case last == 'f' && (!strings.HasPrefix(digits, "0x") || strings.Contains(digits, "p")):
			t, bits = c.floatType, 32
		case last == 'd' && !strings.HasPrefix(digits, "0x"):
			// GNU: a double.
		case last == 'l', last == 'w':
			t = c.ldoubleType
		case last == 'q':
			t = c.float128Type
		case last == 'i' || last == 'j':
			return c.unsupported(pos, c.doubleType, "an imaginary constant")
		case t.Kind == tree.LongDouble:
			bits, ok := wideBits(digits, t)
			if !ok {
				c.errorf(pos, CodeSyntax, "the number %s is wrong", text)
				return c.wrong(pos)
			}
			return &tree.Constant{Node: tree.Node{Type: t, Pos: pos}, Wide: bits}
		default:
			v, err := strconv.ParseFloat(digits, bits)
			if err != nil && !math.IsInf(v, 0) || strings.Contains(digits, "_") {
				c.errorf(pos, CodeSyntax, "the number %s is wrong", text)
			}
			k := c.float(v, t, pos)
			wide, _, err := big.ParseFloat(digits, 0, registerPrecision, big.ToNearestEven)
			k.Rounded = err != nil || math.IsInf(v, 0) || wide.Cmp(big.NewFloat(v)) != 0
			return k
		}
		digits = digits[:len(digits)-1]
	}
	c.errorf(pos, CodeSyntax, "the number %s is wrong", text)
	return c.wrong(pos)
}

// sizedFloat cuts a suffix of TS 18661-3 off, which names a type by its bits. In a hexadecimal constant it stands
// behind the exponent: an f before is a digit.
func sizedFloat(text string) (digits, suffix string) {
	from := 0
	if strings.HasPrefix(text, "0x") {
		from = strings.Index(text, "p")
		if from < 0 {
			return text, ""
		}
	}
	for _, suffix := range []string{"bf16", "f16", "f32", "f64", "f32x", "f64x", "f128"} {
		if strings.HasSuffix(text[from:], suffix) {
			return strings.TrimSuffix(text, suffix), suffix
		}
	}
	return text, ""
}

func (c *values) float(v float64, t *tree.Type, pos source.Pos) *tree.Constant {
	bits := math.Float64bits(v)
	if t.Kind == tree.Float && t.Size == 4 {
		bits = uint64(math.Float32bits(float32(v)))
	}
	return &tree.Constant{Node: tree.Node{Type: t, Pos: pos}, Float: bits}
}

func (c *values) integer(v *big.Int, t *tree.Type, pos source.Pos) *tree.Constant {
	return &tree.Constant{Node: tree.Node{Type: t, Pos: pos}, Int: v}
}

func (c *values) small(v int64, t *tree.Type, pos source.Pos) tree.Expr {
	return c.integer(big.NewInt(v), t, pos)
}

// text tells string literals apart: those with the same have one object.
type text struct {
	elem  *tree.Type
	bytes string
}

func (c *values) stringRef(bytes []byte, elem *tree.Type, pos source.Pos) *tree.StringRef {
	t := c.arrayOf(elem, int64(len(bytes))/elem.Size)
	if o := c.texts[text{elem, string(bytes)}]; o != nil {
		return &tree.StringRef{Node: tree.Node{Type: t, Pos: pos}, Object: o}
	}
	o := &tree.Object{Type: t, Static: true, String: bytes, Pos: pos}
	if c.fn != nil {
		o.Function = c.fn.def
	}
	if c.texts != nil {
		c.texts[text{elem, string(bytes)}] = o
	}
	return &tree.StringRef{Node: tree.Node{Type: t, Pos: pos}, Object: o}
}
