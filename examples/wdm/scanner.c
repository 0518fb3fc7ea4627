// A driver for a scanner, whose lamp goes out when nobody has scanned for a while. A timer looks after the lamp: its DPC finds that
// the scanner was idle and has a work item put the lamp out, which waits until it has faded. The remove lock is held for the timer while it is
// set, and for the work item while it is queued. Power requests that wake the device up do their work when the driver below has done its own.
#include <wdm.h>

#define SCANNER_TAG 0x6e616373
#define IDLE_TICKS 3
#define LAMP_REGISTER ((PULONG)0xfe001000)
#define LINE_REGISTER ((PULONG)0xfe001004)
#define IOCTL_SCANNER_LAMP CTL_CODE(FILE_DEVICE_UNKNOWN, 0x940, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _SCANNER {
  PDEVICE_OBJECT Self, Lower;
  IO_REMOVE_LOCK RemoveLock;
  KSPIN_LOCK Lock;
  BOOLEAN Awake;           // in D0, under Lock
  BOOLEAN Lamp;            // on, under Lock
  ULONG Idle;              // ticks since the last scan, under Lock
  KTIMER Timer;
  KDPC Dpc;
  PIO_WORKITEM Work;
  LONG Queued;             // 1: the work item is
  BOOLEAN Started;
} SCANNER, *PSCANNER;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static void switch_lamp(PSCANNER scanner, BOOLEAN on)
{
  KIRQL old;
  KeAcquireSpinLock(&scanner->Lock, &old);
  scanner->Lamp = on;
  scanner->Idle = 0;
  WRITE_REGISTER_ULONG(LAMP_REGISTER, on);
  KeReleaseSpinLock(&scanner->Lock, old);
}

// The timer is set for another tick, and holds the remove lock, until it has run out or is cancelled.
static void set_timer(PSCANNER scanner)
{
  LARGE_INTEGER due;
  if (!NT_SUCCESS(IoAcquireRemoveLock(&scanner->RemoveLock, &scanner->Timer)))
    return;
  due.QuadPart = -10000000;
  if (KeSetTimer(&scanner->Timer, due, &scanner->Dpc))
    IoReleaseRemoveLock(&scanner->RemoveLock, &scanner->Timer); // it was set, and had the lock
}

static void cancel_timer(PSCANNER scanner)
{
  if (KeCancelTimer(&scanner->Timer))
    IoReleaseRemoveLock(&scanner->RemoveLock, &scanner->Timer);
}

static void LampOut(PDEVICE_OBJECT device, PVOID context)
{
  PSCANNER scanner = context;
  LARGE_INTEGER while_it_fades;
  while_it_fades.QuadPart = -5000000;
  InterlockedExchange(&scanner->Queued, 0);
  switch_lamp(scanner, FALSE);
  KeDelayExecutionThread(KernelMode, FALSE, &while_it_fades);
  IoReleaseRemoveLock(&scanner->RemoveLock, scanner->Work);
}

// The work item is queued and holds the remove lock, unless it is queued already or the device goes away.
static BOOLEAN put_lamp_out(PSCANNER scanner)
{
  if (InterlockedCompareExchange(&scanner->Queued, 1, 0) != 0)
    return FALSE;
  if (!NT_SUCCESS(IoAcquireRemoveLock(&scanner->RemoveLock, scanner->Work))) {
    InterlockedExchange(&scanner->Queued, 0);
    return FALSE;
  }
  IoQueueWorkItem(scanner->Work, LampOut, DelayedWorkQueue, scanner);
  return TRUE;
}

// A tick: the timer is set again while the lamp is on. That it ran out releases the remove lock.
static void Tick(PKDPC dpc, PVOID context, PVOID one, PVOID two)
{
  PSCANNER scanner = context;
  BOOLEAN idle, lamp;
  KeAcquireSpinLockAtDpcLevel(&scanner->Lock);
  scanner->Idle++;
  lamp = scanner->Lamp;
  idle = lamp && scanner->Idle >= IDLE_TICKS;
  KeReleaseSpinLockFromDpcLevel(&scanner->Lock);
  if (lamp && scanner->Started && !(idle && put_lamp_out(scanner)))
    set_timer(scanner);
  IoReleaseRemoveLock(&scanner->RemoveLock, &scanner->Timer);
}

static NTSTATUS ScannerRead(PDEVICE_OBJECT device, PIRP irp)
{
  PSCANNER scanner = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PULONG buffer = irp->AssociatedIrp.SystemBuffer;
  ULONG n, words = location->Parameters.Read.Length / sizeof(ULONG);
  BOOLEAN ready;
  KIRQL old;
  NTSTATUS status = IoAcquireRemoveLock(&scanner->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  KeAcquireSpinLock(&scanner->Lock, &old);
  ready = scanner->Awake && scanner->Lamp;
  if (ready) {
    scanner->Idle = 0;
    for (n = 0; n < words; n++)
      buffer[n] = READ_REGISTER_ULONG(LINE_REGISTER);
  }
  KeReleaseSpinLock(&scanner->Lock, old);
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  if (!ready)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  return finish(irp, STATUS_SUCCESS, words * sizeof(ULONG));
}

static NTSTATUS ScannerControl(PDEVICE_OBJECT device, PIRP irp)
{
  PSCANNER scanner = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&scanner->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  if (location->Parameters.DeviceIoControl.IoControlCode != IOCTL_SCANNER_LAMP)
    status = STATUS_INVALID_DEVICE_REQUEST;
  else if (!scanner->Started || !scanner->Awake)
    status = STATUS_DEVICE_NOT_READY;
  else {
    switch_lamp(scanner, TRUE);
    set_timer(scanner);
  }
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  return finish(irp, status, 0);
}

static NTSTATUS ScannerCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS StartDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS start(PSCANNER scanner, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, StartDone, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(scanner->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  if (NT_SUCCESS(status)) {
    scanner->Started = scanner->Awake = TRUE;
    switch_lamp(scanner, FALSE);
  }
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  return finish(irp, status, 0);
}

static NTSTATUS pass(PSCANNER scanner, PIRP irp)
{
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(scanner->Lower, irp);
}

static NTSTATUS remove_device(PSCANNER scanner, PIRP irp)
{
  NTSTATUS status;
  scanner->Started = FALSE;
  cancel_timer(scanner);
  IoReleaseRemoveLockAndWait(&scanner->RemoveLock, irp);
  IoFreeWorkItem(scanner->Work);
  irp->IoStatus.Status = STATUS_SUCCESS;
  status = pass(scanner, irp);
  IoDetachDevice(scanner->Lower);
  IoDeleteDevice(scanner->Self);
  return status;
}

static NTSTATUS ScannerPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PSCANNER scanner = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&scanner->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(scanner, irp);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(scanner, irp);
  case IRP_MN_STOP_DEVICE:
  case IRP_MN_SURPRISE_REMOVAL:
    scanner->Started = FALSE;
    cancel_timer(scanner);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  }
  status = pass(scanner, irp);
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  return status;
}

static void set_awake(PSCANNER scanner, BOOLEAN awake)
{
  KIRQL old;
  KeAcquireSpinLock(&scanner->Lock, &old);
  scanner->Awake = awake;
  if (!awake)
    scanner->Lamp = FALSE;
  KeReleaseSpinLock(&scanner->Lock, old);
}

// The driver below has power again; the next power request may come.
static NTSTATUS WokenUp(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PSCANNER scanner = context;
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  if (NT_SUCCESS(irp->IoStatus.Status))
    set_awake(scanner, TRUE);
  PoStartNextPowerIrp(irp);
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  return STATUS_SUCCESS;
}

static NTSTATUS ScannerPower(PDEVICE_OBJECT device, PIRP irp)
{
  PSCANNER scanner = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&scanner->RemoveLock, irp);
  if (!NT_SUCCESS(status)) {
    PoStartNextPowerIrp(irp);
    return finish(irp, status, 0);
  }
  if (location->MinorFunction == IRP_MN_SET_POWER && location->Parameters.Power.Type == DevicePowerState) {
    if (location->Parameters.Power.State.DeviceState == PowerDeviceD0) {
      IoCopyCurrentIrpStackLocationToNext(irp);
      IoSetCompletionRoutine(irp, WokenUp, scanner, TRUE, TRUE, TRUE);
      return PoCallDriver(scanner->Lower, irp);
    }
    cancel_timer(scanner);
    set_awake(scanner, FALSE);
  }
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  status = PoCallDriver(scanner->Lower, irp);
  IoReleaseRemoveLock(&scanner->RemoveLock, irp);
  return status;
}

static NTSTATUS ScannerAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PSCANNER scanner;
  NTSTATUS status = IoCreateDevice(driver, sizeof(SCANNER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  scanner = device->DeviceExtension;
  scanner->Self = device;
  scanner->Started = scanner->Awake = scanner->Lamp = FALSE;
  scanner->Idle = 0;
  scanner->Queued = 0;
  KeInitializeSpinLock(&scanner->Lock);
  KeInitializeTimer(&scanner->Timer);
  KeInitializeDpc(&scanner->Dpc, Tick, scanner);
  IoInitializeRemoveLock(&scanner->RemoveLock, SCANNER_TAG, 0, 0);
  scanner->Work = IoAllocateWorkItem(device);
  if (!scanner->Work) {
    IoDeleteDevice(device);
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  scanner->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!scanner->Lower) {
    IoFreeWorkItem(scanner->Work);
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void ScannerUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = ScannerUnload;
  driver->DriverExtension->AddDevice = ScannerAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = ScannerCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = ScannerCreateClose;
  driver->MajorFunction[IRP_MJ_READ] = ScannerRead;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = ScannerControl;
  driver->MajorFunction[IRP_MJ_PNP] = ScannerPnp;
  driver->MajorFunction[IRP_MJ_POWER] = ScannerPower;
  return STATUS_SUCCESS;
}
