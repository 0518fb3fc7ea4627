// What the harness and the models share.
#include <wdm.h>

// yogi_unsupported is called where the models do not cover what the driver does: no verdict but UNKNOWN follows from such a run.
void yogi_unsupported(const char *what);

int nondet_int(void);
unsigned nondet_uint(void);

// The driver's request while it is with a driver below that has returned STATUS_PENDING for it.
extern PIRP yogi_below;

// yogi_complete_below lets the driver below complete the request it has, if any.
void yogi_complete_below(void);

// What the driver asked the system to call later.
extern PKDPC yogi_dpc;
extern PKTIMER yogi_timer;
extern PIO_WORKITEM yogi_work;
extern PKINTERRUPT yogi_interrupt;

// The stack locations of a request, from the driver below to the driver.
#define YOGI_STACK 2
