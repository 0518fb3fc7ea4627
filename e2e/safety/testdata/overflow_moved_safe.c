// CHECK: overflow
// TRUE
int __VERIFIER_nondet_int(void);
/* Neither is larger than what two numbers of type int make. */
static long moved(long to, long from) {
  if (from == 0)
    return to;
  return from > 0 ? moved(to + 1, from - 1) : moved(to - 1, from + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return moved(a, b) == 0;
}
