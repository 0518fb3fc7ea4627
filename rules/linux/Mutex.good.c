struct mutex { int count; };
void mutex_lock(struct mutex *);
int mutex_lock_interruptible(struct mutex *);
void mutex_unlock(struct mutex *);
int nondet_int(void);

static struct mutex lock;
static int opened;

static int device_open(void)
{
  if (mutex_lock_interruptible(&lock))
    return -4;
  if (opened) {
    mutex_unlock(&lock);
    return -16;
  }
  opened = 1;
  mutex_unlock(&lock);
  return 0;
}

static void device_release(void)
{
  mutex_lock(&lock);
  opened = 0;
  mutex_unlock(&lock);
}

int main(void)
{
  while (nondet_int())
    if (device_open() == 0)
      device_release();
  return 0;
}
