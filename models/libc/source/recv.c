#include <stddef.h>
#include <sys/types.h>

long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

/* With MSG_TRUNC the result is how long a message was, of which what there is room for is put down. */
enum { TRUNC = 0x20 };

ssize_t recv(int socket, void *to, size_t size, int flags)
{
  unsigned char *bytes = to;
  ssize_t got = __VERIFIER_nondet_long();
  __VERIFIER_assume(got >= -1 && (got < 0 || (size_t)got <= size || (flags & TRUNC)) && (socket >= 0 || got < 0));
  for (ssize_t i = 0; i < got && (size_t)i < size; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  return got;
}
