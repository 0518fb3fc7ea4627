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
u8 r = 255, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &arr[l0 & 3]; int li = -1;
(void)li; (void)la; (void)lp;
for (u8 i0 = 0; i0 < 2; i0++) { ROUND
li = la[1];
}
push(l0);
out:
gp = &gb;
return r; }
static u8 f1(u8 x, u8 *p, struct S s) {
u8 r = 2, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = gp; int li = 255;
(void)li; (void)la; (void)lp;
for (u8 i1 = 0; i1 < 3; i1++) { ROUND
sp = &gt;
}
gv = *gp;
out:
gp = &gb;
return r; }
static u8 f2(u8 x, u8 *p, struct S s) {
u8 r = 0, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &l0; int li = 1;
(void)li; (void)la; (void)lp;
switch ((3 * -1)) { case 0: case 2:
switch (7) { case 0: case 2:
ls.l[0] -= !((*gp >> (li & 3)));
; case 1:
gu.w ^= ((head != 0) || (gu.h[0] == gs.z) ? (gu.c[1] << (255 & 3)) : 7);
default: ; }
; case 1:
l0 ^= ((2 < r) || (7 != la[1]) ? 7 : (sp->y >> (s.l[1] & 3)));
default: ; }
if (fuel) { fuel--; r ^= f0(x - 1, lp, *sp); }
if (x == 1 && (ls.z % ((3 & 3) + 1)) < !(s.y)) reach_error();
*lp = ((short)sp->y & ls.x);
out:
gp = &gb;
return r; }
int main(void) {
u8 r = 1, l0 = 3, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &ls.x; int li = -1;
(void)li; (void)la; (void)lp;
for (u8 i2 = 0; i2 < 3; i2++) { ROUND
swap(&ls.x, &ls.x);
}
r += f2(l0 & 1, &l0, ls);
if (gu.c[ga & 3] == 6 && gi < 0) reach_error();
if (ls.x == 3 && (-1 % ((*lp & 3) + 1)) == (op == pick)) { for (;;) { ROUND } }
r += f1(ga & 3, &la[0], ls);
if ((*gp != l0) && (l0 < 2)) {
if (ls.y == 6 && (3 << (7 & 3)) < (2 * -1)) reach_error();
} else {
gu.h[gb & 1] -= (signed char)(-1 | ls.x);
}
if (arr[ga & 3] == 250 && (gu.h[0] == 4) && (la[1] == ls.l[0])) { for (;;) { ROUND } }
out:
if (ls.l[0] == 4 && gs.l[gb & 1] == (signed char)gu.c[ga & 3]) reach_error();
return 0; }
