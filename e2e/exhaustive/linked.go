package exhaustive

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// linker writes a random program whose pointers are kept in memory: in members of structs, arrays
// and tables, behind pointers to them, in what functions return and leave through their arguments,
// in unions, in numbers and byte by byte. Each program has few objects, few places for pointers and
// few ways to move them, so that in some a pointer has one value, or two, and in others all of them
// meet. Without open it has no undefined behaviour.
type linker struct {
	generator
	addresses []string // what pointers are made of
	lefts     []string // places for pointers
	rights    []string // what leads to a struct, or is null
	numbers   []string // bytes
	moves     []func()
	depth     int
	inside    bool // a function that is called, with p
	// open: objects and pointers come from outside too.
	open bool
}

const linkedPrelude = `typedef unsigned char u8; typedef unsigned long word;
struct N { u8 v; struct N *n; struct N **s; void (*f)(struct N *); u8 *b; u8 w; };
union W { struct N *p; word l; u8 c[sizeof(word)]; };
static u8 in(void) { u8 c = __VERIFIER_nondet_uchar(); if (c > 3) abort(); return c; }
static u8 fuel = 5, x, y = 2;
extern struct N a, b, c, v[2];
static struct N *g, *h, *t[2]; static struct N **s = &g; static u8 *q = &x; static word num; static union W u;
static void bump(struct N *p); static void hop(struct N *p); static void cut(struct N *p); int main(void);
static struct N *const table[2] = { &a, &b };
static struct N *latest(struct N *p) { static struct N *last; struct N *r = last; last = p; return r; }
static struct N *either(u8 k) { struct N *r = 0; if (k == 1) r = &a; return k > 1 ? &b : r; }
static u8 find(u8 k, struct N **out) { if (k > 2) return 0; *out = k ? &a : &b; return 1; }
static void swap(struct N **l, struct N **r) { struct N *o = *l; *l = *r; *r = o; }
static u8 walk(struct N *p, u8 k) { if (!p || !k) return k; p->v++; return walk(p->n, k - 1); }
static void kept(int n, ...) { va_list l; va_start(l, n); while (n-- > 0) g = va_arg(l, struct N *); va_end(l); }
static struct N made(struct N *p, u8 k) { struct N r = { k, p, &h, hop, &x, 1 }; return r; }
`

// Linked is the program of a seed, without the declarations of what it calls.
func Linked(seed int64) string { return newLinker(seed, linker{}).program() }

// LinkedOpen is one with objects and pointers that come from outside, and accesses that may be undefined.
func LinkedOpen(seed int64) string { return newLinker(seed, linker{open: true}).program() }

// newLinker is one of a kind.
func newLinker(seed int64, kind linker) *linker {
	l := &kind
	l.Rand = rand.New(rand.NewPCG(uint64(seed), 11))
	l.inputs = 3
	l.addresses = l.some("&a", "&b", "&c", "v", "v + 1")
	l.lefts = l.some("g", "h", "t[0]", "t[1]", "t[x & 1]", "a.n", "b.n", "*s", "u.p")
	l.rights = l.some(append([]string{"table[x & 1]", "table[1]", "either(x & 3)", "either(y)", "g", "h", "t[0]", "a.n"}, l.lefts...)...)
	l.rights = append(append(l.rights, l.lefts...), l.addresses...)
	l.numbers = append(l.some("a.v", "b.v", "c.w", "v[1].v", "v[x & 1].w", "x", "y", "*q"), "x")
	if l.open {
		l.rights = append(l.rights, l.some("get()", "e.n", "&e", "ep", "many[x & 3]", "many[0]")...)
		l.lefts = append(l.lefts, l.some("e.n", "ep", "many[1]")...)
		l.numbers = append(l.numbers, l.some("e.v", "ep->v", "get()->w")...)
	}
	all := l.allMoves()
	for _, n := range l.Perm(len(all))[:3+l.IntN(5)] {
		l.moves = append(l.moves, all[n])
	}
	return l
}

// some are one to three of the options.
func (l *linker) some(options ...string) []string {
	var out []string
	for _, n := range l.Perm(len(options))[:1+l.IntN(3)] {
		out = append(out, options[n])
	}
	return out
}

func (l *linker) program() string {
	l.out.WriteString(linkedPrelude)
	if l.open {
		l.line("extern struct N e, *ep, *many[]; struct N *get(void); word address(void);")
	}
	for _, name := range []string{"a", "b", "c"} {
		l.line("struct N %s = { %s, %s, %s, %s, &%s.w };", name, l.pick("0", "1", "2"), l.first(), l.pick("0", "&g", "&t[1]", "&b.n"), l.pick("0", "bump", "hop", "cut"), l.pick("a", "b", "c"))
	}
	l.line("struct N v[2]%s;", l.pick("", " = { { 1, v + 1 } }", " = { { 0 }, { 2, v } }"))
	for _, name := range []string{"bump", "hop", "cut"} {
		l.inside = true
		l.line("static void %s(struct N *p) {", name)
		l.statements(1 + l.IntN(2))
		l.line("}")
	}
	l.inside = false
	l.line("int main(void) {")
	l.line("struct N l = { 1, %s }, *p = %s; (void)l; if (fuel == 5) { g = %s; h = %s; q = %s; s = %s; }", l.first(), l.pick(l.rights...),
		l.first(), l.first(), l.pick("&x", "&a.v", "&c.w"), l.pick("&g", "&h", "&t[1]", "&a.n"))
	l.statements(5 + l.IntN(6))
	l.line("if (%s && %s) reach_error();", l.condition(), l.condition())
	l.line("return 0; }")
	return l.out.String()
}

func (l *linker) statements(n int) {
	for range n {
		l.statement()
	}
}

// first returns the first value of a pointer.
func (l *linker) first() string { return l.pick(append([]string{"0", "0"}, l.addresses...)...) }

// left is a place for a pointer.
func (l *linker) left() string { return l.pick(l.lefts...) }

// right is a pointer to a struct, or null.
func (l *linker) right() string {
	switch l.IntN(9) {
	case 0:
		return "(struct N *)0"
	case 1, 2:
		if l.open {
			return fmt.Sprintf("(%s)->n", l.pick(l.rights...))
		}
		return fmt.Sprintf("(%s ? (%[1]s)->n : 0)", l.pick(l.rights...))
	case 3:
		return "p"
	case 4:
		return l.pick(l.addresses...)
	}
	return l.pick(l.rights...)
}

func (l *linker) number() string {
	if l.IntN(3) == 0 {
		return l.pick("0", "1", "2", "3")
	}
	return l.pick(l.numbers...)
}

func (l *linker) condition() string {
	switch l.IntN(6) {
	case 0:
		return fmt.Sprintf("%s %s 0", l.right(), l.pick("==", "!="))
	case 1, 2:
		return fmt.Sprintf("%s %s %s", l.right(), l.pick("==", "!="), l.right())
	case 3:
		return fmt.Sprintf("%s == %s", l.left(), l.pick(l.addresses...))
	}
	return fmt.Sprintf("%s %s %s", l.number(), l.pick("==", "!=", "<"), l.number())
}

// there writes a statement that needs a pointer not to be null, behind a test of that; in open programs not always.
func (l *linker) there(pointer, statement string) {
	if l.open && l.IntN(3) == 0 {
		l.line("%s", statement)
		return
	}
	l.line("if (%s) { %s }", pointer, statement)
}

func (l *linker) statement() {
	if l.depth < 2 && l.IntN(4) == 0 {
		l.depth++
		defer func() { l.depth-- }()
		switch l.IntN(4) {
		case 0:
			inputs := l.inputs
			l.inputs = 0 // their number would grow with the rounds
			l.line("for (u8 k = 0; k < %s; k++) { ROUND", l.pick("2", "(x & 3)"))
			l.statements(1 + l.IntN(2))
			l.line("}")
			l.inputs = inputs
			return
		case 1:
			l.line("if (%s) {", l.right())
		default:
			l.line("if (%s) {", l.condition())
		}
		l.statements(1 + l.IntN(2))
		if l.IntN(2) == 0 {
			l.line("} else {")
			l.statement()
		}
		l.line("}")
		return
	}
	switch n := l.IntN(12); {
	case n == 0 && l.inputs > 0 && !l.inside:
		l.inputs--
		l.line("%s = in();", l.pick("x", "y"))
	case n == 1:
		l.line("if (%s && %s) reach_error();", l.condition(), l.condition())
	case n < 4:
		l.line("%s %s %s;", l.pick(l.numbers...), l.pick("=", "+=", "^="), l.number())
	case n < 6:
		r := l.right()
		l.there(r, fmt.Sprintf("(%s)->%s %s %s;", r, l.pick("v", "w"), l.pick("=", "+=", "^="), l.number()))
	case n < 8:
		l.line("%s = %s;", l.left(), l.right())
	case n == 8:
		l.line("p = %s;", l.right())
	default:
		l.moves[l.IntN(len(l.moves))]()
	}
}

// allMoves are the ways to move pointers; a program has some of them.
func (l *linker) allMoves() []func() {
	text := func(options ...string) func() {
		return func() { l.line("%s", l.pick(options...)) }
	}
	through := func(format string, args ...func() string) func() {
		return func() {
			r := l.right()
			values := []any{r}
			for _, a := range args {
				values = append(values, a())
			}
			l.there(r, fmt.Sprintf(format, values...))
		}
	}
	simple := func(format string, args ...func() string) func() {
		return func() {
			var values []any
			for _, a := range args {
				values = append(values, a())
			}
			l.line(format, values...)
		}
	}
	to := func() string { return "&" + strings.ReplaceAll(l.left(), "*s", "h") }
	out := []func(){
		through("(%s)->n = %s;", l.right),
		through("(%s)->s = %s;", to),
		through("if ((%[1]s)->s) { *(%[1]s)->s = %[2]s; }", l.right),
		through("if (fuel && (%[1]s)->f) { fuel--; (%[1]s)->f(%[2]s); }", l.right),
		through("if ((%[1]s)->b) { *(%[1]s)->b %[2]s= %[3]s; }", func() string { return l.pick("", "+") }, l.number),
		through("(%s)->f = %s;", func() string { return l.pick("bump", "hop", "cut", "0") }),
		through("q = &(%s)->%s;", func() string { return l.pick("v", "w") }),
		simple("s = %s;", to),
		simple("find(%s & 3, %s);", l.number, to),
		simple("swap(%s, %s);", to, to),
		simple("%s = latest(%s);", l.left, l.right),
		simple("x += walk(%s, %s & 3);", l.right, l.number),
		simple("kept(%s & 1, %s);", l.number, l.right),
		simple("kept(2, %s, %s);", l.right, l.right),
		simple("num = (word)%s; %s = (struct N *)num;", l.right, l.left),
		simple("num = (word)%s;", l.right),
		simple("u.p = %s; { union W o = u; o.c[0] ^= 0; u.l = o.l; } %s = u.p;", l.right, l.left),
		simple("{ struct N *o = %s; struct N *d; for (unsigned k = 0; k < sizeof o; k++) ((u8 *)&d)[k] = ((u8 *)&o)[k]; %s = d; }", l.right, l.left),
		simple("memcpy(%s, %s, sizeof g);", to, to),
		simple("%s = made(%s, %s);", func() string { return l.pick("a", "b", "c", "v[x & 1]") }, l.right, l.number),
		text("a = b;", "b = c;", "v[x & 1] = a;", "a = *(x & 1 ? &b : &c);", "c = v[1];"),
		text("memcpy(&a, &b, sizeof a);", "memset(&b, 0, sizeof b);", "memset(t, 0, sizeof t);", "memset(&c.n, 0, sizeof c.n);"),
		simple("if (%s == v) %s = (struct N *)((u8 *)v + sizeof *v);", l.right, l.left),
		simple("{ struct N *m = malloc(sizeof *m); *m = made(%s, 1); %s = m; }", l.right, l.left),
		simple("{ struct N **m = malloc(2 * sizeof *m); m[0] = %s; m[1] = %s; %s = m[x & 1]; }", l.right, l.right, l.left),
		simple("if (fuel) { fuel--; %s(%s); }", func() string { return l.pick("bump", "hop", "cut") }, l.right),
	}
	// What points to a variable of main goes before the variable does.
	if l.IntN(2) == 0 {
		out = append(out, simple("if (fuel > 2) { fuel -= 2; main(); }"))
	} else {
		out = append(out, func() { l.line("%s = %s;", l.left(), map[bool]string{true: "p", false: "&l"}[l.inside]) })
	}
	if l.open {
		out = append(out, simple("%s = (struct N *)address();", l.left), simple("%s = (struct N *)((u8 *)%s + %s);", l.left, l.right, l.number),
			simple("{ struct N *o; if (%s) o = %s; %s = o; }", l.condition, l.right, l.left), simple("*(u8 *)%s = %s;", to, l.number))
	}
	return out
}
