package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file reads the formats of scanf that are string literals, which say how many of the
// arguments are written, and as what.

// conversion is one that writes through an argument.
type conversion struct {
	length    string // hh, h, l, ll, j, z, t, L or nothing
	specifier byte   // [ stands for a set of characters
	width     int    // the most characters of input that it takes; 0: as many as there are
}

// scanFormat is a format, taken apart.
type scanFormat struct {
	writing  []conversion
	takesAny bool // the first thing of the format takes any character, so that there is no mismatch before something is written
}

// widestText bounds the characters of a text that is scanned.
const widestText = 64

// scanConversions lists the conversions of a format that write. It fails on what it does not know:
// %n, texts of any length, texts of wide characters.
func scanConversions(format string) (scanFormat, bool) {
	var out scanFormat
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		start := i
		i++
		skip := i < len(format) && format[i] == '*'
		if skip {
			i++
		}
		var c conversion
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			c.width = min(10*c.width+int(format[i]-'0'), 1000)
		}
		length := i
		for i < len(format) && isLengthLetter(format[i]) {
			i++
		}
		if i >= len(format) {
			return scanFormat{}, false
		}
		c.length, c.specifier = format[length:i], format[i]
		if c.specifier == '[' {
			end := setEnd(format, i)
			if end < 0 {
				return scanFormat{}, false
			}
			i = end
		}
		if c.specifier == 'c' && c.width == 0 {
			c.width = 1
		}
		switch {
		case c.specifier == '%' || skip && (c.isNumber() || c.isText()):
		case !c.isNumber() && (!c.isText() || c.length != "" || c.width == 0 || c.width > widestText),
			c.specifier == 'c' && c.width > 1: // C and its libraries differ where the input is shorter
			return scanFormat{}, false
		case c.isFloat() && c.width > 0:
			return scanFormat{}, false
		default:
			out.takesAny = out.takesAny || start == 0 && c.specifier == 'c'
			out.writing = append(out.writing, c)
		}
	}
	return out, true
}

// setEnd is the place of the ] that ends the set that begins at a [; negative if there is none.
func setEnd(format string, start int) int {
	i := start + 1
	if i < len(format) && format[i] == '^' {
		i++
	}
	for i++; i < len(format); i++ { // a ] that comes first belongs to the set
		if format[i] == ']' {
			return i
		}
	}
	return -1
}

func isLengthLetter(c byte) bool {
	switch c {
	case 'h', 'l', 'j', 'z', 't', 'L', 'q':
		return true
	}
	return false
}

// isNumber says that the conversion gives a number.
func (c conversion) isNumber() bool {
	return c.isFloat() || strings.IndexByte("diuoxX", c.specifier) >= 0
}

func (c conversion) isFloat() bool { return strings.IndexByte("aAeEfFgG", c.specifier) >= 0 }

// isText says that the conversion gives characters.
func (c conversion) isText() bool {
	return c.specifier == 'c' || c.specifier == 's' || c.specifier == '['
}

// fits says that the conversion writes a whole object of type t, or characters one by one. The
// sizes of a long and of a pointer depend on the data model.
func (c conversion) fits(t *tree.Type, long, pointer int64) bool {
	switch {
	case c.isText():
		return t.Kind == tree.Integer && t.Size == 1
	case c.isFloat():
		return t.Kind == tree.Float && map[string]int64{"": 4, "l": 8}[c.length] == t.Size
	}
	sizes := map[string]int64{
		"hh": 1, "h": 2, "": 4, "l": long, "ll": 8, "q": 8, "L": 8, "j": 8, "z": pointer, "t": pointer,
	}
	return t.Kind == tree.Integer && sizes[c.length] == t.Size
}
