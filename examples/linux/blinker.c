// A lamp that blinks: a timer switches it, and work writes to the slow bus that the lamp hangs on. A program sets the pattern
// through a file.
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

struct pattern {
  u32 on, off; // in jiffies
};

static DEFINE_SPINLOCK(pattern_lock);
static struct pattern pattern = { 10, 10 };
static int lit; // under pattern_lock
static DEFINE_MUTEX(bus_lock);
static u32 bus_writes;
static struct timer_list timer;
static struct work_struct work;

// bus_write tells the lamp. The chip loses the byte if an interrupt comes between its two halves.
static void bus_write(int on)
{
  local_irq_disable();
  udelay(on ? 1 : 2);
  bus_writes++;
  local_irq_enable();
}

static void blink_work(struct work_struct *w)
{
  int on;
  spin_lock_irq(&pattern_lock);
  on = lit;
  spin_unlock_irq(&pattern_lock);
  mutex_lock(&bus_lock);
  bus_write(on);
  msleep(1);
  mutex_unlock(&bus_lock);
}

static void blink_timer(struct timer_list *t)
{
  unsigned long next = 1;
  if (spin_trylock(&pattern_lock)) {
    lit = !lit;
    next = lit ? pattern.on : pattern.off;
    spin_unlock(&pattern_lock);
    schedule_work(&work);
  }
  mod_timer(t, jiffies + next);
}

static ssize_t blink_write(struct file *file, const char __user *from, size_t n, loff_t *at)
{
  struct pattern *p;
  ssize_t result = n;
  if (n != sizeof *p)
    return -EINVAL;
  p = kmalloc(sizeof *p, GFP_KERNEL);
  if (!p)
    return -ENOMEM;
  if (copy_from_user(p, from, sizeof *p)) {
    result = -EFAULT;
    goto out;
  }
  if (p->on == 0 || p->off == 0) {
    result = -EINVAL;
    goto out;
  }
  spin_lock_irq(&pattern_lock);
  pattern = *p;
  spin_unlock_irq(&pattern_lock);
out:
  kfree(p);
  return result;
}

static ssize_t blink_read(struct file *file, char __user *to, size_t n, loff_t *at)
{
  u32 writes;
  if (n < sizeof writes)
    return -EINVAL;
  mutex_lock(&bus_lock);
  writes = bus_writes;
  mutex_unlock(&bus_lock);
  return copy_to_user(to, &writes, sizeof writes) ? -EFAULT : (ssize_t)sizeof writes;
}

static const struct file_operations blink_operations = { .read = blink_read, .write = blink_write };
static struct miscdevice blink_device = { MISC_DYNAMIC_MINOR, "blinker", &blink_operations };

static int __init blink_init(void)
{
  int error;
  spin_lock_init(&pattern_lock);
  mutex_init(&bus_lock);
  INIT_WORK(&work, blink_work);
  timer_setup(&timer, blink_timer, 0);
  error = misc_register(&blink_device);
  if (error)
    return error;
  mod_timer(&timer, jiffies + pattern.on);
  return 0;
}

static void __exit blink_exit(void)
{
  misc_deregister(&blink_device);
  del_timer_sync(&timer);
  cancel_work_sync(&work);
  mutex_lock(&bus_lock);
  bus_write(0);
  mutex_unlock(&bus_lock);
}

module_init(blink_init);
module_exit(blink_exit);
MODULE_LICENSE("GPL");
