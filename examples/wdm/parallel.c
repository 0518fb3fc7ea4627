// A driver for a printer at a parallel port. The system's queue holds the requests that wait: StartIo begins with one, the
// interrupt routine hands the port a byte at a time, and when the last has gone its DPC completes the request and starts the next.
// A request can be cancelled while it is in the queue; one that was begun belongs to whoever takes it out of Active.
#include <wdm.h>

#define PORT_DATA ((PUCHAR)0x378)
#define PORT_STATUS ((PUCHAR)0x379)
#define PORT_CONTROL ((PUCHAR)0x37a)
#define STATUS_NOT_BUSY 0x80
#define STATUS_SELECTED 0x10
#define CONTROL_STROBE 0x01
#define CONTROL_INTERRUPT 0x10
#define IOCTL_PARALLEL_STATUS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x910, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _PRINTER {
  PDEVICE_OBJECT Self, Lower;
  PKINTERRUPT Interrupt;
  KSPIN_LOCK Lock;
  PIRP Active;          // begun and not taken to be completed, under Lock
  BOOLEAN Started;      // the interrupt is connected
  BOOLEAN Removed;      // nothing is begun any more
  PUCHAR Next;          // of the request that is begun; what follows is the interrupt routine's
  ULONG Left, Sent;
  BOOLEAN Sending;
} PRINTER, *PPRINTER;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

// The system starts the next request at DISPATCH_LEVEL.
static void start_next(PDEVICE_OBJECT device)
{
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  IoStartNextPacket(device, TRUE);
  KeLowerIrql(old);
}

// The request that was begun, for the caller to complete; null if another took it.
static PIRP take(PPRINTER printer)
{
  PIRP irp;
  KIRQL old;
  KeAcquireSpinLock(&printer->Lock, &old);
  irp = printer->Active;
  printer->Active = NULL;
  KeReleaseSpinLock(&printer->Lock, old);
  return irp;
}

// One byte goes to the port. It runs at the interrupt's level.
static void send(PPRINTER printer)
{
  WRITE_PORT_UCHAR(PORT_DATA, *printer->Next);
  WRITE_PORT_UCHAR(PORT_CONTROL, CONTROL_INTERRUPT | CONTROL_STROBE);
  WRITE_PORT_UCHAR(PORT_CONTROL, CONTROL_INTERRUPT);
  printer->Next++;
  printer->Left--;
  printer->Sent++;
}

static BOOLEAN SendFirst(PVOID context)
{
  PPRINTER printer = context;
  if (!(READ_PORT_UCHAR(PORT_STATUS) & STATUS_NOT_BUSY))
    return FALSE;
  printer->Sending = TRUE;
  send(printer);
  return TRUE;
}

static BOOLEAN ParallelInterrupt(PKINTERRUPT interrupt, PVOID context)
{
  PPRINTER printer = context;
  PDEVICE_OBJECT device = printer->Self;
  if (!printer->Sending || !(READ_PORT_UCHAR(PORT_STATUS) & STATUS_NOT_BUSY))
    return FALSE;
  if (printer->Left > 0)
    send(printer);
  else {
    printer->Sending = FALSE;
    IoRequestDpc(device, device->CurrentIrp, printer);
  }
  return TRUE;
}

static void ParallelDpc(PKDPC dpc, PDEVICE_OBJECT device, PIRP current, PVOID context)
{
  PPRINTER printer = context;
  PIRP irp = take(printer);
  ULONG sent = printer->Sent;
  if (irp) {
    IoStartNextPacket(device, TRUE);
    finish(irp, STATUS_SUCCESS, sent);
  }
}

static void ParallelStartIo(PDEVICE_OBJECT device, PIRP irp)
{
  PPRINTER printer = device->DeviceExtension;
  NTSTATUS status = STATUS_SUCCESS;
  KIRQL old;
  IoAcquireCancelSpinLock(&old);
  if (irp != device->CurrentIrp || !IoSetCancelRoutine(irp, NULL)) {
    IoReleaseCancelSpinLock(old);
    return; // the cancel routine completes it and starts the next
  }
  if (irp->Cancel)
    status = STATUS_CANCELLED;
  IoReleaseCancelSpinLock(old);
  if (printer->Removed)
    status = STATUS_DELETE_PENDING;
  if (NT_SUCCESS(status)) {
    printer->Next = irp->AssociatedIrp.SystemBuffer;
    printer->Left = IoGetCurrentIrpStackLocation(irp)->Parameters.Write.Length;
    printer->Sent = 0;
    KeAcquireSpinLockAtDpcLevel(&printer->Lock);
    printer->Active = irp;
    KeReleaseSpinLockFromDpcLevel(&printer->Lock);
    if (KeSynchronizeExecution(printer->Interrupt, SendFirst, printer))
      return;
    if (take(printer) != irp)
      return;
    status = STATUS_DEVICE_BUSY;
  }
  IoStartNextPacket(device, TRUE);
  finish(irp, status, 0);
}

static void ParallelCancel(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp == device->CurrentIrp) {
    IoReleaseCancelSpinLock(irp->CancelIrql);
    start_next(device);
  } else {
    KeRemoveEntryDeviceQueue(&device->DeviceQueue, &irp->Tail.Overlay.DeviceQueueEntry);
    IoReleaseCancelSpinLock(irp->CancelIrql);
  }
  finish(irp, STATUS_CANCELLED, 0);
}

static NTSTATUS ParallelWrite(PDEVICE_OBJECT device, PIRP irp)
{
  PPRINTER printer = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (!printer->Started || printer->Removed)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  if (location->Parameters.Write.Length == 0)
    return finish(irp, STATUS_SUCCESS, 0);
  IoMarkIrpPending(irp);
  IoStartPacket(device, irp, NULL, ParallelCancel);
  return STATUS_PENDING;
}

static NTSTATUS ParallelControl(PDEVICE_OBJECT device, PIRP irp)
{
  PPRINTER printer = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PUCHAR buffer = irp->AssociatedIrp.SystemBuffer;
  if (location->Parameters.DeviceIoControl.IoControlCode != IOCTL_PARALLEL_STATUS)
    return finish(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
  if (location->Parameters.DeviceIoControl.OutputBufferLength < 1)
    return finish(irp, STATUS_BUFFER_TOO_SMALL, 0);
  if (!printer->Started)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  *buffer = READ_PORT_UCHAR(PORT_STATUS) & STATUS_SELECTED;
  return finish(irp, STATUS_SUCCESS, 1);
}

static NTSTATUS ParallelCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS StartDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS forward_and_wait(PPRINTER printer, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, StartDone, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(printer->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS start(PPRINTER printer, PIRP irp)
{
  NTSTATUS status = forward_and_wait(printer, irp);
  if (NT_SUCCESS(status))
    status = IoConnectInterrupt(&printer->Interrupt, ParallelInterrupt, printer, NULL, 7, 7, 7, Latched, FALSE, 1, FALSE);
  if (NT_SUCCESS(status)) {
    WRITE_PORT_UCHAR(PORT_CONTROL, CONTROL_INTERRUPT);
    printer->Started = TRUE;
  }
  return finish(irp, status, 0);
}

// What is begun ends here; what is in the queue is started, which completes it, since the device is gone.
static void stop(PPRINTER printer)
{
  PIRP irp;
  printer->Removed = TRUE;
  if (printer->Started) {
    printer->Started = FALSE;
    WRITE_PORT_UCHAR(PORT_CONTROL, 0);
    IoDisconnectInterrupt(printer->Interrupt);
  }
  irp = take(printer);
  if (irp) {
    start_next(printer->Self);
    finish(irp, STATUS_DELETE_PENDING, printer->Sent);
  }
}

static NTSTATUS ParallelPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PPRINTER printer = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status;
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(printer, irp);
  case IRP_MN_QUERY_STOP_DEVICE:
    return finish(irp, STATUS_UNSUCCESSFUL, 0); // its port is where it is
  case IRP_MN_SURPRISE_REMOVAL:
    stop(printer);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_REMOVE_DEVICE:
    stop(printer);
    irp->IoStatus.Status = STATUS_SUCCESS;
    IoSkipCurrentIrpStackLocation(irp);
    status = IoCallDriver(printer->Lower, irp);
    IoDetachDevice(printer->Lower);
    IoDeleteDevice(printer->Self);
    return status;
  }
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(printer->Lower, irp);
}

static NTSTATUS ParallelPower(PDEVICE_OBJECT device, PIRP irp)
{
  PPRINTER printer = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(printer->Lower, irp);
}

static NTSTATUS ParallelAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PPRINTER printer;
  NTSTATUS status = IoCreateDevice(driver, sizeof(PRINTER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  printer = device->DeviceExtension;
  printer->Self = device;
  printer->Active = NULL;
  printer->Started = printer->Removed = FALSE;
  printer->Left = printer->Sent = 0;
  printer->Sending = FALSE;
  KeInitializeSpinLock(&printer->Lock);
  IoInitializeDpcRequest(device, ParallelDpc);
  printer->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!printer->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void ParallelUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = ParallelUnload;
  driver->DriverStartIo = ParallelStartIo;
  driver->DriverExtension->AddDevice = ParallelAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = ParallelCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = ParallelCreateClose;
  driver->MajorFunction[IRP_MJ_WRITE] = ParallelWrite;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = ParallelControl;
  driver->MajorFunction[IRP_MJ_PNP] = ParallelPnp;
  driver->MajorFunction[IRP_MJ_POWER] = ParallelPower;
  return STATUS_SUCCESS;
}
