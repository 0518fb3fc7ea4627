#include <errno.h>
#include <signal.h>

int sigismember(const sigset_t *set, int number)
{
  enum { bits = 8 * sizeof(unsigned long) };
  if (number < 1 || number > 64) {
    errno = EINVAL;
    return -1;
  }
  return ((const unsigned long *)set)[(number - 1) / bits] >> (number - 1) % bits & 1;
}
