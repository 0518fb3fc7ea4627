struct s { unsigned long long x : 40; long long y : 40; unsigned long long z : 33; } s = { 1ULL << 39, -1, 1ULL << 32 };
long long all(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, long long); }
int main(void) {
  CHECK(!((s.x << 1) != 0));
  CHECK(!(s.x + s.x != 0));
  CHECK(!(s.x + 1 + s.x != 1));
  CHECK(!(sizeof(s.x + 1) != 8));
  CHECK(!(s.x + (unsigned long long)s.x == 0));
  CHECK(!((s.z << 1) != 0));
  CHECK(!(s.x + s.z != (1ULL<<39) + (1ULL<<32)));
  CHECK(!(-s.x != s.x));
  CHECK(!(~s.z != 0xffffffffULL));
  CHECK(!(s.z - 1 > 0xffffffffULL));
  CHECK(!(s.z + s.z != 0));
  CHECK(!(s.z * 2u != 0));
  CHECK(!(s.z + 0LL + s.z == 0));
  CHECK(!((s.y & s.x) != (1ULL << 39)));
  long long wide = s.x + s.x + 1, *p = &wide;
  CHECK(*p == 1 && (s.x ? s.x + s.x : 0) == 0 && all(1, s.x + 0) == 1LL << 39);
  CHECK((s.y >> 39) == -1 && s.x / 2 * 2 == s.x && (s.x += s.x) == 0 && s.y-- == -1 && s.y == -2);
  return 0;
}
