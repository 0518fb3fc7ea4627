// What the harness and the models share.
#include <wdm.h>

// yogi_unsupported is called where the models do not cover what the driver does: no verdict but UNKNOWN follows from such a run.
void yogi_unsupported(const char *what);

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

// The driver's request while it is with a driver below that has returned STATUS_PENDING for it.
extern PIRP yogi_below;

// yogi_complete_below lets the driver below complete the request it has, if any.
void yogi_complete_below(void);

// The physical device that a bus driver made for a child and did not delete. Where nothing makes one (without YOGI_CHILDREN) it is null for all analyses.
extern PDEVICE_OBJECT yogi_child;

// What the driver asked the system to call later.
extern PKDPC yogi_dpc;
extern PDEVICE_OBJECT yogi_device_dpc; // whose DPC for interrupts is queued
extern PKTIMER yogi_timer;
extern PIO_WORKITEM yogi_work;
extern PKINTERRUPT yogi_interrupt;

// yogi_run_queued lets everything that is queued run, for a driver that waits until it has.
void yogi_run_queued(void);

// The stack locations of a request, from the driver below to the driver.
#define YOGI_STACK 2
