// A filter driver over a storage device: it counts and limits what passes, holds reads and writes while the device is
// stopped or asleep in a queue that can be cancelled, and forwards the rest. Written against the headers of the
// Windows driver kit:
//
//	yogi dump --target x86_64-windows --system-headers --entry DriverEntry filter.c
#include <wdm.h>

#define FILTER_TAG 'tliF'
#define MAX_TRANSFER 0x10000
#define MAX_HELD 64

#define IOCTL_FILTER_STATISTICS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x900, METHOD_BUFFERED, FILE_READ_ACCESS)
#define IOCTL_FILTER_RESET CTL_CODE(FILE_DEVICE_UNKNOWN, 0x901, METHOD_BUFFERED, FILE_WRITE_ACCESS)
#define IOCTL_FILTER_LIMIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x902, METHOD_BUFFERED, FILE_WRITE_ACCESS)

typedef enum _STATE { Stopped, Started, StopPending, RemovePending, SurpriseRemoved, Removed } STATE;

typedef struct _STATISTICS {
  ULONG Reads, Writes, Failures, Cancelled;
  ULONGLONG BytesRead, BytesWritten;
} STATISTICS, *PSTATISTICS;

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
  ULONG Ticks;
  BOOLEAN Holding;        // under QueueLock: requests are held
} FILTER, *PFILTER;

typedef struct _WAIT {
  KEVENT Done;
} WAIT, *PWAIT;

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

// ---- Completion routines --------------------------------------------------------------------------------------------

static NTSTATUS NTAPI TransferDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PFILTER f = (PFILTER)context;
  PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  CountTransfer(f, stack->MajorFunction, irp->IoStatus.Status, irp->IoStatus.Information);
  IoReleaseRemoveLock(&f->RemoveLock, irp);
  Leave(f);
  return STATUS_CONTINUE_COMPLETION;
}

static NTSTATUS NTAPI WaitDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PWAIT wait = (PWAIT)context;
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
  if (f->HeldCount >= MAX_HELD) {
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

// NextHeld takes the first request that is not being cancelled out of the queue; NULL if there is none.
static PIRP NextHeld(PFILTER f)
{
  PIRP found = NULL;
  PLIST_ENTRY entry;
  KIRQL irql;
  KeAcquireSpinLock(&f->QueueLock, &irql);
  for (entry = f->Held.Flink; entry != &f->Held; entry = entry->Flink) {
    PIRP irp = CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry);
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
  while ((irp = NextHeld(f)) != NULL) {
    if (IsGone(f)) {
      Complete(irp, STATUS_NO_SUCH_DEVICE, 0);
      IoReleaseRemoveLock(&f->RemoveLock, irp);
      Leave(f);
    } else {
      ForwardTransfer(f, irp);
    }
  }
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

static VOID NTAPI WatchdogTick(PKDPC dpc, PVOID context, PVOID one, PVOID two)
{
  PFILTER f = (PFILTER)context;
  KeAcquireSpinLockAtDpcLevel(&f->QueueLock);
  if (f->HeldCount > 0)
    f->Ticks++;
  else
    f->Ticks = 0;
  KeReleaseSpinLockFromDpcLevel(&f->QueueLock);
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
    StartWatchdog(f);
    Release(f);
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
  irp->IoStatus.Status = STATUS_SUCCESS;
  return Pass(f, irp);
}

// RemoveDevice waits until no request of ours is below us, and takes the device out of the stack.
static NTSTATUS RemoveDevice(PFILTER f, PIRP irp)
{
  NTSTATUS status;
  PDEVICE_OBJECT self = f->Self, lower = f->Lower;
  StopWatchdog(f);
  f->State = Removed;
  Release(f);
  IoReleaseRemoveLockAndWait(&f->RemoveLock, irp);
  Leave(f);
  KeWaitForSingleObject(&f->Drained, Executive, KernelMode, FALSE, NULL);
  irp->IoStatus.Status = STATUS_SUCCESS;
  status = Pass(f, irp);
  IoDetachDevice(lower);
  IoDeleteDevice(self);
  return status;
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
    f->SystemPower = stack->Parameters.Power.State.SystemState;
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
  f->Limit = MAX_TRANSFER;
  f->Holding = TRUE;
  IoInitializeRemoveLock(&f->RemoveLock, FILTER_TAG, 0, 0);
  KeInitializeSpinLock(&f->QueueLock);
  KeInitializeSpinLock(&f->CountLock);
  KeInitializeEvent(&f->Drained, NotificationEvent, FALSE);
  KeInitializeTimer(&f->Watchdog);
  KeInitializeDpc(&f->WatchdogDpc, WatchdogTick, f);
  InitializeListHead(&f->Held);
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
  f->Lower = IoAttachDeviceToDeviceStack(self, physical);
  if (f->Lower == NULL) {
    IoDeleteDevice(self);
    return STATUS_NO_SUCH_DEVICE;
  }
  self->Flags |= f->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO | DO_POWER_PAGABLE);
  self->DeviceType = f->Lower->DeviceType;
  self->Characteristics = f->Lower->Characteristics;
  self->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static VOID NTAPI FilterUnload(PDRIVER_OBJECT driver)
{
}

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  ULONG i;
  for (i = 0; i <= IRP_MJ_MAXIMUM_FUNCTION; i++)
    driver->MajorFunction[i] = FilterPass;
  driver->MajorFunction[IRP_MJ_READ] = FilterTransfer;
  driver->MajorFunction[IRP_MJ_WRITE] = FilterTransfer;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = FilterControl;
  driver->MajorFunction[IRP_MJ_PNP] = FilterPnp;
  driver->MajorFunction[IRP_MJ_POWER] = FilterPower;
  driver->DriverExtension->AddDevice = FilterAdd;
  driver->DriverUnload = FilterUnload;
  return STATUS_SUCCESS;
}
