#include <signal.h>

int sigfillset(sigset_t *set)
{
  enum { bits = 8 * sizeof(unsigned long) };
  unsigned long *words = (unsigned long *)set; /* glibc writes no more of a set than the words of its 64 signals */
  words[0] = words[63 / bits] = ~0UL;
  words[31 / bits] &= ~(1UL << 31 % bits); /* 32 and 33 are its own */
  words[32 / bits] &= ~(1UL << 32 % bits);
  return 0;
}
