typedef struct { int word; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int nondet_int(void);

static pthread_mutex_t table;
static int entries;

static int add(int value)
{
  if (pthread_mutex_lock(&table) != 0)
    return -1;
  if (entries == 2)
    return -1; /* the mutex stays locked */
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
