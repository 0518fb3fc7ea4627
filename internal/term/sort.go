package term

import (
	"fmt"
	"math/big"
	"strings"
)

// Kind is the family of a sort.
type Kind uint8

// The kinds. KindInvalid is the kind of a forgotten sort or value.
const (
	KindInvalid Kind = iota
	KindBool
	KindBV
	KindInt
	KindReal
	KindFloat
	KindArray
	KindUninterpreted
)

var kindNames = [...]string{"invalid", "Bool", "BV", "Int", "Real", "Float", "Array", "Uninterpreted"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Sort is the type of a term. Within one Builder equal sorts are the same pointer.
type Sort struct {
	Kind Kind
	// Width is the number of bits of a BV sort.
	Width int
	// Exp and Sig are SMT-LIB's eb and sb of a Float sort: the significand counts its hidden bit.
	Exp, Sig int
	// Index and Elem are the parts of an Array sort.
	Index, Elem *Sort
	// Name is the name of an uninterpreted sort.
	Name string

	id uint32
}

// String is the SMT-LIB text of the sort.
func (s *Sort) String() string {
	switch s.Kind {
	case KindBV:
		return fmt.Sprintf("(_ BitVec %d)", s.Width)
	case KindFloat:
		return fmt.Sprintf("(_ FloatingPoint %d %d)", s.Exp, s.Sig)
	case KindArray:
		return "(Array " + s.Index.String() + " " + s.Elem.String() + ")"
	case KindUninterpreted:
		return quoteSymbol(s.Name)
	}
	return s.Kind.String()
}

// IsNumeric reports whether values of the sort are mathematical numbers: Int or Real.
func (s *Sort) IsNumeric() bool { return s.Kind == KindInt || s.Kind == KindReal }

// sameSort compares structurally: values may outlive the builder that made their sort.
func sameSort(a, b *Sort) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case KindBV:
		return a.Width == b.Width
	case KindFloat:
		return a.Exp == b.Exp && a.Sig == b.Sig
	case KindArray:
		return sameSort(a.Index, b.Index) && sameSort(a.Elem, b.Elem)
	case KindUninterpreted:
		return a.Name == b.Name
	}
	return true
}

// cardinality is the number of values of s, or 0 when it is infinite or more than 2^20.
func (s *Sort) cardinality() uint64 {
	const limit = 20
	switch s.Kind {
	case KindBool:
		return 2
	case KindBV:
		if s.Width <= limit {
			return 1 << uint(s.Width)
		}
	}
	return 0
}

// Zero is the value that stands for "nothing said" in a sort: false, 0, +0.0, the array of zeros.
func (s *Sort) Zero() Value {
	switch s.Kind {
	case KindBool:
		return BoolValue(false)
	case KindBV:
		return BVBigValue(s.Width, new(big.Int))
	case KindInt:
		return IntValue(0)
	case KindReal:
		return RealValue(new(big.Rat))
	case KindFloat:
		return FloatValue(s.Exp, s.Sig, BVBigValue(s.Exp+s.Sig, new(big.Int)))
	case KindArray:
		return ArrayVal(NewArrayValue(s, s.Elem.Zero()))
	case KindUninterpreted:
		return UninterpretedValue(s, 0)
	}
	return Value{}
}

// withoutBars takes from names what no quoted symbol has. It is made once: programs are printed often, symbol by
// symbol.
var withoutBars = strings.NewReplacer("|", "!bar!", "\\", "!backslash!")

// quoteSymbol writes a symbol the SMT-LIB way: bare when it is a simple symbol, else in bars.
func quoteSymbol(name string) string {
	if isSimpleSymbol(name) {
		return name
	}
	return "|" + withoutBars.Replace(name) + "|"
}

func isSimpleSymbol(name string) bool {
	if name == "" || (name[0] >= '0' && name[0] <= '9') || reservedSymbols[name] {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case strings.IndexByte("~!$%^&*_-+=<>.?/", c) >= 0 && i > 0, c == '_' && i == 0 && len(name) > 1, c == '$' || c == '~':
		default:
			return false
		}
	}
	return true
}

// reservedSymbols are the words of SMT-LIB and of its theories: a variable with such a name is quoted
// so that no reader takes it for the operator.
var reservedSymbols = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`let forall exists match par as ! _ true false BINARY DECIMAL HEXADECIMAL NUMERAL STRING
		assert check-sat declare-fun declare-const define-fun push pop exit Bool Int Real Array BitVec FloatingPoint RoundingMode
		Float16 Float32 Float64 Float128 NaN RNE RNA RTP RTN RTZ const bvsub bvneg bvuge bvugt bvsge bvsgt abs implies iff`) {
		words[w] = true
	}
	for _, info := range opTable {
		words[info.text] = true
	}
	return words
}()
