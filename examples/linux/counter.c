// A character device that counts: writing adds the bytes written, reading gives the sum, and a number of readers may wait for
// nothing. The count is shared with an interrupt, so it is under a spin lock; the configuration is under a mutex.
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>

#define COUNTER_IRQ 7
#define COUNTER_RESET 1
#define COUNTER_SET_STEP 2
#define COUNTER_GET_STEP 3

struct counter {
  u32 count;
  u32 step;
};

static DEFINE_SPINLOCK(count_lock);
static DEFINE_MUTEX(step_lock);
static struct counter counter;
static unsigned long interrupts;

static irqreturn_t counter_interrupt(int irq, void *data)
{
  struct counter *c = data;
  spin_lock(&count_lock);
  c->count += c->step;
  interrupts++;
  spin_unlock(&count_lock);
  return IRQ_HANDLED;
}

static int counter_open(struct inode *inode, struct file *file)
{
  u32 *seen = kzalloc(sizeof *seen, GFP_KERNEL);
  if (!seen)
    return -ENOMEM;
  if (!try_module_get(THIS_MODULE)) {
    kfree(seen);
    return -ENODEV;
  }
  file->private_data = seen;
  return 0;
}

static int counter_release(struct inode *inode, struct file *file)
{
  kfree(file->private_data);
  file->private_data = NULL;
  module_put(THIS_MODULE);
  return 0;
}

static ssize_t counter_read(struct file *file, char __user *to, size_t n, loff_t *at)
{
  unsigned long flags;
  u32 *seen = file->private_data;
  u32 count;
  if (n < sizeof count)
    return -EINVAL;
  spin_lock_irqsave(&count_lock, flags);
  count = counter.count;
  spin_unlock_irqrestore(&count_lock, flags);
  if (copy_to_user(to, &count, sizeof count))
    return -EFAULT;
  *seen = count;
  return sizeof count;
}

static ssize_t counter_write(struct file *file, const char __user *from, size_t n, loff_t *at)
{
  unsigned long flags;
  char *bytes;
  u32 sum = 0;
  size_t i;
  if (n == 0 || n > 16)
    return -EINVAL;
  bytes = kmalloc(n, GFP_KERNEL);
  if (!bytes)
    return -ENOMEM;
  if (copy_from_user(bytes, from, n)) {
    kfree(bytes);
    return -EFAULT;
  }
  for (i = 0; i < n; i++)
    sum += (u8)bytes[i];
  spin_lock_irqsave(&count_lock, flags);
  counter.count += sum;
  spin_unlock_irqrestore(&count_lock, flags);
  kfree(bytes);
  return n;
}

static long set_step(unsigned long step)
{
  long result = 0;
  if (mutex_lock_interruptible(&step_lock))
    return -ERESTARTSYS;
  if (step == 0 || step > 1000) {
    result = -EINVAL;
    goto out;
  }
  spin_lock_irq(&count_lock);
  counter.step = step;
  spin_unlock_irq(&count_lock);
out:
  mutex_unlock(&step_lock);
  return result;
}

static long counter_ioctl(struct file *file, unsigned command, unsigned long argument)
{
  long result;
  switch (command) {
  case COUNTER_RESET:
    spin_lock_irq(&count_lock);
    counter.count = 0;
    spin_unlock_irq(&count_lock);
    return 0;
  case COUNTER_SET_STEP:
    return set_step(argument);
  case COUNTER_GET_STEP:
    mutex_lock(&step_lock);
    result = counter.step;
    mutex_unlock(&step_lock);
    return result;
  }
  return -ENOTTY;
}

static const struct file_operations counter_operations = {
  .read = counter_read, .write = counter_write, .unlocked_ioctl = counter_ioctl, .open = counter_open, .release = counter_release,
};
static struct miscdevice counter_device = { MISC_DYNAMIC_MINOR, "counter", &counter_operations };

static int __init counter_init(void)
{
  int error;
  spin_lock_init(&count_lock);
  mutex_init(&step_lock);
  counter.step = 1;
  error = request_irq(COUNTER_IRQ, counter_interrupt, 0, "counter", &counter);
  if (error)
    return error;
  error = misc_register(&counter_device);
  if (error) {
    free_irq(COUNTER_IRQ, &counter);
    return error;
  }
  return 0;
}

static void __exit counter_exit(void)
{
  misc_deregister(&counter_device);
  free_irq(COUNTER_IRQ, &counter);
  pr_info("counter: %lu interrupts\n", interrupts);
}

module_init(counter_init);
module_exit(counter_exit);
MODULE_LICENSE("GPL");
