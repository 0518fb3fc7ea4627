typedef struct { int word; } pthread_rwlock_t;
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int nondet_int(void);

static pthread_rwlock_t lock;
static int value;

int main(void)
{
  if (pthread_rwlock_rdlock(&lock) != 0)
    return 1;
  if (value < nondet_int()) {
    if (pthread_rwlock_wrlock(&lock) == 0) { /* the thread still reads */
      value++;
      pthread_rwlock_unlock(&lock);
    }
  }
  pthread_rwlock_unlock(&lock);
  return 0;
}
