/* approximate, as pthread_key_create is. */
#include <pthread.h>

void yogi_unsupported(const char *what);

int __yogi_keys;
pthread_key_t __yogi_key[4];
const void *__yogi_specific[4];

void *pthread_getspecific(pthread_key_t key)
{
  if (__yogi_keys > 0 && __yogi_key[0] == key)
    return (void *)__yogi_specific[0];
  if (__yogi_keys > 1 && __yogi_key[1] == key)
    return (void *)__yogi_specific[1];
  if (__yogi_keys > 2 && __yogi_key[2] == key)
    return (void *)__yogi_specific[2];
  if (__yogi_keys > 3 && __yogi_key[3] == key)
    return (void *)__yogi_specific[3];
  yogi_unsupported("pthread_getspecific with a key that was not made");
  return 0;
}
