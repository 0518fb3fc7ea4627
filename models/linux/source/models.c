// Models of the functions that modules call. Locks keep nothing: rules do. Where the kernel may refuse, so does the model.
#include "kernel.h"

// A module that registers no file has this one, which is never used: so the pointers that the harness follows point somewhere.
static const struct file_operations yogi_no_operations;
static struct miscdevice yogi_no_misc = { .fops = &yogi_no_operations };
struct miscdevice *yogi_misc = &yogi_no_misc;
int yogi_has_misc;
struct usb_driver *yogi_usb;
struct platform_driver *yogi_platform;
irq_handler_t yogi_irq_handler;
unsigned yogi_irq;
void *yogi_irq_data;
struct work_struct *yogi_work;
struct timer_list *yogi_timer;
struct urb *yogi_submitted, *yogi_submitted_too;
unsigned long jiffies;
int yogi_module_information;

static int yogi_module_object;
struct module *const yogi_this_module = (struct module *)&yogi_module_object;

void yogi_unsupported(const char *what) { __builtin_abort(); }
void yogi_unchecked(const char *what) { __builtin_abort(); }

void yogi_enter_atomic(void) { }
void yogi_leave_atomic(void) { }

int yogi_error(void)
{
  int error = __VERIFIER_nondet_int();
  __VERIFIER_assume(error <= 0 && error >= -512);
  return error;
}

void yogi_param_bool(bool *p) { *p = __VERIFIER_nondet_int() != 0; }
void yogi_param_byte(unsigned char *p) { *p = (unsigned char)__VERIFIER_nondet_uint(); }
void yogi_param_short(short *p) { *p = (short)__VERIFIER_nondet_int(); }
void yogi_param_ushort(unsigned short *p) { *p = (unsigned short)__VERIFIER_nondet_uint(); }
void yogi_param_int(int *p) { *p = __VERIFIER_nondet_int(); }
void yogi_param_uint(unsigned *p) { *p = __VERIFIER_nondet_uint(); }
void yogi_param_long(long *p) { *p = (long)__VERIFIER_nondet_ulong(); }
void yogi_param_ulong(unsigned long *p) { *p = __VERIFIER_nondet_ulong(); }
// Any text of up to 1023 characters, or what the module has put there.
void yogi_param_charp(char **p)
{
  unsigned n = __VERIFIER_nondet_uint() % 1024;
  if (!__VERIFIER_nondet_int())
    return;
  *p = malloc(n + 1);
  (*p)[n] = 0;
}

bool try_module_get(struct module *m) { return __VERIFIER_nondet_int() != 0; }
void __module_get(struct module *m) { }
void module_put(struct module *m) { }
int printk(const char *format, ...) { return 0; }

static void *yogi_memory(size_t n) { return __VERIFIER_nondet_int() ? malloc(n) : NULL; }
void *kmalloc(size_t n, gfp_t flags) { return yogi_memory(n); }
void *kzalloc(size_t n, gfp_t flags)
{
  void *p = yogi_memory(n);
  if (p)
    memset(p, 0, n);
  return p;
}
void *kcalloc(size_t n, size_t size, gfp_t flags) { return kzalloc(n * size, flags); }
void *vmalloc(unsigned long n) { return yogi_memory(n); }
void kfree(const void *p) { }
void vfree(const void *p) { }

// The bytes that could not be copied.
static unsigned long yogi_left(unsigned long n)
{
  unsigned long left = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(left <= n);
  return left;
}
// What is copied to user space nobody looks at, so it is read only where the check is about reads: as bytes, which a proof pays for.
unsigned long copy_to_user(void *to, const void *from, unsigned long n)
{
#ifdef YOGI_CHECKS_READS
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i < n) {
    volatile char read = ((const char *)from)[i];
    (void)read;
  }
#endif
  return yogi_left(n);
}
unsigned long copy_from_user(void *to, const void *from, unsigned long n)
{
  unsigned long left = yogi_left(n);
  for (unsigned long i = 0; i < n; i++)
    ((char *)to)[i] = i < n - left ? __VERIFIER_nondet_char() : 0;
  return left;
}

void spin_lock_init(spinlock_t *lock) { }
void spin_lock(spinlock_t *lock) { }
void spin_unlock(spinlock_t *lock) { }
int spin_trylock(spinlock_t *lock) { return __VERIFIER_nondet_int() != 0; }
void spin_lock_irq(spinlock_t *lock) { }
void spin_unlock_irq(spinlock_t *lock) { }
void spin_lock_bh(spinlock_t *lock) { }
void spin_unlock_bh(spinlock_t *lock) { }
unsigned long _raw_spin_lock_irqsave(spinlock_t *lock) { return __VERIFIER_nondet_ulong(); }
void _raw_spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags) { }
void local_irq_disable(void) { }
void local_irq_enable(void) { }
void preempt_disable(void) { }
void preempt_enable(void) { }

// What happens while something sleeps runs inside of it, and cannot wait for it: then it is not what happened.
static int yogi_sleeping;
static void yogi_wait_if(int waits) { __VERIFIER_assume(!waits); }

// A mutex knows how many slept when it was locked, and one more. Who locks a mutex that it holds itself goes on: rules tell.
void mutex_init(struct mutex *m) { m->yogi_held = 0; }
static void yogi_lock(struct mutex *m)
{
  yogi_wait_if(m->yogi_held && m->yogi_held <= yogi_sleeping);
  m->yogi_held = yogi_sleeping + 1;
}
void mutex_lock(struct mutex *m) { yogi_lock(m); }
int mutex_lock_interruptible(struct mutex *m)
{
  if (__VERIFIER_nondet_int())
    return -EINTR;
  yogi_lock(m);
  return 0;
}
int mutex_trylock(struct mutex *m)
{
  if (m->yogi_held || __VERIFIER_nondet_int())
    return 0;
  m->yogi_held = yogi_sleeping + 1;
  return 1;
}
void mutex_unlock(struct mutex *m) { m->yogi_held = 0; }
void rcu_read_lock(void) { }
void rcu_read_unlock(void) { }
void synchronize_rcu(void) { }
void udelay(unsigned long microseconds) { }

void yogi_happen(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    if (yogi_irq_handler) {
      yogi_enter_atomic();
      yogi_irq_handler((int)yogi_irq, yogi_irq_data);
      yogi_leave_atomic();
    }
    break;
  case 1:
    yogi_run_work();
    break;
  case 2:
    yogi_run_timer();
    break;
  case 3:
    yogi_complete_urb(__VERIFIER_nondet_int());
    break;
  }
}

// Where the module sleeps, other things happen, any number of them.
static void yogi_meanwhile(void)
{
  yogi_sleeping++;
  while (__VERIFIER_nondet_int())
    yogi_happen();
  yogi_sleeping--;
}
void msleep(unsigned milliseconds) { yogi_meanwhile(); }
void schedule(void) { yogi_meanwhile(); }

int request_irq(unsigned irq, irq_handler_t handler, unsigned long flags, const char *name, void *data)
{
  int error = yogi_error();
  if (error)
    return error;
  if (yogi_irq_handler)
    yogi_unsupported("a module has a second interrupt handler");
  yogi_irq = irq;
  yogi_irq_handler = handler;
  yogi_irq_data = data;
  return 0;
}
void free_irq(unsigned irq, void *data) { yogi_irq_handler = NULL; }

bool schedule_work(struct work_struct *work)
{
  if (work->yogi_pending)
    return false;
  if (yogi_work)
    yogi_unsupported("two work items are pending");
  work->yogi_pending = 1;
  yogi_work = work;
  return true;
}
void yogi_run_work(void)
{
  struct work_struct *work = yogi_work;
  if (!work || work->yogi_running) // it never runs twice at a time
    return;
  yogi_work = NULL;
  work->yogi_pending = 0;
  work->yogi_running = 1;
  work->func(work);
  work->yogi_running = 0;
}
void flush_work(struct work_struct *work)
{
  yogi_wait_if(work->yogi_running);
  if (yogi_work == work)
    yogi_run_work();
}
bool cancel_work_sync(struct work_struct *work)
{
  yogi_wait_if(work->yogi_running);
  bool was = work->yogi_pending != 0;
  if (yogi_work == work)
    yogi_work = NULL;
  work->yogi_pending = 0;
  return was;
}

int mod_timer(struct timer_list *timer, unsigned long expires)
{
  int was = timer->yogi_pending;
  if (yogi_timer && yogi_timer != timer)
    yogi_unsupported("two timers are pending");
  timer->yogi_pending = 1;
  yogi_timer = timer;
  return was;
}
void yogi_run_timer(void)
{
  struct timer_list *timer = yogi_timer;
  if (!timer)
    return;
  yogi_timer = NULL;
  timer->yogi_pending = 0;
  yogi_enter_atomic();
  timer->function(timer);
  yogi_leave_atomic();
}
int del_timer_sync(struct timer_list *timer)
{
  int was = timer->yogi_pending;
  if (yogi_timer == timer)
    yogi_timer = NULL;
  timer->yogi_pending = 0;
  return was;
}

void init_completion(struct completion *c) { c->yogi_done = 0; }
void complete(struct completion *c)
{
  if (c->yogi_done != (unsigned)-1)
    c->yogi_done++;
}
// Who waits does so until something completes it, which may be never; also when it is completed already, other things may happen.
void wait_for_completion(struct completion *c)
{
  yogi_sleeping++;
  do
    yogi_happen();
  while (!c->yogi_done);
  yogi_sleeping--;
  if (c->yogi_done != (unsigned)-1)
    c->yogi_done--;
}

int misc_register(struct miscdevice *device)
{
  int error = yogi_error();
  if (!error) {
    if (yogi_has_misc)
      yogi_unsupported("a module has a second miscellaneous device");
    yogi_misc = device;
    yogi_has_misc = 1;
  }
  return error;
}
void misc_deregister(struct miscdevice *device) { yogi_has_misc = 0; }

static int yogi_clock;
struct clk *clk_get(struct device *device, const char *name)
{
  return __VERIFIER_nondet_int() ? (struct clk *)&yogi_clock : ERR_PTR(-ENOENT);
}
void clk_put(struct clk *clock) { }
int clk_prepare_enable(struct clk *clock) { return yogi_error(); }
void clk_disable_unprepare(struct clk *clock) { }

int platform_driver_register(struct platform_driver *driver)
{
  int error = yogi_error();
  if (error)
    return error;
  if (yogi_platform)
    yogi_unsupported("a module has a second platform driver");
  yogi_platform = driver;
  return 0;
}
void platform_driver_unregister(struct platform_driver *driver) { yogi_platform = NULL; }
int platform_get_irq(struct platform_device *device, unsigned n)
{
  int irq = __VERIFIER_nondet_int();
  __VERIFIER_assume(irq >= -512 && irq <= 1024);
  return irq;
}
void platform_set_drvdata(struct platform_device *device, void *data) { device->dev.driver_data = data; }
void *platform_get_drvdata(const struct platform_device *device) { return device->dev.driver_data; }

int usb_register(struct usb_driver *driver)
{
  int error = yogi_error();
  if (error)
    return error;
  if (yogi_usb)
    yogi_unsupported("a module has a second USB driver");
  yogi_usb = driver;
  return 0;
}
void usb_deregister(struct usb_driver *driver) { yogi_usb = NULL; }
struct usb_device *interface_to_usbdev(struct usb_interface *interface) { return interface->yogi_device; }
void usb_set_intfdata(struct usb_interface *interface, void *data) { interface->dev.driver_data = data; }
void *usb_get_intfdata(struct usb_interface *interface) { return interface->dev.driver_data; }
struct usb_device *usb_get_dev(struct usb_device *device) { return device; }
void usb_put_dev(struct usb_device *device) { }

struct urb *usb_alloc_urb(int packets, gfp_t flags)
{
  struct urb *urb = yogi_memory(sizeof *urb);
  if (urb) {
    urb->complete = NULL;
    urb->context = urb->transfer_buffer = NULL;
    urb->status = 0;
  }
  return urb;
}
void usb_free_urb(struct urb *urb) { }
void usb_fill_bulk_urb(struct urb *urb, struct usb_device *device, unsigned pipe, void *buffer, int length, usb_complete_t complete, void *context)
{
  urb->dev = device;
  urb->pipe = pipe;
  urb->transfer_buffer = buffer;
  urb->transfer_buffer_length = length;
  urb->complete = complete;
  urb->context = context;
}
int usb_submit_urb(struct urb *urb, gfp_t flags)
{
  int error = yogi_error();
  if (error)
    return error;
  if (urb == yogi_submitted || urb == yogi_submitted_too)
    return -EBUSY;
  if (!yogi_submitted)
    yogi_submitted = urb;
  else if (!yogi_submitted_too)
    yogi_submitted_too = urb;
  else
    yogi_unsupported("three request blocks are submitted");
  return 0;
}
// The request block is the driver's again when its completion routine runs, which may submit it anew.
static void yogi_complete_with(struct urb *urb, int status)
{
  if (!urb)
    return;
  if (urb == yogi_submitted)
    yogi_submitted = NULL;
  else
    yogi_submitted_too = NULL;
  urb->status = status;
  urb->actual_length = status || !__VERIFIER_nondet_int() ? 0 : 1;
  if (!urb->complete)
    return;
  yogi_enter_atomic();
  urb->complete(urb);
  yogi_leave_atomic();
}
void yogi_complete_urb(int status) { yogi_complete_with(__VERIFIER_nondet_int() ? yogi_submitted : yogi_submitted_too, status); }
void usb_kill_urb(struct urb *urb)
{
  if (urb && (urb == yogi_submitted || urb == yogi_submitted_too)) {
    yogi_complete_with(urb, -ENOENT);
    if (urb == yogi_submitted)
      yogi_submitted = NULL;
    if (urb == yogi_submitted_too)
      yogi_submitted_too = NULL;
  }
}
