// What the harness and the models share.
#include <linux/yogi.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
void *malloc(size_t);

// yogi_unsupported is called where the models do not cover what the module does: no verdict but UNKNOWN follows from such a run.
void yogi_unsupported(const char *what);
// yogi_unchecked is called where nothing of the module would be looked at: no verdict but UNKNOWN follows, whatever the rule.
void yogi_unchecked(const char *what);

// yogi_error is 0 or a negative error code.
int yogi_error(void);

// Between these nothing may sleep: an interrupt, a timer or the answer of a device is being served. Rules act at their calls.
void yogi_enter_atomic(void);
void yogi_leave_atomic(void);

// What the module registered and has not withdrawn; of each kind there is one.
extern struct miscdevice *yogi_misc;
extern int yogi_has_misc;
extern struct usb_driver *yogi_usb;
extern struct platform_driver *yogi_platform;
extern irq_handler_t yogi_irq_handler;
extern unsigned yogi_irq;
extern void *yogi_irq_data;
extern struct work_struct *yogi_work;
extern struct timer_list *yogi_timer;
extern struct urb *yogi_submitted, *yogi_submitted_too;

// yogi_run_work and its like run what is pending.
void yogi_run_work(void);
void yogi_run_timer(void);
void yogi_complete_urb(int status);

// yogi_happen is something that comes by itself, or nothing: an interrupt, work, a timer, the completion of a request block.
void yogi_happen(void);
