package attack

// Programs that call functions without a body and use objects that they only declare. The world
// gives back null, fresh memory, what it gave before, what it was given, and what has linkage; what
// it does beside that is the setting's.

const outsideDeclarations = `struct N { u8 v; struct N *n; };
extern int number(void); extern int *get(void); extern struct N *node(struct N *); extern void take(int *); extern u8 later(u8);
extern void *memory(int) __attribute__((malloc)); void *kmalloc(word, unsigned); extern struct N whole(void); extern const char *word_of(int); extern int logged(const char *, ...); extern int table[4]; extern u8 buffer[];
extern void both(int *, int *); extern int *choose(int *, int *); extern int **places(void); extern void visit(int (*)(int));
extern int shared; extern int *kept; extern struct N list; extern int (*action(void))(void);
int own = 1, array[3] = { 0, 1, 2 }; static int hidden = 5, given = 6; static struct N inner = { 2, 0 };
struct N outer = { 1, &inner };
static int fetch(void) { return 3; }
int visible(void) { return 4; }
int *open_pointer = &own; static int *closed = &hidden; static int seen; static int visited(int k) { seen = 1; return k; }
`

const outsideWorld = `#include <stdlib.h>
typedef unsigned char u8; struct N { u8 v; struct N *n; };
unsigned yogi_choose(unsigned); extern int own, array[3]; extern struct N outer; int visible(void);
int shared = 1, spare; int *kept; struct N list, other; static int *last; static struct N *lastNode;
int number(void) { return (int)yogi_choose(4); }
static int *fresh(void) { int *p = malloc(sizeof *p); *p = (int)yogi_choose(3); return p; }
int *get(void) {
  static int *const fixed[] = { 0, &own, &array[1], &shared, &spare };
  unsigned k = yogi_choose(7);
  return last = k < 5 ? fixed[k] : k == 5 ? fresh() : last;
}
struct N *node(struct N *p) {
  switch (yogi_choose(6)) {
  case 0: return lastNode = 0;
  case 1: return lastNode = &outer;
  case 2: return lastNode = &list;
  case 3: return lastNode = p;
  case 4: return lastNode = p && p->n ? p->n : &other;
  default: return lastNode;
  }
}
u8 later(u8 k) { return yogi_choose(k ? 4 : 2); }
extern int *open_pointer; int table[4] = { 1 }; u8 buffer[3];
void *memory(int n) { return yogi_choose(2) ? calloc(1, n) : 0; }
void *kmalloc(unsigned long n, unsigned f) { return yogi_choose(2) ? calloc(1, n) : 0; }
struct N whole(void) { struct N n = { yogi_choose(3), yogi_choose(2) ? &outer : &list }; return n; }
const char *word_of(int k) { return yogi_choose(3) == 0 ? 0 : yogi_choose(2) ? "" : "ab"; }
int logged(const char *f, ...) { return (int)yogi_choose(3) - 1; }
static int *first; void both(int *p, int *q) { first = p; last = q; }
int *choose(int *p, int *q) { switch (yogi_choose(4)) { case 0: return p; case 1: return q; case 2: return first; default: return open_pointer; } }
int **places(void) { static int *here; return yogi_choose(2) ? &here : &open_pointer; }
void visit(int (*f)(int)) { }
static int zero(void) { return 0; }
int (*action(void))(void) { return yogi_choose(2) ? visible : zero; }
`

// takers has bodies for the function take that do what the levels of --undefined allow.
var takers = map[string]string{
	"":           "void take(int *p) { last = yogi_choose(2) ? p : last; }\n",
	"havoc-args": "void take(int *p) { last = yogi_choose(2) ? p : last; if (p && yogi_choose(2)) *p = (int)yogi_choose(4); }\n",
}

func outside(w *writer) Program {
	p := Program{Undefined: w.pick("", "", "", "havoc-args"), World: outsideWorld}
	p.World += takers[p.Undefined]
	w.head(outsideDeclarations)
	w.line("int l = x, m = 2, *q = &l, *r = &m; struct N *a = &outer, *b = 0; (void)q; (void)r; (void)a; (void)b; (void)m;")
	for range 1 + w.IntN(3) {
		w.line("%s", w.pick("q = get();", "r = get();", "take(&l);", "take(&given);", "take(&m); m = 1;", "a = node(&outer);", "b = node(a);",
			"if (a) b = a->n;", "l = number();", "own = 2;", "array[1] = x;", "if (q) r = q;", "kept = &own; take(&l);", "m = later(x);",
			"shared = 2; take(&m);", "if (b) b->v = 3;", "if (q) *q = 3;", "inner.n = a;", "m = action()();",
			"q = memory(4); if (q) *q = 2;", "r = kmalloc(8, 0);", "list = whole();", "a = whole().n;", "both(q, r);", "q = choose(&l, &m);", "r = choose(q, 0);", "if (open_pointer) m = *open_pointer;",
			"open_pointer = &given;", "{ int **t = places(); if (t && *t) q = *t; }", "visit(visited);", "m = logged(\"%d\", x);", "l = table[x & 3];", "buffer[0] = x;", "closed = &m; m = *closed;", "{ const char *s = word_of(x); if (s) m = s[0]; }"))
	}
	// The outside may give more than the world's list has: what it may do is not settled, what it cannot is.
	atoms := []atom{
		loose("q == r"), loose("q == &own"), loose("q == &array[%d]", w.IntN(3)), fixed("q == &hidden"), loose("q == &given"), loose("q == &l"),
		loose("q && *q == %d", w.IntN(4)), loose("own == %d", 1+w.IntN(3)), loose("array[1] == %d", w.IntN(4)), fixed("hidden != 5"),
		loose("given == %d", 5+w.IntN(2)), loose("l == %d", w.IntN(4)), loose("m == %d", w.IntN(4)), loose("a == b"), loose("a == &outer"),
		loose("a && a->n == &inner"), loose("b == &inner"), loose("b && b->v == 2"), loose("outer.v == %d", 1+w.IntN(3)), loose("inner.v == %d", 2+w.IntN(2)),
		loose("a == &list"), loose("shared == %d", 1+w.IntN(2)), loose("q == &shared"), loose("kept == &own"), loose("kept && *kept == 2"),
		loose("q && r && q != r && *q == *r"), loose("number() == number()"), loose("later(0) == %d", w.IntN(3)), fixed("fetch() != 3"), loose("r == 0"),
		loose("q == r"), loose("q == &m"), fixed("q == closed && closed == &hidden"), loose("open_pointer == &own"), loose("list.n == &outer"), loose("list.v == %d", w.IntN(3)), loose("q == &given"),
		loose("table[0] == %d", w.IntN(2)), loose("buffer[0] == %d", w.IntN(4)), loose("q == table"), loose("choose(&l, q) == &l"), loose("kmalloc(4, 0) == (void *)q && q"), fixed("memory(4) == (void *)&own"),
		fixed("kmalloc(4, 0) == (void *)&l"), loose("seen"), loose("logged(\"\") < 0"), loose("m == 'a'"), loose("places() == &open_pointer"), loose("action() == visible"), loose("action()() == 4"),
	}
	w.errorIf(atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))])
	p.Text = w.inMain("")
	return p
}
