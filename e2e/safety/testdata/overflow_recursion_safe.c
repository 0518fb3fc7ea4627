// CHECK: overflow
// TRUE
int __VERIFIER_nondet_int(void);
/* Calls within get a larger n, as long as m gets smaller. */
static int last(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return last(m - 1, 1);
  return last(m - 1, last(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 100000)
    return 0;
  return last(m, n) == 0;
}
