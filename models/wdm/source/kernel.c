// Models of the kernel's calls: levels, locks, waiting, deferred work, memory.
#include "model.h"

void yogi_unsupported(const char *what) { __builtin_abort(); }
void yogi_thread_ends(void) { }

PKDPC yogi_dpc, yogi_second_dpc;
PKTIMER yogi_timer;
PIO_WORKITEM yogi_work;
PKINTERRUPT yogi_interrupt;

static KIRQL level = PASSIVE_LEVEL;

static KIRQL raise(KIRQL to)
{
  KIRQL old = level;
  level = to;
  return old;
}

KIRQL KeGetCurrentIrql(void) { return level; }

KIRQL KfRaiseIrql(KIRQL to) { return raise(to); }

KIRQL KeRaiseIrqlToDpcLevel(void) { return raise(DISPATCH_LEVEL); }

KIRQL KeRaiseIrqlToSynchLevel(void) { return raise(YOGI_SYNCH_LEVEL); }

KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK lock)
{
  *lock = 1;
  return raise(DISPATCH_LEVEL);
}

void KeRaiseIrql(KIRQL to, PKIRQL old) { *old = raise(to); }

void KeLowerIrql(KIRQL to) { level = to; }

void KeInitializeSpinLock(PKSPIN_LOCK lock) { *lock = 0; }

void KeAcquireSpinLock(PKSPIN_LOCK lock, PKIRQL old)
{
  *old = raise(DISPATCH_LEVEL);
  *lock = 1;
}

void KeReleaseSpinLock(PKSPIN_LOCK lock, KIRQL old)
{
  *lock = 0;
  level = old;
}

void KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK lock) { *lock = 1; }

void KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK lock) { *lock = 0; }

// Who may not get the lock at once is left without.
BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK lock)
{
  if (*lock || __VERIFIER_nondet_int())
    return FALSE;
  *lock = 1;
  return TRUE;
}

KIRQL KeAcquireSpinLockRaiseToSynch(PKSPIN_LOCK lock)
{
  *lock = 1;
  return raise(YOGI_SYNCH_LEVEL);
}

// These raise the level where it is below DISPATCH_LEVEL, as it is not in a DPC.
KIRQL KeAcquireSpinLockForDpc(PKSPIN_LOCK lock)
{
  *lock = 1;
  return raise(level < DISPATCH_LEVEL ? DISPATCH_LEVEL : level);
}

void KeReleaseSpinLockForDpc(PKSPIN_LOCK lock, KIRQL old)
{
  *lock = 0;
  level = old;
}

KIRQL KeAcquireInterruptSpinLock(PKINTERRUPT interrupt) { return raise(interrupt->Irql); }

void KeReleaseInterruptSpinLock(PKINTERRUPT interrupt, KIRQL old) { level = old; }

KIRQL ExAcquireSpinLockExclusive(PEX_SPIN_LOCK lock) { return raise(DISPATCH_LEVEL); }

KIRQL ExAcquireSpinLockShared(PEX_SPIN_LOCK lock) { return raise(DISPATCH_LEVEL); }

void ExReleaseSpinLockExclusive(PEX_SPIN_LOCK lock, KIRQL old) { level = old; }

void ExReleaseSpinLockShared(PEX_SPIN_LOCK lock, KIRQL old) { level = old; }

void IoAcquireVpbSpinLock(PKIRQL old) { *old = raise(DISPATCH_LEVEL); }

void IoReleaseVpbSpinLock(KIRQL old) { level = old; }

void KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK lock, PKLOCK_QUEUE_HANDLE handle)
{
  handle->LockQueue.Lock = lock;
  handle->OldIrql = raise(DISPATCH_LEVEL);
  *lock = 1;
}

void KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE handle)
{
  *handle->LockQueue.Lock = 0;
  level = handle->OldIrql;
}

void KeAcquireInStackQueuedSpinLockAtDpcLevel(PKSPIN_LOCK lock, PKLOCK_QUEUE_HANDLE handle)
{
  handle->LockQueue.Lock = lock;
  *lock = 1;
}

void KeReleaseInStackQueuedSpinLockFromDpcLevel(PKLOCK_QUEUE_HANDLE handle) { *handle->LockQueue.Lock = 0; }

void KeAcquireInStackQueuedSpinLockForDpc(PKSPIN_LOCK lock, PKLOCK_QUEUE_HANDLE handle)
{
  handle->LockQueue.Lock = lock;
  handle->OldIrql = raise(level < DISPATCH_LEVEL ? DISPATCH_LEVEL : level);
  *lock = 1;
}

void KeReleaseInStackQueuedSpinLockForDpc(PKLOCK_QUEUE_HANDLE handle)
{
  *handle->LockQueue.Lock = 0;
  level = handle->OldIrql;
}

void IoAcquireCancelSpinLock(PKIRQL old) { *old = raise(DISPATCH_LEVEL); }

void IoReleaseCancelSpinLock(KIRQL old) { level = old; }

// The events that are signalled, by their addresses, which are compared and never followed: an event has no memory of its own. It is often
// the context of one completion routine as the driver's own structure is of another, and those would have to share their fields. When
// more than three are signalled the state of the others is any.
static ULONG_PTR signalled, also_signalled, third_signalled;
static BOOLEAN more_signalled;

static void signal(ULONG_PTR event)
{
  if (!signalled)
    signalled = event;
  else if (!also_signalled)
    also_signalled = event;
  else if (!third_signalled)
    third_signalled = event;
  else
    more_signalled = TRUE;
}

void yogi_signal(PVOID event) { signal((ULONG_PTR)event); }

static BOOLEAN is_signalled(ULONG_PTR event) { return event == signalled || event == also_signalled || event == third_signalled; }

static void clear(ULONG_PTR event)
{
  if (event == signalled)
    signalled = 0;
  if (event == also_signalled)
    also_signalled = 0;
  if (event == third_signalled)
    third_signalled = 0;
}

void KeClearEvent(PKEVENT event) { clear((ULONG_PTR)event); }

LONG KeReadStateEvent(PKEVENT event)
{
  if (is_signalled((ULONG_PTR)event))
    return TRUE;
  return more_signalled ? __VERIFIER_nondet_int() : FALSE;
}

// The event that a wait clears, the last one that was made so. Where there were others a wait may clear any event.
static ULONG_PTR synchronization;
static BOOLEAN more_synchronization;

void KeInitializeEvent(PKEVENT event, EVENT_TYPE type, BOOLEAN state)
{
  clear((ULONG_PTR)event);
  if (type == SynchronizationEvent) {
    if (synchronization && synchronization != (ULONG_PTR)event)
      more_synchronization = TRUE;
    synchronization = (ULONG_PTR)event;
  } else if (synchronization == (ULONG_PTR)event)
    synchronization = 0;
  if (state)
    signal((ULONG_PTR)event);
}

LONG KeSetEvent(PKEVENT event, LONG increment, BOOLEAN wait)
{
  if (is_signalled((ULONG_PTR)event))
    return TRUE;
  signal((ULONG_PTR)event);
  return more_signalled ? __VERIFIER_nondet_int() : FALSE;
}

LONG KeResetEvent(PKEVENT event)
{
  LONG old = KeReadStateEvent(event);
  clear((ULONG_PTR)event);
  return old;
}

// While the driver waits the driver below completes what it has.
NTSTATUS KeWaitForSingleObject(PVOID object, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER timeout)
{
  if (timeout && __VERIFIER_nondet_int())
    return STATUS_TIMEOUT;
  yogi_complete_below();
  yogi_run_transfer();
  yogi_may_run_thread();
  if (object && (ULONG_PTR)object == synchronization || more_synchronization && __VERIFIER_nondet_int())
    clear((ULONG_PTR)object);
  return STATUS_SUCCESS;
}

// While the driver sleeps what is queued may run, so that one that polls for it goes on.
NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER interval)
{
  if (__VERIFIER_nondet_int())
    yogi_run_queued();
  return STATUS_SUCCESS;
}

void KeInitializeMutex(PRKMUTEX mutex, ULONG order) { mutex->Header.SignalState = 1; }

LONG KeReleaseMutex(PRKMUTEX mutex, BOOLEAN wait)
{
  mutex->Header.SignalState = 1;
  return 0;
}

void KeInitializeSemaphore(PKSEMAPHORE semaphore, LONG count, LONG limit) { semaphore->Header.SignalState = count; }

LONG KeReleaseSemaphore(PRKSEMAPHORE semaphore, KPRIORITY increment, LONG adjustment, BOOLEAN wait)
{
  LONG old = semaphore->Header.SignalState;
  semaphore->Header.SignalState += adjustment;
  return old;
}

void ExInitializeFastMutex(PFAST_MUTEX mutex) { mutex->Count = 0; }

static void acquire(PFAST_MUTEX mutex)
{
  mutex->OldIrql = raise(APC_LEVEL);
  mutex->Count = 1;
}

void ExAcquireFastMutex(PFAST_MUTEX mutex) { acquire(mutex); }

// It is no call of ExAcquireFastMutex, which would be an event of rules too.
BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX mutex)
{
  if (mutex->Count || __VERIFIER_nondet_int())
    return FALSE;
  acquire(mutex);
  return TRUE;
}

void ExReleaseFastMutex(PFAST_MUTEX mutex)
{
  mutex->Count = 0;
  level = mutex->OldIrql;
}

void KeEnterCriticalRegion(void) { }

void KeLeaveCriticalRegion(void) { }

void KeInitializeDpc(PKDPC dpc, PKDEFERRED_ROUTINE routine, PVOID context)
{
  dpc->DeferredRoutine = routine;
  dpc->DeferredContext = context;
}

BOOLEAN KeInsertQueueDpc(PKDPC dpc, PVOID one, PVOID two)
{
  if (yogi_dpc == dpc || yogi_second_dpc == dpc)
    return FALSE;
  dpc->SystemArgument1 = one;
  dpc->SystemArgument2 = two;
  if (!yogi_dpc)
    yogi_dpc = dpc;
  else if (!yogi_second_dpc)
    yogi_second_dpc = dpc;
  else
    yogi_unsupported("three DPCs are queued");
  return TRUE;
}

BOOLEAN KeRemoveQueueDpc(PKDPC dpc)
{
  if (yogi_dpc == dpc)
    yogi_dpc = NULL;
  else if (yogi_second_dpc == dpc)
    yogi_second_dpc = NULL;
  else
    return FALSE;
  return TRUE;
}

void KeInitializeTimer(PKTIMER timer) { timer->Dpc = NULL; }

BOOLEAN KeSetTimer(PKTIMER timer, LARGE_INTEGER due, PKDPC dpc)
{
  BOOLEAN set = yogi_timer == timer;
  if (yogi_timer && !set)
    yogi_unsupported("two timers are set");
  timer->Dpc = dpc;
  yogi_timer = timer;
  return set;
}

BOOLEAN KeCancelTimer(PKTIMER timer)
{
  if (yogi_timer != timer)
    return FALSE;
  yogi_timer = NULL;
  return TRUE;
}

PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT device)
{
  static struct _IO_WORKITEM item;
  static BOOLEAN given;
  if (__VERIFIER_nondet_int())
    return NULL;
  if (given)
    yogi_unsupported("a driver allocates a second work item");
  given = TRUE;
  item.Device = device;
  return &item;
}

void IoFreeWorkItem(PIO_WORKITEM item) { }

void IoQueueWorkItem(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE routine, WORK_QUEUE_TYPE type, PVOID context)
{
  if (yogi_work)
    yogi_unsupported("a work item is queued while one is");
  item->Routine = routine;
  item->RoutineEx = NULL;
  item->Context = context;
  yogi_work = item;
}

void IoQueueWorkItemEx(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE_EX routine, WORK_QUEUE_TYPE type, PVOID context)
{
  if (yogi_work)
    yogi_unsupported("a work item is queued while one is");
  item->Routine = NULL;
  item->RoutineEx = routine;
  item->Context = context;
  yogi_work = item;
}

NTSTATUS IoConnectInterrupt(PKINTERRUPT *object, PKSERVICE_ROUTINE routine, PVOID context, PKSPIN_LOCK lock, ULONG vector, KIRQL irql,
  KIRQL synchronize, KINTERRUPT_MODE mode, BOOLEAN share, KAFFINITY processors, BOOLEAN save)
{
  static struct _KINTERRUPT interrupt;
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  if (yogi_interrupt)
    yogi_unsupported("a driver connects a second interrupt");
  interrupt.ServiceRoutine = routine;
  interrupt.ServiceContext = context;
  interrupt.Irql = irql;
  *object = &interrupt;
  yogi_interrupt = &interrupt;
  return STATUS_SUCCESS;
}

void IoDisconnectInterrupt(PKINTERRUPT object) { yogi_interrupt = NULL; }

BOOLEAN KeSynchronizeExecution(PKINTERRUPT interrupt, PKSYNCHRONIZE_ROUTINE routine, PVOID context)
{
  KIRQL old;
  BOOLEAN result;
  KeRaiseIrql(interrupt->Irql, &old);
  result = routine(context);
  KeLowerIrql(old);
  return result;
}

UCHAR READ_PORT_UCHAR(PUCHAR port) { return __VERIFIER_nondet_int(); }

void WRITE_PORT_UCHAR(PUCHAR port, UCHAR value) { }

ULONG READ_REGISTER_ULONG(PULONG address) { return __VERIFIER_nondet_uint(); }

void WRITE_REGISTER_ULONG(PULONG address, ULONG value) { }
