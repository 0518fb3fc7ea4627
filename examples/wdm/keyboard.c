// A filter above the keyboard class: it looks at the keys that a read brings up and exchanges two of them. Reads of a
// keyboard stay pending for long, so the filter counts those that are below it and is not removed before they are back.
#include <wdm.h>

#define KEY_CAPS 0x3a
#define KEY_CONTROL 0x1d

typedef struct _KEY {
  USHORT UnitId, MakeCode, Flags, Reserved;
  ULONG ExtraInformation;
} KEY, *PKEY;

typedef struct _KEYBOARD {
  PDEVICE_OBJECT Self, Lower;
  LONG Below;    // reads below, and one for the device itself
  KEVENT NoneBelow;
  BOOLEAN Started, SurpriseRemoved;
  ULONG Exchanged;
} KEYBOARD, *PKEYBOARD;

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  irp->IoStatus.Information = 0;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

static void one_less(PKEYBOARD keyboard)
{
  if (InterlockedDecrement(&keyboard->Below) == 0)
    KeSetEvent(&keyboard->NoneBelow, IO_NO_INCREMENT, FALSE);
}

static void exchange(PKEYBOARD keyboard, PKEY keys, ULONG_PTR bytes)
{
  ULONG n, count = (ULONG)(bytes / sizeof(KEY));
  for (n = 0; n < count; n++) {
    if (keys[n].MakeCode == KEY_CAPS) {
      keys[n].MakeCode = KEY_CONTROL;
      keyboard->Exchanged++;
    } else if (keys[n].MakeCode == KEY_CONTROL) {
      keys[n].MakeCode = KEY_CAPS;
      keyboard->Exchanged++;
    }
  }
}

static NTSTATUS ReadDone(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  PKEYBOARD keyboard = context;
  if (NT_SUCCESS(irp->IoStatus.Status) && irp->AssociatedIrp.SystemBuffer)
    exchange(keyboard, irp->AssociatedIrp.SystemBuffer, irp->IoStatus.Information);
  if (irp->PendingReturned)
    IoMarkIrpPending(irp);
  one_less(keyboard);
  return STATUS_SUCCESS;
}

static NTSTATUS KeyboardRead(PDEVICE_OBJECT device, PIRP irp)
{
  PKEYBOARD keyboard = device->DeviceExtension;
  if (!keyboard->Started)
    return finish(irp, STATUS_DEVICE_NOT_READY);
  InterlockedIncrement(&keyboard->Below);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, ReadDone, keyboard, TRUE, TRUE, TRUE);
  return IoCallDriver(keyboard->Lower, irp);
}

static NTSTATUS KeyboardPass(PDEVICE_OBJECT device, PIRP irp)
{
  PKEYBOARD keyboard = device->DeviceExtension;
  if (keyboard->SurpriseRemoved)
    return finish(irp, STATUS_DELETE_PENDING);
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(keyboard->Lower, irp);
}

// An internal control code tells the class driver below which routine to call; a filter with nothing to add passes it on. The rest
// is for callers of ours that do not exist.
static NTSTATUS KeyboardInternalControl(PDEVICE_OBJECT device, PIRP irp)
{
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (location->Parameters.DeviceIoControl.InputBufferLength > 64)
    return finish(irp, STATUS_INVALID_PARAMETER);
  return KeyboardPass(device, irp);
}

static NTSTATUS KeyboardCreate(PDEVICE_OBJECT device, PIRP irp)
{
  PKEYBOARD keyboard = device->DeviceExtension;
  if (!keyboard->Started)
    return finish(irp, STATUS_DEVICE_NOT_READY);
  return KeyboardPass(device, irp);
}

static NTSTATUS Signal(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  if (irp->PendingReturned)
    KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS start(PKEYBOARD keyboard, PIRP irp)
{
  KEVENT event;
  NTSTATUS status;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, Signal, &event, TRUE, TRUE, TRUE);
  status = IoCallDriver(keyboard->Lower, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
    status = irp->IoStatus.Status;
  }
  if (NT_SUCCESS(status))
    keyboard->Started = TRUE;
  return finish(irp, status);
}

static NTSTATUS remove_device(PKEYBOARD keyboard, PIRP irp)
{
  NTSTATUS status;
  keyboard->Started = FALSE;
  keyboard->SurpriseRemoved = TRUE;
  one_less(keyboard);
  KeWaitForSingleObject(&keyboard->NoneBelow, Executive, KernelMode, FALSE, NULL);
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoSkipCurrentIrpStackLocation(irp);
  status = IoCallDriver(keyboard->Lower, irp);
  IoDetachDevice(keyboard->Lower);
  IoDeleteDevice(keyboard->Self);
  return status;
}

static NTSTATUS KeyboardPnp(PDEVICE_OBJECT device, PIRP irp)
{
  PKEYBOARD keyboard = device->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  switch (location->MinorFunction) {
  case IRP_MN_START_DEVICE:
    return start(keyboard, irp);
  case IRP_MN_REMOVE_DEVICE:
    return remove_device(keyboard, irp);
  case IRP_MN_SURPRISE_REMOVAL:
    keyboard->SurpriseRemoved = TRUE;
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  case IRP_MN_STOP_DEVICE:
    keyboard->Started = FALSE;
    irp->IoStatus.Status = STATUS_SUCCESS;
    break;
  }
  IoSkipCurrentIrpStackLocation(irp);
  return IoCallDriver(keyboard->Lower, irp);
}

static NTSTATUS KeyboardPower(PDEVICE_OBJECT device, PIRP irp)
{
  PKEYBOARD keyboard = device->DeviceExtension;
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(keyboard->Lower, irp);
}

static NTSTATUS KeyboardAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
  PDEVICE_OBJECT device;
  PKEYBOARD keyboard;
  NTSTATUS status = IoCreateDevice(driver, sizeof(KEYBOARD), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  keyboard = device->DeviceExtension;
  keyboard->Self = device;
  keyboard->Below = 1;
  keyboard->Exchanged = 0;
  keyboard->Started = keyboard->SurpriseRemoved = FALSE;
  KeInitializeEvent(&keyboard->NoneBelow, NotificationEvent, FALSE);
  keyboard->Lower = IoAttachDeviceToDeviceStack(device, pdo);
  if (!keyboard->Lower) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

static void KeyboardUnload(PDRIVER_OBJECT driver) { }

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverUnload = KeyboardUnload;
  driver->DriverExtension->AddDevice = KeyboardAddDevice;
  driver->MajorFunction[IRP_MJ_CREATE] = KeyboardCreate;
  driver->MajorFunction[IRP_MJ_CLOSE] = KeyboardPass;
  driver->MajorFunction[IRP_MJ_CLEANUP] = KeyboardPass;
  driver->MajorFunction[IRP_MJ_READ] = KeyboardRead;
  driver->MajorFunction[IRP_MJ_INTERNAL_DEVICE_CONTROL] = KeyboardInternalControl;
  driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = KeyboardPass;
  driver->MajorFunction[IRP_MJ_PNP] = KeyboardPnp;
  driver->MajorFunction[IRP_MJ_POWER] = KeyboardPower;
  return STATUS_SUCCESS;
}
