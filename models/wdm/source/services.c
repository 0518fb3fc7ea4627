// Models of further services of the kernel: other locks, lists, timers of devices, queues of work, keys and files, strings.
#include "model.h"

static KIRQL raised(KIRQL to)
{
  KIRQL old;
  KeRaiseIrql(to, &old);
  return old;
}

void KeInitializeGuardedMutex(PKGUARDED_MUTEX mutex) { mutex->Count = 0; }

void KeAcquireGuardedMutex(PKGUARDED_MUTEX mutex) { mutex->Count = 1; }

BOOLEAN KeTryToAcquireGuardedMutex(PKGUARDED_MUTEX mutex)
{
  if (mutex->Count || __VERIFIER_nondet_int())
    return FALSE;
  mutex->Count = 1;
  return TRUE;
}

void KeReleaseGuardedMutex(PKGUARDED_MUTEX mutex) { mutex->Count = 0; }

void KeEnterGuardedRegion(void) { }

void KeLeaveGuardedRegion(void) { }

// Who may not wait for a resource may not get it.
NTSTATUS ExInitializeResourceLite(PERESOURCE resource) { return STATUS_SUCCESS; }

NTSTATUS ExDeleteResourceLite(PERESOURCE resource) { return STATUS_SUCCESS; }

BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE resource, BOOLEAN wait) { return wait || __VERIFIER_nondet_int() != 0; }

BOOLEAN ExAcquireResourceSharedLite(PERESOURCE resource, BOOLEAN wait) { return wait || __VERIFIER_nondet_int() != 0; }

BOOLEAN ExAcquireSharedStarveExclusive(PERESOURCE resource, BOOLEAN wait) { return wait || __VERIFIER_nondet_int() != 0; }

BOOLEAN ExAcquireSharedWaitForExclusive(PERESOURCE resource, BOOLEAN wait) { return wait || __VERIFIER_nondet_int() != 0; }

void ExReleaseResourceLite(PERESOURCE resource) { }

PVOID ExEnterCriticalRegionAndAcquireResourceExclusive(PERESOURCE resource) { return resource; }

PVOID ExEnterCriticalRegionAndAcquireResourceShared(PERESOURCE resource) { return resource; }

PVOID ExEnterCriticalRegionAndAcquireSharedWaitForExclusive(PERESOURCE resource) { return resource; }

void ExReleaseResourceAndLeaveCriticalRegion(PERESOURCE resource) { }

void ExConvertExclusiveToSharedLite(PERESOURCE resource) { }

void ExReleaseResourceForThreadLite(PERESOURCE resource, ERESOURCE_THREAD thread) { }

LONG KeReadStateMutex(PRKMUTEX mutex) { return mutex->Header.SignalState; }

LONG KeReadStateSemaphore(PRKSEMAPHORE semaphore) { return semaphore->Header.SignalState; }

// One of the objects is signalled, or all are.
NTSTATUS KeWaitForMultipleObjects(ULONG count, PVOID objects[], WAIT_TYPE type, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable,
  PLARGE_INTEGER timeout, PKWAIT_BLOCK blocks)
{
  ULONG which = __VERIFIER_nondet_uint();
  NTSTATUS status = STATUS_SUCCESS;
  if (type == WaitAny && which < count)
    status = KeWaitForSingleObject(objects[which], reason, mode, alertable, timeout);
  else
    for (which = 0; which < count && status == STATUS_SUCCESS; which++)
      status = KeWaitForSingleObject(objects[which], reason, mode, alertable, timeout);
  return status == STATUS_SUCCESS && type == WaitAny && which < count ? STATUS_WAIT_0 + (NTSTATUS)which : status;
}

// A lock that guards a list is held for a moment, above all levels that could come between.
PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY head, PLIST_ENTRY entry, PKSPIN_LOCK lock)
{
  PLIST_ENTRY first = head->Flink;
  InsertHeadList(head, entry);
  return first == head ? NULL : first;
}

PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY head, PLIST_ENTRY entry, PKSPIN_LOCK lock)
{
  PLIST_ENTRY last = head->Blink;
  InsertTailList(head, entry);
  return last == head ? NULL : last;
}

PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY head, PKSPIN_LOCK lock)
{
  return head->Flink == head ? NULL : RemoveHeadList(head);
}

PSINGLE_LIST_ENTRY ExInterlockedPushEntryList(PSINGLE_LIST_ENTRY head, PSINGLE_LIST_ENTRY entry, PKSPIN_LOCK lock)
{
  PSINGLE_LIST_ENTRY first = head->Next;
  PushEntryList(head, entry);
  return first;
}

PSINGLE_LIST_ENTRY ExInterlockedPopEntryList(PSINGLE_LIST_ENTRY head, PKSPIN_LOCK lock) { return head->Next ? PopEntryList(head) : NULL; }

// A queue of a device keeps one entry beside the one that is worked on.
void KeInitializeDeviceQueue(PKDEVICE_QUEUE queue)
{
  queue->Busy = FALSE;
  InitializeListHead(&queue->DeviceListHead);
}

BOOLEAN KeInsertDeviceQueue(PKDEVICE_QUEUE queue, PKDEVICE_QUEUE_ENTRY entry)
{
  if (!queue->Busy) {
    queue->Busy = TRUE;
    return entry->Inserted = FALSE;
  }
  InsertTailList(&queue->DeviceListHead, &entry->DeviceListEntry);
  return entry->Inserted = TRUE;
}

PKDEVICE_QUEUE_ENTRY KeRemoveDeviceQueue(PKDEVICE_QUEUE queue)
{
  PKDEVICE_QUEUE_ENTRY entry;
  if (IsListEmpty(&queue->DeviceListHead)) {
    queue->Busy = FALSE;
    return NULL;
  }
  entry = CONTAINING_RECORD(RemoveHeadList(&queue->DeviceListHead), KDEVICE_QUEUE_ENTRY, DeviceListEntry);
  entry->Inserted = FALSE;
  return entry;
}

void KeInitializeTimerEx(PKTIMER timer, TIMER_TYPE type) { KeInitializeTimer(timer); }

BOOLEAN KeSetTimerEx(PKTIMER timer, LARGE_INTEGER due, LONG period, PKDPC dpc) { return KeSetTimer(timer, due, dpc); }

void KeSetTargetProcessorDpc(PRKDPC dpc, CCHAR number) { }

void KeSetImportanceDpc(PRKDPC dpc, KDPC_IMPORTANCE importance) { }

void KeFlushQueuedDpcs(void) { yogi_run_queued(); }

ULONG KeQueryTimeIncrement(void) { return 156250; }

// The timer of a device: its routine runs once a second, at DISPATCH_LEVEL, while it is started.
static PIO_TIMER_ROUTINE timer_routine;
static PDEVICE_OBJECT timer_device;
static PVOID timer_context;
static BOOLEAN timer_runs;

NTSTATUS IoInitializeTimer(PDEVICE_OBJECT device, PIO_TIMER_ROUTINE routine, PVOID context)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  if (timer_routine)
    yogi_unsupported("two timers of devices");
  timer_routine = routine;
  timer_device = device;
  timer_context = context;
  return STATUS_SUCCESS;
}

void IoStartTimer(PDEVICE_OBJECT device) { timer_runs = TRUE; }

void IoStopTimer(PDEVICE_OBJECT device) { timer_runs = FALSE; }

void yogi_run_device_timer(void)
{
  KIRQL old;
  if (!timer_runs || !timer_routine)
    return;
  old = raised(DISPATCH_LEVEL);
  timer_routine(timer_device, timer_context);
  KeLowerIrql(old);
}

// Work that a thread of the system does, at PASSIVE_LEVEL.
static PWORK_QUEUE_ITEM queued_item;

void ExQueueWorkItem(PWORK_QUEUE_ITEM item, WORK_QUEUE_TYPE type)
{
  if (queued_item)
    yogi_unsupported("a work item is queued while one is");
  queued_item = item;
}

void yogi_run_item(void)
{
  PWORK_QUEUE_ITEM item = queued_item;
  if (!item)
    return;
  queued_item = NULL;
  item->WorkerRoutine(item->Parameter);
}

// Keys and files are handles, and what is read from them is any.
static char some_key, created_key, some_file;

NTSTATUS ZwOpenKey(PHANDLE key, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes)
{
  if (__VERIFIER_nondet_int())
    return STATUS_OBJECT_NAME_NOT_FOUND;
  *key = &some_key;
  return STATUS_SUCCESS;
}

NTSTATUS ZwCreateKey(PHANDLE key, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes, ULONG index, PUNICODE_STRING class, ULONG options,
  PULONG disposition)
{
  if (__VERIFIER_nondet_int())
    return STATUS_UNSUCCESSFUL;
  if (disposition)
    *disposition = __VERIFIER_nondet_int() ? REG_CREATED_NEW_KEY : REG_OPENED_EXISTING_KEY;
  *key = &created_key;
  return STATUS_SUCCESS;
}

NTSTATUS ZwDeleteKey(HANDLE key) { return any_status(); }

NTSTATUS ZwFlushKey(HANDLE key) { return any_status(); }

static NTSTATUS any_bytes(PVOID to, ULONG length, PULONG needed)
{
  *needed = __VERIFIER_nondet_uint();
  if (*needed > length)
    return __VERIFIER_nondet_int() ? STATUS_BUFFER_OVERFLOW : STATUS_BUFFER_TOO_SMALL;
  if (__VERIFIER_nondet_int())
    return STATUS_UNSUCCESSFUL;
  yogi_fill(to, *needed);
  return STATUS_SUCCESS;
}

NTSTATUS ZwQueryKey(HANDLE key, KEY_INFORMATION_CLASS class, PVOID information, ULONG length, PULONG needed)
{
  return any_bytes(information, length, needed);
}

NTSTATUS ZwEnumerateKey(HANDLE key, ULONG index, KEY_INFORMATION_CLASS class, PVOID information, ULONG length, PULONG needed)
{
  return __VERIFIER_nondet_int() ? STATUS_NO_MORE_ENTRIES : any_bytes(information, length, needed);
}

NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT device, DEVICE_REGISTRY_PROPERTY property, ULONG length, PVOID buffer, PULONG needed)
{
  return any_bytes(buffer, length, needed);
}

NTSTATUS ZwCreateFile(PHANDLE file, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes, PIO_STATUS_BLOCK result, PLARGE_INTEGER size,
  ULONG kind, ULONG share, ULONG disposition, ULONG options, PVOID more, ULONG length)
{
  if (__VERIFIER_nondet_int())
    return STATUS_OBJECT_NAME_NOT_FOUND;
  result->Status = STATUS_SUCCESS;
  result->Information = __VERIFIER_nondet_uint() % 6;
  *file = &some_file;
  return STATUS_SUCCESS;
}

NTSTATUS ZwReadFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context, PIO_STATUS_BLOCK result, PVOID buffer, ULONG length,
  PLARGE_INTEGER offset, PULONG key)
{
  ULONG read = __VERIFIER_nondet_uint();
  if (__VERIFIER_nondet_int())
    return STATUS_END_OF_FILE;
  if (read > length)
    read = length;
  yogi_fill(buffer, read);
  result->Status = STATUS_SUCCESS;
  result->Information = read;
  return STATUS_SUCCESS;
}

NTSTATUS ZwWriteFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context, PIO_STATUS_BLOCK result, PVOID buffer, ULONG length,
  PLARGE_INTEGER offset, PULONG key)
{
  if (__VERIFIER_nondet_int())
    return STATUS_UNSUCCESSFUL;
  result->Status = STATUS_SUCCESS;
  result->Information = length;
  return STATUS_SUCCESS;
}

NTSTATUS RtlWriteRegistryValue(ULONG relative, PCWSTR path, PCWSTR name, ULONG type, PVOID data, ULONG length) { return any_status(); }

NTSTATUS RtlCheckRegistryKey(ULONG relative, PWSTR path) { return any_status(); }

NTSTATUS RtlDeleteRegistryValue(ULONG relative, PCWSTR path, PCWSTR name) { return any_status(); }

// What fits is copied.
void RtlCopyUnicodeString(PUNICODE_STRING to, PCUNICODE_STRING from)
{
  USHORT i, length = 0;
  if (from)
    length = from->Length < to->MaximumLength ? from->Length : to->MaximumLength;
  for (i = 0; i < length / sizeof *to->Buffer; i++)
    to->Buffer[i] = from->Buffer[i];
  to->Length = length;
  if (length + sizeof *to->Buffer <= to->MaximumLength)
    to->Buffer[i] = 0;
}

NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING to, PCUNICODE_STRING from)
{
  USHORT i, start = to->Length / sizeof *to->Buffer;
  if (to->MaximumLength - to->Length < from->Length)
    return STATUS_BUFFER_TOO_SMALL;
  for (i = 0; i < from->Length / sizeof *to->Buffer; i++)
    to->Buffer[start + i] = from->Buffer[i];
  to->Length += from->Length;
  return STATUS_SUCCESS;
}

LONG RtlCompareUnicodeString(PCUNICODE_STRING x, PCUNICODE_STRING y, BOOLEAN insensitive) { return __VERIFIER_nondet_int(); }

NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING string, ULONG base, PULONG value)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INVALID_PARAMETER;
  *value = __VERIFIER_nondet_uint();
  return STATUS_SUCCESS;
}

void RtlFreeAnsiString(PANSI_STRING string)
{
  string->Buffer = NULL;
  string->Length = string->MaximumLength = 0;
}

NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT device, ULONG action) { return any_status(); }

NTSTATUS IoRegisterShutdownNotification(PDEVICE_OBJECT device) { return any_status(); }

void IoUnregisterShutdownNotification(PDEVICE_OBJECT device) { }

PVOID IoAllocateErrorLogEntry(PVOID object, UCHAR size) { return __VERIFIER_nondet_int() ? NULL : __builtin_calloc(1, size); }

void IoWriteErrorLogEntry(PVOID entry) { }

void IoSetStartIoAttributes(PDEVICE_OBJECT device, BOOLEAN deferred, BOOLEAN noncancelable) { }

PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT device) { return device->AttachedDevice ? device->AttachedDevice : device; }

PVOID MmAllocateContiguousMemory(SIZE_T size, PHYSICAL_ADDRESS highest) { return __VERIFIER_nondet_int() ? NULL : __builtin_malloc(size); }

void MmFreeContiguousMemory(PVOID memory) { }

PVOID MmAllocateNonCachedMemory(SIZE_T size) { return __VERIFIER_nondet_int() ? NULL : __builtin_malloc(size); }

void MmFreeNonCachedMemory(PVOID memory, SIZE_T size) { }

NTSTATUS ObReferenceObjectByPointer(PVOID object, ACCESS_MASK access, POBJECT_TYPE type, KPROCESSOR_MODE mode) { return any_status(); }
