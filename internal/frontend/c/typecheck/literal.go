package typecheck

import (
	"encoding/binary"
	"math/big"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// number reads an integer or floating constant.
func (c *expressions) number() tree.Expr {
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
	for _, t := range c.literalTypes(digits, suffix) {
		if fits(v, t) {
			return c.integer(v, t, pos)
		}
	}
	if fits(v, c.ullongType) {
		t := c.beyondLong()
		return c.integer(wrap(v, t), t, pos)
	}
	c.errorf(pos, CodeConstant, "the integer constant %s is too large", text)
	return c.wrong(pos)
}

// spelledAsRead reads a constant that is one token.
func (c *expressions) spelledAsRead(read func() tree.Expr) tree.Expr {
	text := c.tok.Text
	e := read()
	if k, ok := e.(*tree.Constant); ok {
		return spelled(k, text)
	}
	return e
}

// registerPrecision is that of the registers in which compilers for i686 compute.
const registerPrecision = 64

func literalPrefix(text string) string {
	return text[:strings.IndexAny(text, `"'`)]
}

// character reads a character constant.
func (c *expressions) character() tree.Expr {
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
func (c *expressions) stringLiteral() *tree.StringRef {
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
