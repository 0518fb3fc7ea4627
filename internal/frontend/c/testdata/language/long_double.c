struct pair { char c; long double x; } p = { 1, 0.1L }, q;
long double g = 1.0L / 3;
union bytes { long double x; unsigned char b[sizeof(long double)]; };
long double half(long double x) { return x / 2; }
int main(void) {
  long double tenth = 0.1L, sum = 0;
  for (int i = 0; i < 10; i++) sum += tenth;
  CHECK((double)sum == 1.0 && sum != 1.0L && g * 3 == 1.0L);
  unsigned long long big = 18446744073709551615ULL;
  CHECK((unsigned long long)(long double)big == big);
  CHECK((long double)big + 1 == 18446744073709551616.0L);
  q = p;
  CHECK(q.x == 0.1L && q.x != 0.1 && half(q.x) * 2 == p.x);
  union bytes u;
  u.x = 1.5L;
  CHECK(u.b[9] == 0x3f && u.b[8] == 0xff && u.b[7] == 0xc0);
  u.x = -u.x;
  CHECK(u.b[9] == 0xbf);
  CHECK(1e4000L * 1e4000L > 1e4932L && 3.6e-4951L != 0 && 1e5000L == 1e4932L * 10);
  CHECK(0x1.8p1L == 3 && sizeof 1.0q == 16 && 1.0q / 3 != 1.0L / 3);
  int n = 3;
  long double a[n];
  a[2] = 2; a[1] = 1;
  CHECK(a[2] / 3 * 3 == 2 && -a[1] < 0 && __builtin_fabsl(-a[2]) == 2);
  a[0] = a[1]; a[0]++; ++a[0];
  CHECK(a[0] == 3 && !(a[0] < 3) && (int)a[0] == 3 && (_Bool)a[0]);
  CHECK(__builtin_floorl(-0.5L) == -1 && __builtin_sqrtl(2) != __builtin_sqrt(2) && __builtin_lroundl(2.5L) == 3);
  return 0;
}
