typedef __builtin_va_list list;
struct small { char c; short s; };
struct large { int a[7]; double d; };
int sum(int n, ...) {
  list l, m;
  int s = 0;
  __builtin_va_start(l, n);
  __builtin_va_copy(m, l);
  for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int);
  for (int i = 0; i < n; i++) s += 100 * __builtin_va_arg(m, int);
  __builtin_va_end(l);
  __builtin_va_end(m);
  return s;
}
long long take(const char *format, list l) {
  long long s = 0;
  for (; *format; format++) {
    s *= 10;
    switch (*format) {
    case 'c': s += (char)__builtin_va_arg(l, int); break;
    case 'd': s += __builtin_va_arg(l, int); break;
    case 'l': s += __builtin_va_arg(l, long); break;
    case 'q': s += __builtin_va_arg(l, long long); break;
    case 'f': s += __builtin_va_arg(l, double); break;
    case 'L': s += __builtin_va_arg(l, long double); break;
    case 'p': s += *__builtin_va_arg(l, int *); break;
    case 's': { struct small x = __builtin_va_arg(l, struct small); s += x.c + x.s; break; }
    case 'b': s += __builtin_va_arg(l, struct large).a[6]; break;
    }
  }
  return s;
}
long long all(const char *format, ...) {
  list l;
  __builtin_va_start(l, format);
  long long s = take(format, l);
  __builtin_va_end(l);
  return s;
}
void (*nothing)(int, ...);
void unread(int x, ...) {}
int second(int x, ...) { list l; __builtin_va_start(l, x); x = (__builtin_va_arg(l, int), __builtin_va_arg(l, int)); return x; }
int main(void) {
  int seven = 7;
  struct small s = { 1, 2 };
  struct large b = { { 0, 0, 0, 0, 0, 0, 4 }, 1 };
  float f = 2.0f;
  CHECK(sum(0) == 0 && sum(1, 5) == 505 && sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 4545);
  CHECK(all("") == 0 && all("cdl", 'a' - 'a' + 1, 2, 3L) == 123);
  CHECK(all("qfLpsb", 1LL, f, 3.0L, &seven, s, b) == 123734);
  CHECK(all("dLdLfb", 1, 2.0L, 3, 4.0L, 5.0, b) == 123454);
  nothing = unread;
  nothing(1, 2, 3.0);
  int (*p)(int, ...) = second;
  CHECK(p(1, 2, 3) == 3);
  return 0;
}
