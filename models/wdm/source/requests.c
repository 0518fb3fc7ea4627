// Models of the calls about requests and devices.
#include "model.h"

PIRP yogi_below;

// The driver below completes the request: its result is known, and the completion routine runs if it asked to. Rules act
// at its call.
void yogi_done_below(PIRP irp)
{
  PIO_STACK_LOCATION location = irp->Tail.Overlay.CurrentStackLocation;
  NTSTATUS status = __VERIFIER_nondet_int();
  UCHAR wanted;
  if (status == STATUS_PENDING)
    status = STATUS_SUCCESS;
  irp->IoStatus.Status = status;
  irp->PendingReturned = (location->Control & SL_PENDING_RETURNED) != 0;
  wanted = NT_SUCCESS(status) ? SL_INVOKE_ON_SUCCESS : SL_INVOKE_ON_ERROR;
  if (irp->Cancel)
    wanted |= SL_INVOKE_ON_CANCEL;
  irp->CurrentLocation++;
  irp->Tail.Overlay.CurrentStackLocation = location + 1;
  if (location->CompletionRoutine && (location->Control & wanted) &&
      location->CompletionRoutine(location[1].DeviceObject, irp, location->Context) == STATUS_MORE_PROCESSING_REQUIRED)
    return;
  yogi_finish_built(irp);
}

// The driver below may be at DISPATCH_LEVEL when it completes what it left pending.
void yogi_complete_below(void)
{
  PIRP irp = yogi_below;
  KIRQL old;
  if (!irp)
    return;
  yogi_below = NULL;
  if (__VERIFIER_nondet_int()) {
    yogi_done_below(irp);
    return;
  }
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  yogi_done_below(irp);
  KeLowerIrql(old);
}

// What the driver below gets does not name its device: nobody looks there, and the drivers' own devices stay apart from it.
static NTSTATUS pass_on(PIRP irp)
{
  irp->CurrentLocation--;
  irp->Tail.Overlay.CurrentStackLocation--;
  if (yogi_below && __VERIFIER_nondet_int()) // it has one at a time
    yogi_complete_below();
  if (!yogi_below && __VERIFIER_nondet_int()) {
    irp->Tail.Overlay.CurrentStackLocation->Control |= SL_PENDING_RETURNED;
    yogi_below = irp;
    return STATUS_PENDING;
  }
  yogi_done_below(irp);
  return irp->IoStatus.Status;
}

NTSTATUS IoCallDriver(PDEVICE_OBJECT device, PIRP irp) { return pass_on(irp); }

NTSTATUS PoCallDriver(PDEVICE_OBJECT device, PIRP irp) { return pass_on(irp); }

static NTSTATUS signal_and_keep(PDEVICE_OBJECT device, PIRP irp, PVOID event)
{
  KeSetEvent(event, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

// The request comes back to the driver once the one below is done with it.
BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT device, PIRP irp)
{
  static KEVENT event;
  if (__VERIFIER_nondet_int())
    return FALSE;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(irp);
  IoSetCompletionRoutine(irp, signal_and_keep, &event, TRUE, TRUE, TRUE);
  if (IoCallDriver(device, irp) == STATUS_PENDING)
    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
  return TRUE;
}

void PoStartNextPowerIrp(PIRP irp) { }

POWER_STATE PoSetPowerState(PDEVICE_OBJECT device, POWER_STATE_TYPE type, POWER_STATE state) { return state; }

void IoCompleteRequest(PIRP irp, CCHAR boost) { irp->CancelRoutine = NULL; }

NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT device, PIRP irp, PIO_COMPLETION_ROUTINE routine, PVOID context, BOOLEAN success,
  BOOLEAN error, BOOLEAN cancel)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  IoSetCompletionRoutine(irp, routine, context, success, error, cancel);
  return STATUS_SUCCESS;
}

static PIRP allocate_irp(CCHAR size)
{
  static IRP irp;
  static IO_STACK_LOCATION stack[YOGI_STACK + 1]; // the last one stands for what is above the stack
  static BOOLEAN given;
  if (__VERIFIER_nondet_int())
    return NULL;
  if (given)
    yogi_unsupported("a driver allocates a second request");
  given = TRUE;
  irp.StackCount = size;
  irp.CurrentLocation = size + 1;
  irp.Tail.Overlay.CurrentStackLocation = &stack[YOGI_STACK];
  return &irp;
}

PIRP IoAllocateIrp(CCHAR size, BOOLEAN charge) { return allocate_irp(size); }

// The driver frees what this makes as what it allocates.
PIRP IoBuildAsynchronousFsdRequest(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG length, PLARGE_INTEGER offset, PIO_STATUS_BLOCK result)
{
  PIRP irp = allocate_irp(YOGI_STACK);
  PIO_STACK_LOCATION next;
  if (!irp)
    return NULL;
  next = irp->Tail.Overlay.CurrentStackLocation - 1;
  next->MajorFunction = (UCHAR)major;
  next->Parameters.Read.Length = length;
  irp->AssociatedIrp.SystemBuffer = buffer;
  irp->UserIosb = result;
  if (major == IRP_MJ_READ)
    yogi_fill(buffer, length); // which the driver below writes before it completes the request
  return irp;
}

void IoFreeIrp(PIRP irp) { }

PDRIVER_CANCEL IoSetCancelRoutine(PIRP irp, PDRIVER_CANCEL routine)
{
  PDRIVER_CANCEL old = irp->CancelRoutine;
  irp->CancelRoutine = routine;
  return old;
}

BOOLEAN IoCancelIrp(PIRP irp)
{
  KIRQL old;
  PDRIVER_CANCEL routine;
  IoAcquireCancelSpinLock(&old);
  irp->Cancel = TRUE;
  routine = irp->CancelRoutine;
  irp->CancelRoutine = NULL;
  if (!routine) {
    IoReleaseCancelSpinLock(old);
    return FALSE;
  }
  irp->CancelIrql = old;
  routine(irp->Tail.Overlay.CurrentStackLocation->DeviceObject, irp);
  return TRUE;
}

void IoStartPacket(PDEVICE_OBJECT device, PIRP irp, PULONG key, PDRIVER_CANCEL cancel)
{
  KIRQL old;
  if (device->CurrentIrp)
    yogi_unsupported("a request is started while the device is busy with another");
  if (cancel)
    irp->CancelRoutine = cancel;
  device->CurrentIrp = irp;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  device->DriverObject->DriverStartIo(device, irp);
  KeLowerIrql(old);
}

// No request waits behind another.
void IoStartNextPacket(PDEVICE_OBJECT device, BOOLEAN cancelable) { device->CurrentIrp = NULL; }

void IoStartNextPacketByKey(PDEVICE_OBJECT device, BOOLEAN cancelable, ULONG key) { device->CurrentIrp = NULL; }

BOOLEAN KeRemoveEntryDeviceQueue(PKDEVICE_QUEUE queue, PKDEVICE_QUEUE_ENTRY entry) { return FALSE; }

void IoInitializeRemoveLock(PIO_REMOVE_LOCK lock, ULONG tag, ULONG minutes, ULONG watermark)
{
  lock->Common.IoCount = 0;
  lock->Common.Removed = FALSE;
}

NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK lock, PVOID tag)
{
  if (lock->Common.Removed)
    return STATUS_DELETE_PENDING;
  lock->Common.IoCount++;
  return STATUS_SUCCESS;
}

void IoReleaseRemoveLock(PIO_REMOVE_LOCK lock, PVOID tag) { lock->Common.IoCount--; }

static void release_and_wait(PIO_REMOVE_LOCK lock)
{
  lock->Common.Removed = TRUE;
  lock->Common.IoCount--;
  while (lock->Common.IoCount > 0) // others hold it: the driver waits for them, for ever if nothing that is queued releases it
    yogi_run_queued();
}

void IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK lock, PVOID tag) { release_and_wait(lock); }

// What the kit's macros call.
void IoInitializeRemoveLockEx(PIO_REMOVE_LOCK lock, ULONG tag, ULONG minutes, ULONG watermark, ULONG size)
{
  lock->Common.IoCount = 0;
  lock->Common.Removed = FALSE;
}

NTSTATUS IoAcquireRemoveLockEx(PIO_REMOVE_LOCK lock, PVOID tag, PCSTR file, ULONG line, ULONG size)
{
  if (lock->Common.Removed)
    return STATUS_DELETE_PENDING;
  lock->Common.IoCount++;
  return STATUS_SUCCESS;
}

void IoReleaseRemoveLockEx(PIO_REMOVE_LOCK lock, PVOID tag, ULONG size) { lock->Common.IoCount--; }

void IoReleaseRemoveLockAndWaitEx(PIO_REMOVE_LOCK lock, PVOID tag, ULONG size) { release_and_wait(lock); }

// One device of each driver is modelled, made once, and of a bus driver a second one, with extensions of at most that many bytes. They are no objects of their own
// sizes: one that starts as zeros needs no loop over an unknown number of bytes. A driver that makes another, also after the first was deleted, is not covered:
// that it fails always would leave what the driver does with it unchecked.
#define EXTENSION 4096

static void make_device(PDEVICE_OBJECT object, PVOID extension, PDRIVER_OBJECT driver, DEVICE_TYPE type, ULONG characteristics)
{
  object->DeviceExtension = extension;
  object->DriverObject = driver;
  object->DeviceType = type;
  object->Characteristics = characteristics;
  object->Flags = DO_DEVICE_INITIALIZING;
  object->StackSize = 1;
}

PDEVICE_OBJECT yogi_child;

#ifdef YOGI_CHILDREN
// A bus driver makes a second device, once: the physical device of a child. The driver object leads to the first one as before, where the system has a list.
static NTSTATUS make_child(PDRIVER_OBJECT driver, DEVICE_TYPE type, ULONG characteristics, PDEVICE_OBJECT *device)
{
  static DEVICE_OBJECT object;
  static unsigned long long extension[EXTENSION / sizeof(unsigned long long)];
  static BOOLEAN made;
  if (made)
    yogi_unsupported("a bus driver creates a device for a second child");
  made = TRUE;
  make_device(&object, extension, driver, type, characteristics);
  yogi_child = &object;
  *device = &object;
  return STATUS_SUCCESS;
}
#endif

NTSTATUS IoCreateDevice(PDRIVER_OBJECT driver, ULONG size, PUNICODE_STRING name, DEVICE_TYPE type, ULONG characteristics, BOOLEAN exclusive,
  PDEVICE_OBJECT *device)
{
  static DEVICE_OBJECT object;
  static unsigned long long extension[EXTENSION / sizeof(unsigned long long)];
  static BOOLEAN made;
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  if (size > EXTENSION)
    yogi_unsupported("a device has an extension of more than 4096 bytes");
  if (made) {
#ifdef YOGI_CHILDREN
    return make_child(driver, type, characteristics, device);
#else
    yogi_unsupported("a driver creates a second device (a bus driver is checked with -D YOGI_CHILDREN)");
#endif
  }
  made = TRUE;
  make_device(&object, extension, driver, type, characteristics);
  driver->DeviceObject = &object;
  *device = &object;
  return STATUS_SUCCESS;
}

void IoDeleteDevice(PDEVICE_OBJECT device)
{
  if (yogi_child && device == yogi_child)
    yogi_child = NULL;
  else
    device->DriverObject->DeviceObject = NULL;
}

PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT source, PDEVICE_OBJECT target)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  source->StackSize = target->StackSize + 1;
  target->AttachedDevice = source;
  return target;
}

NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT source, PDEVICE_OBJECT target, PDEVICE_OBJECT *attached)
{
  if (__VERIFIER_nondet_int()) {
    *attached = NULL;
    return STATUS_NO_SUCH_DEVICE;
  }
  source->StackSize = target->StackSize + 1;
  target->AttachedDevice = source;
  *attached = target;
  return STATUS_SUCCESS;
}

NTSTATUS IoAttachDeviceByPointer(PDEVICE_OBJECT source, PDEVICE_OBJECT target)
{
  yogi_unsupported("IoAttachDeviceByPointer, which tells nobody what the device is attached to");
  return STATUS_NO_SUCH_DEVICE;
}

void IoDetachDevice(PDEVICE_OBJECT target) { target->AttachedDevice = NULL; }

// Who may open it does not matter here.
NTSTATUS IoCreateDeviceSecure(PDRIVER_OBJECT driver, ULONG size, PUNICODE_STRING name, DEVICE_TYPE type, ULONG characteristics, BOOLEAN exclusive,
  PCUNICODE_STRING security, LPCGUID class, PDEVICE_OBJECT *device)
{
  return IoCreateDevice(driver, size, name, type, characteristics, exclusive, device);
}

NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING link, PUNICODE_STRING name) { return any_status(); }

NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING link) { return any_status(); }

NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT device, const GUID *guid, PUNICODE_STRING reference, PUNICODE_STRING link)
{
  static WCHAR text[16];
  if (__VERIFIER_nondet_int())
    return STATUS_UNSUCCESSFUL;
  link->Buffer = text;
  link->Length = sizeof text - sizeof *text;
  link->MaximumLength = sizeof text;
  return STATUS_SUCCESS;
}

NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING link, BOOLEAN enable) { return any_status(); }

void IoInvalidateDeviceRelations(PDEVICE_OBJECT device, DEVICE_RELATION_TYPE type) { }

void IoInvalidateDeviceState(PDEVICE_OBJECT device) { }

LONG_PTR ObReferenceObject(PVOID object) { return __VERIFIER_nondet_int(); }

LONG_PTR ObDereferenceObject(PVOID object) { return __VERIFIER_nondet_int(); }
