struct mutex { int count; };
int mutex_lock_interruptible(struct mutex *);
void mutex_unlock(struct mutex *);

static struct mutex lock;
static int opened;

int main(void)
{
  mutex_lock_interruptible(&lock); /* may have been interrupted */
  opened = 1;
  mutex_unlock(&lock);
  return 0;
}
