#include <signal.h>

int sigemptyset(sigset_t *set)
{
  enum { bits = 8 * sizeof(unsigned long) };
  sigset_t none; /* what is behind the words of the 64 signals is any: glibc leaves it, and older ones write it, too */
  unsigned long *words = (unsigned long *)&none;
  words[0] = words[63 / bits] = 0;
  *set = none;
  return 0;
}
