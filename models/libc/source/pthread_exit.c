/* bound to the machine's C library. The only thread that ends is the end of the program, as exit(0) is. */
#include <stdlib.h>

void yogi_unsupported(const char *what);

_Bool __yogi_destructors;

void pthread_exit(void *value)
{
  if (__yogi_destructors)
    yogi_unsupported("pthread_exit in a program with keys that have destructors");
  exit(0);
}
