package exhaustive

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// twin writes a random program in Boogie and, for the truth, in C, where integers are wide enough for what is computed.
type twin struct {
	*rand.Rand
	boogie, c strings.Builder
	ints      []string // that can be read and assigned, besides the globals
	flags     []string
	maps      []string
	function  int // -1: main
	recursive bool
	inputs    int
	called    int
	names     int
	requires  [functions]both
	// given are free preconditions: a body is meant for states that fulfil them, and nobody checks that.
	given [functions]both
}

// both is a piece of text in both languages.
type both struct{ boogie, c string }

const boogiePrelude = `var a, b, c: int;
var fuel: int;
var flag: bool;
var M: [int]int;
const K: int;
axiom K == 2;
function twice(x: int) returns (int) { x + x }
function {:inline} lower(x: int, y: int): int { if x < y then x else y }
`

const twinPrelude = `typedef long long z;
struct map { z at[4]; };
static z a, b, c, fuel; static int flag; static struct map M;
static const z K = 2;
static z mod(z x, z y) { return (x % y + y) % y; }
static z quotient(z x, z y) { return (x - mod(x, y)) / y; }
static z twice(z x) { return x + x; }
static z lower(z x, z y) { return x < y ? x : y; }
static z in(void) { unsigned char v = __VERIFIER_nondet_uchar(); if (v > 3) abort(); return v; }
static int choose(void) { return in() & 1; }
static struct map with(struct map m, z i, z v) { m.at[mod(i, 4)] = v; return m; }
#define CHECK(x) do { if (!(x)) reach_error(); } while (0)
#define ASSUME(x) do { if (!(x)) abort(); } while (0)
`

// Twin is the program of a seed in Boogie and in C, where a run ends at a free postcondition that
// does not hold if those are to be used, as the setting of that name of a job says.
func Twin(seed int64, freeSpecs string) (boogie, c string) {
	g := &twin{Rand: rand.New(rand.NewPCG(uint64(seed), 11)), recursive: seed%3 != 0}
	g.boogie.WriteString(boogiePrelude)
	g.c.WriteString(twinPrelude)
	if freeSpecs == "use" {
		g.c.WriteString("#define FREE(x) ASSUME(x)\n")
	} else {
		g.c.WriteString("#define FREE(x)\n")
	}
	for n := range functions {
		g.function, g.ints, g.flags, g.maps = n, []string{"x"}, []string{"flag"}, []string{"M"}
		g.requires[n], g.given[n] = g.sometimes(3), g.sometimes(5)
		fmt.Fprintf(&g.c, "static void f%d(z x, z *result, int *good);\n", n)
	}
	for n := range functions {
		g.define(n)
	}
	g.main()
	return g.boogie.String(), g.c.String()
}

func (g *twin) emit(boogie, c string) {
	g.boogie.WriteString(boogie + "\n")
	g.c.WriteString(c + "\n")
}

func (g *twin) pick(options ...string) string { return options[g.IntN(len(options))] }

func (g *twin) define(n int) {
	g.function, g.inputs, g.called = n, g.IntN(2), 0
	g.ints, g.flags, g.maps = []string{"x", "r", "a", "old(b)"}, []string{"flag", "q"}, []string{"M"}
	ensures, told := g.sometimes(3), g.sometimes(5)
	fmt.Fprintf(&g.boogie, "procedure f%d(x: int) returns (r: int, q: bool)\n  requires %s;\n  free requires %s;\n  modifies a, b, c, fuel, flag, M;\n  ensures %s;\n  free ensures %s;\n{\n",
		n, g.requires[n].boogie, g.given[n].boogie, ensures.boogie, told.boogie)
	fmt.Fprintf(&g.c, "static void f%d(z x, z *result, int *good) {\nz old_b = b, r, l0, l1; int q; struct map m;\n", n)
	g.body(3)
	g.emit("}", fmt.Sprintf("CHECK(%s); FREE(%s); *result = r; *good = q; }", ensures.c, told.c))
}

func (g *twin) main() {
	g.function, g.inputs, g.called = -1, 3, 0
	g.boogie.WriteString("procedure main()\n  modifies a, b, c, fuel, flag, M;\n{\n  var r: int;\n  var q: bool;\n")
	g.c.WriteString("int main(void) {\nz old_b = b, r, l0, l1; int q; struct map m;\n")
	g.ints, g.flags = []string{"r", "old_b"}, []string{"flag", "q"}
	g.body(5)
	g.emit("}", "return 0; }")
}

// body declares and sets the variables, and does some things.
func (g *twin) body(statements int) {
	g.boogie.WriteString("  var l0, l1: int;\n  var m: [int]int;\n")
	if g.function < 0 {
		g.boogie.WriteString("  var old_b: int;\n")
		g.emit("  a := 0; b := 1; c := 2; flag := false; fuel := 4;", "a = 0; b = 1; c = 2; flag = 0; fuel = 4;")
		for i := range 4 {
			v := g.IntN(4)
			g.emit(fmt.Sprintf("  M[%d] := %d;", i, v), fmt.Sprintf("M.at[%d] = %d;", i, v))
		}
		g.emit("  old_b := b;", "old_b = b;")
	}
	g.emit("  r := 1; q := false; l0 := 0; l1 := K; m := M;", "r = 1; q = 0; l0 = 0; l1 = K; m = M;")
	if g.function >= 0 {
		g.emit("  l0 := x;", "l0 = x;")
	}
	g.ints, g.maps = append(g.ints, "l0", "l1"), []string{"M", "m"}
	for range statements + g.IntN(4) {
		g.statement(2)
	}
}

// place is an integer that can be assigned.
func (g *twin) place() both {
	name := g.pick("a", "b", "c", "r", "l0", "l1", "a", "b")
	if g.IntN(5) == 0 {
		i, name := g.number(0), g.pick("M", "m")
		return both{name + "[(" + i.boogie + ") mod 4]", name + ".at[mod(" + i.c + ", 4)]"}
	}
	return both{name, name}
}

func (g *twin) number(depth int) both {
	if depth == 0 || g.IntN(4) == 0 {
		switch n := g.IntN(8); {
		case n < 2:
			k := g.pick("0", "1", "2", "3", "5", "K")
			return both{k, k}
		case n == 2:
			name := g.pick(g.maps...)
			i := g.pick("0", "1", "2", "3")
			return both{name + "[" + i + "]", name + ".at[" + i + "]"}
		case n < 6:
			name := g.ints[g.IntN(len(g.ints))]
			return both{name, strings.NewReplacer("old(b)", "old_b").Replace(name)}
		}
		name := g.pick("a", "b", "c")
		return both{name, name}
	}
	x, y := g.number(depth-1), g.number(depth-1)
	switch g.IntN(9) {
	case 0:
		return both{"(" + x.boogie + " mod 3)", "mod(" + x.c + ", 3)"}
	case 1:
		return both{"(" + x.boogie + " div 2)", "quotient(" + x.c + ", 2)"}
	case 2:
		c := g.condition(depth - 1)
		return both{"(if " + c.boogie + " then " + x.boogie + " else " + y.boogie + ")", "(" + c.c + " ? " + x.c + " : " + y.c + ")"}
	case 3:
		return both{"twice(" + x.boogie + ")", "twice(" + x.c + ")"}
	case 4:
		return both{"lower(" + x.boogie + ", " + y.boogie + ")", "lower(" + x.c + ", " + y.c + ")"}
	case 5:
		return both{"(-" + x.boogie + ")", "(-" + x.c + ")"}
	}
	op := g.pick("+", "-", "+")
	return both{"(" + x.boogie + " " + op + " " + y.boogie + ")", "(" + x.c + " " + op + " " + y.c + ")"}
}

func (g *twin) condition(depth int) both {
	x, y := g.number(min(depth, 1)), g.number(min(depth, 1))
	op := g.pick("==", "!=", "<", "<=", ">=")
	simple := both{"(" + x.boogie + " " + op + " " + y.boogie + ")", "(" + x.c + " " + op + " " + y.c + ")"}
	if depth <= 0 {
		return simple
	}
	switch other := g.condition(depth - 1); g.IntN(8) {
	case 0:
		return both{"(" + simple.boogie + " && " + other.boogie + ")", "(" + simple.c + " && " + other.c + ")"}
	case 1:
		return both{"(" + simple.boogie + " || " + other.boogie + ")", "(" + simple.c + " || " + other.c + ")"}
	case 2:
		return both{"(" + simple.boogie + " ==> " + other.boogie + ")", "(!" + simple.c + " || " + other.c + ")"}
	case 3:
		return both{"(" + simple.boogie + " <==> " + other.boogie + ")", "(" + simple.c + " == " + other.c + ")"}
	case 4:
		name := g.pick(g.flags...)
		return both{"(!" + name + ")", "(!" + name + ")"}
	}
	return simple
}

// weak is a condition that mostly holds.
func (g *twin) weak() both {
	x, y := g.condition(1), g.condition(1)
	k := g.pick("0", "1", "2", "3", "5", "9", "-2")
	name := g.ints[g.IntN(len(g.ints))]
	c := strings.NewReplacer("old(b)", "old_b").Replace(name)
	if g.IntN(2) == 0 {
		return both{"(" + x.boogie + " || " + name + " != " + k + ")", "(" + x.c + " || " + c + " != " + k + ")"}
	}
	return both{"(" + x.boogie + " || " + name + " != " + k + " || " + y.boogie + ")", "(" + x.c + " || " + c + " != " + k + " || " + y.c + ")"}
}

// sometimes is a condition that mostly holds, once in so many times, else one that always does.
func (g *twin) sometimes(times int) both {
	if g.IntN(times) > 0 {
		return both{"true", "1"}
	}
	return g.weak()
}

func (g *twin) statement(depth int) {
	switch n := g.IntN(18); {
	case n < 4 || depth == 0:
		p, v := g.place(), g.number(2)
		g.emit("  "+p.boogie+" := "+v.boogie+";", p.c+" = "+v.c+";")
	case n == 4:
		x, y := g.number(1), g.number(1)
		first, second := g.pick("a", "l0", "r"), g.pick("b", "l1", "c")
		g.emit(fmt.Sprintf("  %s, %s := %s, %s;", first, second, x.boogie, y.boogie), fmt.Sprintf("{ z v = %s, w = %s; %s = v; %s = w; }", x.c, y.c, first, second))
	case n == 5:
		i, v := g.number(0), g.number(1)
		g.emit(g.choose(
			both{"  m := M;", "m = M;"}, both{"  M := m;", "M = m;"},
			both{fmt.Sprintf("  M := m[(%s) mod 4 := %s];", i.boogie, v.boogie), fmt.Sprintf("M = with(m, %s, %s);", i.c, v.c)},
		))
	case n == 6 && g.inputs > 0:
		g.inputs--
		name := g.pick("a", "l0", "c")
		g.emit(fmt.Sprintf("  havoc %s; assume 0 <= %s && %s < 4;", name, name, name), name+" = in();")
	case n == 7 && g.inputs > 0:
		g.inputs--
		g.emit("  if (*) {", "if (choose()) {")
		g.statement(depth - 1)
		g.emit("  } else {", "} else {")
		g.statement(depth - 1)
		g.emit("  }", "}")
	case n == 8 && g.inputs > 0 && depth == 2:
		g.jump()
	case n < 10:
		c := g.condition(1)
		g.emit("  if ("+c.boogie+") {", "if ("+c.c+") {")
		g.statement(depth - 1)
		g.emit("  } else {", "} else {")
		g.statement(depth - 1)
		g.emit("  }", "}")
	case n == 10:
		g.loop(depth)
	case n < 13:
		c := g.weak()
		g.emit("  assert "+c.boogie+";", "CHECK("+c.c+");")
	case n == 13:
		c := g.weak()
		g.emit("  assume "+c.boogie+";", "ASSUME("+c.c+");")
	case n == 14:
		c := g.condition(1)
		name := g.pick("flag", "q")
		g.emit("  "+name+" := "+c.boogie+";", name+" = "+c.c+";")
	default:
		g.call()
	}
}

func (g *twin) choose(options ...both) (string, string) {
	o := options[g.IntN(len(options))]
	return o.boogie, o.c
}

// jump chooses one of two blocks by goto.
func (g *twin) jump() {
	g.inputs--
	g.names++
	n := g.names
	g.emit(fmt.Sprintf("  goto left%d, right%d;\n  left%d:", n, n, n), "if (choose()) {")
	g.statement(0)
	g.emit(fmt.Sprintf("  goto after%d;\n  right%d:", n, n), "} else {")
	g.statement(0)
	g.emit(fmt.Sprintf("  goto after%d;\n  after%d:", n, n), "}")
}

func (g *twin) loop(depth int) {
	g.names++
	counter := fmt.Sprintf("i%d", g.names)
	calls, inputs := g.called, g.inputs
	g.called, g.inputs = 2, 0
	bound := g.pick("2", "3", "lower(a, 3)", "K")
	// The counter of a loop in Boogie is a cell of a map that nothing else reads.
	at := fmt.Sprintf("%d", 100+g.names)
	g.emit(fmt.Sprintf("  m[%s] := 0;\n  while (m[%s] < %s) {", at, at, bound), fmt.Sprintf("for (z %s = 0; %s < %s; %s++) {", counter, counter, bound, counter))
	g.plain()
	if depth > 1 {
		c := g.condition(1)
		g.emit("  if ("+c.boogie+") { break; }", "if ("+c.c+") break;")
		g.plain()
	}
	g.emit(fmt.Sprintf("  m[%s] := m[%s] + 1;\n  }", at, at), "}")
	g.called, g.inputs = calls, inputs
}

// plain is a statement that leaves the map m alone, whose cell counts the rounds of a loop.
func (g *twin) plain() {
	name, v := g.pick("a", "b", "c", "r", "l0", "l1"), g.number(2)
	g.emit("  "+name+" := "+v.boogie+";", name+" = "+v.c+";")
}

func (g *twin) call() {
	callees := functions
	if !g.recursive && g.function >= 0 {
		callees = g.function
	}
	if g.called == 2 || g.function >= 0 && g.called == 1 || callees == 0 {
		g.plain()
		return
	}
	g.called++
	n := g.IntN(callees)
	arg := g.number(1)
	if g.function >= 0 {
		g.emit("  if (fuel > 0) { fuel := fuel - 1;", "if (fuel > 0) { fuel--;")
	}
	first, second := g.pick("a", "l0", "r"), g.pick("flag", "q")
	g.emit(fmt.Sprintf("  call %s, %s := f%d(%s);", first, second, n, arg.boogie),
		fmt.Sprintf("{ z given = %s, v; int w; { z x = given; CHECK(%s); ASSUME(%s); } f%d(given, &v, &w); %s = v; %s = w; }", arg.c, g.requires[n].c, g.given[n].c, n, first, second))
	if g.function >= 0 {
		g.emit("  }", "}")
	}
}
