// Package format reads the formats of printf, scanf and their relatives that are string literals.
package format

import (
	"regexp"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
)

// Printed is a conversion of a format.
type Printed struct {
	Length    string // hh, h, l, ll, j, z, t, L or nothing
	Specifier byte
	Argument  int    // its number among the arguments of the format
	Precision int    // the most characters of a string; negative: to its end
	Counted   bool   // argument-1 is the precision
	Before    string // where all in front of it is printed as it stands: that text
	IsPlain   bool   // there is such a text
}

// ParsePrint lists the conversions of a format. It fails on what it does not know: numbers of
// arguments, %m is fine.
func ParsePrint(format string) (out []Printed, ok bool) {
	argument, plain, isPlain := 0, "", true
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			plain += format[i : i+1]
			continue
		}
		c := Printed{Precision: -1}
		star := func() { // a width or a precision that is an argument
			argument++
			i++
		}
		digits := func() (n int) {
			for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
				n = min(10*n+int(format[i]-'0'), 1<<20)
			}
			return n
		}
		for i++; i < len(format) && isFlag(format[i]); i++ {
		}
		if i < len(format) && format[i] == '*' {
			star()
		} else {
			digits()
		}
		if i < len(format) && format[i] == '.' {
			i++
			if i < len(format) && format[i] == '*' {
				c.Counted = true
				star()
			} else {
				c.Precision = digits()
			}
		}
		length := i
		for i < len(format) && (isLengthLetter(format[i])) {
			i++
		}
		if i >= len(format) || format[i] == '$' {
			return nil, false
		}
		c.Length, c.Specifier = format[length:i], format[i]
		if c.Specifier == '%' {
			plain += "%"
			continue
		}
		c.Before, c.IsPlain = plain, isPlain
		isPlain = isPlain && c.Specifier == 'n'
		c.Argument = argument
		if c.Specifier != 'm' {
			argument++
		}
		out = append(out, c)
	}
	return out, true
}

func isFlag(c byte) bool {
	switch c {
	case '-', '+', ' ', '#', '0', '\'', 'I':
		return true
	}
	return false
}

// Text is the text of a format that is a literal, of bytes or of wide characters that are
// ASCII's.
func Text(e tree.Expr, f clib.Format) (string, bool) {
	if !f.Wide {
		return emit.LiteralText(e)
	}
	o := emit.Literal(e)
	if o == nil || o.Type.Elem.Size != 4 {
		return "", false
	}
	var text []byte
	for i := 0; i+4 < len(o.String); i += 4 {
		if o.String[i] >= 0x80 || o.String[i+1] != 0 || o.String[i+2] != 0 || o.String[i+3] != 0 {
			return "", false
		}
		text = append(text, o.String[i])
	}
	return string(text), true
}

// conversionN is the conversion of printf that writes through its argument.
var conversionN = regexp.MustCompile(`%[-+ #0-9.*$']*[hljztL]*n`)

// Writes says that a format has a conversion that writes.
func Writes(format string) bool { return conversionN.MatchString(format) }
