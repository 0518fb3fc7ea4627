#include <stddef.h>
#include <sys/types.h>

long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

ssize_t pread(int file, void *to, size_t size, off_t from)
{
  unsigned char *bytes = to;
  ssize_t got = __VERIFIER_nondet_long();
  __VERIFIER_assume(got >= -1 && (got < 0 || (size_t)got <= size) && (file >= 0 && from >= 0 || got < 0));
  for (ssize_t i = 0; i < got; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  return got;
}
