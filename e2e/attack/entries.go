package attack

// Programs that are one function, with any caller. The world's caller gives it pointers to one
// object, into one array, to globals and to objects that overlap, and what the function's file can
// see any value.

const entryDeclarations = `struct N { int v; struct N *n; };
int own = 1, array[4] = { 0, 1, 2, 3 }; static int hidden = 5, counter; struct N node = { 1, 0 };
int *global = &own; static int *saved; struct N *chain; u8 data[6]; static u8 limit = 4; void save(int *p) { saved = p; } void narrow(u8 k) { if (k < limit) limit = k; }
static void bump(void) { if (counter < 2) counter++; }
void touch(void) { hidden = 6; bump(); }
`

const entryWorld = `#include <stdlib.h>
typedef unsigned char u8; struct N { int v; struct N *n; };
unsigned yogi_choose(unsigned); extern int own, array[4]; extern struct N node; int f(int *, int *, struct N *, char *, int, int **, u8 *); void touch(void); void save(int *); void narrow(u8); extern int *global; extern struct N *chain; extern u8 data[6];
static int mine = 7; static struct N made[2] = { { 2, made + 1 }, { 3, made } };
static int *place(void) { int *const all[] = { 0, &mine, &own, array, array + 1, (int *)&node }; return all[yogi_choose(6)]; }
int program(void) {
  struct N *const nodes[] = { 0, &node, made };
  if (yogi_choose(2)) touch();
  own = 1 + yogi_choose(2);
  int *p = place(), *q = place();
  struct N *n = nodes[yogi_choose(3)];
  if (yogi_choose(2)) { save(q); narrow(2); global = p; chain = n; }
  int **const double_places[] = { 0, &global, &p };
  f(p, q, n, yogi_choose(2) ? (char *)p : "text", (int)yogi_choose(3), double_places[yogi_choose(3)], yogi_choose(2) ? data + 1 : (u8 *)q);
  return 0;
}
`

func entries(w *writer) Program {
	w.head(entryDeclarations)
	w.line("int x = k, l = 2; (void)l; if (!p || !q || !n || !s) return 0;")
	for range 1 + w.IntN(3) {
		w.line("%s", w.pick("*p = 4; *q = 8;", "*q = k;", "own = 4;", "array[1] = 9;", "n->v = 5;", "if (n->n) n->n->v = 6;", "bump();", "l = *p;", "hidden = 7;", "node.v = 3;",
			"p = &l; *p = 3;", "*p = *q + 1;", "counter = 0;", "if (pp && *pp) **pp = 2;", "if (pp) *pp = q;", "if (global) l = *global;", "if (saved) *saved = 6;", "if (buf) buf[0] = 3;", "if (chain) chain->v = 4;",
			"data[1] = 7;", "save(p);", "narrow(3);"))
	}
	// The world's callers are some of all: what none of them does another may.
	atoms := []atom{
		loose("p == q"), loose("*p == *q"), loose("*p == 4"), loose("*p != 4"), loose("own == %d", 1+w.IntN(4)), loose("p == &own"), loose("q == array + 1"), loose("p + 1 == q"),
		fixed("p == &hidden"), loose("hidden == %d", 5+w.IntN(3)), loose("counter > 2"), loose("counter == %d", w.IntN(3)), loose("array[1] == %d", []int{1, 4, 8, 9}[w.IntN(4)]),
		loose("n->n == n"), loose("n == &node"), loose("n->n && n->n->n == n"), loose("n->v == %d", 1+w.IntN(5)), loose("node.v == %d", []int{1, 3, 5}[w.IntN(3)]), loose("(int *)n == p"),
		loose("p == global"), loose("q == saved"), loose("saved == %s", w.pick("0", "p", "&own")), loose("limit == %d", 2+w.IntN(3)), fixed("limit > 4"), loose("chain == n"), loose("pp && *pp == q"), loose("pp == &global"),
		loose("buf && buf[0] == %d", []int{3, 7}[w.IntN(2)]), loose("buf == data + 1"), loose("(int *)buf == q"), loose("data[1] == %d", []int{3, 7}[w.IntN(2)]), fixed("pp == &saved"), loose("pp == &p"),
		loose("*s == 't'"), loose("(char *)p == s"), loose("x == %d", w.IntN(4)), loose("l == 9 && p != &l"), loose("q == &n->v"),
	}
	w.errorIf(atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))])
	text := basics + w.heads.String() + "int f(int *p, int *q, struct N *n, char *s, int k, int **pp, u8 *buf) {\n" + w.body.String() + "  return 0;\n}\n"
	return Program{Text: text, World: entryWorld, Entry: "f"}
}
