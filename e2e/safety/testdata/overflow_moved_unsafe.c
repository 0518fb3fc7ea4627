// CHECK: overflow
// FALSE(no-overflow) executed
int __VERIFIER_nondet_int(void);
static long moved(long to, long from) {
  if (from == 0)
    return to;
  return from > 0 ? moved(to + 1, from - 1) : moved(to - 1, from + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return (int)moved(a, b) + 1 == b;
}
