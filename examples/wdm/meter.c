// A function driver for a meter behind a bus that takes requests, as USB does. A read allocates a request of its own, sends it to
// the bus and stays pending; when the bus is done, the completion routine looks at the packet that came, frees its request and
// completes the read. Control codes send one too and wait for it.
#include <wdm.h>

#define METER_TAG 0x6574656d
#define IOCTL_BUS_TRANSFER CTL_CODE(FILE_DEVICE_UNKNOWN, 0x701, METHOD_NEITHER, FILE_ANY_ACCESS)
#define IOCTL_BUS_RESET CTL_CODE(FILE_DEVICE_UNKNOWN, 0x702, METHOD_NEITHER, FILE_ANY_ACCESS)
#define IOCTL_METER_RESET CTL_CODE(FILE_DEVICE_UNKNOWN, 0x920, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_METER_ERRORS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x921, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define PACKET_VALUE 1

// What the bus brings.
typedef struct _PACKET {
  UCHAR Kind, Sequence;
  USHORT Value;
} PACKET, *PPACKET;

typedef struct _METER {
  PDEVICE_OBJECT Self, Lower;
  IO_REMOVE_LOCK RemoveLock;
  LONG Reading;    // 1: a read is on its way, and the packet its own
  PACKET Packet;
  LONG Errors;     // packets that were no good
  BOOLEAN Started;
} METER, *PMETER;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static NTSTATUS Signal(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

// A request of the driver's own for the bus; null if there is no memory.
static PIRP request_for_bus(PMETER meter, ULONG code)
{
  PIO_STACK_LOCATION next;
  PIRP own = IoAllocateIrp(meter->Lower->StackSize, FALSE);
  if (own) {
    next = IoGetNextIrpStackLocation(own);
    next->MajorFunction = IRP_MJ_INTERNAL_DEVICE_CONTROL;
    next->Parameters.DeviceIoControl.IoControlCode = code;
    next->Parameters.DeviceIoControl.Type3InputBuffer = &meter->Packet;
  }
  return own;
}

// The value of a packet goes to the reader's buffer. It says how many bytes they are.
static ULONG deliver(PMETER meter, PIRP reader)
{
  PUSHORT buffer = reader->AssociatedIrp.SystemBuffer;
  if (meter->Packet.Kind != PACKET_VALUE) {
    InterlockedIncrement(&meter->Errors);
    return 0;
  }
  *buffer = meter->Packet.Value;
  return sizeof(USHORT);
}

static NTSTATUS TransferDone(PDEVICE_OBJECT none, PIRP own, PVOID context)
{
  PIRP reader = context;
  PMETER meter = IoGetCurrentIrpStackLocation(reader)->DeviceObject->DeviceExtension;
  NTSTATUS status = own->IoStatus.Status;
  ULONG bytes = 0;
  IoFreeIrp(own);
  if (NT_SUCCESS(status))
    bytes = deliver(meter, reader);
  InterlockedExchange(&meter->Reading, 0);
  finish(reader, status, bytes);
  IoReleaseRemoveLock(&meter->RemoveLock, reader);
  return STATUS_MORE_PROCESSING_REQUIRED; // there is nothing left of the request
}

static NTSTATUS refuse(PMETER meter, PIRP irp, NTSTATUS status)
{
  IoReleaseRemoveLock(&meter->RemoveLock, irp);
  return finish(irp, status, 0);
}

static NTSTATUS MeterRead(PDEVICE_OBJECT device, PIRP irp)
{
  PMETER meter = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PIRP own;
  NTSTATUS status = IoAcquireRemoveLock(&meter->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  if (!meter->Started)
    return refuse(meter, irp, STATUS_DEVICE_NOT_READY);
  if (location->Parameters.Read.Length < sizeof(USHORT))
    return refuse(meter, irp, STATUS_BUFFER_TOO_SMALL);
  if (InterlockedCompareExchange(&meter->Reading, 1, 0) != 0)
    return refuse(meter, irp, STATUS_DEVICE_BUSY);
  own = request_for_bus(meter, IOCTL_BUS_TRANSFER);
  if (!own) {
    InterlockedExchange(&meter->Reading, 0);
    return refuse(meter, irp, STATUS_INSUFFICIENT_RESOURCES);
  }
  IoSetCompletionRoutine(own, TransferDone, irp, TRUE, TRUE, TRUE);
  IoMarkIrpPending(irp);
  IoCallDriver(meter->Lower, own);
  return STATUS_PENDING; // also if the bus is done already
}

// The bus resets the device while the caller waits.
static NTSTATUS reset(PMETER meter)
{
  KEVENT event;
  NTSTATUS status;
  PIRP own = request_for_bus(meter, IOCTL_BUS_RESET);
  if (!own)
    return STATUS_INSUFFICIENT_RESOURCES;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoSetCompletionRoutine(own, Signal, &event, TRUE, TRUE, TRUE);
  if (IoCallDriver(meter->Lower, own) == STATUS_PENDING)
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
  status = own->IoStatus.Status;
  IoFreeIrp(own);
  return status;
}

static NTSTATUS MeterControl(PDEVICE_OBJECT device, PIRP irp)
{
  PMETER meter = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PLONG buffer = irp->AssociatedIrp.SystemBuffer;
  ULONG bytes = 0;
  NTSTATUS status = IoAcquireRemoveLock(&meter->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_METER_RESET:
    status = meter->Started ? reset(meter) : STATUS_DEVICE_NOT_READY;
    break;
  case IOCTL_METER_ERRORS:
    status = STATUS_BUFFER_TOO_SMALL;
    if (location->Parameters.DeviceIoControl.OutputBufferLength >= sizeof(LONG)) {
      *buffer = InterlockedExchange(&meter->Errors, 0);
      bytes = sizeof(LONG);
      status = STATUS_SUCCESS;
    }
    break;
  default:
    status = STATUS_INVALID_DEVICE_REQUEST;
  }
  IoReleaseRemoveLock(&meter->RemoveLock, irp);
  return finish(irp, status, bytes);
}

static NTSTATUS MeterCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS pass(PMETER meter, PIRP irp)
{
  NTSTATUS status;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(meter->Lower, irp);
  IoReleaseRemoveLock(&meter->RemoveLock, irp);
  return status;
}

static NTSTATUS start(PMETER meter, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, Signal, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(meter->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  if (NT_SUCCESS(status))
    meter->Started = TRUE;
  return refuse(meter, irp, status);
}

static NTSTATUS MeterPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PMETER meter = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&meter->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(meter, irp);
  case IRP_MN_STOP_DEVICE:
  case IRP_MN_SURPRISE_REMOVAL:
    meter->Started = FALSE;
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_REMOVE_DEVICE:
    meter->Started = FALSE;
    IoReleaseRemoveLockAndWait(&meter->RemoveLock, irp);
    irp->IoStatus.Status = STATUS_SUCCESS;
    IoSkipCurrentIrpStackLocation(irp);
    status = IoCallDriver(meter->Lower, irp);
    IoDetachDevice(meter->Lower);
    IoDeleteDevice(meter->Self);
    return status;
  }
  return pass(meter, irp);
}

static NTSTATUS MeterSystemControl(PDEVICE_OBJECT device, PIRP irp)
{
  PMETER meter = device->DeviceExtension;
  NTSTATUS status = IoAcquireRemoveLock(&meter->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  return pass(meter, irp);
}

static NTSTATUS MeterPower(PDEVICE_OBJECT device, PIRP irp)
{
  PMETER meter = device->DeviceExtension;
  NTSTATUS status = IoAcquireRemoveLock(&meter->RemoveLock, irp);
  PoStartNextPowerIrp(irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  IoSkipCurrentIrpStackLocation(irp);
  status = PoCallDriver(meter->Lower, irp);
  IoReleaseRemoveLock(&meter->RemoveLock, irp);
  return status;
}

static NTSTATUS MeterAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PMETER meter;
  NTSTATUS status = IoCreateDevice(driver, sizeof(METER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  meter = device->DeviceExtension;
  meter->Self = device;
  meter->Reading = meter->Errors = 0;
  meter->Started = FALSE;
  IoInitializeRemoveLock(&meter->RemoveLock, METER_TAG, 0, 0);
  meter->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!meter->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void MeterUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = MeterUnload;
  driver->DriverExtension->AddDevice = MeterAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = MeterCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = MeterCreateClose;
  driver->MajorFunction[IRP_MJ_READ] = MeterRead;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = MeterControl;
  driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = MeterSystemControl;
  driver->MajorFunction[IRP_MJ_PNP] = MeterPnp;
  driver->MajorFunction[IRP_MJ_POWER] = MeterPower;
  return STATUS_SUCCESS;
}
