// A function driver for a device of its own bus: it counts what it toasts. The remove lock keeps the device while a
// request uses it; one spin lock guards the state, another the statistics.
#include <wdm.h>

#define TOASTER_TAG 0x746f6173
#define IOCTL_TOASTER_SET_LEVEL CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_TOASTER_GET_COUNT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x802, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef enum _TOASTER_STATE { Stopped, Started, SurpriseRemoved, Removed } TOASTER_STATE;

typedef struct _TOASTER {
  PDEVICE_OBJECT Self, Pdo, Lower;
  IO_REMOVE_LOCK RemoveLock;
  KSPIN_LOCK StateLock;
  TOASTER_STATE State; // under StateLock
  ULONG Level;         // under StateLock
  KSPIN_LOCK StatisticsLock;
  ULONG Reads, Writes; // under StatisticsLock
  LONG Opens;
} TOASTER, *PTOASTER;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static TOASTER_STATE state_of(PTOASTER toaster)
{
  TOASTER_STATE state;
  KIRQL old;
  KeAcquireSpinLock(&toaster->StateLock, &old);
  state = toaster->State;
  KeReleaseSpinLock(&toaster->StateLock, old);
  return state;
}

static void set_state(PTOASTER toaster, TOASTER_STATE state)
{
  KIRQL old;
  KeAcquireSpinLock(&toaster->StateLock, &old);
  toaster->State = state;
  KeReleaseSpinLock(&toaster->StateLock, old);
}

static void count(PTOASTER toaster, BOOLEAN write)
{
  KIRQL old;
  KeAcquireSpinLock(&toaster->StatisticsLock, &old);
  if (write)
    toaster->Writes++;
  else
    toaster->Reads++;
  KeReleaseSpinLock(&toaster->StatisticsLock, old);
}

static NTSTATUS ToasterCreate(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  if (state_of(toaster) != Started)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  InterlockedIncrement(&toaster->Opens);
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS ToasterClose(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  InterlockedDecrement(&toaster->Opens);
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS ToasterReadWrite(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  BOOLEAN write = location->MajorFunction == IRP_MJ_WRITE;
  ULONG length;
  NTSTATUS status = IoAcquireRemoveLock(&toaster->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  if (state_of(toaster) != Started) {
    IoReleaseRemoveLock(&toaster->RemoveLock, irp);
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  }
  length = write ? location->Parameters.Write.Length : location->Parameters.Read.Length;
  count(toaster, write);
  IoReleaseRemoveLock(&toaster->RemoveLock, irp);
  return finish(irp, STATUS_SUCCESS, length);
}

static NTSTATUS control(PTOASTER toaster, PIRP irp, PIO_STACK_LOCATION location, PULONG bytes)
{
  PULONG buffer = irp->AssociatedIrp.SystemBuffer;
  KIRQL old;
  *bytes = 0;
  switch (location->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_TOASTER_SET_LEVEL:
    if (location->Parameters.DeviceIoControl.InputBufferLength < sizeof(ULONG))
      return STATUS_BUFFER_TOO_SMALL;
    if (*buffer > 9)
      return STATUS_INVALID_PARAMETER;
    KeAcquireSpinLock(&toaster->StateLock, &old);
    toaster->Level = *buffer;
    KeReleaseSpinLock(&toaster->StateLock, old);
    return STATUS_SUCCESS;
  case IOCTL_TOASTER_GET_COUNT:
    if (location->Parameters.DeviceIoControl.OutputBufferLength < sizeof(ULONG))
      return STATUS_BUFFER_TOO_SMALL;
    KeAcquireSpinLock(&toaster->StatisticsLock, &old);
    *buffer = toaster->Reads + toaster->Writes;
    KeReleaseSpinLock(&toaster->StatisticsLock, old);
    *bytes = sizeof(ULONG);
    return STATUS_SUCCESS;
  }
  return STATUS_INVALID_DEVICE_REQUEST;
}

static NTSTATUS ToasterControl(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  ULONG bytes;
  NTSTATUS status = IoAcquireRemoveLock(&toaster->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  status = control(toaster, irp, IoGetCurrentIrpStackLocation(irp), &bytes);
  IoReleaseRemoveLock(&toaster->RemoveLock, irp);
  return finish(irp, status, bytes);
}

static NTSTATUS Forwarded(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  if (irp->PendingReturned)
    KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS forward_and_wait(PTOASTER toaster, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, Forwarded, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(toaster->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS forward(PTOASTER toaster, PIRP irp)
{
  NTSTATUS status;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(toaster->Lower, irp);
  IoReleaseRemoveLock(&toaster->RemoveLock, irp);
  return status;
}

static NTSTATUS remove_device(PTOASTER toaster, PIRP irp)
{
  NTSTATUS status;
  set_state(toaster, Removed);
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(toaster->Lower, irp);
  IoReleaseRemoveLockAndWait(&toaster->RemoveLock, irp);
  IoDetachDevice(toaster->Lower);
  IoDeleteDevice(toaster->Self);
  return status;
}

static NTSTATUS ToasterPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&toaster->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    status = forward_and_wait(toaster, irp);
    if (NT_SUCCESS(status))
      set_state(toaster, Started);
    IoReleaseRemoveLock(&toaster->RemoveLock, irp);
    return finish(irp, status, 0);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(toaster, irp);
  case IRP_MN_SURPRISE_REMOVAL:
    set_state(toaster, SurpriseRemoved);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_STOP_DEVICE:
    set_state(toaster, Stopped);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  }
  return forward(toaster, irp);
}

static NTSTATUS ToasterPower(PDEVICE_OBJECT device, PIRP irp)
{
  PTOASTER toaster = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(toaster->Lower, irp);
}

static NTSTATUS ToasterAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PTOASTER toaster;
  NTSTATUS status = IoCreateDevice(driver, sizeof(TOASTER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  toaster = device->DeviceExtension;
  toaster->Self = device;
  toaster->Pdo = pdo;
  toaster->State = Stopped;
  toaster->Level = 5;
  KeInitializeSpinLock(&toaster->StateLock);
  KeInitializeSpinLock(&toaster->StatisticsLock);
  IoInitializeRemoveLock(&toaster->RemoveLock, TOASTER_TAG, 0, 0);
  toaster->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!toaster->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void ToasterUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = ToasterUnload;
  driver->DriverExtension->AddDevice = ToasterAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = ToasterCreate;
  driver->MajorFunction[IRP_MJ_CLOSE] = ToasterClose;
  driver->MajorFunction[IRP_MJ_READ] = ToasterReadWrite;
  driver->MajorFunction[IRP_MJ_WRITE] = ToasterReadWrite;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = ToasterControl;
  driver->MajorFunction[IRP_MJ_PNP] = ToasterPnp;
  driver->MajorFunction[IRP_MJ_POWER] = ToasterPower;
  return STATUS_SUCCESS;
}
