#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

long __VERIFIER_nondet_long(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

/* With MSG_TRUNC the result is how long a message was, of which what there is room for is put down. */
enum { TRUNC = 0x20 };

/* Whose message it was is put down as far as there is room, and then how long the whole address is. */
ssize_t recvfrom(int socket, void *restrict to, size_t size, int flags, struct sockaddr *restrict from, socklen_t *restrict length)
{
  unsigned char *bytes = to;
  ssize_t got = __VERIFIER_nondet_long();
  __VERIFIER_assume(got >= -1 && (got < 0 || (size_t)got <= size || (flags & TRUNC)) && (socket >= 0 || got < 0));
  for (ssize_t i = 0; i < got && (size_t)i < size; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  if (got >= 0 && from) {
    unsigned char *address = (unsigned char *)from;
    socklen_t whole = __VERIFIER_nondet_uint();
    __VERIFIER_assume(whole <= 128);
    for (socklen_t i = 0; i < whole && i < *length; i++)
      address[i] = __VERIFIER_nondet_uchar();
    *length = whole;
  }
  return got;
}
