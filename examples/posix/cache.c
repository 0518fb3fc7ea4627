// A cache of computed values: entries are found under a read lock and made under a write lock; statistics have a mutex of
// their own. It is driven by commands from the standard input.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 2

struct entry {
  int key;
  long value;
  int used;
};

struct cache {
  pthread_rwlock_t lock; // of slots
  struct entry *slots[SLOTS];
  pthread_mutex_t counting; // of what follows
  long hits, misses;
};

static long compute(int key)
{
  return (long)key * key + 1;
}

static void count(struct cache *c, int hit)
{
  pthread_mutex_lock(&c->counting);
  if (hit)
    c->hits++;
  else
    c->misses++;
  pthread_mutex_unlock(&c->counting);
}

static int find(struct cache *c, int key, long *value)
{
  struct entry *e;
  int found = 0;
  pthread_rwlock_rdlock(&c->lock);
  e = c->slots[(unsigned)key % SLOTS];
  if (e && e->key == key) {
    *value = e->value;
    found = 1;
  }
  pthread_rwlock_unlock(&c->lock);
  count(c, found);
  return found;
}

static int put(struct cache *c, int key, long value)
{
  struct entry *old, *e = malloc(sizeof *e);
  if (!e)
    return -1;
  e->key = key;
  e->value = value;
  e->used = 0;
  if (pthread_rwlock_trywrlock(&c->lock) != 0) {
    free(e);
    return -1;
  }
  old = c->slots[(unsigned)key % SLOTS];
  c->slots[(unsigned)key % SLOTS] = e;
  pthread_rwlock_unlock(&c->lock);
  free(old);
  return 0;
}

static void drop(struct cache *c, int key)
{
  struct entry *e;
  pthread_rwlock_wrlock(&c->lock);
  e = c->slots[(unsigned)key % SLOTS];
  if (!e || e->key != key) {
    pthread_rwlock_unlock(&c->lock);
    return;
  }
  c->slots[(unsigned)key % SLOTS] = NULL;
  pthread_rwlock_unlock(&c->lock);
  free(e);
}

static long get(struct cache *c, int key)
{
  long value;
  if (find(c, key, &value))
    return value;
  value = compute(key);
  put(c, key, value);
  return value;
}

static int make(struct cache *c)
{
  memset(c->slots, 0, sizeof c->slots);
  c->hits = c->misses = 0;
  if (pthread_rwlock_init(&c->lock, NULL) != 0)
    return -1;
  if (pthread_mutex_init(&c->counting, NULL) != 0) {
    pthread_rwlock_destroy(&c->lock);
    return -1;
  }
  return 0;
}

static void destroy(struct cache *c)
{
  int i;
  pthread_rwlock_wrlock(&c->lock);
  for (i = 0; i < SLOTS; i++) {
    free(c->slots[i]);
    c->slots[i] = NULL;
  }
  pthread_rwlock_unlock(&c->lock);
  pthread_mutex_destroy(&c->counting);
  pthread_rwlock_destroy(&c->lock);
}

int main(void)
{
  static struct cache cache;
  int command, key;
  if (make(&cache) != 0)
    return 1;
  while ((command = fgetc(stdin)) != EOF) {
    key = fgetc(stdin);
    if (key == EOF)
      break;
    if (command == 'g')
      get(&cache, key);
    else if (command == 'd')
      drop(&cache, key);
  }
  destroy(&cache);
  return 0;
}
