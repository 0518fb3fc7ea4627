/* Registers wrap around. */
struct in { int n; char s[4]; };
struct deep { struct { struct in a[2]; } m; union { struct { unsigned lo : 16, hi : 16; }; unsigned all; } u; };
static struct deep d = { .m.a[1].s = "xy", .m.a[0] = { 5, "ab" }, .m.a[1].n = 7, .u.lo = 0x1234, .u.hi = 0x5678 };
static int calls;
static int inc(void) { return ++calls; }
static unsigned char narrow(int x) { return x; }
static _Bool truth(double x) { return x; }
static signed char sc(unsigned x) { return x; }
static long long mix(char a, short b, unsigned c, long long e) { return a * b + c - e; }
enum e { A = 3, B, C = A * 2 } ;
static int sw(long long x) { switch (x) { case -5LL ... -2LL: return 1; case 0x7fffffffffffffffLL: return 2; case 4294967296LL: return 3; case B: return 4; } return 0; }
static int usw(unsigned x) { switch (x) { case -1: return 1; case 0 ... 3: return 2; } return 3; }
static int chsw(char c) { switch (c) { case '\xff': return 1; case 'a': return 2; } return 3; }
static int loops(void) { int n = 0; for (int i = 0, *p = &i; *p < 5; ++*p) { if (i == 2) continue; n += i; } return n; }
static int ptrs[4] = { 1, 2, 3, 4 };
static int (*const fp)(void) = inc;
typedef int arr[3];
static int sum(arr a) { return a[0] + a[1] + a[2] + (int)sizeof(a); }
static const arr carr = { 4, 5, 6 };
static int *ret(int i) { return &ptrs[i]; }
union u { float f; unsigned i; unsigned short h[2]; };
static struct in rets(void) { struct in x = { 1, "abc" }; return x; }

int main(void) {
  CHECK(d.m.a[1].n == 7 && d.m.a[1].s[1] == 'y' && d.m.a[0].s[0] == 'a' && d.u.all == 0x56781234);
  int n = 3; int v[n][n]; int i = 1;
  CHECK(sizeof(v[i++]) == 12 && i == 2 && sizeof(v[0][i++]) == 4 && i == 2);
  CHECK(narrow(-1) == 255 && narrow(256) == 0 && truth(0.25) == 1 && sc(200) == -56 && mix(-1, 2, 3u, 4) == -3);
  CHECK(sw(-3) == 1 && sw(0x7fffffffffffffffLL) == 2 && sw(4294967296LL) == 3 && sw(4) == 4 && sw(-1) == 0);
  CHECK(usw(-1) == 1 && usw(2) == 2 && usw(9) == 3 && chsw(-1) == 1 && chsw(97) == 2);
  CHECK(loops() == 8 && fp() == 1 && sum((int *)carr) == 15 + sizeof(int *));
  *ret(2) += (*ret(1))++;
  CHECK(ptrs[2] == 5 && ptrs[1] == 3);
  CHECK(rets().s[1] == 'b' && rets().n == 1 && (rets(), calls) == 1);
  union u q = { .i = 0x40490fdb };
  CHECK(q.h[1] == 0x4049 && q.f > 3.14f && q.f < 3.15f);
  int x = 5;
  x = x++ + 0 * 0 ? x : 7; CHECK(x == 6);
  x = (x > 3) + (x > 4) * 2 - !x; CHECK(x == 3);
  x <<= 2, x |= 1, x %= 8; CHECK(x == 5);
  unsigned u = 1u << 31; u >>= 31; CHECK(u == 1);
  long long big = 1; big <<= 40; big /= -3; CHECK(big == -366503875925LL);
  CHECK(-7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1 && (-7 >> 1) == -4 && (unsigned)-7 / 2 == 2147483644u);
  char c = 127; c++; CHECK(c == -128);
  short s = -32768; s = -s; CHECK(s == -32768);
  unsigned short us = 65535; CHECK(us * us == -131071 && (us << 16) < 0);
  int *p = ptrs + 3; CHECK(p[-1] == 5 && *--p == 5 && p - ptrs == 2 && 1[ptrs] == 3 && &2[ptrs] == p);
  CHECK((p == ptrs + 2) + (p != ptrs) == 2 && (p > ptrs) && !(p < ptrs) && (p ? 1 : 0));
  const char *t = "hello" + 1; CHECK(*t++ == 'e' && *t == 'l' && "abc"[3] == 0);
  struct in arr2[2] = { { 1, { 'a' } }, { 2 } }, *ap = arr2; CHECK((ap++)->n == 1 && ap->n == 2 && ap[-1].s[0] == 'a' && ap->s[3] == 0);
  void *vp = &x; CHECK(*(int *)vp == 5 && *(char *)vp == 5);
  double dd = 7; dd /= 2; int id = dd; CHECK(id == 3 && dd == 3.5 && (int)(dd * 2) == 7);
  float ff = 16777216.0f; ff += 1; CHECK(ff == 16777216.0f || sizeof(void *) == 4);
  CHECK((char)300 == 44 && (int)3e9f == (int)3000000000.0f || 1);
  CHECK(sizeof(struct { char a; double b; }) == (sizeof(void *) == 8 ? 16 : 12) || 1);
  int arr3[] = { [2] = 1, 5, [0] = 9 }; CHECK(sizeof arr3 == 16 && arr3[3] == 5 && arr3[0] == 9 && arr3[1] == 0);
  { int y = 1; { int y = 2; x = y; } x += y; } CHECK(x == 3);
  int k = 10; while (k --> 0) if (k == 4) break; CHECK(k == 4);
  do k++; while (k < 8); CHECK(k == 8);
  k = 0; L: if (k++ < 3) goto L; CHECK(k == 4);
  CHECK(({ int z = 1; z += k; z; }) == 5 && (k, 7) == 7 && (k ? k : 1/0) == 4);
  k = ~0; CHECK(k == -1 && !k == 0 && !!k == 1 && -k == 1 && +k == -1);
  long l = 1L << (sizeof(long) * 8 - 2); CHECK(l > 0 && (l << 1) < 0);
  volatile int vi = 3; vi++; CHECK(vi == 4 && vi-- == 4);
  memset(ptrs, 0xff, 8); CHECK(ptrs[1] == -1 && ptrs[2] == 5);
  struct in sa = { 1, "ab" }, sb = sa; CHECK(!memcmp(&sa, &sb, sizeof sa) && (sb.n = 4, sa.n) == 1);
  sa = (struct in){ .s = { [3] = 'z' } }; CHECK(sa.n == 0 && sa.s[3] == 'z');
  int m2[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, (*mp)[3] = m2; CHECK(mp[1][2] == 6 && *(*mp + 4) == 5 && (*(mp + 1))[0] == 4 && sizeof *mp == 12);
  unsigned bit = 0x80000000; CHECK((int)bit < 0 && bit > 0 && (bit >> 31) == 1 && ((int)bit >> 31) == -1 && (long long)bit > 0 && (long long)(int)bit < 0);
  CHECK((unsigned char)~0 == 255 && (signed char)0x80 == -128 && (unsigned short)-1 == 65535 && 0xffu == 255 && 'A' + 1 == 'B');
  CHECK(1 ? 1 : 0 ? 2 : 3); CHECK(sizeof(1 ? 'a' : 1L) == sizeof(long)); CHECK((1, 0) == 0);
  return 0;
}
