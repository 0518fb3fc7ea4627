package lower

import "yogi/internal/frontend/c/tree"

// This file reads the formats of scanf that are string literals, which say how many of the arguments are
// written, and as what.

// conversion is one that writes through an argument.
type conversion struct {
	length    string // hh, h, l, ll, j, z, t, L or nothing
	specifier byte
}

// LiteralText is the text of a string literal that is the argument, without the zero at its end.
func LiteralText(e tree.Expr) (string, bool) {
	o := stringOf(e)
	if o == nil || len(o.String) == 0 || o.Type.Elem.Size != 1 {
		return "", false
	}
	return string(o.String[:len(o.String)-1]), true
}

// scanConversions lists the conversions of a format that write. It fails on what it does not know.
func scanConversions(format string) ([]conversion, bool) {
	var out []conversion
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		skip := i < len(format) && format[i] == '*'
		if skip {
			i++
		}
		for i < len(format) && format[i] >= '0' && format[i] <= '9' {
			i++
		}
		start := i
		for i < len(format) && isLengthLetter(format[i]) {
			i++
		}
		if i >= len(format) {
			return nil, false
		}
		c := conversion{length: format[start:i], specifier: format[i]}
		switch {
		case c.specifier == '%':
		case !isNumberLetter(c.specifier):
			return nil, false
		case !skip:
			out = append(out, c)
		}
	}
	return out, true
}

func isLengthLetter(c byte) bool {
	switch c {
	case 'h', 'l', 'j', 'z', 't', 'L', 'q':
		return true
	}
	return false
}

func isNumberLetter(c byte) bool {
	switch c {
	case 'd', 'i', 'u', 'o', 'x', 'X', 'n', 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		return true
	}
	return false
}

// fits says that the conversion writes a whole object of type t.
func (c conversion) fits(t *tree.Type, pointer int64) bool {
	floating := c.specifier|0x20 >= 'a' && c.specifier|0x20 <= 'g' && c.specifier != 'd'
	sizes := map[string]int64{"hh": 1, "h": 2, "": 4, "l": pointer, "ll": 8, "q": 8, "j": 8, "z": pointer, "t": pointer}
	if floating {
		sizes = map[string]int64{"": 4, "l": 8}
		return t.Kind == tree.Float && sizes[c.length] == t.Size
	}
	return t.Kind == tree.Integer && sizes[c.length] == t.Size
}
