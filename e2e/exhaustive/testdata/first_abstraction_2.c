typedef unsigned char u8;
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
static u8 f0(u8 x, u8 *p, struct S s);
static u8 f1(u8 x, u8 *p, struct S s);
static u8 f2(u8 x, u8 *p, struct S s);
static u8 (*table[2])(u8, u8 *, struct S) = { f0, f2 };
static u8 f0(u8 x, u8 *p, struct S s) {
u8 r = 4, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &ls.x; int li = 0;
u8 *h = malloc(2); h[0] = 2; h[1] = l0;
(void)li; (void)la; (void)lp;
ls.l[0] = -1;
sp->x = ((la[1] == -1 ? li : *lp) < -(gu.h[gb & 1]));
out:
gp = &gb;
free(h);
return r; }
static u8 f1(u8 x, u8 *p, struct S s) {
u8 r = 255, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = p; int li = 4;
(void)li; (void)la; (void)lp;
if (fuel) { fuel--; r ^= f0(x & 1, gp, *sp); }
sp->y ^= ls.y;
out:
gp = &gb;
return r; }
static u8 f2(u8 x, u8 *p, struct S s) {
u8 r = 255, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = p; int li = 3;
(void)li; (void)la; (void)lp;
for (u8 i0 = 0; i0 < 2; i0++) { ROUND
swap(&sp->l[1], &la[0]);
if (gu.c[1] != (unsigned)2) goto out;
}
if (gu.c[ga & 3] == 250 && (gs.y & 2) != (ls.x >> (arr[1] & 3))) reach_error();
out:
gp = &gb;
return r; }
int main(void) {
u8 r = -1, l0 = 3, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &l0; int li = 255;
u8 *h = malloc(2); h[0] = 2; h[1] = l0;
(void)li; (void)la; (void)lp;
ls.y = ((la[1] >> (gs.y & 3)) * (r | 7));
gu.h[gb & 1] = gs.x;
(gu.c[1])--;
r ^= f2(l0 & 1, &ls.x, ls);
switch ((gb + 255)) { case 0: case 2:
h[l0 & 1] = ((gv ^ 3) % (((sp->x + ls.x) & 3) + 1));
break; case 1:
gb = r;
default: ; }
gu.h[gb & 1] += gu.w;
sp = &gt;
if (*lp == 250 && (2 == sp->y) >= -(4)) reach_error();
out:
if (gu.h[0] == 7 && gb != (la[1] % ((l0 & 3) + 1))) reach_error();
free(h);
return 0; }
