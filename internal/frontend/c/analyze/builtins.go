package analyze

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// declareBuiltinTypes declares the type names that gcc knows without a declaration.
func (c *checker) declareBuiltinTypes() {
	t := c.types
	list := &tree.Type{Kind: tree.Struct, Name: "__builtin_va_list", Tag: "__va_list_tag", Size: -1, Align: 1}
	t.complete(list, []memberSpec{
		{name: "gp_offset", typ: t.uinteger, bits: -1}, {name: "fp_offset", typ: t.uinteger, bits: -1},
		{name: "overflow_arg_area", typ: t.voidPointer, bits: -1}, {name: "reg_save_area", typ: t.voidPointer, bits: -1},
	}, layoutOptions{})
	t.valist = t.arrayOf(list, 1)
	if t.pointerSize == 4 {
		t.valist = t.pointerTo(t.char)
	}
	c.scope.names["__builtin_va_list"] = &symbol{kind: typedefSymbol, typ: t.valist}
	c.scope.names["__gnuc_va_list"] = &symbol{kind: typedefSymbol, typ: t.valist}
}

// specialBuiltin reads the builtins whose arguments are not ordinary expressions, or whose value is
// known now. The name has been read; nil means that it is an ordinary function.
func (c *checker) specialBuiltin(name *token) tree.Expr {
	node := tree.Node{Type: c.types.integer, Pos: name.pos}
	switch name.text {
	case "__builtin_offsetof":
		c.expect("(")
		t := c.typeName()
		c.expect(",")
		base := tree.Expr(&tree.Constant{Node: tree.Node{Type: c.types.pointerTo(t), Pos: name.pos}, Int: new(big.Int)})
		e := c.member(c.dereference(base, name.pos), c.advance())
		for !c.accept(")") {
			if c.accept(".") {
				e = c.member(e, c.advance())
				continue
			}
			c.expect("[")
			index := c.rvalue(c.expression())
			c.expect("]")
			e = c.subscript(e, index, name.pos)
		}
		if offset, ok := constantAddress(e); ok {
			return &tree.Constant{Node: tree.Node{Type: c.types.sizeType(), Pos: name.pos}, Int: offset}
		}
		return c.convert(c.addressOf(e, name.pos), c.types.sizeType())
	case "__builtin_va_arg":
		c.expect("(")
		list := c.assignment()
		c.expect(",")
		t := c.typeName()
		c.expect(")")
		return &tree.VaArg{Node: tree.Node{Type: t, Pos: name.pos}, List: list}
	case "__builtin_types_compatible_p":
		c.expect("(")
		a := c.typeName()
		c.expect(",")
		b := c.typeName()
		c.expect(")")
		return truth(node, same(a, b))
	case "__builtin_choose_expr":
		c.expect("(")
		cond := c.constantValue()
		c.expect(",")
		a := c.assignment()
		c.expect(",")
		b := c.assignment()
		c.expect(")")
		if cond.Sign() != 0 {
			return a
		}
		return b
	case "__builtin_constant_p":
		c.expect("(")
		c.unevaluated++
		e := c.assignment()
		c.unevaluated--
		c.expect(")")
		_, constant := e.(*tree.Constant)
		return truth(node, constant)
	case "__builtin_expect", "__builtin_expect_with_probability":
		c.expect("(")
		e := c.convert(c.assignment(), c.types.long)
		for c.accept(",") {
			c.assignment()
		}
		c.expect(")")
		return e
	case "__builtin_huge_val", "__builtin_inf", "__builtin_huge_valf", "__builtin_inff", "__builtin_nan", "__builtin_nanf":
		return c.specialFloat(name)
	}
	return nil
}

func (c *checker) specialFloat(name *token) tree.Expr {
	c.expect("(")
	for !c.accept(")") {
		c.advance()
	}
	t := c.types.double
	bits := uint64(0x7ff0000000000000)
	if strings.HasSuffix(name.text, "f") && name.text != "__builtin_inf" {
		t, bits = c.types.float, 0x7f800000
	}
	if strings.Contains(name.text, "nan") {
		bits |= 1 << (uint(map[int64]int{4: 22, 8: 51}[t.Size]))
	}
	return &tree.Constant{Node: tree.Node{Type: t, Pos: name.pos}, Float: bits}
}

// builtinName is the canonical name of a compiler builtin, or "".
func builtinName(name string) string {
	if strings.HasPrefix(name, "__builtin_") {
		return name
	}
	return ""
}

// builtinType is the type of a function that gcc declares by itself.
func builtinType(t *types, name string) *tree.Type {
	plain := strings.TrimPrefix(name, "__builtin_")
	plain = strings.TrimSuffix(strings.TrimPrefix(plain, "___"), "_chk")
	signature, ok := builtinSignatures[plain]
	if !ok {
		return nil
	}
	words := strings.Fields(signature)
	parse := func(w string) *tree.Type {
		switch w {
		case "v":
			return t.void
		case "i":
			return t.integer
		case "u":
			return t.uinteger
		case "l":
			return t.long
		case "ul":
			return t.ulong
		case "ll":
			return t.longlong
		case "ull":
			return t.ulonglong
		case "z":
			return t.sizeType()
		case "p":
			return t.voidPointer
		case "s":
			return t.pointerTo(t.char)
		case "d":
			return t.double
		case "f":
			return t.float
		case "h":
			return t.ushort
		case "va":
			if t.valist.Kind == tree.Array {
				return t.pointerTo(t.valist.Elem)
			}
			return t.valist
		}
		return t.integer
	}
	var params []*tree.Type
	variadic := false
	for _, w := range words[1:] {
		if w == "..." {
			variadic = true
			continue
		}
		params = append(params, parse(w))
	}
	return t.functionOf(parse(words[0]), params, variadic, false)
}

// builtinSignatures gives result and parameters: v void, i int, u unsigned, l long, z size_t, p void
// pointer, s char pointer, d double, f float, h unsigned short, va a va_list.
var builtinSignatures = map[string]string{
	"malloc": "p z", "calloc": "p z z", "realloc": "p p z", "free": "v p", "alloca": "p z", "abort": "v", "exit": "v i", "_Exit": "v i",
	"memcpy": "p p p z", "memmove": "p p p z", "memset": "p p i z", "memcmp": "i p p z", "memchr": "p p i z",
	"strlen": "z s", "strcpy": "s s s", "strncpy": "s s s z", "strcat": "s s s", "strncat": "s s s z", "strcmp": "i s s", "strncmp": "i s s z",
	"strchr": "s s i", "strrchr": "s s i", "strstr": "s s s", "strdup": "s s",
	"printf": "i s ...", "fprintf": "i p s ...", "sprintf": "i s s ...", "snprintf": "i s z s ...", "puts": "i s", "putchar": "i i",
	"trap": "v", "unreachable": "v", "popcount": "i u", "popcountl": "i ul", "popcountll": "i ull", "ffs": "i i", "ffsl": "i l", "ffsll": "i ll",
	"clz": "i u", "clzl": "i ul", "clzll": "i ull", "ctz": "i u", "ctzl": "i ul", "ctzll": "i ull", "parity": "i u",
	"bswap16": "h h", "bswap32": "u u", "bswap64": "ull ull", "abs": "i i", "labs": "l l", "llabs": "ll ll",
	"va_start": "v va ...", "va_end": "v va", "va_copy": "v va va", "return_address": "p u", "frame_address": "p u",
	"fabs": "d d", "fabsf": "f f", "sqrt": "d d", "sqrtf": "f f", "floor": "d d", "floorf": "f f", "ceil": "d d", "ceilf": "f f",
	"isnan": "i d", "isinf": "i d", "isinf_sign": "i d", "isfinite": "i d", "isnormal": "i d", "signbit": "i d", "signbitf": "i f",
	"isgreater": "i d d", "isgreaterequal": "i d d", "isless": "i d d", "islessequal": "i d d", "islessgreater": "i d d", "isunordered": "i d d",
	"copysign": "d d d", "copysignf": "f f f", "fmin": "d d d", "fmax": "d d d", "fminf": "f f f", "fmaxf": "f f f", "trunc": "d d", "round": "d d",
	"fmod": "d d d", "fpclassify": "i i i i i i d", "object_size": "z p i", "prefetch": "v p ...", "assume_aligned": "p p z ...",
}
