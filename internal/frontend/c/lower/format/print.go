// Package format reads the formats of printf, scanf and their relatives that are string literals.
package format

import (
	"regexp"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
)

// Printed is a conversion of a format.
type Printed struct {
	Flags     string
	Width     int    // the least characters that are printed
	Widened   bool   // an argument is the width
	Length    string // hh, h, l, ll, j, z, t, L or nothing
	Specifier byte
	Argument  int    // its number among the arguments of the format
	Precision int    // the most characters of a string, the least digits of a number; negative: none is given
	Counted   bool   // argument-1 is the precision
	Before    string // where all in front of it is printed as it stands: that text
	IsPlain   bool   // there is such a text
}

// Has says that the conversion has one of some flags.
func (p Printed) Has(flags string) bool { return strings.ContainsAny(p.Flags, flags) }

// IsText says that the argument is a string.
func (p Printed) IsText() bool { return p.Specifier == 's' || p.Specifier == 'S' }

// MostDigits stands for widths and precisions that are at least as large.
const MostDigits = 1 << 20

// ParsePrint lists the conversions of a format. It fails on what it does not know: numbers of
// arguments, %m is fine.
func ParsePrint(format string) (out []Printed, ok bool) {
	out, _, ok = parsePrint(format)
	return out, ok
}

// PlainText is the text of a format that ParsePrint knows without its conversions.
func PlainText(format string) string {
	_, plain, _ := parsePrint(format)
	return plain
}

func parsePrint(format string) (out []Printed, plain string, ok bool) {
	argument, isPlain := 0, true
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
				n = min(10*n+int(format[i]-'0'), MostDigits)
			}
			return n
		}
		flags := i + 1
		for i++; i < len(format) && isFlag(format[i]); i++ {
		}
		c.Flags = format[flags:i]
		if i < len(format) && format[i] == '*' {
			c.Widened = true
			star()
		} else {
			c.Width = digits()
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
			return nil, "", false
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
	return out, plain, true
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
	o := emit.Text(e)
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

// MayCount says that %n may write through an argument of a type. Through a pointer to characters it does so in no
// program that C defines, unless they are signed.
func MayCount(t *tree.Type) bool {
	return t.Kind == tree.Pointer && t.Elem.Kind == tree.Integer && !t.Elem.Const && (t.Elem.Size > 1 || t.Elem.Name == "signed char")
}

// Writes says that a format has a conversion that writes.
func Writes(format string) bool { return conversionN.MatchString(format) }
