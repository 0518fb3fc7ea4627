// A filter above a disk: it counts the reads and writes that pass, and how many of them fail, without a byte of them being
// changed. A request that is on its way holds the remove lock until its completion routine has seen it.
#include <wdm.h>

#define DISK_TAG 0x6b736964

typedef struct _DISK {
  PDEVICE_OBJECT Self, Lower;
  IO_REMOVE_LOCK RemoveLock;
  KSPIN_LOCK Lock;
  ULONG Reads, Writes, Failures; // under Lock
  BOOLEAN Counting;              // under Lock
} DISK, *PDISK;

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = 0;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static NTSTATUS pass(PDISK disk, PIRP irp)
{
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(disk->Lower, irp);
}

static NTSTATUS DiskPass(PDEVICE_OBJECT device, PIRP irp)
{
  PDISK disk = device->DeviceExtension;
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status);
  status = pass(disk, irp);
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return status;
}

static void note_start(PDISK disk, UCHAR major)
{
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  if (disk->Counting) {
    if (major == IRP_MJ_READ)
      disk->Reads++;
    else
      disk->Writes++;
  }
  KeReleaseSpinLock(&disk->Lock, old);
}

static void note_end(PDISK disk, NTSTATUS status)
{
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  if (disk->Counting && !NT_SUCCESS(status))
    disk->Failures++;
  KeReleaseSpinLock(&disk->Lock, old);
}

static NTSTATUS TransferDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PDISK disk = context;
  note_end(disk, irp->IoStatus.Status);
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return STATUS_SUCCESS;
}

static NTSTATUS DiskReadWrite(PDEVICE_OBJECT device, PIRP irp)
{
  PDISK disk = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status);
  note_start(disk, location->MajorFunction);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, TransferDone, disk, TRUE, TRUE, TRUE);
  return IoCallDriver(disk->Lower, irp);
}

static NTSTATUS Signal(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

// The request comes back to the caller, who completes it.
static NTSTATUS forward_and_wait(PDISK disk, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, Signal, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(disk->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS DiskFlush(PDEVICE_OBJECT device, PIRP irp)
{
  PDISK disk = device->DeviceExtension;
  KIRQL old;
  BOOLEAN empty;
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status);
  KeAcquireSpinLock(&disk->Lock, &old);
  empty = disk->Counting && disk->Writes == 0;
  KeReleaseSpinLock(&disk->Lock, old);
  if (empty) { // nothing was written that could be flushed
    IoReleaseRemoveLock(&disk->RemoveLock, irp);
    return finish(irp, STATUS_SUCCESS);
  }
  status = pass(disk, irp);
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return status;
}

static void set_counting(PDISK disk, BOOLEAN counting)
{
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  disk->Counting = counting;
  KeReleaseSpinLock(&disk->Lock, old);
}

static NTSTATUS start(PDISK disk, PIRP irp)
{
  NTSTATUS status = forward_and_wait(disk, irp);
  if (NT_SUCCESS(status)) {
    disk->Self->Characteristics |= disk->Lower->Characteristics;
    set_counting(disk, TRUE);
  }
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return finish(irp, status);
}

static NTSTATUS remove_device(PDISK disk, PIRP irp)
{
  NTSTATUS status;
  set_counting(disk, FALSE);
  irp->IoStatus.Status = STATUS_SUCCESS;
  status = pass(disk, irp);
  IoReleaseRemoveLockAndWait(&disk->RemoveLock, irp);
  IoDetachDevice(disk->Lower);
  IoDeleteDevice(disk->Self);
  return status;
}

static NTSTATUS DiskPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PDISK disk = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(disk, irp);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(disk, irp);
  case IRP_MN_STOP_DEVICE:
  case IRP_MN_SURPRISE_REMOVAL:
    set_counting(disk, FALSE);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  }
  status = pass(disk, irp);
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return status;
}

static NTSTATUS DiskPower(PDEVICE_OBJECT device, PIRP irp)
{
  PDISK disk = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(disk->Lower, irp);
}

static NTSTATUS DiskAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PDISK disk;
  NTSTATUS status = IoCreateDevice(driver, sizeof(DISK), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  disk = device->DeviceExtension;
  disk->Self = device;
  disk->Reads = disk->Writes = disk->Failures = 0;
  disk->Counting = FALSE;
  KeInitializeSpinLock(&disk->Lock);
  IoInitializeRemoveLock(&disk->RemoveLock, DISK_TAG, 0, 0);
  disk->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!disk->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_DIRECT_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void DiskUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = DiskUnload;
  driver->DriverExtension->AddDevice = DiskAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = DiskPass;
  driver->MajorFunction[IRP_MJ_CLOSE] = DiskPass;
  driver->MajorFunction[IRP_MJ_READ] = DiskReadWrite;
  driver->MajorFunction[IRP_MJ_WRITE] = DiskReadWrite;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = DiskPass;
  driver->MajorFunction[IRP_MJ_INTERNAL_DEVICE_CONTROL] = DiskPass;
  driver->MajorFunction[IRP_MJ_FLUSH_BUFFERS] = DiskFlush;
  driver->MajorFunction[IRP_MJ_SHUTDOWN] = DiskFlush;
  driver->MajorFunction[IRP_MJ_PNP] = DiskPnp;
  driver->MajorFunction[IRP_MJ_POWER] = DiskPower;
  return STATUS_SUCCESS;
}
