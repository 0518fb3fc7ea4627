/* approximate: any key. There is one thread, whose values are null at first. */
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);
void yogi_unsupported(const char *what);

int __yogi_keys;
pthread_key_t __yogi_key[4];
const void *__yogi_specific[4];
_Bool __yogi_destructors;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
  if (__yogi_keys == 4)
    yogi_unsupported("more than four keys");
  pthread_key_t new = __VERIFIER_nondet_uint();
  __VERIFIER_assume(__yogi_keys < 1 || __yogi_key[0] != new);
  __VERIFIER_assume(__yogi_keys < 2 || __yogi_key[1] != new);
  __VERIFIER_assume(__yogi_keys < 3 || __yogi_key[2] != new);
  if (destructor != 0)
    __yogi_destructors = 1;
  __yogi_key[__yogi_keys] = new;
  __yogi_specific[__yogi_keys] = 0;
  __yogi_keys++;
  *key = new;
  return 0;
}
