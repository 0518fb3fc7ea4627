package randomc

import (
	"fmt"
	"math/rand"
)

const livesPrelude = `#include <stdlib.h>
#include <string.h>
struct s { int a; int list[3]; struct s *next; int *to; };
union u { struct { int *p; int n; } pair; int words[4]; };
static int fuel = 60;
#define BURN if (fuel-- <= 0) exit(0)
static int garr[4] = {1, 2, 3, 4}; static struct s gs = {.to = garr}; static struct s *gp = &gs; static int *gi = garr; static int **gpp = &gi;
static struct s *table[3] = {&gs, &gs, &gs}; static union u gu = {.words = {0}};
static void forget(void) { gi = garr; gp = &gs; }
static void drop(struct s *s) { free(s); }
static void (*dropper)(struct s *) = drop;
static int *alias(int **p) { return *p; }
static void set(int **p, int *q) { *p = q; }
static struct s copy(struct s *s) { struct s r = *s; r.to = r.list; return r; }
static struct s *make(int n) { struct s *p = malloc(n); p->a = 1; return p; }
static struct s *full(void) { struct s *p = calloc(1, sizeof *p); p->next = p; p->to = &p->a; return p; }
`

// Lives returns the text of a program whose functions pass pointers to their locals to one another, keep
// them in globals, and leave blocks in all ways that C has.
func Lives(seed int64) string {
	g := &generator{random: rand.New(rand.NewSource(seed))}
	g.out.WriteString(livesPrelude)
	for i := range 3 {
		g.line("static int *f%d(int k, int *p, struct s *s);", i)
	}
	for i := range 3 {
		g.line("static int *f%d(int k, int *p, struct s *s) {", i)
		g.lives()
		g.line("return %s; }", g.address())
	}
	g.line("int main(void) { f%d(2, garr, &gs); return 0; }", g.random.Intn(3))
	return g.out.String()
}

// lives writes the body of a function: declarations, then statements among labels.
func (g *generator) lives() {
	g.line("int x = k, y[3] = {1, 2, 3}, *q = p; struct s in = {.a = 2, .to = y}; int n = (k & 3) + 1; int v[n]; memset(v, 0, sizeof v); BURN;")
	label := g.loops
	g.loops++
	if g.random.Intn(3) == 0 {
		g.line("again%d: BURN;", label)
	} else {
		label = -1
	}
	for range 3 + g.random.Intn(5) {
		g.life(label)
	}
	if label >= 0 {
		g.line("if (x++ < 3) goto again%d;", label)
	}
}

func (g *generator) address() string {
	return g.pick("p", "q", "gi", "&x", "y", "y + 1", "&s->a", "s->list", "&in.list[2]", "in.to", "s->to", "*gpp", "garr + k % 4", "v", "v + n - 1",
		"alias(gpp)", "alias(&q)", "(int[]){4, 5}", "x > 2 ? q : p", "({ int w = 3; &w; })", "&gu.words[1]", "gu.pair.p", "table[x & 1]->list")
}

func (g *generator) node() string {
	return g.pick("s", "gp", "&in", "&gs", "s->next ? s->next : s", "full()", "make(40)", "make(20)", "table[1]", "(struct s *)q", "(x & 1) ? s : gp")
}

func (g *generator) index() string {
	return g.pick("0", "0", "1", "1", "2", "3", "-1", "x & 3", "k & 1", "n - 1")
}

// life writes a statement; jumps go to the label, if there is one.
func (g *generator) life(label int) {
	switch g.random.Intn(22) {
	case 0, 1:
		g.line("x += %s[%s];", g.pick("p", "q", "gi", "y", "garr", "s->list", "in.to", "v"), g.index())
	case 2, 3:
		g.line("%s[%s] = x & 7;", g.pick("p", "q", "gi", "y", "gp->list", "s->to", "v"), g.index())
	case 4, 5:
		g.line("%s = %s;", g.pick("q", "gi", "*gpp", "in.to", "s->to", "gp->to", "p", "gu.pair.p"), g.address())
	case 6:
		g.line("%s = %s;", g.pick("s", "gp", "in.next", "table[2]", "s->next"), g.node())
	case 7:
		g.line("%s;", g.pick("forget()", "set(&q, &x)", "set(gpp, y)", "gpp = &q", "gpp = &gi", "gpp = &in.to", "set(&in.to, gi)", "in = copy(s)", "*s = copy(&in)", "gu.pair.n = x", "q = memcpy(y, q, n * sizeof(int))"))
	case 8:
		g.line("%s(%s);", g.pick("free", "drop", "dropper"), g.pick("s", "gp", "q", "in.next", "table[1]", "full()"))
	case 9, 10:
		g.line("if (k > 0) %s = f%d(k - 1, %s, %s);", g.pick("q", "gi", "p", "in.to"), g.random.Intn(3), g.address(), g.node())
	case 11:
		g.line("s = %s; s->a = %s->a;", g.node(), g.pick("s", "gp"))
	case 12:
		g.line("x += %s && %s->a;", g.pick("x > 1", "s", "(q = p)", "(free(in.next), in.next = 0, 1)"), g.pick("s", "gp", "s->next"))
	case 13:
		g.line("q = realloc(%s, %s);  q[%s] = 1;", g.pick("0", "q", "full()"), g.pick("8", "16"), g.index())
	case 14, 15, 16, 17, 18:
		g.leaving(label)
	case 19:
		if label >= 0 {
			g.line("if (x++ %s) goto again%d;", g.pick("< 2", "== 1", "& 1"), label)
		}
	case 20:
		g.line("if (%s) return %s;", g.pick("x > 5", "k == 1", "q == p", "s == gp", "gi != garr"), g.address())
	default:
		g.line("*%s = %s;", g.pick("gpp", "&q", "&s->to"), g.address())
	}
}

// leaving writes a block, and a way to leave it.
func (g *generator) leaving(label int) {
	if g.depth > 2 {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	inner := fmt.Sprintf("int z[2] = {x, 1}, w = 3; struct s t = {.a = w, .to = z}; BURN; %s", g.pick("", "q = z;", "gi = &w;", "s = &t;", "gp = &t;", "in.next = &t;", "gpp = &in.to;", "s->to = z + 1;"))
	body := func() {
		for range 1 + g.random.Intn(2) {
			g.life(label)
		}
		g.line("%s", g.pick("", "x += w;", "q = &z[1];", "w = *q;", "t.a++;"))
	}
	switch g.random.Intn(5) {
	case 0:
		g.line("{ %s", inner)
		body()
		g.line("}")
	case 1:
		g.line("for (int i = 0; i < %d; i++) { %s", 1+g.random.Intn(3), inner)
		g.line("%s", g.pick("", "if (i == 1) break;", "if (x & 1) continue;", "q = &i;"))
		body()
		g.line("}")
	case 2:
		g.line("switch (x & 3) { case 0: { %s", inner)
		body()
		g.line("%s } case 1: x++; %s default: q = %s; }", g.pick("break;", ""), g.pick("break;", ""), g.address())
	case 3:
		g.line("do { %s", inner)
		body()
		g.line("} while (x++ < %d);", g.random.Intn(4))
	default:
		g.line("if (%s) { %s", g.pick("x > 1", "s->a == 1", "q == y", "k"), inner)
		body()
		g.line("} else { x--; q = %s; }", g.address())
	}
}
