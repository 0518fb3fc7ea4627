// A disk in memory. Its sectors are a block of the pool, which a control code exchanges for a larger one while reads and writes go on;
// programs find it by a name that lasts from the start of the device to its end.
#include <wdm.h>

#define DISK_TAG 0x646d6172
#define SECTOR 16
#define MAX_SECTORS 256
#define IOCTL_DISK_SIZE CTL_CODE(FILE_DEVICE_UNKNOWN, 0x930, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_DISK_RESIZE CTL_CODE(FILE_DEVICE_UNKNOWN, 0x931, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _RAMDISK {
  PDEVICE_OBJECT Self, Pdo, Lower;
  IO_REMOVE_LOCK RemoveLock;
  FAST_MUTEX Resizing;     // one at a time makes or frees the block
  KSPIN_LOCK Lock;         // a reader or writer, or who exchanges the block
  PUCHAR Sectors;          // null while the device is not started, under Lock
  ULONG Size;              // in bytes, under Lock
  UNICODE_STRING Name;     // of the interface
  BOOLEAN Named;
} RAMDISK, *PRAMDISK;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = bytes;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static NTSTATUS done(PRAMDISK disk, PIRP irp, NTSTATUS status, ULONG_PTR bytes)
{
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return finish(irp, status, bytes);
}

// Exchanges the block for another, and returns the old one.
static PUCHAR exchange(PRAMDISK disk, PUCHAR sectors, ULONG size)
{
  PUCHAR before;
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  before = disk->Sectors;
  disk->Sectors = sectors;
  disk->Size = size;
  KeReleaseSpinLock(&disk->Lock, old);
  return before;
}

// The sectors are of size bytes from now on, and empty.
static NTSTATUS make_sectors(PRAMDISK disk, ULONG size)
{
  PUCHAR sectors, before;
  if (size == 0 || size > MAX_SECTORS * SECTOR || size % SECTOR != 0)
    return STATUS_INVALID_PARAMETER;
  sectors = ExAllocatePoolWithTag(NonPagedPool, size, DISK_TAG);
  if (!sectors)
    return STATUS_INSUFFICIENT_RESOURCES;
  RtlZeroMemory(sectors, size);
  ExAcquireFastMutex(&disk->Resizing);
  before = exchange(disk, sectors, size);
  ExReleaseFastMutex(&disk->Resizing);
  if (before)
    ExFreePoolWithTag(before, DISK_TAG);
  return STATUS_SUCCESS;
}

static void free_sectors(PRAMDISK disk)
{
  PUCHAR before;
  ExAcquireFastMutex(&disk->Resizing);
  before = exchange(disk, NULL, 0);
  ExReleaseFastMutex(&disk->Resizing);
  if (before)
    ExFreePoolWithTag(before, DISK_TAG);
}

// Reads and writes may come at DISPATCH_LEVEL: the copy is made under the spin lock.
static NTSTATUS transfer(PRAMDISK disk, PUCHAR memory, ULONG at, ULONG length, BOOLEAN write)
{
  NTSTATUS status = STATUS_SUCCESS;
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  if (!disk->Sectors)
    status = STATUS_DEVICE_NOT_READY;
  else if (at > disk->Size || length > disk->Size - at)
    status = STATUS_INVALID_PARAMETER;
  else if (write)
    RtlCopyMemory(disk->Sectors + at, memory, length);
  else
    RtlCopyMemory(memory, disk->Sectors + at, length);
  KeReleaseSpinLock(&disk->Lock, old);
  return status;
}

static NTSTATUS RamdiskReadWrite(PDEVICE_OBJECT device, PIRP irp)
{
  PRAMDISK disk = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  BOOLEAN write = location->MajorFunction == IRP_MJ_WRITE;
  ULONG length = write ? location->Parameters.Write.Length : location->Parameters.Read.Length;
  LONGLONG at = write ? location->Parameters.Write.ByteOffset.QuadPart : location->Parameters.Read.ByteOffset.QuadPart;
  PUCHAR memory;
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  if (length == 0)
    return done(disk, irp, STATUS_SUCCESS, 0);
  if (at < 0 || at > MAX_SECTORS * SECTOR || !irp->MdlAddress)
    return done(disk, irp, STATUS_INVALID_PARAMETER, 0);
  memory = MmGetSystemAddressForMdlSafe(irp->MdlAddress, NormalPagePriority);
  if (!memory)
    return done(disk, irp, STATUS_INSUFFICIENT_RESOURCES, 0);
  status = transfer(disk, memory, (ULONG)at, length, write);
  return done(disk, irp, status, NT_SUCCESS(status) ? length : 0);
}

static ULONG size_of(PRAMDISK disk)
{
  ULONG size;
  KIRQL old;
  KeAcquireSpinLock(&disk->Lock, &old);
  size = disk->Size;
  KeReleaseSpinLock(&disk->Lock, old);
  return size;
}

static NTSTATUS RamdiskControl(PDEVICE_OBJECT device, PIRP irp)
{
  PRAMDISK disk = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PULONG buffer = irp->AssociatedIrp.SystemBuffer;
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_DISK_SIZE:
    if (location->Parameters.DeviceIoControl.OutputBufferLength < sizeof(ULONG))
      return done(disk, irp, STATUS_BUFFER_TOO_SMALL, 0);
    *buffer = size_of(disk);
    return done(disk, irp, STATUS_SUCCESS, sizeof(ULONG));
  case IOCTL_DISK_RESIZE:
    if (location->Parameters.DeviceIoControl.InputBufferLength < sizeof(ULONG))
      return done(disk, irp, STATUS_BUFFER_TOO_SMALL, 0);
    if (size_of(disk) == 0)
      return done(disk, irp, STATUS_DEVICE_NOT_READY, 0);
    return done(disk, irp, make_sectors(disk, *buffer), 0);
  }
  return done(disk, irp, STATUS_INVALID_DEVICE_REQUEST, 0);
}

static NTSTATUS RamdiskCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS StartDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS forward_and_wait(PRAMDISK disk, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, StartDone, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(disk->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS start(PRAMDISK disk, PIRP irp)
{
  NTSTATUS status = forward_and_wait(disk, irp);
  if (NT_SUCCESS(status))
    status = make_sectors(disk, 4 * SECTOR);
  if (NT_SUCCESS(status) && disk->Named) {
    status = IoSetDeviceInterfaceState(&disk->Name, TRUE);
    if (!NT_SUCCESS(status))
      free_sectors(disk);
  }
  return done(disk, irp, status, 0);
}

static NTSTATUS pass(PRAMDISK disk, PIRP irp)
{
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(disk->Lower, irp);
}

static NTSTATUS remove_device(PRAMDISK disk, PIRP irp)
{
  NTSTATUS status;
  IoReleaseRemoveLockAndWait(&disk->RemoveLock, irp);
  if (disk->Named) {
    IoSetDeviceInterfaceState(&disk->Name, FALSE);
    RtlFreeUnicodeString(&disk->Name);
  }
  free_sectors(disk);
  irp->IoStatus.Status = STATUS_SUCCESS;
  status = pass(disk, irp);
  IoDetachDevice(disk->Lower);
  IoDeleteDevice(disk->Self);
  return status;
}

static NTSTATUS RamdiskPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PRAMDISK disk = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  NTSTATUS status = IoAcquireRemoveLock(&disk->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(disk, irp);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(disk, irp);
  case IRP_MN_QUERY_STOP_DEVICE: // what is on the disk would be lost
    return done(disk, irp, STATUS_UNSUCCESSFUL, 0);
  case IRP_MN_SURPRISE_REMOVAL:
    free_sectors(disk);
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  }
  status = pass(disk, irp);
  IoReleaseRemoveLock(&disk->RemoveLock, irp);
  return status;
}

static NTSTATUS RamdiskPower(PDEVICE_OBJECT device, PIRP irp)
{
  PRAMDISK disk = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(disk->Lower, irp);
}

static const GUID interface_class = { 0x8d1c7e40, 0x11aa, 0x4b6e, { 0x90, 0x21, 0x5f, 0x3c, 0x6b, 0x7a, 0x80, 0x19 } };

static NTSTATUS RamdiskAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PRAMDISK disk;
  NTSTATUS status = IoCreateDevice(driver, sizeof(RAMDISK), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  disk = device->DeviceExtension;
  disk->Self = device;
  disk->Pdo = pdo;
  disk->Sectors = NULL;
  disk->Size = 0;
  KeInitializeSpinLock(&disk->Lock);
  ExInitializeFastMutex(&disk->Resizing);
  IoInitializeRemoveLock(&disk->RemoveLock, DISK_TAG, 0, 0);
  disk->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!disk->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  disk->Named = NT_SUCCESS(IoRegisterDeviceInterface(pdo, &interface_class, NULL, &disk->Name));
  device->Flags |= DO_DIRECT_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void RamdiskUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = RamdiskUnload;
  driver->DriverExtension->AddDevice = RamdiskAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = RamdiskCreateClose;
  driver->MajorFunction[IRP_MJ_CLOSE] = RamdiskCreateClose;
  driver->MajorFunction[IRP_MJ_READ] = RamdiskReadWrite;
  driver->MajorFunction[IRP_MJ_WRITE] = RamdiskReadWrite;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = RamdiskControl;
  driver->MajorFunction[IRP_MJ_PNP] = RamdiskPnp;
  driver->MajorFunction[IRP_MJ_POWER] = RamdiskPower;
  return STATUS_SUCCESS;
}
