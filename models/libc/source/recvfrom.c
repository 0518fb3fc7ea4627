#include <limits.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

/* With MSG_TRUNC the result is how long a message was, of which what there is room for is put down. */
enum { TRUNC = 0x20 };

/* Whose message it was is put down as far as there is room, and then how long the whole address is. */
ssize_t recvfrom(int socket, void *restrict to, size_t size, int flags, struct sockaddr *restrict from, socklen_t *restrict length)
{
  unsigned char *bytes = to;
  _Bool fails = __VERIFIER_nondet_bool();
  size_t got = __VERIFIER_nondet_ulong(), put = __VERIFIER_nondet_ulong();
  __VERIFIER_assume((socket >= 0 || fails) && got <= LONG_MAX && (got == 0 || !fails));
  __VERIFIER_assume(put <= size && put <= got && (put == got || ((flags & TRUNC) && put == size)));
  for (size_t i = 0; i < put; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  if (!fails && from) {
    unsigned char *address = (unsigned char *)from;
    socklen_t whole = __VERIFIER_nondet_uint();
    __VERIFIER_assume(whole <= 128);
    for (socklen_t i = 0; i < whole && i < *length; i++)
      address[i] = __VERIFIER_nondet_uchar();
    *length = whole;
  }
  return fails ? -1 : (ssize_t)got;
}
