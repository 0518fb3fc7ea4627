// CHECK: null
// TRUE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int number = 1, *p = __VERIFIER_nondet_int() ? &number : 0;
  if (p)
    *p++;
  (void)&*p;
  return 0;
}
