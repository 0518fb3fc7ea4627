#include <stdio.h>

unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

/* The last element may be there in part. */
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict from)
{
  unsigned char *bytes = to;
  size_t all = size * count, got = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(got <= all);
  for (size_t i = 0; i < got; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  return size == 0 ? 0 : got / size;
}
