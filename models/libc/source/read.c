#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

ssize_t read(int file, void *to, size_t size)
{
  unsigned char *bytes = to;
  _Bool fails = __VERIFIER_nondet_bool();
  size_t got = __VERIFIER_nondet_ulong();
  __VERIFIER_assume((file >= 0 || fails) && got <= size && got <= LONG_MAX && (got == 0 || !fails));
  for (size_t i = 0; i < got; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  return fails ? -1 : (ssize_t)got;
}
