#define GFP_KERNEL 0xd0u
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void *kmalloc(unsigned long, unsigned);
int nondet_int(void);
static spinlock_t lock;
static void *slot;

static void *buffer(int size)
{
  return kmalloc(size, GFP_KERNEL);
}

int main(void)
{
  spin_lock(&lock);
  if (!slot)
    slot = buffer(nondet_int()); /* may sleep under the lock */
  spin_unlock(&lock);
  return 0;
}
