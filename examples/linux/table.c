// A table of names and numbers: readers look up under RCU, writers change it under a mutex and free what they replace when no
// reader can see it any more.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

struct entry {
  u32 key, value;
};

struct request {
  u32 key, value;
};

#define TABLE_SIZE 2
#define TABLE_PUT 1
#define TABLE_DROP 2
#define TABLE_GET 3

static struct entry *table[TABLE_SIZE];
static DEFINE_MUTEX(table_lock);

static long table_get(u32 key)
{
  long value = -ENOENT;
  struct entry *e;
  rcu_read_lock();
  e = rcu_dereference(table[key % TABLE_SIZE]);
  if (e && e->key == key)
    value = e->value & 0x7fffffff;
  rcu_read_unlock();
  return value;
}

static long table_put(u32 key, u32 value)
{
  struct entry *old, *e = kmalloc(sizeof *e, GFP_KERNEL);
  if (!e)
    return -ENOMEM;
  e->key = key;
  e->value = value;
  if (mutex_lock_interruptible(&table_lock)) {
    kfree(e);
    return -ERESTARTSYS;
  }
  old = table[key % TABLE_SIZE];
  rcu_assign_pointer(table[key % TABLE_SIZE], e);
  mutex_unlock(&table_lock);
  if (old) {
    synchronize_rcu();
    kfree(old);
  }
  return 0;
}

static long table_drop(u32 key)
{
  struct entry *old;
  if (!mutex_trylock(&table_lock))
    return -EBUSY;
  old = table[key % TABLE_SIZE];
  if (!old || old->key != key) {
    mutex_unlock(&table_lock);
    return -ENOENT;
  }
  table[key % TABLE_SIZE] = NULL;
  mutex_unlock(&table_lock);
  synchronize_rcu();
  kfree(old);
  return 0;
}

static int table_open(struct inode *inode, struct file *file)
{
  return try_module_get(THIS_MODULE) ? 0 : -ENODEV;
}

static int table_release(struct inode *inode, struct file *file)
{
  module_put(THIS_MODULE);
  return 0;
}

static long table_ioctl(struct file *file, unsigned command, unsigned long argument)
{
  struct request r;
  if (copy_from_user(&r, (void *)argument, sizeof r))
    return -EFAULT;
  switch (command) {
  case TABLE_PUT:
    return table_put(r.key, r.value);
  case TABLE_DROP:
    return table_drop(r.key);
  case TABLE_GET:
    return table_get(r.key);
  default:
    return -ENOTTY;
  }
}

static const struct file_operations table_operations = { .unlocked_ioctl = table_ioctl, .open = table_open, .release = table_release };
static struct miscdevice table_device = { MISC_DYNAMIC_MINOR, "table", &table_operations };

static int __init table_init(void)
{
  mutex_init(&table_lock);
  return misc_register(&table_device);
}

static void __exit table_exit(void)
{
  int i;
  misc_deregister(&table_device);
  mutex_lock(&table_lock);
  for (i = 0; i < TABLE_SIZE; i++) {
    kfree(table[i]);
    table[i] = NULL;
  }
  mutex_unlock(&table_lock);
}

module_init(table_init);
module_exit(table_exit);
MODULE_LICENSE("GPL");
