package typecheck

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// typeNumbers tells every scalar type apart.
const typeNumbers = `, _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: 8, long: 9,
	unsigned long: 10, long long: 11, unsigned long long: 12, float: 13, double: 14, long double: 15, char *: 16, const char *: 17, void *: 18,
	int *: 19, const int *: 20, struct s *: 21, int (*)(int): 22, int (*)[3]: 23, const void *: 24, volatile int *: 25, default: 99)`

const expressionDeclarations = `_Bool b; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
long long ll; unsigned long long ull; float f; double d; long double ld; enum small { SMALL = 1 } es; enum negative { NEGATIVE = -1 } en;
enum large { LARGE = 0xffffffff } el; struct s { int a : 3; unsigned b : 5; unsigned c : 32; int d : 32; _Bool e : 1; int n; struct s *next; } st;
char *pc; const char *pcc; void *pv; const void *pcv; int *pi; const int *pci; volatile int *pvi; int array[3]; int matrix[2][3]; int function(int); struct s *ps; int (*pf)(int);
`

// TestExpressionTypes compares the types of random expressions with gcc's. Bit-fields stand under an operator:
// by themselves gcc gives them types that _Generic cannot name.
func TestExpressionTypes(t *testing.T) {
	for _, model := range []string{"ILP32", "LP64", narrow} {
		for seed := int64(1); seed <= 4; seed++ {
			t.Run(fmt.Sprintf("%s/%d", model, seed), func(t *testing.T) {
				g := &expressionGenerator{rand.New(rand.NewSource(seed)), model == narrow}
				var queries []string
				for range 300 {
					queries = append(queries, "_Generic(("+g.typed(3)+")"+typeNumbers, "sizeof(0 + "+g.typed(2)+")",
						"_Generic(("+g.pointer(3)+")"+typeNumbers)
				}
				expectGCC(t, model, declarationsFor(model), queries)
			})
		}
	}
}

// TestConstantExpressions compares the values of random constant expressions with gcc's.
func TestConstantExpressions(t *testing.T) {
	for _, model := range []string{"ILP32", "LP64", narrow} {
		for seed := int64(1); seed <= 4; seed++ {
			t.Run(fmt.Sprintf("%s/%d", model, seed), func(t *testing.T) {
				g := &expressionGenerator{rand.New(rand.NewSource(seed)), model == narrow}
				var queries []string
				for range 500 {
					queries = append(queries, g.constant(4))
				}
				expectGCC(t, model, declarationsFor(model), queries)
			})
		}
	}
}

// declarationsFor are the declarations with bit-fields of the width of int.
func declarationsFor(model string) string {
	if model == narrow {
		return strings.NewReplacer("c : 32", "c : 16", "d : 32", "d : 16").Replace(expressionDeclarations)
	}
	return expressionDeclarations
}

type expressionGenerator struct {
	random *rand.Rand
	narrow bool // int has 16 bits
}

func (g *expressionGenerator) pick(list ...string) string { return list[g.random.Intn(len(list))] }

func (g *expressionGenerator) leaf() string {
	return g.pick("b", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "f", "d", "ld", "es", "en", "el", "SMALL", "NEGATIVE",
		"+st.a", "+st.b", "+st.c", "-st.d", "~st.e", "st.n", "+ps->b", "ps->n", "'a'", "1", "2u", "3l", "4ull", "0x80000000", "2147483648", "0xffffffffffffffff",
		"1.0", "1.0f", "1.0l", "*pc", "*pi", "*pci", "array[1]", "matrix[1][2]", "function(1)", "pf(2)", "sizeof(int)", "(pi - array)", "i++", "--c", "(uc += 1)", "(s = l)")
}

func (g *expressionGenerator) integer(depth int) string {
	if depth > 0 && g.random.Intn(2) == 0 {
		return "(" + g.integer(depth-1) + g.pick(" + ", " - ", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "==", "&&", "||") + g.integer(depth-1) + ")"
	}
	return g.pick("b", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "es", "en", "el", "+st.a", "+st.b", "+st.c", "-st.d", "~st.e", "1", "2u", "3l", "4ull", "'x'", "~us", "-uc", "!d", "+c")
}

func (g *expressionGenerator) pointer(depth int) string {
	if depth > 0 {
		switch g.random.Intn(5) {
		case 0:
			return "(" + g.pointer(depth-1) + g.pick(" + ", " - ") + g.integer(depth-1) + ")"
		case 1:
			return "(i ? " + g.pointer(depth-1) + " : " + g.pick("0", "(void *)0", "pv", "pcv") + ")"
		case 2:
			return "(i ? " + g.pick("0", "(void *)0", "pv") + " : " + g.pointer(depth-1) + ")"
		}
	}
	return g.pick("pc", "pcc", "pi", "pci", "pvi", "array", "&array[1]", "matrix[1]", "ps", "ps->next", "&st", "&i", "pv", "pcv", "matrix", "(char *)pi", "&st.n", "*&pi", "&*pi")
}

// typed is a random expression that need not be constant.
func (g *expressionGenerator) typed(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	switch g.random.Intn(9) {
	case 0, 1, 2:
		return "(" + g.typed(depth-1) + g.pick(" + ", " - ", " * ", " / ", " < ", " == ", " && ", " || ") + g.typed(depth-1) + ")"
	case 3:
		return g.integer(depth)
	case 4:
		return "(" + g.typed(depth-1) + " ? " + g.typed(depth-1) + " : " + g.typed(depth-1) + ")"
	case 5:
		return g.pick("-", "+", "!") + "(" + g.typed(depth-1) + ")"
	case 6, 7:
		return "(" + g.pick("char", "_Bool", "unsigned short", "float", "unsigned long", "long long", "enum small") + ")" + g.typed(0)
	}
	return "(" + g.leaf() + ", " + g.typed(depth-1) + ")"
}

// constant is a random constant expression with a value in C: shifts and divisors are in range.
func (g *expressionGenerator) constant(depth int) string {
	if depth == 0 || g.random.Intn(6) == 0 {
		return g.pick("0", "1", "-1", "7", "255", "127", "-128", "2147483647", "(-2147483647 - 1)", "4294967295u", "0x80000000", "9223372036854775807ll",
			"18446744073709551615ull", "100000l", "5ul", "'a'", `'\377'`, "SMALL", "NEGATIVE", "LARGE", "sizeof(long)", "sizeof(struct s)", "__builtin_offsetof(struct s, next)", "65536u")
	}
	x := g.constant(depth - 1)
	switch g.random.Intn(9) {
	case 0, 1:
		return "(" + x + g.pick(" & ", " | ", " ^ ", " < ", " <= ", " == ", " != ", " >= ", " > ", " && ", " || ") + g.constant(depth-1) + ")"
	case 2:
		// Unsigned arithmetic wraps.
		return "((" + g.pick("unsigned", "unsigned long", "unsigned long long") + ")" + x + g.pick(" + ", " - ", " * ") + "(unsigned)" + g.constant(depth-1) + ")"
	case 3:
		return "((unsigned long long)" + x + g.pick(" / ", " % ") + "((" + g.constant(depth-1) + " & 15) + 1))"
	case 4:
		return "(" + x + " >> (" + g.constant(depth-1) + " & 7))"
	case 5:
		most := " & 31))"
		if g.narrow {
			most = " & 15))"
		}
		return "((unsigned)" + x + " << (" + g.constant(depth-1) + most
	case 6:
		return "((" + g.pick("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "long long", "_Bool", "unsigned long") + ")" + x + ")"
	case 7:
		return "(" + x + " ? " + g.constant(depth-1) + " : " + g.constant(depth-1) + ")"
	}
	return g.pick("~", "!", "-(short)", "+") + "(" + x + ")"
}
