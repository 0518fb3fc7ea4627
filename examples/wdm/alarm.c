// A driver that answers a request when a timer has run out. One request waits at a time; the timer's DPC, its cancel
// routine and the removal of the device race for it, and whoever takes it out of its place completes it.
#include <wdm.h>

#define IOCTL_ALARM_WAIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x901, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_ALARM_STOP CTL_CODE(FILE_DEVICE_UNKNOWN, 0x902, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _ALARM {
  PDEVICE_OBJECT Self, Lower;
  KSPIN_LOCK Lock;
  PIRP Waiting; // under Lock
  ULONG Rung;   // under Lock
  KTIMER Timer;
  KDPC Dpc;
  BOOLEAN Started;
} ALARM, *PALARM;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

// The request that waits, if its cancel routine is not running; from now on it is the caller's.
static PIRP take(PALARM alarm)
{
  PIRP irp = alarm->Waiting;
  if (irp && !IoSetCancelRoutine(irp, NULL))
    irp = NULL; // the cancel routine runs, or will, and completes it
  if (irp)
    alarm->Waiting = NULL;
  return irp;
}

static void AlarmDpc(PKDPC dpc, PVOID context, PVOID one, PVOID two)
{
  PALARM alarm = context;
  PIRP irp;
  KeAcquireSpinLockAtDpcLevel(&alarm->Lock);
  irp = take(alarm);
  alarm->Rung++;
  KeReleaseSpinLockFromDpcLevel(&alarm->Lock);
  if (irp)
    finish(irp, STATUS_SUCCESS, 0);
}

static void AlarmCancel(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  KIRQL old;
  IoReleaseCancelSpinLock(irp->CancelIrql);
  KeAcquireSpinLock(&alarm->Lock, &old);
  if (alarm->Waiting == irp)
    alarm->Waiting = NULL;
  KeReleaseSpinLock(&alarm->Lock, old);
  finish(irp, STATUS_CANCELLED, 0);
}

static NTSTATUS wait_for_alarm(PALARM alarm, PIRP irp)
{
  LARGE_INTEGER due;
  KIRQL old;
  KeAcquireSpinLock(&alarm->Lock, &old);
  if (alarm->Waiting) {
    KeReleaseSpinLock(&alarm->Lock, old);
    return finish(irp, STATUS_DEVICE_BUSY, 0);
  }
  IoSetCancelRoutine(irp, AlarmCancel);
  if (irp->Cancel && IoSetCancelRoutine(irp, NULL)) {
    KeReleaseSpinLock(&alarm->Lock, old);
    return finish(irp, STATUS_CANCELLED, 0);
  }
  IoMarkIrpPending(irp);
  alarm->Waiting = irp;
  KeReleaseSpinLock(&alarm->Lock, old);
  due.QuadPart = -10000000;
  KeSetTimer(&alarm->Timer, due, &alarm->Dpc);
  return STATUS_PENDING;
}

static void stop_waiting(PALARM alarm)
{
  PIRP waiting;
  KIRQL old;
  KeCancelTimer(&alarm->Timer);
  KeAcquireSpinLock(&alarm->Lock, &old);
  waiting = take(alarm);
  KeReleaseSpinLock(&alarm->Lock, old);
  if (waiting)
    finish(waiting, STATUS_CANCELLED, 0);
}

static NTSTATUS AlarmControl(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (!alarm->Started)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  switch (location->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_ALARM_WAIT:
    return wait_for_alarm(alarm, irp);
  case IOCTL_ALARM_STOP:
    stop_waiting(alarm);
    return finish(irp, STATUS_SUCCESS, 0);
  }
  return finish(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
}

static NTSTATUS AlarmCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS AlarmCleanup(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  stop_waiting(alarm);
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS AlarmRead(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PULONG buffer = irp->AssociatedIrp.SystemBuffer;
  KIRQL old;
  if (location->Parameters.Read.Length < sizeof(ULONG))
    return finish(irp, STATUS_BUFFER_TOO_SMALL, 0);
  KeAcquireSpinLock(&alarm->Lock, &old);
  *buffer = alarm->Rung;
  KeReleaseSpinLock(&alarm->Lock, old);
  return finish(irp, STATUS_SUCCESS, sizeof(ULONG));
}

static NTSTATUS StartDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS start(PALARM alarm, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, StartDone, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(alarm->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  if (NT_SUCCESS(status))
    alarm->Started = TRUE;
  return finish(irp, status, 0);
}

static NTSTATUS AlarmPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status;
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(alarm, irp);
  case IRP_MN_SURPRISE_REMOVAL:
    alarm->Started = FALSE;
    stop_waiting(alarm);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_REMOVE_DEVICE:
    alarm->Started = FALSE;
    stop_waiting(alarm);
    irp->IoStatus.Status = STATUS_SUCCESS;
    IoSkipCurrentIrpStackLocation(irp);
    status = IoCallDriver(alarm->Lower, irp);
    IoDetachDevice(alarm->Lower);
    IoDeleteDevice(alarm->Self);
    return status;
  }
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(alarm->Lower, irp);
}

static NTSTATUS AlarmPower(PDEVICE_OBJECT device, PIRP irp)
{
  PALARM alarm = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(alarm->Lower, irp);
}

static NTSTATUS AlarmAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PALARM alarm;
  NTSTATUS status = IoCreateDevice(driver, sizeof(ALARM), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  alarm = device->DeviceExtension;
  alarm->Self = device;
  alarm->Waiting = NULL;
  alarm->Rung = 0;
  alarm->Started = FALSE;
  KeInitializeSpinLock(&alarm->Lock);
  KeInitializeTimer(&alarm->Timer);
  KeInitializeDpc(&alarm->Dpc, AlarmDpc, alarm);
  alarm->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!alarm->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void AlarmUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = AlarmUnload;
  driver->DriverExtension->AddDevice = AlarmAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = AlarmCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = AlarmCreateClose;
  driver->MajorFunction[IRP_MJ_CLEANUP] = AlarmCleanup;
  driver->MajorFunction[IRP_MJ_READ] = AlarmRead;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = AlarmControl;
  driver->MajorFunction[IRP_MJ_PNP] = AlarmPnp;
  driver->MajorFunction[IRP_MJ_POWER] = AlarmPower;
  return STATUS_SUCCESS;
}
