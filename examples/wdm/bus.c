// A driver for a bus: a crate with one slot for a card. It is the function driver of the crate and the bus driver of the card: its
// routines get the requests for both devices, and what a request is for is told by the device's extension. The crate says
// what is in the slot when it is asked for its devices; the card's device lives until the system removed it and the slot is empty.
#include <wdm.h>

#define CRATE_TAG 0x74617263
#define IOCTL_CRATE_INSERT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x940, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_CRATE_EJECT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x941, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define SLOT_STATUS ((PUCHAR)0x300)
#define SLOT_DATA ((PUCHAR)0x301)
#define SLOT_OCCUPIED 1

// What both kinds of devices have.
typedef struct _COMMON {
  PDEVICE_OBJECT Self;
  PDEVICE_OBJECT Next; // the crate's: the device below; the card's: the crate
  BOOLEAN IsCard, Started;
} COMMON, *PCOMMON;

typedef struct _CRATE {
  COMMON Common;
  PDEVICE_OBJECT Card; // null if there is no device for what is in the slot
  IO_REMOVE_LOCK RemoveLock;
  KSPIN_LOCK Lock;
  BOOLEAN Occupied;    // under Lock
} CRATE, *PCRATE;

typedef struct _CARD {
  COMMON Common;
  PUCHAR Data;
  LONG Opens;
} CARD, *PCARD;

static NTSTATUS finish(PIRP irp, NTSTATUS status, ULONG_PTR information)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = information;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

// A request that says nothing to the driver ends with the status it has.
static NTSTATUS leave(PIRP irp)
{
  NTSTATUS status = irp->IoStatus.Status;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static BOOLEAN is_occupied(PCRATE crate)
{
  BOOLEAN occupied;
  KIRQL old;
  KeAcquireSpinLock(&crate->Lock, &old);
  occupied = crate->Occupied;
  KeReleaseSpinLock(&crate->Lock, old);
  return occupied;
}

static void set_occupied(PCRATE crate, BOOLEAN occupied)
{
  KIRQL old;
  KeAcquireSpinLock(&crate->Lock, &old);
  crate->Occupied = occupied;
  KeReleaseSpinLock(&crate->Lock, old);
}

// Open and close, of the crate and of the card.
static NTSTATUS BusCreate(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  if (common->IsCard)
    InterlockedIncrement(&((PCARD)common)->Opens);
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS BusClose(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  if (common->IsCard)
    InterlockedDecrement(&((PCARD)common)->Opens);
  return finish(irp, STATUS_SUCCESS, 0);
}

// A card is read a byte at a time; a crate has nothing to read.
static NTSTATUS BusRead(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  PUCHAR buffer = irp->AssociatedIrp.SystemBuffer;
  if (!common->IsCard)
    return finish(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
  if (!common->Started)
    return finish(irp, STATUS_DEVICE_NOT_READY, 0);
  if (IoGetCurrentIrpStackLocation(irp)->Parameters.Read.Length == 0)
    return finish(irp, STATUS_SUCCESS, 0);
  *buffer = READ_PORT_UCHAR(((PCARD)common)->Data);
  return finish(irp, STATUS_SUCCESS, 1);
}

// Somebody puts a card into the slot, or takes it out: the system is told to ask again.
static NTSTATUS change(PCRATE crate, PIRP irp)
{
  switch (IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_CRATE_INSERT:
    if (is_occupied(crate))
      return STATUS_DEVICE_BUSY;
    set_occupied(crate, TRUE);
    break;
  case IOCTL_CRATE_EJECT:
    if (!is_occupied(crate))
      return STATUS_NO_SUCH_DEVICE;
    set_occupied(crate, FALSE);
    break;
  default:
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  IoInvalidateDeviceRelations(crate->Common.Self, BusRelations);
  return STATUS_SUCCESS;
}

static NTSTATUS BusControl(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  PCRATE crate = (PCRATE)common;
  NTSTATUS status;
  if (common->IsCard)
    return finish(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
  status = IoAcquireRemoveLock(&crate->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  status = crate->Common.Started ? change(crate, irp) : STATUS_DEVICE_NOT_READY;
  IoReleaseRemoveLock(&crate->RemoveLock, irp);
  return finish(irp, status, 0);
}

static NTSTATUS refuse(PCRATE crate, PIRP irp, NTSTATUS status)
{
  IoReleaseRemoveLock(&crate->RemoveLock, irp);
  return finish(irp, status, 0);
}

static NTSTATUS pass(PCRATE crate, PIRP irp)
{
  NTSTATUS status;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(crate->Common.Next, irp);
  IoReleaseRemoveLock(&crate->RemoveLock, irp);
  return status;
}

static NTSTATUS Signal(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  if (irp->PendingReturned)
    KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS pass_and_wait(PCRATE crate, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, Signal, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(crate->Common.Next, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  return status;
}

static NTSTATUS start_crate(PCRATE crate, PIRP irp)
{
  NTSTATUS status = pass_and_wait(crate, irp);
  if (NT_SUCCESS(status)) {
    set_occupied(crate, READ_PORT_UCHAR(SLOT_STATUS) & SLOT_OCCUPIED);
    crate->Common.Started = TRUE;
  }
  return refuse(crate, irp, status);
}

// A device for the card in the slot. It is there once the flag says that it is initialized.
static void make_card(PCRATE crate)
{
  PDEVICE_OBJECT device;
  PCARD card;
  if (!NT_SUCCESS(IoCreateDevice(crate->Common.Self->DriverObject, sizeof(CARD), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device)))
    return;
  card = device->DeviceExtension;
  card->Common.Self = device;
  card->Common.Next = crate->Common.Self;
  card->Common.IsCard = TRUE;
  card->Common.Started = FALSE;
  card->Data = SLOT_DATA;
  card->Opens = 0;
  device->Flags |= DO_BUFFERED_IO;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  crate->Card = device;
}

// What is on the bus. The system frees the list, and gives the references back.
static NTSTATUS report(PCRATE crate, PIRP irp)
{
  PDEVICE_RELATIONS relations = ExAllocatePoolWithTag(PagedPool, sizeof(DEVICE_RELATIONS), CRATE_TAG);
  if (!relations)
    return refuse(crate, irp, STATUS_INSUFFICIENT_RESOURCES);
  relations->Count = 0;
  if (is_occupied(crate)) {
    if (!crate->Card)
      make_card(crate);
    if (crate->Card) {
      ObReferenceObject(crate->Card);
      relations->Objects[0] = crate->Card;
      relations->Count = 1;
    }
  }
  irp->IoStatus.Status = STATUS_SUCCESS;
  irp->IoStatus.Information = (ULONG_PTR)relations;
  return pass(crate, irp);
}

// The card's device goes with its crate.
static NTSTATUS remove_crate(PCRATE crate, PIRP irp)
{
  NTSTATUS status;
  crate->Common.Started = FALSE;
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(crate->Common.Next, irp);
  IoReleaseRemoveLockAndWait(&crate->RemoveLock, irp);
  if (crate->Card)
    IoDeleteDevice(crate->Card);
  crate->Card = NULL;
  IoDetachDevice(crate->Common.Next);
  IoDeleteDevice(crate->Common.Self);
  return status;
}

static NTSTATUS crate_pnp(PCRATE crate, PIRP irp, PIO_STACK_LOCATION location)
{
  NTSTATUS status = IoAcquireRemoveLock(&crate->RemoveLock, irp);
  if (!NT_SUCCESS(status))
    return finish(irp, status, 0);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start_crate(crate, irp);
  case IRP_MN_QUERY_DEVICE_RELATIONS:
    if (location->Parameters.QueryDeviceRelations.Type == BusRelations)
      return report(crate, irp);
    break;
  case IRP_MN_STOP_DEVICE:
    crate->Common.Started = FALSE;
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_REMOVE_DEVICE:
    return remove_crate(crate, irp);
  }
  return pass(crate, irp);
}

// A device with a card that is gone is deleted; one with a card that is still there waits for its next start.
static NTSTATUS remove_card(PCARD card, PIRP irp)
{
  PCRATE crate = card->Common.Next->DeviceExtension;
  card->Common.Started = FALSE;
  if (!is_occupied(crate)) {
    crate->Card = NULL;
    IoDeleteDevice(card->Common.Self);
  }
  return finish(irp, STATUS_SUCCESS, 0);
}

// The names of a card are strings for the system to free.
static NTSTATUS name_card(PIRP irp, BUS_QUERY_ID_TYPE type)
{
  PWSTR name;
  if (type != BusQueryDeviceID && type != BusQueryInstanceID)
    return leave(irp);
  name = ExAllocatePoolWithTag(PagedPool, 2 * sizeof(WCHAR), CRATE_TAG);
  if (!name)
    return finish(irp, STATUS_INSUFFICIENT_RESOURCES, 0);
  name[0] = type == BusQueryDeviceID ? 'C' : '1';
  name[1] = 0;
  return finish(irp, STATUS_SUCCESS, (ULONG_PTR)name);
}

// Nobody is below a card's device: each request ends here.
static NTSTATUS card_pnp(PCARD card, PIRP irp, PIO_STACK_LOCATION location)
{
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    card->Common.Started = TRUE;
    return finish(irp, STATUS_SUCCESS, 0);
  case IRP_MN_STOP_DEVICE:
    card->Common.Started = FALSE;
    return finish(irp, STATUS_SUCCESS, 0);
  case IRP_MN_QUERY_REMOVE_DEVICE:
    return finish(irp, card->Opens > 0 ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS, 0);
  case IRP_MN_QUERY_ID:
    return name_card(irp, location->Parameters.QueryId.IdType);
  case IRP_MN_EJECT:
    set_occupied(card->Common.Next->DeviceExtension, FALSE);
    return finish(irp, STATUS_SUCCESS, 0);
  case IRP_MN_REMOVE_DEVICE:
    return remove_card(card, irp);
  }
  return leave(irp);
}

static NTSTATUS BusPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (common->IsCard)
    return card_pnp((PCARD)common, irp, location);
  return crate_pnp((PCRATE)common, irp, location);
}

static NTSTATUS BusPower(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  PoStartNextPowerIrp(irp);
  if (!common->IsCard) {
    IoSkipCurrentIrpStackLocation(irp);
    return PoCallDriver(common->Next, irp);
  }
  if (location->MinorFunction != IRP_MN_SET_POWER && location->MinorFunction != IRP_MN_QUERY_POWER)
    return leave(irp);
  return finish(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS BusSystemControl(PDEVICE_OBJECT device, PIRP irp)
{
  PCOMMON common = device->DeviceExtension;
  if (common->IsCard)
    return leave(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(common->Next, irp);
}

static NTSTATUS BusAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PCRATE crate;
  NTSTATUS status = IoCreateDevice(driver, sizeof(CRATE), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  crate = device->DeviceExtension;
  crate->Common.Self = device;
  crate->Common.IsCard = crate->Common.Started = FALSE;
  crate->Card = NULL;
  crate->Occupied = FALSE;
  KeInitializeSpinLock(&crate->Lock);
  IoInitializeRemoveLock(&crate->RemoveLock, CRATE_TAG, 0, 0);
  crate->Common.Next = IoAttachDeviceToDeviceStack(device, pdo);
  if (!crate->Common.Next) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void BusUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = BusUnload;
  driver->DriverExtension->AddDevice = BusAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = BusCreate;
  driver->MajorFunction[IRP_MJ_CLOSE] = BusClose;
  driver->MajorFunction[IRP_MJ_READ] = BusRead;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = BusControl;
  driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = BusSystemControl;
  driver->MajorFunction[IRP_MJ_PNP] = BusPnp;
  driver->MajorFunction[IRP_MJ_POWER] = BusPower;
  return STATUS_SUCCESS;
}
