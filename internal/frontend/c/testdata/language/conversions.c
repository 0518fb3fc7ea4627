static volatile signed char sc = -1;
static volatile unsigned char uc = 255;
static volatile short s = -300;
static volatile unsigned short us = 65535;
static volatile int i = -5;
static volatile unsigned u = 4000000000u;
static volatile long long ll = -1LL << 40;
static volatile unsigned long long ull = 1ULL << 63;
static int three(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
enum e { NEGATIVE = -3, ZERO, BIG = 0x7fffffff } en = NEGATIVE;
int main(void) {
  CHECK(sc < uc && (unsigned char)sc == uc && sc + uc == 254 && (char)200 == -56 && us + 1 == 65536);
  CHECK(i > u && (unsigned)i > u && i < ll == 0 && (u > ll) && (unsigned)ll == 0 && (int)(ll >> 8) == 0);
  CHECK(i / 2 == -2 && i % 3 == -2 && i >> 1 == -3 && (unsigned)i >> 28 == 15 && -i == 5 && ~i == 4);
  CHECK(u * 2 == 3705032704u && (u + (unsigned long long)u) == 8000000000ULL && u << 4 == 3870457856u);
  CHECK(ull > 0 && (long long)ull < 0 && ull >> 63 == 1 && (long long)ull >> 63 == -1 && ull / 3 == 3074457345618258602ULL);
  CHECK((unsigned short)s == 65236 && (signed char)s == -44 && (s << 8) == -76800 && (us << 8) == 16776960);
  sc += 200;
  CHECK(sc == -57);
  uc++;
  CHECK(uc == 0 && uc-- == 0 && uc == 255);
  us *= us;
  CHECK(us == 1);
  s = 32767;
  s++;
  CHECK(s == -32768);
  i = -2147483647 - 1;
  CHECK(i < 0 && i - 1 > 0 && (long long)i - 1 == -2147483649LL && -i == i);      /* -fwrapv */
  CHECK(three(u > 5) == 1 && three(-(u > 5)) == -1 && three(!u) == 0);
  CHECK(en == -3 && ZERO == -2 && (en = BIG) == 2147483647 && sizeof(enum e) == 4);
  CHECK((_Bool)256 == 1 && (_Bool)&u == 1 && (_Bool)0.1f == 1 && (1 ? -1 : 0u) > 0 && sizeof(1 ? (char)1 : (short)1) == 4);
  CHECK(1 << 31 == -2147483647 - 1 && 0xffffffff == 4294967295u && sizeof 2147483648 == 8 && 0x80000000 > 0);
  CHECK('\xff' == -1 && L'\xff' == 255 && (char)0xff < 0 && "\xff"[0] == -1);
  long l = ll;
  CHECK(sizeof l == 8 ? l == ll : l == 0);
  CHECK((unsigned long)-1 == ~0ul && -1l < 1u == (sizeof(long) == 8));
  char c = 'a';
  c ^= 0x20; c |= 1; c <<= 1; c >>= 1;
  CHECK(c == -63);
  return 0;
}
