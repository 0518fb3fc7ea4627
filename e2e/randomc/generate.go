// Package randomc holds the C front end and the interpreter against gcc: random programs compute a
// checksum, and the interpreter must come to the compiled program's.
package randomc

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator writes a random C program without undefined behaviour (given wrapping arithmetic) and
// without dependence on evaluation order.
type generator struct {
	random *rand.Rand
	out    strings.Builder
	depth  int
	loops  int
	// open: main starts with inputs
	open bool
	// functions that have been written, with the number of their parameters
	functions []int
	locals    []string
}

const prelude = `typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;
typedef unsigned int u32; typedef int s32; typedef unsigned long long u64; typedef long long s64;
struct bits { s8 a; u32 low : 5; s32 mid : 7; u32 high : 11; s16 d; };
struct inner { u8 x; s64 y; };
struct outer { s16 first; struct inner in; s32 list[3]; struct bits b; };
union mixed { u32 word; u8 bytes[4]; s16 halves[2]; };
extern void reach_error(void);
static u64 checksum = 14695981039346656037ULL;
static void mix(u64 v) { checksum = (checksum ^ v) * 1099511628211ULL; }
s32 g0 = 7; u32 g1 = 4000000000U; s8 g2 = -3; u64 g3; s16 g4[5] = { 1, -2, 3 }; static u8 g5 = 200;
struct outer so = { 3, { 9, -5 }, { 1, 2, 3 }, { 1, 2, 3, 4, 5 } }; struct outer array[3]; struct bits sb = { -1, 31, -64, 2047, 9 };
union mixed um = { 0x01020304 }; s32 *gp = &g0; struct outer *sp = &array[1]; double gd = 1.5; float gf = -0.25f;
const char *text = "hello";
`

// Program returns the text of the program of a seed. It reports EXPECTED as its checksum or reaches an
// error.
func Program(seed int64) string {
	return (&generator{random: rand.New(rand.NewSource(seed))}).program()
}

// Open is Program with inputs, and a checksum that shifts where Program's multiplies, which solvers are better at.
func Open(seed int64) string {
	g := &generator{random: rand.New(rand.NewSource(seed)), open: true}
	text := strings.Replace(g.program(), "(checksum ^ v) * 1099511628211ULL", "(checksum << 9 | checksum >> 55) ^ v", 1)
	return "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern long long __VERIFIER_nondet_longlong(void);\n" + text
}

func (g *generator) program() string {
	g.out.WriteString(prelude)
	for i := 0; i < 3; i++ {
		g.function(i)
	}
	g.line("static struct outer twist(struct outer s, s32 k) { s.list[1] += k; s.in.y ^= k; s.b.mid = k; return s; }")
	g.line("static s32 apply(s32 (*f)(s32, s32), s32 x, s32 y) { return f(x, y); }")
	g.line("static s32 plus(s32 x, s32 y) { return x + y; }")
	g.line("static s32 minus(s32 x, s32 y) { return x - y; }")
	g.line("int main(void) {")
	g.locals = nil
	g.declareLocals()
	if g.open {
		g.line("  g0 = __VERIFIER_nondet_int(); g2 = __VERIFIER_nondet_uchar(); l0 = __VERIFIER_nondet_int(); l1 = __VERIFIER_nondet_int(); l3 = __VERIFIER_nondet_uchar();")
		g.line("  g3 = __VERIFIER_nondet_longlong(); la[1] = __VERIFIER_nondet_int(); um.word = __VERIFIER_nondet_int(); sb.mid = __VERIFIER_nondet_int(); gf = __VERIFIER_nondet_uchar();")
	}
	for i := 0; i < 12; i++ {
		g.statement()
	}
	g.line("so = twist(so, %s); array[2] = twist(so, 5); mix(array[2].in.y); mix(twist(array[0], 2).list[1]);", g.expr())
	g.line("mix(apply(%s ? plus : minus, l0, l1));", g.expr())
	g.final()
	g.line("}")
	return g.out.String()
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("  ", g.depth)+format+"\n", args...)
}

func (g *generator) pick(options ...string) string { return options[g.random.Intn(len(options))] }

func (g *generator) declareLocals() {
	g.depth++
	g.line("s32 l0 = %s; u32 l1 = %s; s64 l2 = %s; u8 l3 = %s; s32 taken = %s; s32 *lp = &taken;", g.expr(), g.expr(), g.expr(), g.expr(), g.expr())
	g.line("s32 la[4] = { %s, %s }; struct bits lb = { %s, %s }; struct outer lo = { .in = { .y = %s } };", g.expr(), g.expr(), g.expr(), g.expr(), g.expr())
	g.locals = []string{"l0", "l1", "l2", "l3", "taken", "*lp", "la[1]", "lb.low", "lb.mid", "lo.in.y", "lo.list[2]", "lo.b.high"}
	g.depth--
}

func (g *generator) function(n int) {
	g.line("static s32 f%d(s32 p, u32 q) {", n)
	g.locals = nil
	g.declareLocals()
	g.locals = append(g.locals, "p", "q")
	for i := 0; i < 4; i++ {
		g.statement()
	}
	g.depth++
	g.line("return %s;", g.expr())
	g.depth--
	g.line("}")
	g.functions = append(g.functions, n)
}

// lvalue is something that can be assigned and read as an integer.
func (g *generator) lvalue() string {
	all := []string{"g0", "g1", "g2", "g3", "g5", "so.in.y", "so.first", "sb.low", "sb.mid", "sb.high", "sb.a", "um.word", "sp->in.x", "sp->b.mid"}
	all = append(all, g.locals...)
	all = append(all, g.locals...)
	if len(g.locals) > 0 && g.random.Intn(4) == 0 {
		i := g.simple()
		return g.pick("g4[(u32)("+i+") % 5]", "la[(u32)("+i+") % 4]", "um.bytes[("+i+") & 3]", "array[(u32)("+i+") % 3].list[("+i+") & 1]", "um.halves[("+i+") & 1]", "*(la + (("+i+") & 3))")
	}
	return all[g.random.Intn(len(all))]
}

func (g *generator) simple() string {
	if g.random.Intn(3) == 0 {
		return g.constant()
	}
	if len(g.locals) == 0 {
		return g.pick("g0", "g1", "g2", "g3")
	}
	return g.pick("g0", "g1", "g2", "l0", "l1", "l2", "l3")
}

func (g *generator) constant() string {
	return g.pick("0", "1", "-1", "2", "7", "13", "255", "65535", "0x7fffffff", "0x80000000U", "1000000007", "-128", "3000000000LL", "'a'", "sizeof(struct outer)")
}

func (g *generator) expr() string { return g.expression(3) }

func (g *generator) expression(depth int) string {
	if depth == 0 {
		return g.atom()
	}
	x, y := g.expression(depth-1), g.expression(depth-1-g.random.Intn(depth))
	switch g.random.Intn(14) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^"), y)
	case 3:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("<", "<=", ">", ">=", "==", "!="), y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("&&", "||"), y)
	case 5:
		return fmt.Sprintf("(%s %s (%s & 7))", x, g.pick("<<", ">>"), y)
	case 6:
		return fmt.Sprintf("(%s %s (%s | 1))", x, g.pick("/", "%"), g.pick("5", "17", "(u32)"+y, "(u64)"+y))
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", g.atom(), x, y)
	case 8:
		return fmt.Sprintf("((%s)%s)", g.pick("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "_Bool"), x)
	case 9:
		return fmt.Sprintf("(%s %s)", g.pick("-", "~", "!"), x)
	default:
		return g.atom()
	}
}

func (g *generator) atom() string {
	switch g.random.Intn(8) {
	case 0, 1:
		return g.constant()
	case 2:
		return g.pick("text[1]", "*gp", "so.list[2]", "g4[2]", "(sp - array)", "(&g4[3] - g4)", "(s32)gd", "(gf < gd)", "(s64)(gd * 3.5)")
	}
	if len(g.locals) == 0 {
		return g.simple()
	}
	return g.lvalue()
}

func (g *generator) statement() {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 4 {
		g.line("mix(%s);", g.expr())
		return
	}
	switch g.random.Intn(13) {
	case 0, 1, 2:
		g.line("%s = %s;", g.lvalue(), g.expr())
	case 3:
		g.line("%s %s %s;", g.lvalue(), g.pick("+=", "-=", "*=", "&=", "|=", "^="), g.expr())
	case 4:
		g.line("%s%s;", g.lvalue2(), g.pick("++", "--"))
	case 5:
		g.line("if (%s) {", g.expr())
		g.statement()
		g.line("} else {")
		g.statement()
		g.line("}")
	case 6:
		g.loop()
	case 7:
		g.switchStatement()
	case 8:
		if len(g.functions) > 0 {
			// The call may move what the target depends on, so it comes first.
			g.line("{ s32 r = f%d(%s, %s); %s = r; }", g.functions[g.random.Intn(len(g.functions))], g.expr(), g.expr(), g.lvalue())
		}
	case 9:
		g.line("%s", g.pick("lp = &la[2];", "lp = &taken;", "gp = &g0;", "lo = so;", "array[0] = lo;", "sp = &array[2];", "sp = array;", "lb = sb;", "so.b = lb;", "lo.in = so.in;"))
	case 10:
		g.line("%s", g.pick("gd = gd * 0.5 + (s32)l3;", "gf = (float)gd + 1;", "gd = l0;", "mix(gd > 0);", "mix((s64)gf);", "gf = -gf;", "__builtin_memset(&lo, 0, sizeof lo);", "__builtin_memcpy(&so, &lo, sizeof so);"))
	default:
		g.line("mix(%s);", g.expr())
	}
}

// lvalue2 is parenthesised for the postfix operators.
func (g *generator) lvalue2() string { return "(" + g.lvalue() + ")" }

func (g *generator) loop() {
	n := g.loops
	g.loops++
	switch g.random.Intn(3) {
	case 0:
		g.line("{ for (s32 i%d = 0; i%d < %d; i%d++) {", n, n, 1+g.random.Intn(5), n)
	case 1:
		g.line("{ u32 i%d = %d; while (i%d-- > 0) {", n, 1+g.random.Intn(4), n)
	default:
		g.line("{ s32 i%d = %d; do {", n, g.random.Intn(4))
		g.statement()
		g.line("  if (%s) continue;", g.expr())
		g.line("} while (--i%d > 0); }", n)
		return
	}
	g.statement()
	g.line("  if (%s) %s;", g.expr(), g.pick("break", "continue"))
	g.statement()
	g.line("} }")
}

func (g *generator) switchStatement() {
	g.line("switch (%s) {", g.expr())
	g.line("case 0: %s = 3;", g.lvalue())
	g.line("case 1 ... 9: mix(%s); break;", g.expr())
	g.line("case -1: %s = %s;", g.lvalue(), g.expr())
	g.line("default:")
	g.statement()
	g.line("}")
}

// final mixes the state into the checksum.
func (g *generator) final() {
	g.depth++
	g.line("mix(g0); mix(g1); mix(g2); mix(g3); mix(g5); mix(sb.low); mix(sb.mid); mix(sb.high); mix(um.word); mix(*gp); mix(sp - array);")
	g.line("for (s32 i = 0; i < 5; i++) mix(g4[i]);")
	g.line("for (s32 i = 0; i < 3; i++) { mix(array[i].first); mix(array[i].in.x); mix(array[i].in.y); mix(array[i].list[i]); mix(array[i].b.mid); }")
	g.line("mix(l0); mix(l1); mix(l2); mix(l3); mix(taken); mix(*lp); mix(la[0]); mix(la[3]); mix(lb.low); mix(lb.high); mix(lo.in.y); mix((s64)gd); mix(so.in.y);")
	g.line("#ifdef PRINT")
	g.line("__builtin_printf(\"%%llu\\n\", checksum);")
	g.line("#else")
	g.line("if (checksum != EXPECTED) reach_error();")
	g.line("#endif")
	g.line("return 0;")
	g.depth--
}
