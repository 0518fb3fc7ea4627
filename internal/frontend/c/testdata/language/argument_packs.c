/* GNU: what stands for the further arguments of a function that is always inlined. */
#define INLINED extern inline __attribute__((always_inline, gnu_inline))

struct pair { int x; long y; };

static double sum(int n, const char *kinds, ...)
{
  __builtin_va_list list;
  double total = n;
  __builtin_va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': total += __builtin_va_arg(list, int); break;
    case 'd': total += __builtin_va_arg(list, double); break;
    case 'l': total += __builtin_va_arg(list, long long); break;
    case 'p': total += *__builtin_va_arg(list, int *); break;
    case 's': { struct pair p = __builtin_va_arg(list, struct pair); total += p.x * p.y; break; }
    }
  __builtin_va_end(list);
  return total;
}

static int calls;
INLINED double checked(int n, const char *kinds, ...)
{
  static int inside;
  calls += ++inside;
  if (__builtin_va_arg_pack_len() != (int)strlen(kinds)) return -1;
  return sum(n * 2, kinds, __builtin_va_arg_pack());
}
INLINED double outer(const char *kinds, ...) { return checked(1, kinds, __builtin_va_arg_pack()) + __builtin_va_arg_pack_len(); }
INLINED int count(int n, ...) { return n * 10 + __builtin_va_arg_pack_len(); }
INLINED double through(double (*f)(int, const char *, ...), ...) { return f(5, "ii", __builtin_va_arg_pack()); }

int main(void)
{
  int four = 4;
  char c = 3;
  float f = 0.5f;
  struct pair p = { 2, 50 };
  CHECK(checked(1, "") == 2);
  CHECK(checked(1, "i") == -1);
  CHECK(checked(1, "idl", c, f, 1LL << 33) == 2 + 3 + 0.5 + 8589934592.0);
  CHECK(checked(2, "psi", &four, p, 7) == 4 + 4 + 100 + 7);
  CHECK(outer("ii", 7, 8) == 2 + 7 + 8 + 2);
  CHECK(calls == 1 + 2 + 3 + 4 + 5);
  CHECK(count(1) == 10 && count(2, 1, 1.5, &c) == 23);
  CHECK(through(sum, 1, 2) == 8);
  return 0;
}
