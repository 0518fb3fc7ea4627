package randomc

import (
	"fmt"
	"math/rand"
)

const pointerPrelude = `#include <stdlib.h>
#include <string.h>
struct s { int a; char c[4]; struct s *next; int b; };
static int garr[4] = {1, 2, 3, 4}; static struct s gs; static struct s *gp; static int *gi;
static int first(int *p) { return p[0]; }
static int second(int *p) { return p[1]; }
static void release(void *p) { free(p); }
static struct s *make(void) { struct s *p = malloc(sizeof *p); p->a = 1; p->b = 2; p->next = 0; memset(p->c, 0, 4); return p; }
static struct s *small(void) { struct s *p = malloc(12); p->a = 1; return p; }
static int *local(int k) { int x = k; int *q = &x; return k > 2 ? q : garr; }
static int length(struct s *p) { int n = 0; while (p) { n++; p = p->next; } return n; }
int main(void) {
  int n = 3, t = 0; int arr[5] = {1, 2, 3, 4, 5}; int *ip = arr; int *iq = &n; struct s st = {0}; struct s *p = make(); struct s *q = &st; char buf[8] = "abc";
`

// Pointers returns the text of a program that passes pointers around and, about as often as not, uses one
// wrongly: outside of its object, after the object's life, or to free what is not to be freed.
func Pointers(seed int64) string {
	g := &generator{random: rand.New(rand.NewSource(seed)), depth: 1}
	g.out.WriteString(pointerPrelude)
	for range 4 + g.random.Intn(8) {
		g.pointerStatement()
	}
	g.line("return t == t + 1;")
	g.out.WriteString("}\n")
	return g.out.String()
}

func (g *generator) intPointer() string {
	return g.pick("ip", "iq", "gi", "arr", "garr", "&n", fmt.Sprintf("local(%d)", g.random.Intn(5)), "&p->b", "&q->a")
}

func (g *generator) structPointer() string {
	return g.pick("p", "q", "gp", "&gs", "&st", "make()", "p->next")
}

func (g *generator) pointerStatement() {
	switch k := g.random.Intn(22); {
	case k == 0:
		g.line("t += *%s;", g.pick("ip", "iq", "(ip + 1)"))
	case k == 1:
		g.line("t += ip[%s];", g.pick("0", "1", "n", "n - 1", "t & 3", "4"))
	case k == 2:
		g.line("arr[%s] = t;", g.pick("0", "n", "t & 7", "4"))
	case k == 3:
		g.line("%s = %s;", g.pick("ip", "iq", "gi"), g.intPointer())
	case k == 4:
		g.line("ip++;")
	case k == 5:
		g.line("ip = malloc(%s); ip[%d] = 3;", g.pick("4", "8", "16"), g.random.Intn(3))
	case k == 6:
		g.line("%s = %s;", g.pick("q", "gp", "p->next"), g.structPointer())
	case k == 7:
		g.line("q->b = %s->a;", g.pick("p", "q"))
	case k <= 9:
		g.line("%s(%s);", g.pick("release", "free"), g.pick("p", "q", "ip", "gp", "0"))
	case k == 10:
		g.line("p = make();")
	case k <= 12:
		g.line("t += %s(%s);", g.pick("first", "second"), g.intPointer())
	case k <= 15 && g.depth < 3:
		g.pointerBlock()
	case k == 16:
		g.line("strcpy(buf, %s);", g.pick(`"abcd"`, `"abcdefg"`, `"abcdefgh"`, "q->c"))
	case k == 17:
		g.line("memcpy(buf, %s, %s);", g.pick("q->c", `"0123456"`), g.pick("4", "8", "n"))
	case k == 18:
		g.line("t += length(%s);", g.pick("&gs", "&st"))
	case k == 19:
		g.line("ip = realloc(%s, %s);", g.pick("ip", "0"), g.pick("4", "8"))
	case k == 20:
		g.line("q = small(); t += q->%s;", g.pick("a", "b"))
	default:
		g.line("*q = *p;")
	}
}

func (g *generator) pointerBlock() {
	switch g.random.Intn(3) {
	case 0:
		g.line("{ int x = 7; struct s in = {1};")
		defer g.line("%s }", g.pick("iq = &x;", "q = &in;", "x++;", "t += *iq;"))
	case 1:
		g.line("if (%s) {", g.pick("t > 3", "n == 3", "p != 0", "gp == 0"))
		defer g.line("}")
	default:
		g.line("for (int i = 0; i < %d; i++) { %s", 1+g.random.Intn(4), g.pick("arr[i] = i;", "t += garr[i];", "if (i == 2) break;", "ip[i] = 1;", "iq = &i;"))
		defer g.line("}")
	}
	g.depth++
	for range 1 + g.random.Intn(2) {
		g.pointerStatement()
	}
	g.depth--
}
