#include <signal.h>

int sigemptyset(sigset_t *set)
{
  enum { bits = 8 * sizeof(unsigned long) };
  unsigned long *words = (unsigned long *)set; /* glibc writes no more of a set than the words of its 64 signals */
  words[0] = words[63 / bits] = 0;
  return 0;
}
