#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

/* Any sequence: a program that depends on the one of some seed is not written in C alone. */
int rand(void)
{
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number >= 0 && number <= RAND_MAX);
  return number;
}
