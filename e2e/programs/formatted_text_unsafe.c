// UNSAFE
// INPUTS: -1000
#include <assert.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
  char text[12];
  int length = sprintf(text, "%+d", __VERIFIER_nondet_int());
  assert(length < 5 || text[0] != '-' || text[1] != '1');
}
