// Package exhaustive holds verdicts of random C programs against the truth: a program draws few
// inputs of few values, so that the compiled program can be run on every sequence of them.
package exhaustive

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes a random program without undefined behaviour, given wrapping arithmetic, and
// without dependence on the order of evaluation. It calls functions that call one another and
// themselves, through pointers too, with pointers to globals, to variables of callers and to
// allocated objects, any two of which may be the same.
type generator struct {
	*rand.Rand
	out      strings.Builder
	inputs   int // that the function at hand may still draw
	places   []string
	pointers []string // that hold the address of a byte
	function int      // -1: main
	loops    int
	heap     bool // the function at hand has an allocated object
	called   int
	// recursive: functions call themselves and one another.
	recursive bool
	// careless: memory may be used in undefined ways, which the checks of memory and sanitizers notice.
	careless bool
}

const (
	functions = 3
	maxInputs = 5 // of a run
)

const prelude = `typedef unsigned char u8;
struct S { u8 x; signed char y : 3; unsigned z : 2; u8 l[2]; };
union U { u8 c[4]; unsigned w; unsigned short h[2]; };
struct N { u8 v; struct N *next; };
u8 ga = 1, gb, arr[4] = { 3, 1 }, *gp = &ga;
int gi = -1;
volatile u8 gv;
struct S gs = { 2, -1, 1 }, gt, *sp = &gs;
union U gu;
struct N *head;
static void push(u8 v) { struct N *n = malloc(sizeof *n); n->v = v; n->next = head; head = n; }
static u8 pop(void) { struct N *n = head; u8 v = 0; if (n) { v = n->v; head = n->next; free(n); } return v; }
static u8 in(void) { u8 c = __VERIFIER_nondet_uchar(); if (c > 3) abort(); return c; }
static u8 fuel = 4;
static void swap(u8 *a, u8 *b) { u8 t = *a; *a = *b; *b = t; }
static struct S twist(struct S s, u8 k) { s.x += k; s.y = k; s.l[k & 1] ^= 3; return s; }
static u8 plus(u8 a, u8 b) { return a + b; }
static u8 pick(u8 a, u8 b) { return a ? b : gi; }
static u8 (*op)(u8, u8) = plus;
static struct { u8 (*f)(u8, u8); u8 n; } calls = { pick, 2 };
static int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }
static double half(double d) { return d * 0.5; }
static u8 tick(void) { static u8 n = 1; return n++; }
static struct S *other(struct S *s) { return s == &gs ? &gt : &gs; }
`

// Program is the program of a seed, without the declarations of what it calls.
func Program(seed int64) string {
	return (&generator{Rand: rand.New(rand.NewPCG(uint64(seed), 7)), recursive: seed%3 != 0}).program()
}

// Careless is one that may access what is not there, or free it.
func Careless(seed int64) string {
	return (&generator{Rand: rand.New(rand.NewPCG(uint64(seed), 9)), recursive: seed%3 == 0, careless: true}).program()
}

func (g *generator) program() string {
	g.out.WriteString(prelude)
	for n := range functions {
		g.line("static u8 f%d(u8 x, u8 *p, struct S s);", n)
	}
	g.line("static u8 (*table[2])(u8, u8 *, struct S) = { f0, f%d };", 1+g.IntN(2))
	for n := range functions {
		g.define(n)
	}
	g.main()
	return g.out.String()
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

func (g *generator) pick(options ...string) string { return options[g.IntN(len(options))] }

func (g *generator) define(n int) {
	g.function, g.inputs, g.heap, g.called = n, g.IntN(2), false, 0
	g.line("static u8 f%d(u8 x, u8 *p, struct S s) {", n)
	g.locals("p", "x")
	g.places = append(g.places, "x", "*p", "s.x", "s.y", "s.l[1]")
	for range 2 + g.IntN(4) {
		g.statement(2)
	}
	g.line("out:")
	// What points to a variable of this function goes before the variable does.
	if !g.careless || g.IntN(6) > 0 {
		g.line("gp = &gb;")
	}
	if g.heap {
		g.line("free(h);")
	}
	g.line("return r; }")
}

func (g *generator) main() {
	g.function, g.inputs, g.heap, g.called = -1, 3, false, 0
	g.line("int main(void) {")
	g.locals("&ga", "3")
	for range 4 + g.IntN(5) {
		g.statement(2)
	}
	g.line("out:")
	g.line("if (%s == %s && %s %s %s) reach_error();", g.place(), g.constant(), g.place(), g.pick("==", "!=", "<"), g.expression(1))
	if g.heap {
		g.line("free(h);")
	}
	g.line("return 0; }")
}

// locals declares the variables of a function; given and small are values for some.
func (g *generator) locals(given, small string) {
	g.line("u8 r = %s, l0 = %s, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = %s; int li = %s;", g.constant(), small,
		g.pick("&l0", "&la[1]", "&arr[l0 & 3]", given, "&ls.x", "gp"), g.constant())
	g.places = []string{"r", "l0", "li", "la[1]", "la[l0 & 1]", "*lp", "ls.x", "ls.y", "ls.z", "ls.l[0]"}
	g.pointers = []string{"&l0", "&la[0]", "lp", "&ls.x", "&r"}
	if g.IntN(3) == 0 {
		g.heap = true
		g.line("u8 *h = malloc(2); h[0] = %s; h[1] = l0;", g.constant())
		g.places = append(g.places, "h[0]", "h[l0 & 1]")
		g.pointers = append(g.pointers, "h", "h + 1")
	}
	g.line("(void)li; (void)la; (void)lp;")
}

// place is something that can be assigned and read as an integer.
func (g *generator) place() string {
	if g.careless && g.IntN(25) == 0 {
		places := []string{"arr[ga & 7]", "arr[gb]", "la[l0 & 3]", "head->v", "sp->x", "*gp", "gp[l0 & 1]", "lp[1]"}
		if g.heap {
			places = append(places, "h[ga & 3]", "h[l0]")
		}
		return g.pick(places...)
	}
	if g.IntN(2) == 0 {
		return g.places[g.IntN(len(g.places))]
	}
	return g.pick("ga", "gb", "gi", "gv", "*gp", "arr[ga & 3]", "arr[1]", "gs.x", "gs.y", "gs.z", "gs.l[gb & 1]", "sp->x", "sp->y", "gu.c[1]",
		"gu.c[ga & 3]", "gu.w", "gu.h[0]", "gu.h[gb & 1]")
}

// address is one of a byte that is there as long as the function at hand runs.
func (g *generator) address() string {
	if g.IntN(2) == 0 {
		return g.pointers[g.IntN(len(g.pointers))]
	}
	return g.pick("&ga", "&gb", "&arr[gb & 3]", "&gs.x", "&sp->l[1]", "&gu.c[2]", "gp")
}

func (g *generator) constant() string {
	return g.pick("0", "1", "2", "3", "-1", "4", "255", "7")
}

func (g *generator) expression(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		if g.IntN(3) == 0 {
			return g.constant()
		}
		return g.place()
	}
	x, y := g.expression(depth-1), g.expression(depth-1)
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), x, y)
	case 1:
		return fmt.Sprintf("(%s %s (%s & 3))", x, g.pick("<<", ">>"), y)
	case 2:
		return fmt.Sprintf("(%s %s ((%s & 3) + 1))", x, g.pick("/", "%"), y)
	case 3:
		return fmt.Sprintf("(%s)%s", g.pick("signed char", "u8", "unsigned", "_Bool", "short"), x)
	case 4:
		return g.pick("-", "~", "!") + "(" + x + ")"
	case 5:
		return "(" + g.condition(depth-1) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^", "+"), y)
}

func (g *generator) condition(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		return fmt.Sprintf("(%s) %s (%s)", g.condition(depth-1), g.pick("&&", "||"), g.condition(depth-1))
	}
	if g.IntN(8) == 0 {
		return g.pick("gp == &ga", "head != 0", "head == 0", "sp == &gt", "gp == lp", "op == pick", "lp != &l0")
	}
	return fmt.Sprintf("%s %s %s", g.expression(min(depth, 1)), g.pick("==", "!=", "<", ">="), g.expression(min(depth, 1)))
}

func (g *generator) statement(depth int) {
	switch n := g.IntN(16); {
	case n < 5 || depth == 0:
		g.line("%s %s %s;", g.place(), g.pick("=", "=", "+=", "^=", "-="), g.expression(2))
	case n == 5 || n == 15 && g.function < 0:
		g.line("if (%s) reach_error();", g.rare())
	case n < 9:
		g.call()
	case n == 9:
		g.line("if (%s) {", g.condition(1))
		g.statement(depth - 1)
		g.line("} else {")
		g.statement(depth - 1)
		g.line("}")
	case n == 10:
		g.loop(depth)
	case n == 11:
		g.line("switch (%s) { case 0: case 2:", g.expression(1))
		g.statement(depth - 1)
		g.line("%s case 1:", g.pick("break;", ";"))
		g.statement(0)
		g.line("default: ; }")
	case n == 12 && g.inputs > 0:
		g.inputs--
		g.line("%s = in();", g.place())
	default:
		g.special()
	}
}

// rare is a condition that is mostly false.
func (g *generator) rare() string {
	return fmt.Sprintf("%s == %s && %s", g.place(), g.pick("1", "2", "3", "5", "6", "250"), g.condition(1))
}

// call calls one of the functions, at most twice from each, with a smaller number from themselves.
func (g *generator) call() {
	if g.called == 2 || g.function >= 0 && g.called == 1 || !g.recursive && g.function == 0 {
		g.line("swap(%s, %s);", g.address(), g.address())
		return
	}
	g.called++
	callees := []string{"f0", "f1", "f2", "table[ga & 1]", "table[1]"}
	if !g.recursive {
		if callees = callees[:functions]; g.function >= 0 {
			callees = callees[:g.function]
		}
	}
	name := g.pick(callees...)
	call := fmt.Sprintf("r %s= %s(%s, %s, %s);", g.pick("", "+", "^"), name, "%s", g.address(), g.pick("gs", "ls", "*sp"))
	if g.function < 0 {
		g.line(call, g.pick("0", "1", "2", "l0 & 1", "ga & 3"))
		return
	}
	g.line("if (fuel) { fuel--; "+call+" }", g.pick("x - 1", "x", "x & 1", "2"))
}

func (g *generator) loop(depth int) {
	n := g.loops
	g.loops++
	calls, inputs := g.called, g.inputs
	g.called, g.inputs = 2, 0 // the number of either would grow with the rounds
	if g.function >= 0 {
		g.called = 1
	}
	g.line("for (u8 i%d = 0; i%d < %s; i%d++) { ROUND", n, n, g.pick("2", "3", "(l0 & 3)", "gs.z"), n)
	g.statement(depth - 1)
	if g.IntN(2) == 0 {
		g.line("if (%s) %s;", g.condition(1), g.pick("break", "continue", "goto out"))
	}
	g.line("}")
	g.called, g.inputs = calls, inputs
}

// risk is a statement that may make a later one undefined.
func (g *generator) risk() {
	risks := []string{"if (ga == 3) sp = 0;", "if (gb > 2) gp = 0;", "gp = &l0;", "if (head) { gp = &head->v; }", "(void)pop();", "if (head && head->v == 2) free(head);", "gp = p;"}
	if g.function < 0 {
		risks = risks[:len(risks)-1]
	}
	if g.heap {
		risks = append(risks, "gp = h;", "if (l0 == 2) free(h);", "if (gb == 1) { free(h); h = 0; }")
	}
	g.line("%s", g.pick(risks...))
}

// special are statements of which there are few.
func (g *generator) special() {
	if g.careless && g.IntN(3) == 0 {
		g.risk()
		return
	}
	switch g.IntN(13) {
	case 9:
		g.line("%s = sum(%d, %s, %s);", g.place(), g.IntN(3), g.expression(1), g.expression(1))
	case 10:
		g.line("%s = (int) (half(%s & 7) * 2 + 0.5);", g.place(), g.place())
	case 11:
		g.line("%s", g.pick("calls.f = plus;", "calls.f = op;", "op = calls.f;", "r += calls.f(ga, calls.n);", "calls.n = tick();", "sp = other(sp);", "other(sp)->x ^= 1;", "r = other(&gs)->z;"))
	case 12:
		g.line("%s", g.pick("memset(&gt, ga & 1, sizeof gt);", "{ union U v = gu; v.h[0] ^= 5; gu = v; }", "{ struct S v[2] = { gs, ls }; *sp = v[ga & 1]; }", "memcpy(&ls, &gs, sizeof ls);", "do { if (ga > 1) continue; gb ^= 2; } while (0);"))
	case 0:
		g.line("gp = %s;", g.pick("&ga", "&gb", "&arr[ga & 3]", "&gs.x", "&gu.c[1]"))
	case 1:
		g.line("sp = %s;", g.pick("&gs", "&gt"))
	case 2:
		g.line("%s", g.pick("gs = ls;", "ls = *sp;", "gt = gs;", "*sp = twist(ls, l0);", "ls = twist(gs, ga);", "memcpy(&gu, arr, 4);", "memcpy(arr, &gu.c[0], sizeof arr);"))
	case 3:
		g.line("%s", g.pick("push(l0);", "push(ga);", "gb = pop();", "r += pop();", "if (head) head->v ^= 1;"))
	case 4:
		g.line("op = %s;", g.pick("plus", "pick"))
	case 5:
		g.line("%s = op(%s, %s);", g.place(), g.expression(1), g.expression(1))
	case 6:
		g.line("if (%s) { %s }", g.rare(), g.pick("abort();", "exit(1);", "for (;;) { ROUND }", "goto out;"))
	case 7:
		g.line("(%s)%s;", g.place(), g.pick("++", "--"))
	default:
		g.line("swap(%s, %s);", g.address(), g.address())
	}
}
