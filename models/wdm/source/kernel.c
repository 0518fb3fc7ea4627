// Models of the kernel's calls: levels, locks, waiting, deferred work, memory.
#include "model.h"

void yogi_unsupported(const char *what) { __builtin_abort(); }

PKDPC yogi_dpc;
PDEVICE_OBJECT yogi_device_dpc;
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

void KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK lock, PKLOCK_QUEUE_HANDLE handle)
{
  handle->Lock = lock;
  handle->OldIrql = raise(DISPATCH_LEVEL);
  *lock = 1;
}

void KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE handle)
{
  *handle->Lock = 0;
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

void KeInitializeMutex(PKMUTEX mutex, ULONG order) { mutex->Held = 0; }

LONG KeReleaseMutex(PKMUTEX mutex, BOOLEAN wait)
{
  mutex->Held = 0;
  return 0;
}

void KeInitializeSemaphore(PKSEMAPHORE semaphore, LONG count, LONG limit) { semaphore->Count = count; }

LONG KeReleaseSemaphore(PKSEMAPHORE semaphore, int increment, LONG adjustment, BOOLEAN wait)
{
  LONG old = semaphore->Count;
  semaphore->Count += adjustment;
  return old;
}

void ExInitializeFastMutex(PFAST_MUTEX mutex) { mutex->Held = 0; }

void ExAcquireFastMutex(PFAST_MUTEX mutex)
{
  mutex->Old = raise(APC_LEVEL);
  mutex->Held = 1;
}

void ExReleaseFastMutex(PFAST_MUTEX mutex)
{
  mutex->Held = 0;
  level = mutex->Old;
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
  if (yogi_dpc == dpc)
    return FALSE;
  if (yogi_dpc)
    yogi_unsupported("two DPCs are queued");
  dpc->SystemArgument1 = one;
  dpc->SystemArgument2 = two;
  yogi_dpc = dpc;
  return TRUE;
}

BOOLEAN KeRemoveQueueDpc(PKDPC dpc)
{
  if (yogi_dpc != dpc)
    return FALSE;
  yogi_dpc = NULL;
  return TRUE;
}

void IoInitializeDpcRequest(PDEVICE_OBJECT device, PIO_DPC_ROUTINE routine) { device->YogiDpcRoutine = routine; }

void IoRequestDpc(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  if (yogi_device_dpc)
    return;
  device->YogiDpcRequest = irp;
  device->YogiDpcContext = context;
  yogi_device_dpc = device;
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
  static IO_WORKITEM item;
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
  item->Context = context;
  yogi_work = item;
}

NTSTATUS IoConnectInterrupt(PKINTERRUPT *object, PKSERVICE_ROUTINE routine, PVOID context, PKSPIN_LOCK lock, ULONG vector, KIRQL irql,
  KIRQL synchronize, KINTERRUPT_MODE mode, BOOLEAN share, KAFFINITY processors, BOOLEAN save)
{
  static KINTERRUPT interrupt;
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
  KIRQL old = raise(interrupt->Irql);
  BOOLEAN result = routine(context);
  level = old;
  return result;
}

static PVOID allocate(SIZE_T size)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  return __builtin_malloc(size);
}

PVOID ExAllocatePoolWithTag(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate(size); }

PVOID ExAllocatePool(POOL_TYPE type, SIZE_T size) { return allocate(size); }

void ExFreePoolWithTag(PVOID block, ULONG tag) { }

void ExFreePool(PVOID block) { }

PVOID MmGetSystemAddressForMdlSafe(PMDL mdl, ULONG priority) { return __VERIFIER_nondet_int() ? NULL : mdl->Address; }

PVOID MmMapIoSpace(PHYSICAL_ADDRESS address, SIZE_T size, int cache) { return allocate(size); }

void MmUnmapIoSpace(PVOID address, SIZE_T size) { }

// Length and maximum length are set whether or not there is a source.
void RtlInitUnicodeString(PUNICODE_STRING to, PCWSTR from)
{
  USHORT length = 0;
  if (from)
    while (from[length])
      length++;
  to->Buffer = (PWSTR)from;
  to->Length = length * sizeof *from;
  to->MaximumLength = from ? to->Length + sizeof *from : 0;
}

void RtlFreeUnicodeString(PUNICODE_STRING string)
{
  string->Buffer = NULL;
  string->Length = string->MaximumLength = 0;
}

LONG InterlockedIncrement(LONG *x) { return ++*x; }

LONG InterlockedDecrement(LONG *x) { return --*x; }

LONG InterlockedExchange(LONG *x, LONG value)
{
  LONG old = *x;
  *x = value;
  return old;
}

LONG InterlockedCompareExchange(LONG *x, LONG value, LONG comparand)
{
  LONG old = *x;
  if (old == comparand)
    *x = value;
  return old;
}

void InitializeListHead(PLIST_ENTRY head) { head->Flink = head->Blink = head; }

BOOLEAN IsListEmpty(const LIST_ENTRY *head) { return head->Flink == head; }

void InsertTailList(PLIST_ENTRY head, PLIST_ENTRY entry)
{
  PLIST_ENTRY last = head->Blink;
  entry->Flink = head;
  entry->Blink = last;
  last->Flink = entry;
  head->Blink = entry;
}

PLIST_ENTRY RemoveHeadList(PLIST_ENTRY head)
{
  PLIST_ENTRY first = head->Flink;
  head->Flink = first->Flink;
  first->Flink->Blink = head;
  return first;
}

BOOLEAN RemoveEntryList(PLIST_ENTRY entry)
{
  PLIST_ENTRY next = entry->Flink, last = entry->Blink;
  last->Flink = next;
  next->Blink = last;
  return next == last;
}

UCHAR READ_PORT_UCHAR(PUCHAR port) { return __VERIFIER_nondet_int(); }

void WRITE_PORT_UCHAR(PUCHAR port, UCHAR value) { }

ULONG READ_REGISTER_ULONG(PULONG address) { return __VERIFIER_nondet_uint(); }

void WRITE_REGISTER_ULONG(PULONG address, ULONG value) { }

ULONG DbgPrint(const char *format, ...) { return 0; }

void KeStallExecutionProcessor(ULONG microseconds) { }

void KeQuerySystemTime(PLARGE_INTEGER time)
{
  time->QuadPart = __VERIFIER_nondet_uint();
}

LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER frequency)
{
  LARGE_INTEGER now;
  now.QuadPart = __VERIFIER_nondet_uint();
  if (frequency)
    frequency->QuadPart = 1000;
  return now;
}
