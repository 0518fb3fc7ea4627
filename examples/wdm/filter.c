// A filter driver over a storage device: it counts, limits and records what passes, holds reads and writes in a queue
// that can be cancelled while the device is stopped or asleep, tells programs that wait of what happens to the device,
// reports it as failed when it no longer serves the queue, and forwards the rest. Where it is told to own the power
// policy it puts the device to sleep with the system. Written against the headers of the Windows driver kit:
//
//	yogi dump --target x86_64-windows --system-headers --entry DriverEntry filter.c
#include <wdm.h>

#define FILTER_TAG 0x746c6946ul  // "Filt"
#define MAX_TRANSFER 0x10000
#define MAX_HELD 64
#define MAX_RECORDS 128
#define MAX_TICKS 30
#define NO_SESSION ((PFILE_OBJECT)NULL)

#define IOCTL_FILTER_STATISTICS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x900, METHOD_BUFFERED, FILE_READ_ACCESS)
#define IOCTL_FILTER_RESET CTL_CODE(FILE_DEVICE_UNKNOWN, 0x901, METHOD_BUFFERED, FILE_WRITE_ACCESS)
#define IOCTL_FILTER_LIMIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x902, METHOD_BUFFERED, FILE_WRITE_ACCESS)

#define IOCTL_FILTER_RECORDS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x903, METHOD_OUT_DIRECT, FILE_READ_ACCESS)
#define IOCTL_FILTER_WAIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x904, METHOD_BUFFERED, FILE_READ_ACCESS)

typedef enum _STATE { Stopped, Started, StopPending, RemovePending, SurpriseRemoved, Removed } STATE;

typedef struct _STATISTICS {
  ULONG Reads, Writes, Failures, Cancelled;
  ULONGLONG BytesRead, BytesWritten;
} STATISTICS, *PSTATISTICS;

// RECORD is one transfer, as programs read it.
typedef struct _RECORD {
  LONGLONG Time;
  LONG Status;
  ULONG Length;
  UCHAR Major, Reserved[7];
} RECORD, *PRECORD;

// EVENT is what a program that waits is told.
typedef struct _EVENT {
  ULONG State, HeldCount;
} EVENT, *PEVENT;

// PARAMETERS are the driver's own, from the registry.
typedef struct _PARAMETERS {
  ULONG Limit, MaxHeld, Record, OwnPower;
  UNICODE_STRING Path;    // a copy of the driver's key
} PARAMETERS, *PPARAMETERS;

typedef struct _FILTER {
  PDEVICE_OBJECT Self, Lower, Physical;
  STATE State, Previous;
  SYSTEM_POWER_STATE SystemPower;
  DEVICE_POWER_STATE DevicePower;
  IO_REMOVE_LOCK RemoveLock;
  KSPIN_LOCK QueueLock;   // Held, HeldCount
  LIST_ENTRY Held;        // IRPs that wait for the device
  ULONG HeldCount;
  KSPIN_LOCK CountLock;   // Counts, Limit
  STATISTICS Counts;
  ULONG Limit;            // of one transfer, in bytes; 0: none
  LONG Outstanding;       // requests below us, and one for the device itself
  KEVENT Drained;         // Outstanding fell to zero
  KTIMER Watchdog;
  KDPC WatchdogDpc;
  ULONG Ticks;            // under QueueLock: seconds for which requests have been held
  PIO_WORKITEM Report;    // tells plug and play that the device failed
  LONG Reporting;         // 1: the work item is queued
  LONG Failed;
  KSPIN_LOCK RecordLock;  // Records, NextRecord, RecordCount
  PRECORD Records;
  ULONG NextRecord, RecordCount;
  IO_CSQ Waiting;         // requests of programs that wait
  LIST_ENTRY WaitingList;
  KSPIN_LOCK WaitingLock;
  LONG Paging;            // files on the device that the system pages to
  DEVICE_CAPABILITIES Capabilities;
  LONG Sessions;          // open handles
  BOOLEAN Holding;        // under QueueLock: requests are held
} FILTER, *PFILTER;

typedef struct _WAIT {
  KEVENT Done;
} WAIT, *PWAIT;

static PARAMETERS parameters = { MAX_TRANSFER, MAX_HELD, 1, 0, { 0, 0, NULL } };

DRIVER_INITIALIZE DriverEntry;
static DRIVER_UNLOAD FilterUnload;
static DRIVER_CANCEL CancelHeld;
static NTSTATUS NTAPI FilterAdd(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical);

// ---- Requests -----------------------------------------------------------------------------------------------------

static NTSTATUS Complete(PIRP irp, NTSTATUS status, ULONG_PTR information)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = information;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static PFILTER ExtensionOf(PDEVICE_OBJECT device)
{
  return (PFILTER)device->DeviceExtension;
}

static void Enter(PFILTER f)
{
  InterlockedIncrement(&f->Outstanding);
}

static void Leave(PFILTER f)
{
  if (InterlockedDecrement(&f->Outstanding) == 0)
    KeSetEvent(&f->Drained, IO_NO_INCREMENT, FALSE);
}

static BOOLEAN IsGone(PFILTER f)
{
  return f->State == SurpriseRemoved || f->State == Removed;
}

// ---- Counting -----------------------------------------------------------------------------------------------------

static void CountTransfer(PFILTER f, UCHAR major, NTSTATUS status, ULONG_PTR bytes)
{
  KIRQL irql;
  KeAcquireSpinLock(&f->CountLock, &irql);
  if (!NT_SUCCESS(status)) {
    if (status == STATUS_CANCELLED)
      f->Counts.Cancelled++;
    else
      f->Counts.Failures++;
  } else if (major == IRP_MJ_READ) {
    f->Counts.Reads++;
    f->Counts.BytesRead += bytes;
  } else {
    f->Counts.Writes++;
    f->Counts.BytesWritten += bytes;
  }
  KeReleaseSpinLock(&f->CountLock, irql);
}

static void ReadCounts(PFILTER f, PSTATISTICS out)
{
  KIRQL irql;
  KeAcquireSpinLock(&f->CountLock, &irql);
  *out = f->Counts;
  KeReleaseSpinLock(&f->CountLock, irql);
}

static void ResetCounts(PFILTER f)
{
  KIRQL irql;
  KeAcquireSpinLock(&f->CountLock, &irql);
  RtlZeroMemory(&f->Counts, sizeof f->Counts);
  KeReleaseSpinLock(&f->CountLock, irql);
}

static NTSTATUS SetLimit(PFILTER f, ULONG limit)
{
  KIRQL irql;
  if (limit > MAX_TRANSFER)
    return STATUS_INVALID_PARAMETER;
  KeAcquireSpinLock(&f->CountLock, &irql);
  f->Limit = limit;
  KeReleaseSpinLock(&f->CountLock, irql);
  return STATUS_SUCCESS;
}

static ULONG GetLimit(PFILTER f)
{
  ULONG limit;
  KIRQL irql;
  KeAcquireSpinLock(&f->CountLock, &irql);
  limit = f->Limit;
  KeReleaseSpinLock(&f->CountLock, irql);
  return limit;
}

// ---- Records --------------------------------------------------------------------------------------------------------

// AddRecord overwrites the oldest record when all are taken. Without memory for records there are none.
static void AddRecord(PFILTER f, UCHAR major, NTSTATUS status, ULONG_PTR length)
{
  LARGE_INTEGER now;
  PRECORD record;
  KIRQL irql;
  if (f->Records == NULL)
    return;
  KeQueryTickCount(&now);
  KeAcquireSpinLock(&f->RecordLock, &irql);
  record = &f->Records[f->NextRecord];
  record->Time = now.QuadPart;
  record->Status = status;
  record->Length = (ULONG)length;
  record->Major = major;
  f->NextRecord = (f->NextRecord + 1) % MAX_RECORDS;
  if (f->RecordCount < MAX_RECORDS)
    f->RecordCount++;
  KeReleaseSpinLock(&f->RecordLock, irql);
}

// TakeRecords moves the oldest records out, at most room of them, and returns how many.
static ULONG TakeRecords(PFILTER f, PRECORD to, ULONG room)
{
  ULONG i, count, first;
  KIRQL irql;
  KeAcquireSpinLock(&f->RecordLock, &irql);
  count = f->RecordCount < room ? f->RecordCount : room;
  first = (f->NextRecord + MAX_RECORDS - f->RecordCount) % MAX_RECORDS;
  for (i = 0; i < count; i++)
    to[i] = f->Records[(first + i) % MAX_RECORDS];
  f->RecordCount -= count;
  KeReleaseSpinLock(&f->RecordLock, irql);
  return count;
}

static NTSTATUS ReadRecords(PFILTER f, PIRP irp, ULONG length, ULONG_PTR *information)
{
  PVOID buffer;
  if (f->Records == NULL)
    return STATUS_NOT_SUPPORTED;
  if (length < sizeof(RECORD) || irp->MdlAddress == NULL)
    return STATUS_BUFFER_TOO_SMALL;
  buffer = MmGetSystemAddressForMdlSafe(irp->MdlAddress, NormalPagePriority);
  if (buffer == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;
  *information = TakeRecords(f, (PRECORD)buffer, length / sizeof(RECORD)) * sizeof(RECORD);
  return STATUS_SUCCESS;
}

// ---- Programs that wait ---------------------------------------------------------------------------------------------
// Their requests are in a queue of the system's own, which takes care of cancellation.

static PFILTER FilterOf(PIO_CSQ csq)
{
  return CONTAINING_RECORD(csq, FILTER, Waiting);
}

static VOID NTAPI InsertWaiting(PIO_CSQ csq, PIRP irp)
{
  InsertTailList(&FilterOf(csq)->WaitingList, &irp->Tail.Overlay.ListEntry);
}

static VOID NTAPI RemoveWaiting(PIO_CSQ csq, PIRP irp)
{
  UNREFERENCED_PARAMETER(csq);
  RemoveEntryList(&irp->Tail.Overlay.ListEntry);
}

// PeekWaiting is the first request after irp; of one file object, if context names one.
static PIRP NTAPI PeekWaiting(PIO_CSQ csq, PIRP irp, PVOID context)
{
  PFILTER f = FilterOf(csq);
  PLIST_ENTRY entry = irp == NULL ? f->WaitingList.Flink : irp->Tail.Overlay.ListEntry.Flink;
  for (; entry != &f->WaitingList; entry = entry->Flink) {
    PIRP next = CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry);
    if (context == NULL || IoGetCurrentIrpStackLocation(next)->FileObject == (PFILE_OBJECT)context)
      return next;
  }
  return NULL;
}

static VOID NTAPI LockWaiting(PIO_CSQ csq, PKIRQL irql)
{
  KeAcquireSpinLock(&FilterOf(csq)->WaitingLock, irql);
}

static VOID NTAPI UnlockWaiting(PIO_CSQ csq, KIRQL irql)
{
  KeReleaseSpinLock(&FilterOf(csq)->WaitingLock, irql);
}

static VOID NTAPI CancelWaiting(PIO_CSQ csq, PIRP irp)
{
  UNREFERENCED_PARAMETER(csq);
  Complete(irp, STATUS_CANCELLED, 0);
}

// Wait keeps the request until something happens to the device.
static NTSTATUS Wait(PFILTER f, PIRP irp)
{
  IoCsqInsertIrp(&f->Waiting, irp, NULL);
  return STATUS_PENDING;
}

// Announce completes the requests that wait: with the state of the device, or with status if that is an error.
static void Announce(PFILTER f, PFILE_OBJECT session, NTSTATUS status)
{
  PIRP irp;
  while ((irp = IoCsqRemoveNextIrp(&f->Waiting, session)) != NULL) {
    if (NT_SUCCESS(status)) {
      PEVENT event = (PEVENT)irp->AssociatedIrp.SystemBuffer;
      event->State = f->State;
      event->HeldCount = f->HeldCount;
      Complete(irp, STATUS_SUCCESS, sizeof(EVENT));
    } else {
      Complete(irp, status, 0);
    }
  }
}

// ---- Completion routines --------------------------------------------------------------------------------------------

static NTSTATUS NTAPI TransferDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PFILTER f = (PFILTER)context;
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  UNREFERENCED_PARAMETER(device);
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  CountTransfer(f, stack->MajorFunction, irp->IoStatus.Status, irp->IoStatus.Information);
  AddRecord(f, stack->MajorFunction, irp->IoStatus.Status, irp->IoStatus.Information);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  Leave(f);
  return STATUS_CONTINUE_COMPLETION;
}

static NTSTATUS NTAPI WaitDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PWAIT wait = (PWAIT)context;
  UNREFERENCED_PARAMETER(device);
  UNREFERENCED_PARAMETER(irp);
  KeSetEvent(&wait->Done, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

// ForwardAndWait sends a request down and takes it back when the lower driver has completed it.
static NTSTATUS ForwardAndWait(PFILTER f, PIRP irp)
{
  WAIT wait;
  NTSTATUS status;
  KeInitializeEvent(&wait.Done, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, WaitDone, &wait, TRUE, TRUE, TRUE);
  status = IoCallDriver(f->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&wait.Done, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS ForwardTransfer(PFILTER f, PIRP irp)
{
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, TransferDone, f, TRUE, TRUE, TRUE);
  return IoCallDriver(f->Lower, irp);
}

static NTSTATUS Pass(PFILTER f, PIRP irp)
{
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(f->Lower, irp);
}

// ---- The queue of held requests -------------------------------------------------------------------------------------

// CancelHeld runs with the cancel lock held: it takes the request out of the queue, if it is still there.
static VOID NTAPI CancelHeld(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  KIRQL irql;
  IoReleaseCancelSpinLock(irp->CancelIrql);
  KeAcquireSpinLock(&f->QueueLock, &irql);
  RemoveEntryList(&irp->Tail.Overlay.ListEntry);
  f->HeldCount--;
  KeReleaseSpinLock(&f->QueueLock, irql);
  CountTransfer(f, IoGetCurrentIrpStackLocation(irp)->MajorFunction, STATUS_CANCELLED, 0);
  Complete(irp, STATUS_CANCELLED, 0);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  Leave(f);
}

// Hold puts a request into the queue. If it was cancelled before it had a cancel routine, nobody else completes it.
static NTSTATUS Hold(PFILTER f, PIRP irp)
{
  KIRQL irql;
  PDRIVER_CANCEL old;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  if (f->HeldCount >= parameters.MaxHeld) {
    KeReleaseSpinLock(&f->QueueLock, irql);
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    Leave(f);
    return Complete(irp, STATUS_DEVICE_BUSY, 0);
  }
  IoMarkIrpPending(irp);
  InsertTailList(&f->Held, &irp->Tail.Overlay.ListEntry);
  f->HeldCount++;
  old = IoSetCancelRoutine(irp, CancelHeld);
  if (irp->Cancel) {
    old = IoSetCancelRoutine(irp, NULL);
    if (old != NULL) {
      RemoveEntryList(&irp->Tail.Overlay.ListEntry);
      f->HeldCount--;
      KeReleaseSpinLock(&f->QueueLock, irql);
      Complete(irp, STATUS_CANCELLED, 0);
      IoReleaseRemoveLock(&f->RemoveLock, irp);
      Leave(f);
      return STATUS_PENDING;
    }
  }
  KeReleaseSpinLock(&f->QueueLock, irql);
  return STATUS_PENDING;
}

// NextHeld takes the first request that is not being cancelled out of the queue; NULL if there is none. With a session
// only its requests count.
static PIRP NextHeld(PFILTER f, PFILE_OBJECT session)
{
  PIRP found = NULL;
  PLIST_ENTRY entry;
  KIRQL irql;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  for (entry = f->Held.Flink; entry != &f->Held; entry = entry->Flink) {
    PIRP irp = CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry);
    if (session != NO_SESSION && IoGetCurrentIrpStackLocation(irp)->FileObject != session)
      continue;
    if (IoSetCancelRoutine(irp, NULL) != NULL) {
      RemoveEntryList(entry);
      f->HeldCount--;
      found = irp;
      break;
    }
  }
  KeReleaseSpinLock(&f->QueueLock, irql);
  return found;
}

static void StartHolding(PFILTER f)
{
  KIRQL irql;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  f->Holding = TRUE;
  KeReleaseSpinLock(&f->QueueLock, irql);
}

static BOOLEAN IsHolding(PFILTER f)
{
  BOOLEAN holding;
  KIRQL irql;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  holding = f->Holding;
  KeReleaseSpinLock(&f->QueueLock, irql);
  return holding;
}

// Release sends what was held to the device, or completes it if the device is gone.
static void Release(PFILTER f)
{
  PIRP irp;
  KIRQL irql;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  f->Holding = FALSE;
  KeReleaseSpinLock(&f->QueueLock, irql);
  while ((irp = NextHeld(f, NO_SESSION)) != NULL) {
    if (IsGone(f)) {
      Complete(irp, STATUS_NO_SUCH_DEVICE, 0);
      IoReleaseRemoveLock(&f->RemoveLock, irp);
      Leave(f);
    } else {
      ForwardTransfer(f, irp);
    }
  }
}

// Abandon completes what a session whose last handle is closed has in the queue.
static void Abandon(PFILTER f, PFILE_OBJECT session)
{
  PIRP irp;
  while ((irp = NextHeld(f, session)) != NULL) {
    CountTransfer(f, IoGetCurrentIrpStackLocation(irp)->MajorFunction, STATUS_CANCELLED, 0);
    Complete(irp, STATUS_CANCELLED, 0);
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    Leave(f);
  }
}

// ---- Sessions -------------------------------------------------------------------------------------------------------

static NTSTATUS NTAPI FilterCreate(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  if (IsGone(f) || f->Failed) {
    status = Complete(irp, STATUS_NO_SUCH_DEVICE, 0);
  } else {
    status = ForwardAndWait(f, irp);
    if (NT_SUCCESS(status))
      InterlockedIncrement(&f->Sessions);
    Complete(irp, status, irp->IoStatus.Information);
  }
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

static NTSTATUS NTAPI FilterCleanup(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  PFILE_OBJECT session = IoGetCurrentIrpStackLocation(irp)->FileObject;
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  if (session != NO_SESSION) {
    Abandon(f, session);
    Announce(f, session, STATUS_CANCELLED);
  }
  status = Pass(f, irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

static NTSTATUS NTAPI FilterClose(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  InterlockedDecrement(&f->Sessions);
  status = Pass(f, irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

// ---- Reads, writes, controls ----------------------------------------------------------------------------------------

static ULONG LengthOf(PIO_STACK_LOCATION stack)
{
  return stack->MajorFunction == IRP_MJ_READ ? stack->Parameters.Read.Length : stack->Parameters.Write.Length;
}

static NTSTATUS NTAPI FilterTransfer(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  ULONG limit, length = LengthOf(stack);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  if (IsGone(f)) {
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return Complete(irp, STATUS_NO_SUCH_DEVICE, 0);
  }
  limit = GetLimit(f);
  if (limit != 0 && length > limit) {
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return Complete(irp, STATUS_INVALID_BUFFER_SIZE, 0);
  }
  if (length == 0) {
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return Complete(irp, STATUS_SUCCESS, 0);
  }
  Enter(f);
  if (IsHolding(f))
    return Hold(f, irp);
  return ForwardTransfer(f, irp);
}

static NTSTATUS NTAPI FilterControl(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  ULONG in = stack->Parameters.DeviceIoControl.InputBufferLength;
  ULONG out = stack->Parameters.DeviceIoControl.OutputBufferLength;
  PVOID buffer = irp->AssociatedIrp.SystemBuffer;
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  ULONG_PTR information = 0;
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  switch (stack->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_FILTER_STATISTICS:
    if (out < sizeof(STATISTICS)) {
      status = STATUS_BUFFER_TOO_SMALL;
      break;
    }
    ReadCounts(f, (PSTATISTICS)buffer);
    information = sizeof(STATISTICS);
    break;
  case IOCTL_FILTER_RESET:
    ResetCounts(f);
    break;
  case IOCTL_FILTER_LIMIT:
    if (in < sizeof(ULONG)) {
      status = STATUS_BUFFER_TOO_SMALL;
      break;
    }
    status = SetLimit(f, *(PULONG)buffer);
    break;
  case IOCTL_FILTER_RECORDS:
    status = ReadRecords(f, irp, out, &information);
    break;
  case IOCTL_FILTER_WAIT:
    if (out < sizeof(EVENT)) {
      status = STATUS_BUFFER_TOO_SMALL;
      break;
    }
    status = Wait(f, irp);
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return status;
  default:
    status = Pass(f, irp);
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return status;
  }
  Complete(irp, status, information);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

static NTSTATUS NTAPI FilterPass(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  status = Pass(f, irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

// ---- The watchdog ---------------------------------------------------------------------------------------------------

// ReportFailure runs in a system thread: plug and play asks the stack for the device's state again.
static VOID NTAPI ReportFailure(PDEVICE_OBJECT device, PVOID context)
{
  PFILTER f = (PFILTER)context;
  UNREFERENCED_PARAMETER(device);
  IoInvalidateDeviceState(f->Physical);
  Announce(f, NO_SESSION, STATUS_SUCCESS);
  InterlockedExchange(&f->Reporting, 0);
  Leave(f);
}

// Fail queues the report, once at a time. It may be called at dispatch level.
static void Fail(PFILTER f)
{
  InterlockedExchange(&f->Failed, 1);
  if (f->Report == NULL || InterlockedCompareExchange(&f->Reporting, 1, 0) != 0)
    return;
  Enter(f);
  IoQueueWorkItem(f->Report, ReportFailure, DelayedWorkQueue, f);
}

static VOID NTAPI WatchdogTick(PKDPC dpc, PVOID context, PVOID one, PVOID two)
{
  PFILTER f = (PFILTER)context;
  BOOLEAN stuck;
  UNREFERENCED_PARAMETER(dpc);
  UNREFERENCED_PARAMETER(one);
  UNREFERENCED_PARAMETER(two);
  KeAcquireSpinLockAtDpcLevel(&f->QueueLock);
  if (f->HeldCount > 0)
    f->Ticks++;
  else
    f->Ticks = 0;
  stuck = f->Ticks >= MAX_TICKS && f->State == Started;
  if (stuck)
    f->Ticks = 0;
  KeReleaseSpinLockFromDpcLevel(&f->QueueLock);
  if (stuck)
    Fail(f);
}

static void StartWatchdog(PFILTER f)
{
  LARGE_INTEGER due;
  due.QuadPart = -10000000LL;
  KeSetTimerEx(&f->Watchdog, due, 1000, &f->WatchdogDpc);
}

static void StopWatchdog(PFILTER f)
{
  KeCancelTimer(&f->Watchdog);
}

// ---- Plug and play --------------------------------------------------------------------------------------------------

static NTSTATUS StartDevice(PFILTER f, PIRP irp)
{
  NTSTATUS status = ForwardAndWait(f, irp);
  if (NT_SUCCESS(status)) {
    f->Previous = f->State;
    f->State = Started;
    f->DevicePower = PowerDeviceD0;
    InterlockedExchange(&f->Failed, 0);
    StartWatchdog(f);
    Release(f);
    Announce(f, NO_SESSION, STATUS_SUCCESS);
  }
  return Complete(irp, status, 0);
}

static NTSTATUS StopDevice(PFILTER f, PIRP irp)
{
  StartHolding(f);
  StopWatchdog(f);
  f->Previous = f->State;
  f->State = Stopped;
  irp->IoStatus.Status = STATUS_SUCCESS;
  return Pass(f, irp);
}

static NTSTATUS QueryStop(PFILTER f, PIRP irp)
{
  StartHolding(f);
  f->Previous = f->State;
  f->State = StopPending;
  irp->IoStatus.Status = STATUS_SUCCESS;
  return Pass(f, irp);
}

static NTSTATUS CancelStop(PFILTER f, PIRP irp)
{
  NTSTATUS status = ForwardAndWait(f, irp);
  if (f->State == StopPending) {
    f->State = f->Previous;
    Release(f);
  }
  return Complete(irp, status, 0);
}

static NTSTATUS QueryRemove(PFILTER f, PIRP irp)
{
  f->Previous = f->State;
  f->State = RemovePending;
  irp->IoStatus.Status = STATUS_SUCCESS;
  return Pass(f, irp);
}

static NTSTATUS CancelRemove(PFILTER f, PIRP irp)
{
  NTSTATUS status = ForwardAndWait(f, irp);
  if (f->State == RemovePending)
    f->State = f->Previous;
  return Complete(irp, status, 0);
}

static NTSTATUS SurpriseRemoval(PFILTER f, PIRP irp)
{
  StopWatchdog(f);
  f->Previous = f->State;
  f->State = SurpriseRemoved;
  Release(f);
  Announce(f, NO_SESSION, STATUS_SUCCESS);
  irp->IoStatus.Status = STATUS_SUCCESS;
  return Pass(f, irp);
}

static void Forget(PFILTER f)
{
  if (f->Report != NULL)
    IoFreeWorkItem(f->Report);
  if (f->Records != NULL)
    ExFreePoolWithTag(f->Records, FILTER_TAG);
  f->Report = NULL;
  f->Records = NULL;
}

// RemoveDevice waits until no request of ours is below us, and takes the device out of the stack.
static NTSTATUS RemoveDevice(PFILTER f, PIRP irp)
{
  NTSTATUS status;
  PDEVICE_OBJECT self = f->Self, lower = f->Lower;
  StopWatchdog(f);
  f->State = Removed;
  Release(f);
  Announce(f, NO_SESSION, STATUS_NO_SUCH_DEVICE);
  IoReleaseRemoveLockAndWait(&f->RemoveLock, irp);
  Announce(f, NO_SESSION, STATUS_NO_SUCH_DEVICE);  // who began to wait meanwhile
  Leave(f);
  KeWaitForSingleObject(&f->Drained, Executive, KernelMode, FALSE, NULL);
  irp->IoStatus.Status = STATUS_SUCCESS;
  status = Pass(f, irp);
  IoDetachDevice(lower);
  Forget(f);
  IoDeleteDevice(self);
  return status;
}

// QueryCapabilities keeps what the device says, in particular in which power state it is when the system sleeps.
static NTSTATUS QueryCapabilities(PFILTER f, PIRP irp)
{
  PDEVICE_CAPABILITIES told = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceCapabilities.Capabilities;
  NTSTATUS status = ForwardAndWait(f, irp);
  if (NT_SUCCESS(status) && told->Version == 1 && told->Size >= sizeof(DEVICE_CAPABILITIES))
    RtlCopyMemory(&f->Capabilities, told, sizeof(DEVICE_CAPABILITIES));
  return Complete(irp, status, irp->IoStatus.Information);
}

static NTSTATUS QueryState(PFILTER f, PIRP irp)
{
  NTSTATUS status = ForwardAndWait(f, irp);
  if (status == STATUS_NOT_SUPPORTED) {
    irp->IoStatus.Information = 0;
    status = STATUS_SUCCESS;
  }
  if (NT_SUCCESS(status)) {
    if (f->Failed)
      irp->IoStatus.Information |= PNP_DEVICE_FAILED;
    if (f->Paging > 0)
      irp->IoStatus.Information |= PNP_DEVICE_NOT_DISABLEABLE;
  }
  return Complete(irp, status, irp->IoStatus.Information);
}

// UsageNotification counts the files that the system pages to: with one, the power routines may not be paged out.
static NTSTATUS UsageNotification(PFILTER f, PIRP irp)
{
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  BOOLEAN inPath = stack->Parameters.UsageNotification.InPath;
  DEVICE_USAGE_NOTIFICATION_TYPE type = stack->Parameters.UsageNotification.Type;
  NTSTATUS status;
  if (type == DeviceUsageTypePaging && inPath && f->State != Started)
    return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
  status = ForwardAndWait(f, irp);
  if (NT_SUCCESS(status) && type == DeviceUsageTypePaging) {
    IoAdjustPagingPathCount(&f->Paging, inPath);
    if (f->Paging > 0)
      f->Self->Flags &= ~DO_POWER_PAGABLE;
    IoInvalidateDeviceState(f->Physical);
  }
  return Complete(irp, status, 0);
}

static NTSTATUS NTAPI FilterPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return Complete(irp, status, 0);
  switch (stack->MinorFunction) {
  case IRP_MN_START_DEVICE:
    status = StartDevice(f, irp);
    break;
  case IRP_MN_QUERY_STOP_DEVICE:
    status = QueryStop(f, irp);
    break;
  case IRP_MN_CANCEL_STOP_DEVICE:
    status = CancelStop(f, irp);
    break;
  case IRP_MN_STOP_DEVICE:
    status = StopDevice(f, irp);
    break;
  case IRP_MN_QUERY_REMOVE_DEVICE:
    status = QueryRemove(f, irp);
    break;
  case IRP_MN_CANCEL_REMOVE_DEVICE:
    status = CancelRemove(f, irp);
    break;
  case IRP_MN_SURPRISE_REMOVAL:
    status = SurpriseRemoval(f, irp);
    break;
  case IRP_MN_REMOVE_DEVICE:
    return RemoveDevice(f, irp);
  case IRP_MN_QUERY_CAPABILITIES:
    status = QueryCapabilities(f, irp);
    break;
  case IRP_MN_QUERY_PNP_DEVICE_STATE:
    status = QueryState(f, irp);
    break;
  case IRP_MN_DEVICE_USAGE_NOTIFICATION:
    status = UsageNotification(f, irp);
    break;
  default:
    status = Pass(f, irp);
    break;
  }
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

// ---- Power ----------------------------------------------------------------------------------------------------------

static NTSTATUS NTAPI PowerUpDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PFILTER f = (PFILTER)context;
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  UNREFERENCED_PARAMETER(device);
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  if (NT_SUCCESS(irp->IoStatus.Status)) {
    f->DevicePower = stack->Parameters.Power.State.DeviceState;
    Release(f);
  }
  PoStartNextPowerIrp(irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return STATUS_CONTINUE_COMPLETION;
}

static NTSTATUS SetDevicePower(PFILTER f, PIRP irp, DEVICE_POWER_STATE state)
{
  if (state < f->DevicePower) {
    IoMarkIrpPending(irp);
    IoCopyCurrentIrpStackLocationToNext(irp);
    IoSetCompletionRoutine(irp, PowerUpDone, f, TRUE, TRUE, TRUE);
    PoCallDriver(f->Lower, irp);
    return STATUS_PENDING;
  }
  StartHolding(f);
  f->DevicePower = state;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return PoCallDriver(f->Lower, irp);
}

// DevicePowerDone: the device has followed the system, whose request, the context, can end now.
static VOID NTAPI DevicePowerDone(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PVOID context, PIO_STATUS_BLOCK result)
{
  PIRP irp = (PIRP)context;
  PFILTER f = ExtensionOf(IoGetCurrentIrpStackLocation(irp)->DeviceObject);
  UNREFERENCED_PARAMETER(device);
  UNREFERENCED_PARAMETER(minor);
  UNREFERENCED_PARAMETER(state);
  PoStartNextPowerIrp(irp);
  Complete(irp, result->Status, 0);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
}

// SystemPowerDone asks for the power state of the device that belongs to that of the system.
static NTSTATUS NTAPI SystemPowerDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PFILTER f = (PFILTER)context;
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  SYSTEM_POWER_STATE system = stack->Parameters.Power.State.SystemState;
  POWER_STATE wanted;
  NTSTATUS status = irp->IoStatus.Status;
  UNREFERENCED_PARAMETER(device);
  if (NT_SUCCESS(status)) {
    f->SystemPower = system;
    wanted.DeviceState = system == PowerSystemWorking ? PowerDeviceD0 : PowerDeviceD3;
    if (system > PowerSystemWorking && system < PowerSystemMaximum && f->Capabilities.DeviceState[system] != PowerDeviceUnspecified)
      wanted.DeviceState = f->Capabilities.DeviceState[system];
    status = PoRequestPowerIrp(f->Self, IRP_MN_SET_POWER, wanted, DevicePowerDone, irp, NULL);
    if (status == STATUS_PENDING)
      return STATUS_MORE_PROCESSING_REQUIRED;
    irp->IoStatus.Status = status;
  }
  PoStartNextPowerIrp(irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return STATUS_CONTINUE_COMPLETION;
}

static NTSTATUS SetSystemPower(PFILTER f, PIRP irp)
{
  IoMarkIrpPending(irp);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, SystemPowerDone, f, TRUE, TRUE, TRUE);
  PoCallDriver(f->Lower, irp);
  return STATUS_PENDING;
}

static BOOLEAN MaySleep(PFILTER f, PIO_STACK_LOCATION stack)
{
  if (f->Paging > 0 && stack->Parameters.Power.Type == DevicePowerState)
    return FALSE;
  return f->State != Started || f->Ticks == 0;
}

static NTSTATUS NTAPI FilterPower(PDEVICE_OBJECT device, PIRP irp)
{
  PFILTER f = ExtensionOf(device);
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&f->RemoveLock, irp);
  if (!NT_SUCCESS(status)) {
    PoStartNextPowerIrp(irp);
    return Complete(irp, status, 0);
  }
  if (stack->MinorFunction == IRP_MN_SET_POWER) {
    if (stack->Parameters.Power.Type == DevicePowerState)
      return SetDevicePower(f, irp, stack->Parameters.Power.State.DeviceState);
    if (parameters.OwnPower)
      return SetSystemPower(f, irp);
    f->SystemPower = stack->Parameters.Power.State.SystemState;
  } else if (stack->MinorFunction == IRP_MN_QUERY_POWER && !MaySleep(f, stack)) {
    PoStartNextPowerIrp(irp);
    Complete(irp, STATUS_DEVICE_BUSY, 0);
    IoReleaseRemoveLock(&f->RemoveLock, irp);
    return STATUS_DEVICE_BUSY;
  }
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  status = PoCallDriver(f->Lower, irp);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  return status;
}

// ---- The driver -----------------------------------------------------------------------------------------------------

static void Initialize(PFILTER f, PDEVICE_OBJECT self, PDEVICE_OBJECT physical)
{
  RtlZeroMemory(f, sizeof *f);
  f->Self = self;
  f->Physical = physical;
  f->State = f->Previous = Stopped;
  f->SystemPower = PowerSystemWorking;
  f->DevicePower = PowerDeviceD3;
  f->Outstanding = 1;
  f->Limit = parameters.Limit;
  f->Holding = TRUE;
  IoInitializeRemoveLock(&f->RemoveLock, FILTER_TAG, 0, 0);
  KeInitializeSpinLock(&f->QueueLock);
  KeInitializeSpinLock(&f->CountLock);
  KeInitializeEvent(&f->Drained, NotificationEvent, FALSE);
  KeInitializeTimer(&f->Watchdog);
  KeInitializeDpc(&f->WatchdogDpc, WatchdogTick, f);
  InitializeListHead(&f->Held);
  KeInitializeSpinLock(&f->RecordLock);
  KeInitializeSpinLock(&f->WaitingLock);
  InitializeListHead(&f->WaitingList);
}

// Allocate gets what the device can do without, except the queue of those who wait.
static NTSTATUS Allocate(PFILTER f)
{
  f->Report = IoAllocateWorkItem(f->Self);
  if (parameters.Record) {
    f->Records = (PRECORD)ExAllocatePoolWithTag(NonPagedPool, MAX_RECORDS * sizeof(RECORD), FILTER_TAG);
    if (f->Records != NULL)
      RtlZeroMemory(f->Records, MAX_RECORDS * sizeof(RECORD));
  }
  return IoCsqInitialize(&f->Waiting, InsertWaiting, RemoveWaiting, PeekWaiting, LockWaiting, UnlockWaiting, CancelWaiting);
}

static NTSTATUS NTAPI FilterAdd(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical)
{
  PDEVICE_OBJECT self;
  PFILTER f;
  NTSTATUS status = IoCreateDevice(driver, sizeof(FILTER), NULL, FILE_DEVICE_DISK, FILE_DEVICE_SECURE_OPEN, FALSE, &self);
  if (!NT_SUCCESS(status))
    return status;
  f = ExtensionOf(self);
  Initialize(f, self, physical);
  status = Allocate(f);
  if (NT_SUCCESS(status)) {
    f->Lower = IoAttachDeviceToDeviceStack(self, physical);
    if (f->Lower == NULL)
      status = STATUS_NO_SUCH_DEVICE;
  }
  if (!NT_SUCCESS(status)) {
    Forget(f);
    IoDeleteDevice(self);
    return status;
  }
  self->Flags |= f->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO | DO_POWER_PAGABLE);
  self->DeviceType = f->Lower->DeviceType;
  self->Characteristics = f->Lower->Characteristics;
  self->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static VOID NTAPI FilterUnload(PDRIVER_OBJECT driver)
{
  UNREFERENCED_PARAMETER(driver);
  if (parameters.Path.Buffer != NULL)
    ExFreePoolWithTag(parameters.Path.Buffer, FILTER_TAG);
  parameters.Path.Buffer = NULL;
}

// CopyPath keeps the driver's key with a zero at its end, as reading the registry wants it.
static NTSTATUS CopyPath(PUNICODE_STRING path)
{
  USHORT size = (USHORT)(path->Length + sizeof(WCHAR));
  if (path->Length > 0xff00)
    return STATUS_NAME_TOO_LONG;
  parameters.Path.Buffer = (PWSTR)ExAllocatePoolWithTag(PagedPool, size, FILTER_TAG);
  if (parameters.Path.Buffer == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;
  RtlCopyMemory(parameters.Path.Buffer, path->Buffer, path->Length);
  parameters.Path.Buffer[path->Length / sizeof(WCHAR)] = 0;
  parameters.Path.Length = path->Length;
  parameters.Path.MaximumLength = size;
  return STATUS_SUCCESS;
}

static void DescribeParameter(PRTL_QUERY_REGISTRY_TABLE entry, PWSTR name, PULONG value)
{
  entry->Flags = RTL_QUERY_REGISTRY_DIRECT;
  entry->Name = name;
  entry->EntryContext = value;
  entry->DefaultType = REG_DWORD;
  entry->DefaultData = value;
  entry->DefaultLength = sizeof *value;
}

// ReadParameters takes what the registry says where it makes sense, else what is there.
static void ReadParameters(void)
{
  RTL_QUERY_REGISTRY_TABLE table[6];
  PARAMETERS told = parameters;
  static WCHAR subkey[] = L"Parameters", limit[] = L"Limit", held[] = L"MaxHeld", record[] = L"Record", power[] = L"OwnPower";
  RtlZeroMemory(table, sizeof table);
  table[0].Flags = RTL_QUERY_REGISTRY_SUBKEY;
  table[0].Name = subkey;
  DescribeParameter(&table[1], limit, &told.Limit);
  DescribeParameter(&table[2], held, &told.MaxHeld);
  DescribeParameter(&table[3], record, &told.Record);
  DescribeParameter(&table[4], power, &told.OwnPower);
  if (!NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, parameters.Path.Buffer, table, NULL, NULL)))
    return;
  if (told.Limit <= MAX_TRANSFER)
    parameters.Limit = told.Limit;
  if (told.MaxHeld > 0 && told.MaxHeld <= MAX_HELD)
    parameters.MaxHeld = told.MaxHeld;
  parameters.Record = told.Record != 0;
  parameters.OwnPower = told.OwnPower != 0;
}

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  ULONG i;
  NTSTATUS status = CopyPath(path);
  if (!NT_SUCCESS(status))
    return status;
  ReadParameters();
  for (i = 0; i <= IRP_MJ_MAXIMUM_FUNCTION; i++)
    driver->MajorFunction[i] = FilterPass;
  driver->MajorFunction[IRP_MJ_CREATE] = FilterCreate;
  driver->MajorFunction[IRP_MJ_CLEANUP] = FilterCleanup;
  driver->MajorFunction[IRP_MJ_CLOSE] = FilterClose;
  driver->MajorFunction[IRP_MJ_READ] = FilterTransfer;
  driver->MajorFunction[IRP_MJ_WRITE] = FilterTransfer;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = FilterControl;
  driver->MajorFunction[IRP_MJ_PNP] = FilterPnp;
  driver->MajorFunction[IRP_MJ_POWER] = FilterPower;
  driver->DriverExtension->AddDevice = FilterAdd;
  driver->DriverUnload = FilterUnload;
  return STATUS_SUCCESS;
}
