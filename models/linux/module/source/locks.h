// Locks and sleeping. Locks keep nothing but what decides whether a caller gets on; whether it may is for rules.

// What happens while something sleeps runs inside of it, and cannot wait for it: then it is not what happened.
static long yogi_sleeping;
static void yogi_wait_if(int waits) { __VERIFIER_assume(!waits); }

// Where the module sleeps, other things happen, any number of them.
static void yogi_meanwhile(void)
{
  yogi_sleeping++;
  while (__VERIFIER_nondet_int())
    yogi_happen();
  yogi_sleeping--;
}

// A mutex knows how many slept when it was locked, and one more. Who locks a mutex that it holds itself goes on: rules tell.
static void yogi_lock(struct mutex *m)
{
  yogi_wait_if(m->owner.counter && m->owner.counter <= yogi_sleeping);
  m->owner.counter = yogi_sleeping + 1;
}
static int yogi_lock_unless(struct mutex *m, int error)
{
  if (__VERIFIER_nondet_int())
    return error;
  yogi_lock(m);
  return 0;
}
void MODEL(__mutex_init)(struct mutex *m, const char *name, struct lock_class_key *key) { m->owner.counter = 0; }
void MODEL(mutex_lock)(struct mutex *m) { yogi_lock(m); }
void MODEL(mutex_lock_io)(struct mutex *m) { yogi_lock(m); }
int MODEL(mutex_lock_interruptible)(struct mutex *m) { return yogi_lock_unless(m, -EINTR); }
int MODEL(mutex_lock_killable)(struct mutex *m) { return yogi_lock_unless(m, -EINTR); }
int MODEL(mutex_trylock)(struct mutex *m)
{
  if (m->owner.counter || __VERIFIER_nondet_int())
    return 0;
  m->owner.counter = yogi_sleeping + 1;
  return 1;
}
int MODEL(atomic_dec_and_mutex_lock)(atomic_t *count, struct mutex *m)
{
  if (--count->counter)
    return 0;
  yogi_lock(m);
  return 1;
}
bool MODEL(refcount_dec_and_mutex_lock)(refcount_t *r, struct mutex *m)
{
  if (--r->refs.counter)
    return false;
  yogi_lock(m);
  return true;
}
void MODEL(mutex_unlock)(struct mutex *m) { m->owner.counter = 0; }
bool MODEL(mutex_is_locked)(struct mutex *m) { return m->owner.counter != 0 || __VERIFIER_nondet_int() != 0; }

// A semaphore counts; who finds it at zero waits, so goes on only where something else lets it.
static void yogi_down(struct semaphore *s)
{
  if (!s->count)
    yogi_meanwhile();
  yogi_wait_if(!s->count);
  s->count--;
}
void MODEL(down)(struct semaphore *s) { yogi_down(s); }
static int yogi_down_unless(struct semaphore *s)
{
  if (__VERIFIER_nondet_int())
    return -EINTR;
  yogi_down(s);
  return 0;
}
int MODEL(down_interruptible)(struct semaphore *s) { return yogi_down_unless(s); }
int MODEL(down_killable)(struct semaphore *s) { return yogi_down_unless(s); }
int MODEL(down_trylock)(struct semaphore *s)
{
  if (!s->count || __VERIFIER_nondet_int())
    return 1;
  s->count--;
  return 0;
}
void MODEL(up)(struct semaphore *s) { s->count++; }

void MODEL(spin_lock)(spinlock_t *lock) { }
void MODEL(spin_lock_irq)(spinlock_t *lock) { }
void MODEL(spin_lock_bh)(spinlock_t *lock) { }
int MODEL(spin_trylock)(spinlock_t *lock) { return __VERIFIER_nondet_int() != 0; }
int MODEL(spin_trylock_bh)(spinlock_t *lock) { return __VERIFIER_nondet_int() != 0; }
void MODEL(spin_unlock)(spinlock_t *lock) { }
void MODEL(spin_unlock_irq)(spinlock_t *lock) { }
void MODEL(spin_unlock_bh)(spinlock_t *lock) { }
void MODEL(spin_unlock_irqrestore)(spinlock_t *lock, unsigned long flags) { }
void MODEL(_raw_spin_lock)(raw_spinlock_t *lock) { }
void MODEL(_raw_spin_lock_irq)(raw_spinlock_t *lock) { }
void MODEL(_raw_spin_lock_bh)(raw_spinlock_t *lock) { }
unsigned long MODEL(_raw_spin_lock_irqsave)(raw_spinlock_t *lock) { return __VERIFIER_nondet_ulong(); }
int MODEL(_raw_spin_trylock)(raw_spinlock_t *lock) { return __VERIFIER_nondet_int() != 0; }
int MODEL(_raw_spin_trylock_bh)(raw_spinlock_t *lock) { return __VERIFIER_nondet_int() != 0; }
int MODEL(_atomic_dec_and_lock)(atomic_t *count, spinlock_t *lock) { return --count->counter == 0; }
bool MODEL(refcount_dec_and_lock)(refcount_t *r, spinlock_t *lock) { return --r->refs.counter == 0; }

void MODEL(rcu_read_lock)(void) { }
void MODEL(rcu_read_unlock)(void) { }
void MODEL(synchronize_rcu)(void) { yogi_meanwhile(); }

void MODEL(msleep)(unsigned milliseconds) { yogi_meanwhile(); }
unsigned long MODEL(msleep_interruptible)(unsigned milliseconds)
{
  yogi_meanwhile();
  return __VERIFIER_nondet_uint();
}
void MODEL(schedule)(void) { yogi_meanwhile(); }
signed long MODEL(schedule_timeout)(signed long timeout)
{
  long left = (long)__VERIFIER_nondet_ulong();
  __VERIFIER_assume(left >= 0 && (timeout < 0 || left <= timeout));
  yogi_meanwhile();
  return left;
}

KERNEL_OBJECT(struct task_struct, yogi_task);
#define yogi_task (*yogi_task_object)
struct task_struct *MODEL(get_current)(void) { return &yogi_task; }

// Who waits for a completion does so until something completes it, which may be never.
static void yogi_wait_for(struct completion *c)
{
  yogi_sleeping++;
  do
    yogi_happen();
  while (!c->done);
  yogi_sleeping--;
  if (c->done != UINT_MAX)
    c->done--;
}
void MODEL(init_completion)(struct completion *c) { c->done = 0; }
void MODEL(wait_for_completion)(struct completion *c) { yogi_wait_for(c); }
void MODEL(complete)(struct completion *c)
{
  if (c->done != UINT_MAX)
    c->done++;
}
void MODEL(complete_all)(struct completion *c) { c->done = UINT_MAX; }
