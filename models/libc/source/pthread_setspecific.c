/* approximate, as pthread_key_create is. */
#include <pthread.h>

void yogi_unsupported(const char *what);

int __yogi_keys;
pthread_key_t __yogi_key[4];
const void *__yogi_specific[4];

int pthread_setspecific(pthread_key_t key, const void *value)
{
  if (__yogi_keys > 0 && __yogi_key[0] == key)
    __yogi_specific[0] = value;
  else if (__yogi_keys > 1 && __yogi_key[1] == key)
    __yogi_specific[1] = value;
  else if (__yogi_keys > 2 && __yogi_key[2] == key)
    __yogi_specific[2] = value;
  else if (__yogi_keys > 3 && __yogi_key[3] == key)
    __yogi_specific[3] = value;
  else
    yogi_unsupported("pthread_setspecific with a key that was not made");
  return 0;
}
