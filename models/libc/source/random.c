int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

long random(void)
{
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number >= 0);
  return number;
}
