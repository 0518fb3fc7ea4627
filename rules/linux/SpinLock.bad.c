typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
int nondet_int(void);

static spinlock_t lists, stats;
static int queued;

static int enqueue(int n)
{
  spin_lock(&lists);
  if (n < 0)
    return -22; /* still locked */
  spin_lock(&stats);
  queued += n;
  spin_unlock(&stats);
  spin_unlock(&lists);
  return 0;
}

int main(void)
{
  while (nondet_int())
    enqueue(nondet_int());
  return 0;
}
