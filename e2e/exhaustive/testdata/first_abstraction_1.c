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
u8 r = 4, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = p; int li = 2;
(void)li; (void)la; (void)lp;
if (fuel) { fuel--; r ^= f2(x, &ls.x, ls); }
if ((3 < 4) && (-1 != l0)) {
swap(&l0, &arr[gb & 3]);
} else {
sp->y ^= (unsigned)(4 != gs.z);
}
swap(gp, &gs.x);
if (ls.y == 3 && s.x < ls.x) { goto out; }
out:
gp = &gb;
return r; }
static u8 f1(u8 x, u8 *p, struct S s) {
u8 r = 4, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = p; int li = 255;
(void)li; (void)la; (void)lp;
if (r == 6 && (gi < -1) || (ls.z == 4)) reach_error();
gp = &gu.c[1];
out:
gp = &gb;
return r; }
static u8 f2(u8 x, u8 *p, struct S s) {
u8 r = 3, l0 = x, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = gp; int li = 255;
(void)li; (void)la; (void)lp;
*p ^= (ls.x & (la[1] / ((4 & 3) + 1)));
s.y = in();
if (s.l[1] == 5 && lp != &l0) reach_error();
gu.w -= 4;
if (ga == 3 && (-1 >= 0) || (head == 0)) { goto out; }
out:
gp = &gb;
return r; }
int main(void) {
u8 r = 255, l0 = 3, la[2] = { 1, 2 }; struct S ls = gs; u8 *lp = &arr[l0 & 3]; int li = 7;
u8 *h = malloc(2); h[0] = 255; h[1] = l0;
(void)li; (void)la; (void)lp;
sp = &gs;
r ^= f0(2, &ls.x, ls);
gp = &gu.c[1];
if (l0 == 5 && head != 0) reach_error();
ls.z = ((ls.z + 4) >= (l0 & -1) ? (li < 7) : ~(ls.l[0]));
if (li == 5 && gs.z >= (_Bool)la[l0 & 1]) reach_error();
out:
if (li == 0 && li == gs.l[gb & 1]) reach_error();
free(h);
return 0; }
