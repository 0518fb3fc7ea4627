/* bound to the machine's C library, whose numbers of the states are its own: 0 is the one that programs write. */
#include <pthread.h>

void yogi_unsupported(const char *what);

int pthread_once(pthread_once_t *control, void (*function)(void))
{
  if (*control == 1)
    yogi_unsupported("pthread_once inside of the function that it calls");
  if (*control == 0) {
    *control = 1;
    function();
    *control = 2;
  }
  return 0;
}
