// A driver for a serial port: one read at a time waits for the interrupt, which hands the byte to a DPC.
#include <wdm.h>

typedef struct _PORT {
  PDEVICE_OBJECT Self, Lower;
  PKINTERRUPT Interrupt;
  KSPIN_LOCK Lock;
  KDPC Dpc;
  PIRP Reader; // the read that waits, under Lock
  UCHAR Byte;
  BOOLEAN Started, Removed;
} PORT, *PPORT;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static BOOLEAN SerialInterrupt(PKINTERRUPT interrupt, PVOID context)
{
  PPORT port = context;
  UCHAR status = READ_PORT_UCHAR((PUCHAR)0x3fd);
  if (!(status & 1))
    return FALSE;
  port->Byte = READ_PORT_UCHAR((PUCHAR)0x3f8);
  KeInsertQueueDpc(&port->Dpc, NULL, NULL);
  return TRUE;
}

static void SerialDpc(PKDPC dpc, PVOID context, PVOID one, PVOID two)
{
  PPORT port = context;
  PIRP irp;
  KeAcquireSpinLockAtDpcLevel(&port->Lock);
  irp = port->Reader;
  port->Reader = NULL;
  if (irp)
    IoSetCancelRoutine(irp, NULL);
  KeReleaseSpinLockFromDpcLevel(&port->Lock);
  if (irp) {
    PUCHAR buffer = irp->AssociatedIrp.SystemBuffer;
    if (buffer)
      *buffer = port->Byte;
    finish(irp, STATUS_SUCCESS, buffer != NULL);
  }
}

static void SerialCancel(PDEVICE_OBJECT device, PIRP irp)
{
  PPORT port = device->DeviceExtension;
  KIRQL old;
  BOOLEAN mine;
  IoReleaseCancelSpinLock(irp->CancelIrql);
  KeAcquireSpinLock(&port->Lock, &old);
  mine = port->Reader == irp;
  if (mine)
    port->Reader = NULL;
  KeReleaseSpinLock(&port->Lock, old);
  if (mine)
    finish(irp, STATUS_CANCELLED, 0);
}

static NTSTATUS SerialCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS SerialRead(PDEVICE_OBJECT device, PIRP irp)
{
  PPORT port = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  KIRQL old;
  if (!port->Started || port->Removed)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  if (location->Parameters.Read.Length == 0)
    return finish(irp, STATUS_SUCCESS, 0);
  KeAcquireSpinLock(&port->Lock, &old);
  if (port->Reader) {
    KeReleaseSpinLock(&port->Lock, old);
    return finish(irp, STATUS_DEVICE_BUSY, 0);
  }
  if (irp->Cancel) {
    KeReleaseSpinLock(&port->Lock, old);
    return finish(irp, STATUS_CANCELLED, 0);
  }
  IoMarkIrpPending(irp);
  port->Reader = irp;
  IoSetCancelRoutine(irp, SerialCancel);
  KeReleaseSpinLock(&port->Lock, old);
  return STATUS_PENDING;
}

static NTSTATUS SerialWrite(PDEVICE_OBJECT device, PIRP irp)
{
  PPORT port = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PUCHAR buffer = irp->AssociatedIrp.SystemBuffer;
  KIRQL old;
  ULONG length = location->Parameters.Write.Length;
  if (!port->Started || !buffer)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  KeAcquireSpinLock(&port->Lock, &old);
  if (length > 0)
    WRITE_PORT_UCHAR((PUCHAR)0x3f8, buffer[0]);
  KeReleaseSpinLock(&port->Lock, old);
  return finish(irp, STATUS_SUCCESS, length > 0);
}

static NTSTATUS StartDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PKEVENT event = context;
  KeSetEvent(event, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS forward_and_wait(PPORT port, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, StartDone, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(port->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS start(PPORT port, PIRP irp)
{
  NTSTATUS status = forward_and_wait(port, irp);
  if (NT_SUCCESS(status))
    status = IoConnectInterrupt(&port->Interrupt, SerialInterrupt, port, NULL, 4, 4, 4, Latched, FALSE, 1, FALSE);
  if (NT_SUCCESS(status))
    port->Started = TRUE;
  return finish(irp, status, 0);
}

static NTSTATUS remove_device(PPORT port, PIRP irp)
{
  NTSTATUS status;
  PIRP reader;
  KIRQL old;
  port->Removed = TRUE;
  if (port->Started)
    IoDisconnectInterrupt(port->Interrupt);
  port->Started = FALSE;
  KeAcquireSpinLock(&port->Lock, &old);
  reader = port->Reader;
  port->Reader = NULL;
  if (reader)
    IoSetCancelRoutine(reader, NULL);
  KeReleaseSpinLock(&port->Lock, old);
  if (reader)
    finish(reader, STATUS_CANCELLED, 0);
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(port->Lower, irp);
  IoDetachDevice(port->Lower);
  IoDeleteDevice(port->Self);
  return status;
}

static NTSTATUS SerialPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PPORT port = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(port, irp);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(port, irp);
  case IRP_MN_QUERY_REMOVE_DEVICE:
    if (port->Reader)
      return finish(irp, STATUS_UNSUCCESSFUL, 0);
    break;
  }
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(port->Lower, irp);
}

static NTSTATUS SerialPower(PDEVICE_OBJECT device, PIRP irp)
{
  PPORT port = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(port->Lower, irp);
}

static NTSTATUS SerialAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  PDEVICE_OBJECT device;
  PPORT port;
  NTSTATUS status = IoCreateDevice(driver, sizeof(PORT), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  port = device->DeviceExtension;
  port->Self = device;
  port->Reader = NULL;
  port->Started = port->Removed = FALSE;
  KeInitializeSpinLock(&port->Lock);
  KeInitializeDpc(&port->Dpc, SerialDpc, port);
  port->Lower = IoAttachDeviceToDeviceStack(device, bus);
  if (!port->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void SerialUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = SerialUnload;
  driver->DriverExtension->AddDevice = SerialAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = SerialCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = SerialCreateClose;
  driver->MajorFunction[IRP_MJ_READ] = SerialRead;
  driver->MajorFunction[IRP_MJ_WRITE] = SerialWrite;
  driver->MajorFunction[IRP_MJ_PNP] = SerialPnp;
  driver->MajorFunction[IRP_MJ_POWER] = SerialPower;
  return STATUS_SUCCESS;
}
