// What the harness and the models share.
#ifndef YOGI_MODEL
#define YOGI_MODEL
#include <wdm.h>

// yogi_unsupported is called where the models do not cover what the driver does: no verdict but UNKNOWN follows from such a run.
void yogi_unsupported(const char *what);

// yogi_thread_ends marks a function that ends the thread it is called in. Where a thread's routine would go on behind the call
// no verdict but UNKNOWN follows.
void yogi_thread_ends(void);

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);

// What a service answers that has no other effect.
static NTSTATUS any_status(void) { return __VERIFIER_nondet_int() ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS; }

// The driver's request while it is with a driver below that has returned STATUS_PENDING for it.
extern PIRP yogi_below;

// yogi_signal sets an event, as the system does.
void yogi_signal(PVOID event);

// yogi_fill is what comes from outside: each of the bytes is any.
void yogi_fill(PVOID to, ULONG length);

// yogi_finish_built ends a request that the system built for the driver: its result and its event are set.
void yogi_finish_built(PIRP irp);

// yogi_run_transfer ends a transfer of direct memory access that is under way, yogi_run_thread runs a thread that was created.
void yogi_run_transfer(void);
void yogi_run_thread(void);
void yogi_may_run_thread(void);

// yogi_run_device_timer runs the routine of a device's timer, if it is started, yogi_run_item what ExQueueWorkItem got.
void yogi_run_device_timer(void);
void yogi_run_item(void);

// yogi_complete_below lets the driver below complete the request it has, if any.
void yogi_complete_below(void);

// yogi_done_below completes a request in the driver below; rules act at its call.
void yogi_done_below(PIRP irp);

// The physical device that a bus driver made for a child and did not delete. Where nothing makes one (without YOGI_CHILDREN) it is null for all analyses.
extern PDEVICE_OBJECT yogi_child;

// What the driver asked the system to call later.
extern PKDPC yogi_dpc, yogi_second_dpc;
extern PKTIMER yogi_timer;
extern PIO_WORKITEM yogi_work;
extern PKINTERRUPT yogi_interrupt;

// What the kit leaves open.
struct _IO_WORKITEM { PDEVICE_OBJECT Device; PIO_WORKITEM_ROUTINE Routine; PIO_WORKITEM_ROUTINE_EX RoutineEx; PVOID Context; };
struct _KINTERRUPT { PKSERVICE_ROUTINE ServiceRoutine; PVOID ServiceContext; KIRQL Irql; };

// yogi_run_queued lets everything that is queued run, for a driver that waits until it has.
void yogi_run_queued(void);

// The level of SYNCH_LEVEL, as the kit has it for these processors.
#define YOGI_SYNCH_LEVEL 12

// The stack locations of a request, from the driver below to the driver.
#define YOGI_STACK 2
#endif
