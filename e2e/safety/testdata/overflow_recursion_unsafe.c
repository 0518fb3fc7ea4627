// CHECK: overflow
// FALSE(no-overflow) executed
int __VERIFIER_nondet_int(void);
static int last(int m, int n) {
  if (m == 0)
    return n + 1000000000;
  if (n == 0)
    return last(m - 1, 1);
  return last(m - 1, last(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 4)
    return 0;
  return last(m, n) == 0;
}
