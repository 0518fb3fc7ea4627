struct p { int x, y; };
struct q { struct p a; struct p b[3]; union { struct p p; int i; char c[8]; } u; int z : 5, w : 3; };
struct q g1 = { .a.x = 1, .a = { 2, 3 }, .a.y = 9, 4, 5, .z = -3, 7 };
struct q g2 = { .b = { [1] = { 1, 2 } }, .b[1].x = 5, .b[2] = { 7 }, 3, .w = 2 };
struct q g3 = { { 1, 2 }, { { 3, 4 }, 5, 6, 7 }, { .i = 8 }, 9 };
struct q g4 = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2 };
struct q g5 = { .u.p.y = 4, .u.i = 1, .u.c[4] = 2, .u.c[5] = 3 };
struct q g6[2] = { [0 ... 1] = { .a = { 1, 2 } }, [1].a.y = 7, [0].u.p = { 5, 6 }, [0].u.p.x = 8 };
int m[2][2][2] = { { { 1 }, 2, 3 }, 4, 5, [1][1] = { 6, 7 } };
char s[3][4] = { "ab", [2] = "xyz", [1] = { 'q', [3] = 'r' } };
struct { char t[4]; int n; } st = { "abcd", 5 }, st2 = { .t = "hi", .t[3] = 'z', .n = 2 };
struct { struct { int a, b; }; int c; struct { struct { int d; }; int e; }; } an = { 1, 2, 3, 4, 5 }, an2 = { .b = 1, 2, .d = 3, 4 };
int ov[] = { [0 ... 4] = 1, [2] = 2, [1 ... 3] = 3, 4, [0] = 5 };
struct q loc(int v) { struct q l = { .a = { v }, .b[1].y = v + 1, .u.c = { 1, 2 }, .z = v }; return l; }
struct p pp(void) { return (struct p){ 7, 8 }; }
/* What is overridden is not evaluated, and the rest in the order of the parts. */
int count;
int next(void) { return ++count; }
struct p counted(void) { count += 10; return (struct p){ count, 1 }; }
struct p swapped(void) { count = 0; return (struct p){ .y = next(), .x = next() }; }
struct bits { unsigned a : 4, b : 4, c : 8; };
void overridden(void) {
  count = 0; int a[3] = { [2] = next(), [0] = next(), next() };
  CHECK(a[0] == 1 && a[1] == 2 && a[2] == 3);
  count = 0; int b[2] = { [0] = next(), [0] = next() };
  CHECK(b[0] == 1 && b[1] == 0 && count == 1);
  count = 0; struct q c = { .a = { next(), next() }, .a.y = 9 };
  CHECK(c.a.x == 1 && c.a.y == 9 && count == 1);
  count = 0; struct q d = { .a.y = next(), .a = counted() };
  CHECK(d.a.x == 10 && d.a.y == 1 && count == 10);
  count = 0; struct q e = { .a = counted(), .a = counted() };
  CHECK(e.a.x == 10 && count == 10);
  count = 0; struct q f = { .z = next(), .b[1] = counted(), .u = { .i = next() }, .u.p.y = next() };
  CHECK(f.b[1].x == 10 && f.u.p.x == 0 && f.u.p.y == 11 && f.z == 12 && count == 12);
  count = 0; struct bits g = { next(), next(), .a = next(), .c = 7 };
  CHECK(g.a == 2 && g.b == 1 || g.a == 1 && g.b == 2); CHECK(g.c == 7 && count == 2);
  struct p h = swapped();
  CHECK(h.x == 1 && h.y == 2);
  int n = 3, i[3] = { 1, [2] = n, [1] = n++ };
  CHECK(i[1] == 3 && i[2] == 4);
  char t[4] = { [3] = 'q', [0] = 'a' }; struct { char s[4]; } u = { .s[3] = 'q', .s = "ab" };
  CHECK(t[0] == 'a' && t[3] == 'q' && u.s[1] == 'b' && u.s[3] == 0);
}
int main(void) {
  overridden();
  CHECK(g1.a.x == 2 && g1.a.y == 9 && g1.b[0].x == 4 && g1.b[0].y == 5 && g1.z == -3 && g1.w == -1);
  CHECK(g2.b[1].x == 5 && g2.b[1].y == 2 && g2.b[2].x == 7 && g2.u.p.x == 3 && g2.w == 2 && g2.z == 0);
  CHECK(g3.b[0].y == 4 && g3.b[1].x == 5 && g3.b[1].y == 6 && g3.b[2].x == 7 && g3.b[2].y == 0 && g3.u.i == 8 && g3.u.p.y == 0 && g3.z == 9);
  CHECK(g4.b[2].y == 8 && g4.u.p.x == 9 && g4.u.p.y == 10 && g4.z == 11 && g4.w == 2);
  CHECK(g5.u.c[4] == 2 && g5.u.c[5] == 3 && g5.u.c[6] == 0);
  CHECK(g6[1].a.x == 1 && g6[1].a.y == 7 && g6[0].a.y == 2 && g6[0].u.p.x == 8 && g6[0].u.p.y == 6 && g6[1].u.i == 0);
  CHECK(m[0][0][0] == 1 && m[0][0][1] == 0 && m[0][1][0] == 2 && m[0][1][1] == 3 && m[1][0][0] == 4 && m[1][0][1] == 5 && m[1][1][1] == 7);
  CHECK(s[0][1] == 'b' && s[2][3] == 0 && s[1][0] == 'q' && s[1][3] == 'r' && s[1][1] == 0);
  CHECK(st.t[3] == 'd' && st.n == 5 && st2.t[3] == 'z' && st2.t[1] == 'i' && st2.n == 2);
  CHECK(an.c == 3 && an.d == 4 && an.e == 5 && an2.a == 0 && an2.b == 1 && an2.c == 2 && an2.d == 3 && an2.e == 4);
  CHECK(sizeof ov == 20 && ov[0] == 5 && ov[1] == 3 && ov[3] == 3 && ov[4] == 4);
  struct q l = loc(6);
  CHECK(l.a.x == 6 && l.a.y == 0 && l.b[1].y == 7 && l.b[1].x == 0 && l.u.c[1] == 2 && l.u.c[7] == 0 && l.z == 6 && l.w == 0);
  struct q k = { pp(), { pp(), [2] = pp() }, .b[2] = pp(), .u = { pp() } };
  CHECK(k.a.y == 8 && k.b[0].x == 7 && k.b[1].x == 0 && k.b[2].y == 8 && k.u.p.y == 8);
  union { struct p p; int i; } un = { .p.x = 3, .p.y = 4 };
  CHECK(un.i == 3 && un.p.y == 4);
  struct p arr[] = { pp(), 1, 2, { 3 }, [5] = pp() };
  CHECK(sizeof arr == 48 && arr[1].y == 2 && arr[2].x == 3 && arr[3].x == 0 && arr[5].y == 8);
  return 0;
}
