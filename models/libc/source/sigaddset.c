#include <errno.h>
#include <signal.h>

int sigaddset(sigset_t *set, int number)
{
  enum { bits = 8 * sizeof(unsigned long) };
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    errno = EINVAL;
    return -1;
  }
  ((unsigned long *)set)[(number - 1) / bits] |= 1UL << (number - 1) % bits;
  return 0;
}
