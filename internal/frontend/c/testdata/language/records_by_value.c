struct small { char c; };
struct middle { int a; double d; };
struct big { int a[20]; struct middle m; };
union both { long long l; struct small s; };
struct bits { unsigned a : 3, b : 5; };
struct none { };
static struct small make_small(char c) { struct small s = { c }; return s; }
static struct middle make_middle(int a, double d) { return (struct middle){ a, d }; }
static struct big make_big(struct big b, int i, int v) { b.a[i] = v; b.m = make_middle(v, v / 2.0); return b; }
static union both flip(union both u) { u.l = ~u.l; return u; }
static struct bits more(struct bits b) { b.a++; b.b--; return b; }
static struct none nothing(struct none n) { return n; }
static struct middle choose(int c, struct middle x, struct middle y) { return c ? x : y; }
static struct big (*pointer)(struct big, int, int) = make_big;
static int total(struct big b, struct small s, union both u, struct middle m) { return b.a[3] + s.c + (int)u.l + m.a; }
static struct big recurse(struct big b, int n) { if (n == 0) return b; b.a[n] += n; return recurse(b, n - 1); }
int main(void) {
  struct big b = { { 0 } }, c;
  c = make_big(b, 3, 7);
  CHECK(b.a[3] == 0 && c.a[3] == 7 && c.m.d == 3.5 && make_big(c, 1, 2).a[3] == 7);
  c = make_big(c, 3, c.a[3] + 1);
  CHECK(c.a[3] == 8);
  CHECK(pointer(c, 0, 5).m.a == 5 && c.m.a == 8);
  union both u = { 5 };
  CHECK(flip(u).l == ~5LL && flip(flip(u)).l == 5 && u.l == 5);
  struct bits t = more((struct bits){ 7, 0 });
  CHECK(t.a == 0 && t.b == 31);
  nothing((struct none){});
  CHECK(choose(0, make_middle(1, 1), make_middle(2, 2)).a == 2 && choose(1, make_middle(1, 1), make_middle(2, 2)).d == 1);
  CHECK(total(c, make_small(3), u, make_middle(4, 0)) == 8 + 3 + 5 + 4);
  CHECK(recurse(b, 5).a[4] == 4 && b.a[4] == 0);
  struct big array[2] = { c, b }, *p = &array[0];
  p[1] = *p;
  p->a[3] = 1;
  CHECK(array[1].a[3] == 8 && (*p).a[3] == 1 && (p[0] = p[1]).a[3] == 8);
  struct { struct big inner; int tail; } outer = { c, 4 };
  outer.inner = make_big(outer.inner, 19, 6);
  CHECK(outer.tail == 4 && outer.inner.a[19] == 6 && outer.inner.a[3] == 8);
  struct middle m = (b.a[0] = 3, make_middle(b.a[0], 0));
  CHECK(m.a == 3);
  volatile struct middle v = m;
  v.a += 2;
  CHECK(v.a == 5);
  return 0;
}
