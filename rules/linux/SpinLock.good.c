typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
int nondet_int(void);

static spinlock_t lists, stats;
static int queued;

static int enqueue(int n)
{
  int result = 0;
  spin_lock(&lists);
  if (n < 0) {
    result = -22;
    goto out;
  }
  spin_lock(&stats);
  queued += n;
  spin_unlock(&stats);
out:
  spin_unlock(&lists);
  return result;
}

int main(void)
{
  while (nondet_int())
    if (enqueue(nondet_int()) < 0)
      break;
  return 0;
}
