#include <stdio.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

int(getc)(FILE *from)
{
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c >= EOF && c <= 255);
  return c;
}
