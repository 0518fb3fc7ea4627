static int calls;
static int touch(int x) { calls++; return x; }
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) do { __auto_type t_ = (a); (a) = (b); (b) = t_; } while (0)
static int jump(const char *code) {
  static const void *const table[] = { &&add, &&twice, &&stop };
  int x = 0;
  goto *table[*code++];
add:
  x += 3;
  goto *table[*code++];
twice:
  x *= 2;
  goto *table[*code++];
stop:
  return x;
}
static int relative(int n) {
  static const int offsets[] = { &&a - &&a, &&b - &&a, &&c - &&a };
  goto *(&&a + offsets[n]);
a: return 10;
b: return 20;
c: return 30;
}
static int ranges(int x) {
  switch (x) {
  case -5 ... -1: return -1;
  case 0: return 0;
  case 1 ... 9:
  case 20 ... 29: return 1;
  case 'a' ... 'z': return 2;
  default: return 3;
  }
}
static int wide_switch(unsigned long long x) {
  switch (x) {
  case 0x100000000ULL: return 1;
  case 0x100000001ULL ... 0x1ffffffffULL: return 2;
  case 0: return 3;
  }
  return 4;
}
static void send(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0: do { *to++ = *from++;
  case 7: *to++ = *from++;
  case 6: *to++ = *from++;
  case 5: *to++ = *from++;
  case 4: *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--n > 0);
  }
}
static int labels(int n) {
  __label__ out;
  int r = ({ __label__ again; int k = 0; again: if (k++ < n) goto again; if (k > 5) goto out; k; });
  return r;
out:
  return -1;
}
__attribute__((noreturn)) static void stop(void) { abort(); }
static int ends(int x) { if (x) return 1; stop(); }
struct point { int x, y; };
int main(void) {
  int a = 3, b = 4;
  CHECK(MAX(touch(a), touch(b)) == 4 && calls == 2);
  SWAP(a, b);
  CHECK(a == 4 && b == 3);
  CHECK((touch(5) ?: touch(6)) == 5 && calls == 3 && (touch(0) ?: 7) == 7);
  CHECK(jump((const char[]){ 0, 1, 0, 1, 2 }) == 18);
  CHECK(relative(0) == 10 && relative(1) == 20 && relative(2) == 30);
  CHECK(ranges(-6) == 3 && ranges(-3) == -1 && ranges(0) == 0 && ranges(9) == 1 && ranges(10) == 3 && ranges(29) == 1 && ranges('q') == 2);
  CHECK(wide_switch(0) == 3 && wide_switch(0x100000000ULL) == 1 && wide_switch(0x1fffffff0ULL) == 2 && wide_switch(5) == 4);
  char from[20], to[20];
  for (int i = 0; i < 20; i++) from[i] = i, to[i] = 0;
  send(to, from, 13);
  CHECK(to[12] == 12 && to[13] == 0 && !memcmp(to, from, 13));
  CHECK(labels(2) == 3 && labels(9) == -1 && ends(1));
  void *p = from;
  CHECK((char *)(p + 3) == from + 3 && sizeof(void) == 1 && sizeof touch == 1);
  struct point q = ({ struct point t = { 1, 2 }; t.x += 5; t; });
  CHECK(q.x == 6 && ({ q; }).y == 2);
  CHECK(__builtin_choose_expr(sizeof(int) == 4, 1, "no") == 1);
  CHECK(__builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(int, long) && !__builtin_types_compatible_p(char *, const char *));
  CHECK(__builtin_constant_p(3 + 4) && __alignof__(short) == 2 && __alignof__(q) >= 4);
  CHECK(_Generic(a, long: 1, int: 2, default: 3) == 2 && _Generic((char)1, int: 1, char: 2) == 2 && _Generic("x", char *: 4, const char *: 5) == 4);
  CHECK(_Generic(&q, struct point *: 1, void *: 2) == 1 && _Generic(1.0f, double: 1, default: 2) == 2 && _Generic(touch, int (*)(int): 6, default: 7) == 6);
  _Static_assert(sizeof(struct point) == 8, "two ints");
  int n = 1;
  __typeof__(n++) unevaluated = 4;
  CHECK(n == 1 && unevaluated == 4 && sizeof(n++) == 4 && n == 1);
  (void)(n ? (void)touch(1) : (void)touch(2));
  CHECK(calls == 5);
  int i = 0;
  do { if (i == 3) continue; if (i > 5) break; } while (i++ < 10);
  CHECK(i == 6);
  for (int j = 0, k = 10; j < k; j++, k--) i = j;
  CHECK(i == 4);
  CHECK(__extension__ 3 == 3 && (1, 2, 3) == 3);
  CHECK('ab' == 24930 && '\x7f' == 127 && '\377' == -1 && '\e' == 27 && 0b101 == 5 && 010 == 8 && 0x1p4 == 16.0);
  CHECK(sizeof 'a' == sizeof(int) && sizeof L'a' == sizeof(__WCHAR_TYPE__) && -1 > 0u && (short)40000 == -25536);
  CHECK(__func__[0] == 'm' && sizeof __func__ == 5 && !strcmp(__FUNCTION__, "main"));
  return 0;
}
