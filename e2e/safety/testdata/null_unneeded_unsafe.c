// CHECK: null
// FALSE(valid-deref) interpreted
// The statement reads what the pointer leads to and uses only the step of the pointer; gcc leaves the read out.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int number = 1, *p = __VERIFIER_nondet_int() ? &number : 0;
  *p++;
  return 0;
}
