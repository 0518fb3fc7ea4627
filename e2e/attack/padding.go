package attack

// Programs about the bytes of objects that no member has, sizes and places of members, unions and bit-fields.

const paddedTypes = `struct P { char c; int i; }; struct Q { short h; char c; }; struct B { unsigned a : 3; int b : 5; unsigned char c; };
union U { char c; int i; u8 b[6]; }; struct F { int n; char more[]; }; struct K { char c; int i; } __attribute__((packed));
struct O { char c; struct P p; long l; }; static struct P zero; static struct P one = { 1, 2 };
static struct P make(char c, int i) { struct P p = { c, i }; return p; }
struct L { long double d; char c; }; struct W { char c; long l; }; struct T { struct W w[2]; _Bool b; }; struct E { char c[3]; };
static struct W pass(struct W w) { w.l++; return w; } static int sum(const void *p, word n) { int s = 0; for (word k = 0; k < n; k++) s += ((const u8 *)p)[k]; return s; }
static void put(struct W *to, const struct W *from) { *to = *from; } static struct W twice(int n, ...) { va_list l; va_start(l, n); struct W w = va_arg(l, struct W); va_end(l); return w; }
static void fill(void *p, int v, word n) { u8 *b = p; for (word k = 0; k < n; k++) b[k] = v; }
`

func padding(w *writer) Program {
	w.head(paddedTypes)
	w.line("struct P p = { x, 1 }, q = { x, 1 }; struct Q h = { 1, x }; struct B f = { x, -1, 2 }; union U u; struct O o = { 1, { x, 2 }, 3 }; fill(&u, 1, sizeof u);")
	w.line("struct W w = {0}, v = { x, 2 }; struct T *t = calloc(1, sizeof *t); if (!t) return 0; struct L *d = malloc(sizeof *d); if (!d) return 0; fill(d, 3, sizeof *d); struct E e = { { x } };")
	w.line("(void)w; (void)v; (void)t; (void)d; (void)e;")
	w.line("(void)p; (void)q; (void)h; (void)f; (void)u; (void)o;")
	for range w.IntN(3) {
		w.line("%s", w.pick("memset(&p, 0, sizeof p);", "memset(&p, 255, sizeof p);", "p = q;", "p = make(x, 1);", "q.c = 3;", "u.c = 7;", "u.i = x;", "u.b[5] = x;",
			"memcpy(&p, &q, sizeof p);", "fill(&p, 170, sizeof p);", "p = zero;", "f.a = 9;", "f.b = 15 + x;", "o.p = p;", "p = (struct P){ .i = 4 };", "memcpy(&u, &p, 6);",
			"h = (struct Q){ 2 };", "p.c++;", "fill(&q, x, sizeof q); q.c = x; q.i = 1;", "p = one;", "memset(&o, 0, sizeof o); o.c = 1;",
			"w = v;", "w = pass(v);", "t->w[1] = v;", "t->w[0].c = 1;", "put(&w, &v);", "memset(&w, 0, sizeof w); w.c = x;", "w = twice(1, v);", "d->d = 1;", "d->c = 2;", "w = (struct W){};",
			"t->b = x;", "w = x ? v : t->w[0];", "memcpy(&t->w[0], &w, sizeof w);", "e = (struct E){ { 1, 2 } };", "fill(&v, 9, sizeof v); v.c = 1; v.l = 2; w = v;", "*t = (struct T){ .b = 1 };"))
	}
	atoms := []atom{
		loose("memcmp(&p, &q, sizeof p) == 0"), loose("((u8 *)&p)[%d] == %s", 1+w.IntN(3), w.pick("0", "255", "170")), loose("((u8 *)&h)[3] == 0"),
		fixed("((u8 *)&p)[4] == %d", w.IntN(3)), fixed("((u8 *)&zero)[%d] != 0", w.IntN(8)), loose("((u8 *)&one)[%d] != 0", 1+w.IntN(3)), fixed("sizeof(struct P) != 8"),
		fixed("sizeof(struct O) == %s", w.pick("24", "32", "20")), fixed("(char *)&o.p.i - (char *)&o == %s", w.pick("8", "4")), fixed("sizeof(struct F) == 4"),
		fixed("sizeof(struct K) == 5"), fixed("sizeof(union U) == %s", w.pick("6", "8")), fixed("f.a == %d", w.IntN(4)), fixed("f.b == %s", w.pick("-1", "-16", "15", "-15")),
		loose("u.b[4] == 1"), loose("u.b[%d] == %d", 1+w.IntN(5), w.IntN(3)), fixed("u.c == %s", w.pick("7", "1", "0")), fixed("p.c == %d", w.IntN(4)), fixed("p.i == %d", w.IntN(5)), loose("((u8 *)&o)[%d] == 0", 1+w.IntN(3)),
		loose("((u8 *)&w)[%d] == %s", 1+w.IntN(7), w.pick("0", "9")), loose("sum(&w, sizeof w) == %d", w.IntN(4)), loose("memcmp(&w, &v, sizeof w) == 0"), fixed("w.l == %d", w.IntN(4)),
		loose("((u8 *)t)[%d] == 0", 1+w.IntN(7)), fixed("t->w[1].l == 2"), fixed("((u8 *)t)[32] == %d", w.IntN(3)), loose("((u8 *)t)[33] == 0"), loose("((u8 *)d)[%d] == 3", 10+w.IntN(8)), fixed("sizeof *d == 32"), fixed("sizeof *t == 40"),
		fixed("memcmp(&e, \"\\1\\2\", 3) == 0"), fixed("sum(&e, sizeof e) == %d", w.IntN(4)), loose("memcmp(t, &w, sizeof w) == 0"), fixed("d->c == %d", 2+w.IntN(2)),
		fixed("q.c == q.i"), loose("memcmp(&h, &(struct Q){ 1, 0 }, sizeof h) == 0"), loose("((u8 *)&f)[3] == 0"), fixed("sizeof f == 4"), fixed("o.p.c == %d", w.IntN(4)),
	}
	w.errorIf(atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))])
	return Program{Text: w.inMain("")}
}
