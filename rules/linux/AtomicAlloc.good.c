#define GFP_KERNEL 0xd0u
#define GFP_ATOMIC 0x20u
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void *kmalloc(unsigned long, unsigned);
void kfree(const void *);
int nondet_int(void);
static spinlock_t lock;
static void *slot;

static int put(int size)
{
  void *spare = kmalloc(size, GFP_KERNEL);
  if (!spare)
    return -12;
  spin_lock(&lock);
  if (!slot)
    slot = kmalloc(8, GFP_ATOMIC);
  spin_unlock(&lock);
  kfree(spare);
  return 0;
}

int main(void)
{
  while (nondet_int())
    put(nondet_int());
  return 0;
}
