#ifdef __SIZEOF_INT128__
typedef __int128 wide;
typedef unsigned __int128 uwide;
static uwide make(unsigned long long high, unsigned long long low) { return (uwide)high << 64 | low; }
static unsigned long long high(uwide x) { return x >> 64; }
struct holder { char c; wide w; };
static wide global = -5;
static uwide table[] = { 1, (uwide)1 << 100 };
int main(void) {
  volatile unsigned long long big = 0xfedcba9876543210ULL;
  uwide p = (uwide)big * big;
  CHECK(high(p) == 0xfdbac097c8dc5accULL && (unsigned long long)p == 0xdeec6cd7a44a4100ULL);
  CHECK(p / big == big && p % big == 0 && (p + 7) % big == 7);
  wide n = -(wide)p;
  CHECK(n >> 127 == -1 || n > 0);
  n = -7;
  CHECK(n / 2 == -3 && n % 2 == -1 && n >> 1 == -4 && (uwide)n >> 127 == 1 && n < 0 && n < 3u == 1);
  CHECK(make(1, 0) > make(0, -1ULL) && make(1, 0) - 1 == make(0, -1ULL));
  CHECK(sizeof(struct holder) == 32 && __alignof__(wide) == 16 && __builtin_offsetof(struct holder, w) == 16);
  CHECK(global == -5 && high(table[1]) == 1ULL << 36);
  uwide x = make(3, 4);
  x <<= 3; x ^= make(1, 1); x++; x += 1;
  CHECK(high(x) == 25 && (unsigned long long)x == 35);
  CHECK((double)make(1, 0) == 18446744073709551616.0 && (wide)-3.75 == -3 && (uwide)1e30 == make(54210108624ULL, 5076964154930102272ULL));
  CHECK((long long)make(5, 6) == 6 && (_Bool)make(1, 0) && !(_Bool)make(0, 0) && (int)global == -5);
  wide a[2] = { 1, -1 };
  CHECK(((long long *)a)[3] == -1 && a[1] + a[0] == 0);
  switch (make(0, 9)) { case 9: break; default: CHECK(0); }
  int shift = 64;
  CHECK((p >> shift) == high(p) && high(p << shift) == (unsigned long long)p);
  CHECK((make(1, 0) ? 1 : 2) == 1 && !make(1, 0) == 0 && (make(1, 0) && 1));
  wide result;
  CHECK(__builtin_add_overflow((wide)(make(-1ULL >> 1, -1ULL)), 1, &result) && result < 0);
  return 0;
}
#else
int main(void) { return 0; }
#endif
