#include <signal.h>

int sigfillset(sigset_t *set)
{
  enum { bits = 8 * sizeof(unsigned long) };
  sigset_t all; /* what is behind the words of the 64 signals is any: glibc leaves it, and older ones write it, too */
  unsigned long *words = (unsigned long *)&all;
  words[0] = words[63 / bits] = ~0UL;
  words[31 / bits] &= ~(1UL << 31 % bits); /* 32 and 33 are its own */
  words[32 / bits] &= ~(1UL << 32 % bits);
  *set = all;
  return 0;
}
