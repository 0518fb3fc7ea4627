package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"yogi/internal/term"
)

// Values in the words of the source's language, for reports. No verdict depends on them.

// Scalar says how values of a C type are written, for those types whose name does not say it.
type Scalar struct {
	Signed bool
	Names  map[string]string // of enumerators, by their values in decimal
}

// AddScalar describes a type.
func (p *Program) AddScalar(name string, s Scalar) {
	if p.Scalars == nil {
		p.Scalars = map[string]Scalar{}
	}
	p.Scalars[name] = s
}

// Words is a value of a type as the program's language writes it: -7, 'x', READ, 2.5, NULL, &buf + 4 bytes.
func (p *Program) Words(typ string, v term.Value) string {
	switch v.Kind() {
	case term.KindBV:
		if p.Language != "c" {
			return fmt.Sprintf("%sbv%d", v.Big(), v.Width())
		}
		return p.bitsWords(typ, v)
	case term.KindFloat:
		return floatWords(v)
	case term.KindInt:
		return v.Big().String()
	case term.KindReal:
		return v.Rat().RatString()
	case term.KindUninterpreted:
		return "a value of type " + typ
	case term.KindArray:
		return "a map"
	}
	return v.String() // true, false
}

// IsPointer says of the name of a C type that it is a pointer: char *, int (*)(void), int (*)[3].
func IsPointer(typ string) bool { return strings.HasSuffix(typ, "*") || strings.Contains(typ, "(*") }

func (p *Program) bitsWords(typ string, v term.Value) string {
	typ = unqualified(typ)
	scalar, described := p.Scalars[typ]
	switch {
	case IsPointer(typ):
		return p.pointerWords(typ, v.Big().Uint64())
	case typ == "char" || typ == "signed char" || typ == "unsigned char":
		if c := v.Big().Int64(); c >= ' ' && c <= '~' {
			return strconv.QuoteRune(rune(c))
		}
	case described:
		number := v.Big()
		if scalar.Signed {
			number = v.BigSigned()
		}
		if name := scalar.Names[number.String()]; name != "" {
			return name
		}
		return number.String()
	}
	if strings.HasPrefix(typ, "unsigned") || typ == "_Bool" || typ == "" {
		return v.Big().String()
	}
	return v.BigSigned().String()
}

// unqualified is a type's name without its qualifiers.
func unqualified(typ string) string {
	for _, q := range []string{"const", "volatile"} {
		typ = strings.TrimSuffix(strings.TrimPrefix(typ, q+" "), " "+q)
	}
	return typ
}

// pointerWords names the object of the program that an address lies in, where that has a name.
func (p *Program) pointerWords(typ string, address uint64) string {
	if address == 0 {
		return "NULL"
	}
	o := p.ObjectNear(address)
	if o == nil {
		o = p.ObjectBefore(address)
	}
	if o == nil {
		return p.outsideWords(typ, address)
	}
	distance := int64(address - o.Address)
	switch {
	case o.Kind == StringObject:
		return PointerInto("a string literal", distance, 1)
	case o.Kind == FunctionObject:
		return PointerInto(localName(o.Name), distance, 1)
	}
	return PointerInto(localName(o.Name), distance, o.unit())
}

// outsideWords names an object outside by its number from 1, which tells it from others. Functions are numbered by
// their types, which the address does not tell.
func (p *Program) outsideWords(typ string, address uint64) string {
	const mostNumbered = 1000
	if p.Model == nil || !p.Model.IsOutside(address) {
		return fmt.Sprintf("%#x", address)
	}
	number := (address - p.Model.ObjectOutside(0)) >> p.Model.GranuleBits
	if start := p.Model.ObjectOutside(number); number < mostNumbered {
		if strings.Contains(typ, "(*") && address == start {
			return "a pointer to a function from outside"
		}
		words := fmt.Sprintf("a pointer to object %d from outside", number+1)
		switch distance := address - start; distance {
		case 0:
			return words
		case 1:
			return words + " + 1 byte"
		default:
			return fmt.Sprintf("%s + %d bytes", words, distance)
		}
	}
	return fmt.Sprintf("%#x", address)
}

// CompoundLiteral begins the names of objects that compound literals stand for, (int[]){1, 2}, with a number behind.
const CompoundLiteral = ".literal"

// unit is the size of an element of an array; 0: the object is none.
func (o *Object) unit() int64 {
	from := strings.IndexByte(o.Type, '[')
	if from < 0 || !strings.HasSuffix(o.Type, "]") {
		return 0
	}
	count, _, _ := strings.Cut(o.Type[from+1:], "]")
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n <= 0 || int64(o.Size)%n != 0 {
		return 1
	}
	return int64(o.Size) / n
}

// PointerInto is a pointer into an object with a name, as C writes it: &x, buf, buf + 4, &x + 2
// bytes. unit is the size of an element of an array; 0: the object is none.
func PointerInto(name string, distance, unit int64) string {
	switch {
	case strings.HasPrefix(name, CompoundLiteral):
		name, unit = "a pointer to a compound literal", 1
	case unit == 0:
		name = "&" + name
	}
	sign := "+"
	if distance < 0 {
		sign, distance = "-", -distance
	}
	switch {
	case distance == 0:
		return name
	case unit > 0 && distance%unit == 0:
		return fmt.Sprintf("%s %s %d", name, sign, distance/unit)
	case distance == 1:
		return fmt.Sprintf("%s %s 1 byte", name, sign)
	}
	return fmt.Sprintf("%s %s %d bytes", name, sign, distance)
}

func floatWords(v term.Value) string {
	pattern := v.Bits()
	bits := pattern.Big().Uint64()
	switch pattern.Width() {
	case 32:
		return decimalPoint(strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32))
	case 64:
		return decimalPoint(strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64))
	}
	return "a floating-point number of " + strconv.Itoa(pattern.Width()) + " bits"
}

// decimalPoint writes a number as C does, and infinities and NaN as its macros.
func decimalPoint(text string) string {
	switch text {
	case "NaN":
		return "NAN"
	case "+Inf":
		return "INFINITY"
	case "-Inf":
		return "-INFINITY"
	}
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// localName is the name of an object without the function that it is declared in.
func localName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }
