package typecheck

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// number reads an integer or floating constant.
func (c *checker) number() tree.Expr {
	text, pos := strings.ToLower(strings.ReplaceAll(c.tok.Text, "'", "")), c.tok.Pos
	c.next()
	hex := strings.HasPrefix(text, "0x")
	if strings.ContainsAny(text, ".p") || !hex && strings.ContainsAny(text, "e") {
		return c.floatNumber(text, pos)
	}
	if base, types := c.sizedInteger(text); types != nil {
		if v, ok := parseInteger(base); ok && v.BitLen() <= 64 {
			for _, t := range types {
				if fits(v, t) {
					return c.integer(v, t, pos)
				}
			}
		}
		c.errorf(pos, CodeConstant, "the integer constant %s is too large", text)
		return c.wrong(pos)
	}
	digits := strings.TrimRight(text, "ulij")
	suffix := text[len(digits):]
	if !hex && strings.HasSuffix(text, "f") {
		return c.floatNumber(text, pos)
	}
	v, ok := parseInteger(digits)
	if !ok {
		c.errorf(pos, CodeSyntax, "the number %s is wrong", text)
		return c.wrong(pos)
	}
	if strings.ContainsAny(suffix, "ij") {
		return c.unsupported(pos, c.intType, "an imaginary constant")
	}
	for _, t := range c.literalTypes(suffix, digits[0] != '0') {
		if fits(v, t) {
			return c.integer(v, t, pos)
		}
	}
	if fits(v, c.ullongType) {
		return c.integer(v, c.ullongType, pos)
	}
	c.errorf(pos, CodeConstant, "the integer constant %s is too large", text)
	return c.wrong(pos)
}

// spelledAsRead reads a constant that is one token.
func (c *checker) spelledAsRead(read func() tree.Expr) tree.Expr {
	text := c.tok.Text
	e := read()
	if k, ok := e.(*tree.Constant); ok {
		return spelled(k, text)
	}
	return e
}

// spelled notes how the source writes a constant.
func spelled(k *tree.Constant, text string) *tree.Constant {
	k.Spelling = text
	return k
}

// sizedInteger is an integer constant with Microsoft's suffix i8, i16, i32 or i64, less that, and
// the types that it may have; nil: it has none.
func (c *checker) sizedInteger(text string) (digits string, types []*tree.Type) {
	at := strings.LastIndexByte(text, 'i')
	if at < 1 || !c.target.MSKeywords {
		return text, nil
	}
	signed, unsigned := c.intType, c.uintType
	switch text[at+1:] {
	case "8", "16", "32":
	case "64":
		signed, unsigned = c.llongType, c.ullongType
	default:
		return text, nil
	}
	if digits, ok := strings.CutSuffix(text[:at], "u"); ok {
		return digits, []*tree.Type{unsigned}
	}
	return text[:at], []*tree.Type{signed, unsigned}
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

func (c *checker) literalTypes(suffix string, decimal bool) []*tree.Type {
	unsigned := strings.Contains(suffix, "u")
	signed := []*tree.Type{c.intType, c.longType, c.llongType}
	other := []*tree.Type{c.uintType, c.ulongType, c.ullongType}
	longs := strings.Count(suffix, "l")
	var out []*tree.Type
	for i := longs; i < 3; i++ {
		if !unsigned {
			out = append(out, signed[i])
		}
		if unsigned || !decimal {
			out = append(out, other[i])
		}
	}
	return out
}

func (c *checker) floatNumber(text string, pos source.Pos) tree.Expr {
	t, bits := c.doubleType, int(c.doubleType.Size*8)
	digits := text
	if base, suffix, ok := strings.Cut(text, "f1"); ok && suffix == "28" {
		digits, t = base, c.float128Type
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

// registerPrecision is that of the registers in which compilers for i686 compute.
const registerPrecision = 64

func (c *checker) float(v float64, t *tree.Type, pos source.Pos) *tree.Constant {
	bits := math.Float64bits(v)
	if t.Kind == tree.Float && t.Size == 4 {
		bits = uint64(math.Float32bits(float32(v)))
	}
	return &tree.Constant{Node: tree.Node{Type: t, Pos: pos}, Float: bits}
}

func (c *checker) integer(v *big.Int, t *tree.Type, pos source.Pos) *tree.Constant {
	return &tree.Constant{Node: tree.Node{Type: t, Pos: pos}, Int: v}
}

func (c *checker) small(v int64, t *tree.Type, pos source.Pos) tree.Expr {
	return c.integer(big.NewInt(v), t, pos)
}

func literalPrefix(text string) string {
	return text[:strings.IndexAny(text, `"'`)]
}

// elementType is the type of the elements of a literal with the prefix.
func (c *checker) elementType(prefix string) *tree.Type {
	switch prefix {
	case "L":
		return c.wcharType
	case "u":
		return c.unsignedOfSize(2)
	case "U":
		return c.unsignedOfSize(4)
	}
	return c.charType
}

// character reads a character constant.
func (c *checker) character() tree.Expr {
	text, pos := c.tok.Text, c.tok.Pos
	prefix := literalPrefix(text)
	t := c.elementType(prefix)
	bytes, ok := preprocess.DecodeString(text[len(prefix)+1:len(text)-1], int(t.Size))
	if !ok || len(bytes) == 0 {
		c.errorf(pos, CodeSyntax, "the character constant %s is wrong", text)
		bytes = make([]byte, t.Size)
	}
	c.next()
	if t.Size > 1 {
		bytes = bytes[:t.Size]
		v := make([]byte, 8)
		copy(v, bytes)
		return c.integer(wrap(new(big.Int).SetUint64(binary.LittleEndian.Uint64(v)), t), t, pos)
	}
	v := int64(0)
	for _, b := range bytes {
		v = v<<8 | int64(b)
	}
	if len(bytes) == 1 && c.charType.Signed {
		v = int64(int8(bytes[0]))
	}
	return c.integer(wrap(big.NewInt(v), c.intType), c.intType, pos)
}

// stringLiteral reads adjacent string literals. Its object joins the unit when it is used as one.
func (c *checker) stringLiteral() *tree.StringRef {
	pos := c.tok.Pos
	var texts []string
	prefix := ""
	for c.tok.Kind == preprocess.String {
		if p := literalPrefix(c.tok.Text); p != "" && p != "u8" {
			prefix = p
		}
		texts = append(texts, c.tok.Text)
		c.next()
	}
	elem := c.elementType(prefix)
	var bytes []byte
	for _, text := range texts {
		part, ok := preprocess.DecodeString(text[strings.IndexByte(text, '"')+1:len(text)-1], int(elem.Size))
		if !ok {
			c.errorf(pos, CodeSyntax, "the string literal %s is wrong", text)
		}
		bytes = append(bytes, part...)
	}
	bytes = append(bytes, make([]byte, elem.Size)...)
	return c.stringRef(bytes, elem, pos)
}

// text is what string literals with one object have in common.
type text struct {
	elem  *tree.Type
	bytes string
}

func (c *checker) stringRef(bytes []byte, elem *tree.Type, pos source.Pos) *tree.StringRef {
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
