typedef struct { int word; } pthread_rwlock_t;
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const void *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int nondet_int(void);

static pthread_rwlock_t lock;
static int value;

static int get(void)
{
  int copy = 0;
  if (pthread_rwlock_rdlock(&lock) == 0) {
    copy = value;
    pthread_rwlock_unlock(&lock);
  }
  return copy;
}

static void set(int next)
{
  if (pthread_rwlock_wrlock(&lock) != 0 && pthread_rwlock_timedwrlock(&lock, 0) != 0)
    return;
  value = next;
  pthread_rwlock_unlock(&lock);
}

int main(void)
{
  while (nondet_int()) {
    if (get() > 3)
      set(nondet_int());
  }
  return 0;
}
