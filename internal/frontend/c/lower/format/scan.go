package format

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file reads the formats of scanf that are string literals, which say how many of the
// arguments are written, and as what.

// Conversion is one that writes through an argument.
type Conversion struct {
	Length    string // hh, h, l, ll, j, z, t, L or nothing
	Specifier byte   // [ stands for a set of characters
	Width     int    // the most characters of input that it takes; 0: as many as there are
	Set       *Set   // the characters that a [ takes
	Before    int    // how many conversions before it count in the result
	// Follows says of a %n that nothing can stop it once the conversion before it has written.
	Follows bool
}

// Set is one of characters. Unless ranges and single characters are alike to every library, as with
// one that ends before it begins, it is not known.
type Set [256]bool

// Ranges are the characters of a set in order, from the first to the last of each run.
func (s *Set) Ranges() [][2]byte {
	var out [][2]byte
	for c := range len(s) {
		switch {
		case !s[c]:
		case c > 0 && s[c-1]:
			out[len(out)-1][1] = byte(c)
		default:
			out = append(out, [2]byte{byte(c), byte(c)})
		}
	}
	return out
}

// parseSet reads what stands between a [ and the ] that ends it; nil if it is not known.
func parseSet(text string) *Set {
	text, isOthers := strings.CutPrefix(text, "^")
	var s Set
	for i := 0; i < len(text); i++ {
		last := text[i]
		if i+2 < len(text) && text[i+1] == '-' {
			if last = text[i+2]; last < text[i] {
				return nil
			}
			for c := int(text[i]); c <= int(last); c++ {
				s[c] = true
			}
			i += 2
		}
		s[last] = true
	}
	for c := range s {
		s[c] = s[c] != isOthers
	}
	return &s
}

// Scan is a format of scanf, taken apart.
type Scan struct {
	Writing  []Conversion
	Counted  int  // how many of them count in the result: all but %n
	Places   bool // what is written depends on how much of the input there is: %n, and %c of several characters
	TakesAny bool // the first thing of the format takes any character, so that there is no mismatch before something is written
}

// widest is a width that is not known: such numbers are not counted further.
const widest = 1 << 24

// ParseScan lists the conversions of a format that write. It fails on what it does not know, as texts of wide
// characters.
func ParseScan(format string) (Scan, bool) {
	var out Scan
	follows := false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			follows = follows && strings.IndexByte(" \t\n\v\f\r", format[i]) >= 0
			continue
		}
		start := i
		i++
		skip := i < len(format) && format[i] == '*'
		if skip {
			i++
		}
		var c Conversion
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			c.Width = min(10*c.Width+int(format[i]-'0'), widest)
		}
		length := i
		for i < len(format) && isLengthLetter(format[i]) {
			i++
		}
		if i >= len(format) {
			return Scan{}, false
		}
		c.Length, c.Specifier = format[length:i], format[i]
		if c.Specifier == '[' {
			end := setEnd(format, i)
			if end < 0 {
				return Scan{}, false
			}
			c.Set = parseSet(format[i+1 : end])
			i = end
		}
		if c.Specifier == 'c' && c.Width == 0 {
			c.Width = 1
		}
		c.Before = out.Counted
		switch {
		case c.Specifier == '%' || skip && (c.IsNumber() || c.IsText()):
			follows = false
		case c.IsCount() && !skip && c.Width == 0:
			c.Follows, out.Places = follows, true
			out.Writing = append(out.Writing, c)
		case !c.IsNumber() && (!c.IsText() || c.Length != "" || c.Width == widest):
			return Scan{}, false
		case c.Specifier == 'c' && c.Width > widestPart:
			return Scan{}, false
		case c.IsFloat() && c.Width > 0:
			return Scan{}, false
		default:
			isPart := c.IsPart()
			out.TakesAny = out.TakesAny || start == 0 && c.Specifier == 'c' && !isPart
			out.Places = out.Places || isPart
			out.Writing = append(out.Writing, c)
			out.Counted++
			follows = true
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

// IsNumber says that the conversion gives a number.
func (c Conversion) IsNumber() bool {
	return c.IsFloat() || strings.IndexByte("diuoxX", c.Specifier) >= 0
}

// IsCount says that the conversion gives the number of characters that were read.
func (c Conversion) IsCount() bool { return c.Specifier == 'n' }

// IsPart says that the conversion takes several characters, or fewer where the input ends: then glibc counts it, and
// C does not.
func (c Conversion) IsPart() bool { return c.Specifier == 'c' && c.Width > 1 }

// widestPart is the largest width of such a conversion that is known.
const widestPart = 64

// IsFloat says that the number is one of a floating type.
func (c Conversion) IsFloat() bool { return strings.IndexByte("aAeEfFgG", c.Specifier) >= 0 }

// IsText says that the conversion gives characters.
func (c Conversion) IsText() bool {
	return c.Specifier == 'c' || c.Specifier == 's' || c.Specifier == '['
}

// Fits says that the conversion writes a whole object of type t, or characters one by one. The
// sizes of a long and of a pointer depend on the data model.
func (c Conversion) Fits(t *tree.Type, long, pointer int64) bool {
	switch {
	case c.IsText():
		return t.Kind == tree.Integer && t.Size == 1
	case c.IsFloat():
		return t.Kind == tree.Float && map[string]int64{"": 4, "l": 8}[c.Length] == t.Size
	}
	sizes := map[string]int64{
		"hh": 1, "h": 2, "": 4, "l": long, "ll": 8, "q": 8, "L": 8, "j": 8, "z": pointer, "t": pointer,
	}
	return t.Kind == tree.Integer && sizes[c.Length] == t.Size
}

// Bounds are the least and the greatest number that a conversion of integers of so many bits gives;
// nil if it gives every one, as without a width. ok is false where neither can be said: what does
// not fit is cut off or replaced by the extreme number, after a reading of long's width or 64 bits.
func (c Conversion) Bounds(width, long int) (low, high *big.Int, ok bool) {
	if c.Width == 0 {
		return nil, nil, true
	}
	base := map[byte]int64{'x': 16, 'X': 16, 'o': 8, 'i': 16}[c.Specifier]
	if base == 0 {
		base = 10
	}
	most := func(digits int) *big.Int {
		n := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(max(digits, 0))), nil)
		return n.Sub(n, big.NewInt(1))
	}
	c.Width = min(c.Width, 1000) // more than any type has
	digits := c.Width
	if c.Specifier == 'i' { // 0x stands before sixteen's digits, nothing before those of ten
		ten := Conversion{Width: c.Width, Specifier: 'd'}
		low, high, ok = ten.Bounds(width, long)
		digits -= 2
		if !ok || low == nil || most(digits).Cmp(high) <= 0 {
			return low, high, ok
		}
		return nil, nil, false
	}
	low, high = new(big.Int).Neg(most(digits-1)), most(digits)
	switch all := new(big.Int).Lsh(big.NewInt(1), uint(width)); {
	case high.BitLen() < width:
		return low, high, true
	case width >= long && c.Specifier == 'd': // replaced by the extreme number
		half := new(big.Int).Rsh(all, 1)
		if least := new(big.Int).Neg(half); low.Cmp(least) < 0 {
			low = least
		}
		return low, half.Sub(half, big.NewInt(1)), true
	case width < long && high.Cmp(all) >= 0:
		return nil, nil, true
	}
	return nil, nil, false
}
