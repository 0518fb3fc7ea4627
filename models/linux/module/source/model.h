// What the harness and the models share. A model NAME of a function is called __yogi_model_NAME: it takes the place of what the
// kernel's headers declare or define as NAME, so that it is bound whatever macro or inline function reaches it.
// What only some modules use is read where the module names it: YOGI_PCI and the like are said with the flags.
#include <linux/module.h>
#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/kthread.h>
#include <linux/miscdevice.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/semaphore.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/suspend.h>
#include <linux/sysfs.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void yogi_unsupported(const char *);
void yogi_unchecked(const char *);

#define MODEL(name) __yogi_model_##name

// yogi_error is 0 or a negative error code.
static int yogi_error(void)
{
  int error = __VERIFIER_nondet_int();
  __VERIFIER_assume(error <= 0 && error >= -MAX_ERRNO);
  return error;
}

// Of what a module registers more than once, one is chosen: the harness uses that one, and since it may be any of them nothing
// that a single one can do is left out.
#define CHOOSE(slot, value) do { if (!(slot) || __VERIFIER_nondet_int()) (slot) = (value); } while (0)
#define WITHDRAW(slot, value) do { if ((slot) == (value)) (slot) = NULL; } while (0)

// yogi_happen is something that comes by itself, or nothing: an interrupt, work, a timer.
static void yogi_happen(void);

// yogi_use_registered uses one thing that the module registered other than a driver, or lets something come by itself.
static void yogi_use_registered(void);

// Between these nothing may sleep: an interrupt, a timer or the network is being served. Rules act at their calls.
static void yogi_enter_atomic(void) { }
static void yogi_leave_atomic(void) { }

// A device, request or other object that the kernel hands to the module: what is in it may be anything.
#define GIVEN(type) ((type *)malloc(sizeof(type)))

// What the kernel has all the time is given, too, before anything else is done: in static storage its pointers would be null, and
// nobody would see what a module does behind one. KERNEL_OBJECT(type, name) is read with #define name (*name##_object).
#define KERNEL_OBJECT(type, name) static type *name##_object

// A pointer that the kernel puts into an object of a module's: it leads to something of the kernel's, or is null.
static void *yogi_somewhere(void) { return *(void **)malloc(sizeof(void *)); }

// The checker fills functions without a body whose names begin so. __yogi_call_NAME calls the member NAME of what its first
// parameter points to, if there is one and it is not null; __yogi_others_NAME one of the members that no file here names. What
// they are called with is what the function has of the types, else anything.
void *__yogi_given(size_t n) { return malloc(n); }

// Whether a use goes on.
#define MORE __VERIFIER_nondet_int()
