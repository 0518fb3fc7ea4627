// The interfaces of the kernel that the models know, for modules: each <linux/....h> is this file.
#ifndef YOGI_LINUX_H
#define YOGI_LINUX_H
#include <stdbool.h>
#include <stddef.h>

typedef unsigned char u8, __u8;
typedef unsigned short u16, __u16;
typedef unsigned int u32, __u32;
typedef unsigned long long u64, __u64;
typedef int s32;
typedef long ssize_t;
typedef long long loff_t;
typedef unsigned int gfp_t;
typedef unsigned short umode_t;

#define __init
#define __exit
#define __user
#define __iomem
#define __maybe_unused
#define likely(x) (x)
#define unlikely(x) (x)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define min_t(type, a, b) ((type)(a) < (type)(b) ? (type)(a) : (type)(b))

enum {
  EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, ENXIO = 6, EAGAIN = 11, ENOMEM = 12, EFAULT = 14, EBUSY = 16, EEXIST = 17, ENODEV = 19,
  EINVAL = 22, ENOTTY = 25, ENOSPC = 28, EPIPE = 32, EPROTO = 71, ETIMEDOUT = 110, ERESTARTSYS = 512
};
#define IS_ERR(p) ((unsigned long)(p) >= (unsigned long)-4095)
#define PTR_ERR(p) ((long)(p))
#define ERR_PTR(n) ((void *)(long)(n))

// Modules.
struct module;
extern struct module *const yogi_this_module;
#define THIS_MODULE yogi_this_module
#define module_init(f) int yogi_module_init(void) { return f(); }
#define module_exit(f) void yogi_module_exit(void) { f(); }
#define YOGI_INFORMATION extern int yogi_module_information
#define MODULE_LICENSE(x) YOGI_INFORMATION
#define MODULE_AUTHOR(x) YOGI_INFORMATION
#define MODULE_DESCRIPTION(x) YOGI_INFORMATION
#define MODULE_DEVICE_TABLE(x, y) YOGI_INFORMATION
// Who loads the module may give its parameters any values.
#define module_param(name, type, permissions) \
  __attribute__((constructor)) static void yogi_set_##name(void) { yogi_param_##type(&name); } \
  YOGI_INFORMATION
#define MODULE_PARM_DESC(x, y) YOGI_INFORMATION
void yogi_param_bool(bool *);
void yogi_param_byte(unsigned char *);
void yogi_param_short(short *);
void yogi_param_ushort(unsigned short *);
void yogi_param_int(int *);
void yogi_param_uint(unsigned *);
void yogi_param_long(long *);
void yogi_param_ulong(unsigned long *);
void yogi_param_charp(char **);
bool try_module_get(struct module *);
void __module_get(struct module *);
void module_put(struct module *);

int printk(const char *, ...);
#define KERN_ERR ""
#define KERN_INFO ""
#define pr_err(...) printk(__VA_ARGS__)
#define pr_info(...) printk(__VA_ARGS__)
#define pr_warn(...) printk(__VA_ARGS__)
#define dev_err(d, ...) printk(__VA_ARGS__)
#define dev_info(d, ...) printk(__VA_ARGS__)

// Memory.
#define GFP_ATOMIC 0x20u
#define GFP_KERNEL 0xd0u
#define GFP_NOIO 0x10u
void *kmalloc(size_t, gfp_t);
void *kzalloc(size_t, gfp_t);
void *kcalloc(size_t, size_t, gfp_t);
void kfree(const void *);
void *vmalloc(unsigned long);
void vfree(const void *);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
unsigned long copy_to_user(void __user *, const void *, unsigned long);
unsigned long copy_from_user(void *, const void __user *, unsigned long);

// Locks and interrupts.
typedef struct { int yogi_held; } spinlock_t;
#define DEFINE_SPINLOCK(x) spinlock_t x
void spin_lock_init(spinlock_t *);
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
int spin_trylock(spinlock_t *);
void spin_lock_irq(spinlock_t *);
void spin_unlock_irq(spinlock_t *);
void spin_lock_bh(spinlock_t *);
void spin_unlock_bh(spinlock_t *);
unsigned long _raw_spin_lock_irqsave(spinlock_t *);
void _raw_spin_unlock_irqrestore(spinlock_t *, unsigned long);
#define spin_lock_irqsave(lock, flags) ((flags) = _raw_spin_lock_irqsave(lock))
#define spin_unlock_irqrestore(lock, flags) _raw_spin_unlock_irqrestore(lock, flags)
void local_irq_disable(void);
void local_irq_enable(void);
void preempt_disable(void);
void preempt_enable(void);

struct mutex { int yogi_held; };
#define DEFINE_MUTEX(x) struct mutex x
void mutex_init(struct mutex *);
void mutex_lock(struct mutex *);
int mutex_lock_interruptible(struct mutex *);
int mutex_trylock(struct mutex *);
void mutex_unlock(struct mutex *);

void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
#define rcu_dereference(p) (p)
#define rcu_assign_pointer(p, v) ((p) = (v))

typedef int irqreturn_t;
enum { IRQ_NONE = 0, IRQ_HANDLED = 1 };
#define IRQF_SHARED 0x80ul
typedef irqreturn_t (*irq_handler_t)(int, void *);
int request_irq(unsigned, irq_handler_t, unsigned long, const char *, void *);
void free_irq(unsigned, void *);

void msleep(unsigned);
void udelay(unsigned long);
void schedule(void);

// What runs later.
struct work_struct { void (*func)(struct work_struct *); int yogi_pending, yogi_running; };
#define INIT_WORK(w, f) ((w)->func = (f), (w)->yogi_pending = (w)->yogi_running = 0)
bool schedule_work(struct work_struct *);
bool cancel_work_sync(struct work_struct *);
void flush_work(struct work_struct *);
struct timer_list { void (*function)(struct timer_list *); int yogi_pending; };
extern unsigned long jiffies;
#define timer_setup(t, f, flags) ((t)->function = (f), (t)->yogi_pending = 0)
int mod_timer(struct timer_list *, unsigned long);
int del_timer_sync(struct timer_list *);
struct completion { unsigned yogi_done; };
void init_completion(struct completion *);
void complete(struct completion *);
void wait_for_completion(struct completion *);

// Character devices.
#define MAX_RW_COUNT 0x7ffff000
struct inode { unsigned i_rdev; void *i_private; };
struct file { unsigned f_flags; loff_t f_pos; void *private_data; };
struct file_operations {
  struct module *owner;
  ssize_t (*read)(struct file *, char __user *, size_t, loff_t *);
  ssize_t (*write)(struct file *, const char __user *, size_t, loff_t *);
  long (*unlocked_ioctl)(struct file *, unsigned, unsigned long);
  int (*open)(struct inode *, struct file *);
  int (*release)(struct inode *, struct file *);
};
#define MISC_DYNAMIC_MINOR 255
struct miscdevice { int minor; const char *name; const struct file_operations *fops; };
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);

// Devices on USB and platform buses.
struct device { void *driver_data; };
struct clk;
struct clk *clk_get(struct device *, const char *);
void clk_put(struct clk *);
int clk_prepare_enable(struct clk *);
void clk_disable_unprepare(struct clk *);

struct platform_device { const char *name; struct device dev; };
struct platform_driver {
  int (*probe)(struct platform_device *);
  int (*remove)(struct platform_device *);
  int (*suspend)(struct platform_device *);
  int (*resume)(struct platform_device *);
};
int platform_driver_register(struct platform_driver *);
void platform_driver_unregister(struct platform_driver *);
int platform_get_irq(struct platform_device *, unsigned);
void platform_set_drvdata(struct platform_device *, void *);
void *platform_get_drvdata(const struct platform_device *);

struct usb_device { int devnum; struct device dev; };
struct usb_interface { struct device dev; struct usb_device *yogi_device; };
struct usb_device_id { u16 idVendor, idProduct; };
#define USB_DEVICE(v, p) .idVendor = (v), .idProduct = (p)
struct urb;
typedef void (*usb_complete_t)(struct urb *);
struct urb {
  struct usb_device *dev;
  unsigned pipe;
  int status, actual_length;
  unsigned transfer_buffer_length;
  void *transfer_buffer, *context;
  usb_complete_t complete;
};
struct usb_driver {
  const char *name;
  int (*probe)(struct usb_interface *, const struct usb_device_id *);
  void (*disconnect)(struct usb_interface *);
  const struct usb_device_id *id_table;
};
int usb_register(struct usb_driver *);
void usb_deregister(struct usb_driver *);
struct usb_device *interface_to_usbdev(struct usb_interface *);
void usb_set_intfdata(struct usb_interface *, void *);
void *usb_get_intfdata(struct usb_interface *);
struct usb_device *usb_get_dev(struct usb_device *);
void usb_put_dev(struct usb_device *);
struct urb *usb_alloc_urb(int, gfp_t);
void usb_free_urb(struct urb *);
int usb_submit_urb(struct urb *, gfp_t);
void usb_kill_urb(struct urb *);
void usb_fill_bulk_urb(struct urb *, struct usb_device *, unsigned, void *, int, usb_complete_t, void *);
#define usb_sndbulkpipe(d, e) (0x10u | (e))
#define usb_rcvbulkpipe(d, e) (0x80u | (e))
#endif
