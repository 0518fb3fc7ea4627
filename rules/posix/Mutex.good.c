typedef struct { int word; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const void *);
int pthread_mutex_unlock(pthread_mutex_t *);
int nondet_int(void);

static pthread_mutex_t table = { 0 }, log_lock = { 0 };
static int entries, dropped;

static int add(int value)
{
  if (pthread_mutex_lock(&table) != 0)
    return -1;
  if (entries == nondet_int()) {
    if (pthread_mutex_timedlock(&log_lock, 0) == 0) {
      dropped++;
      pthread_mutex_unlock(&log_lock);
    }
    pthread_mutex_unlock(&table);
    return -1;
  }
  entries++;
  pthread_mutex_unlock(&table);
  return value;
}

int main(void)
{
  while (nondet_int())
    add(nondet_int());
  return 0;
}
