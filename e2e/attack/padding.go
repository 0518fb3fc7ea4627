package attack

// Programs about the bytes of objects that no member has, sizes and places of members, unions and bit-fields.

const paddedTypes = `struct P { char c; int i; }; struct Q { short h; char c; }; struct B { unsigned a : 3; int b : 5; unsigned char c; };
union U { char c; int i; u8 b[6]; }; struct F { int n; char more[]; }; struct K { char c; int i; } __attribute__((packed));
struct O { char c; struct P p; long l; }; static struct P zero; static struct P one = { 1, 2 };
static struct P make(char c, int i) { struct P p = { c, i }; return p; }
static void fill(void *p, int v, word n) { u8 *b = p; for (word k = 0; k < n; k++) b[k] = v; }
`

func padding(w *writer) Program {
	w.head(paddedTypes)
	w.line("struct P p = { x, 1 }, q = { x, 1 }; struct Q h = { 1, x }; struct B f = { x, -1, 2 }; union U u; struct O o = { 1, { x, 2 }, 3 }; fill(&u, 1, sizeof u);")
	w.line("(void)p; (void)q; (void)h; (void)f; (void)u; (void)o;")
	for range w.IntN(3) {
		w.line("%s", w.pick("memset(&p, 0, sizeof p);", "memset(&p, 255, sizeof p);", "p = q;", "p = make(x, 1);", "q.c = 3;", "u.c = 7;", "u.i = x;", "u.b[5] = x;",
			"memcpy(&p, &q, sizeof p);", "fill(&p, 170, sizeof p);", "p = zero;", "f.a = 9;", "f.b = 15 + x;", "o.p = p;", "p = (struct P){ .i = 4 };", "memcpy(&u, &p, 6);",
			"h = (struct Q){ 2 };", "p.c++;", "fill(&q, x, sizeof q); q.c = x; q.i = 1;", "p = one;", "memset(&o, 0, sizeof o); o.c = 1;"))
	}
	atoms := []atom{
		loose("memcmp(&p, &q, sizeof p) == 0"), loose("((u8 *)&p)[%d] == %s", 1+w.IntN(3), w.pick("0", "255", "170")), loose("((u8 *)&h)[3] == 0"),
		fixed("((u8 *)&p)[4] == %d", w.IntN(3)), fixed("((u8 *)&zero)[%d] != 0", w.IntN(8)), loose("((u8 *)&one)[%d] != 0", 1+w.IntN(3)), fixed("sizeof(struct P) != 8"),
		fixed("sizeof(struct O) == %s", w.pick("24", "32", "20")), fixed("(char *)&o.p.i - (char *)&o == %s", w.pick("8", "4")), fixed("sizeof(struct F) == 4"),
		fixed("sizeof(struct K) == 5"), fixed("sizeof(union U) == %s", w.pick("6", "8")), fixed("f.a == %d", w.IntN(4)), fixed("f.b == %s", w.pick("-1", "-16", "15", "-15")),
		loose("u.b[4] == 1"), loose("u.b[%d] == %d", 1+w.IntN(5), w.IntN(3)), fixed("u.c == %s", w.pick("7", "1", "0")), fixed("p.c == %d", w.IntN(4)), fixed("p.i == %d", w.IntN(5)), loose("((u8 *)&o)[%d] == 0", 1+w.IntN(3)),
		fixed("q.c == q.i"), loose("memcmp(&h, &(struct Q){ 1, 0 }, sizeof h) == 0"), loose("((u8 *)&f)[3] == 0"), fixed("sizeof f == 4"), fixed("o.p.c == %d", w.IntN(4)),
	}
	w.errorIf(atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))])
	return Program{Text: w.inMain("")}
}
