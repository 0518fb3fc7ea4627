// The system around a WDM driver: it loads the driver, adds a device and starts it, gives it one request of any kind,
// lets what the driver asked for happen (an interrupt, a DPC, a timer, a work item, the driver below completes, a
// cancellation), removes the device and unloads the driver. With YOGI_CHILDREN it asks the driver of a bus for the devices on it too, starts and removes the child
// that it hears of, and the request may be for the child. Each of these may be left out; what is queued then runs before the
// driver is unloaded or the run ends, so that what a driver left to it is done. Some of it comes where the driver waits, too: see the models.
#include "model.h"

static DRIVER_OBJECT the_driver;
static DRIVER_EXTENSION the_extension;
static DEVICE_OBJECT the_bus_device;
static FILE_OBJECT the_file;
static UNICODE_STRING the_registry_path;
static unsigned char the_buffer[64];
static MDL the_mdl = { the_buffer, sizeof the_buffer };
static IRP start_irp, main_irp, remove_irp;
// The stack of a request: a place above the driver's, for a driver that skips its own, the driver's, and that of the driver below.
static IO_STACK_LOCATION start_above, start_stack, start_below, main_above, main_stack, main_below, remove_above, remove_stack, remove_below;

// yogi_dispatch is the I/O manager's call of the driver's dispatch routine: rules act at its exit.
NTSTATUS yogi_dispatch(PDEVICE_OBJECT device, PIRP irp, PDRIVER_DISPATCH routine) { return routine(device, irp); }

// A request at its start. The objects are named and not pointed at: where nothing is chosen nothing has to be proved.
#define PREPARE(irp, stack, above, below, device, major, minor) do { \
  irp.StackCount = irp.CurrentLocation = YOGI_STACK; \
  irp.Tail.Overlay.CurrentStackLocation = &stack; \
  irp.IoStatus.Status = STATUS_NOT_SUPPORTED; \
  stack.MajorFunction = (major); \
  stack.MinorFunction = (minor); \
  stack.DeviceObject = (device); \
  stack.FileObject = &the_file; \
  stack.YogiAbove = &above; \
  stack.YogiBelow = &below; \
  above.YogiBelow = &stack; \
  below.YogiAbove = &stack; \
  above.DeviceObject = (device); \
} while (0)

// The request is of one kind: where each is tried apart nothing has to be known about the others.
#define REQUEST(major, minor, parameters) do { \
  if (!the_driver.MajorFunction[major]) \
    return; \
  PREPARE(main_irp, main_stack, main_above, main_below, device, major, minor); \
  parameters; \
  yogi_dispatch(device, &main_irp, the_driver.MajorFunction[major]); \
} while (0)

#define MINOR(kind) case kind: minor = kind; break;

// What is chosen of constants is an input that is compared with constants and nothing else.
static DEVICE_POWER_STATE any_device_state(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: return PowerDeviceD0;
  case 1: return PowerDeviceD1;
  case 2: return PowerDeviceD2;
  default: return PowerDeviceD3;
  }
}

static SYSTEM_POWER_STATE any_system_state(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: return PowerSystemWorking;
  case 1: return PowerSystemSleeping1;
  case 2: return PowerSystemSleeping2;
  case 3: return PowerSystemSleeping3;
  case 4: return PowerSystemHibernate;
  default: return PowerSystemShutdown;
  }
}

static void arbitrary_request(PDEVICE_OBJECT device)
{
  UCHAR minor;
  main_irp.AssociatedIrp.SystemBuffer = the_buffer;
  main_irp.MdlAddress = &the_mdl;
  main_irp.RequestorMode = __VERIFIER_nondet_int() ? UserMode : KernelMode;
  main_irp.Cancel = __VERIFIER_nondet_int() != 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0: REQUEST(IRP_MJ_CREATE, 0, ); break;
  case 1: REQUEST(IRP_MJ_CLOSE, 0, ); break;
  case 2: REQUEST(IRP_MJ_CLEANUP, 0, ); break;
  case 3: REQUEST(IRP_MJ_READ, 0, main_stack.Parameters.Read.Length = __VERIFIER_nondet_uint() % sizeof the_buffer); break;
  case 4: REQUEST(IRP_MJ_WRITE, 0, main_stack.Parameters.Write.Length = __VERIFIER_nondet_uint() % sizeof the_buffer); break;
  case 5:
    main_stack.Parameters.DeviceIoControl.IoControlCode = __VERIFIER_nondet_uint();
    main_stack.Parameters.DeviceIoControl.InputBufferLength = __VERIFIER_nondet_uint() % sizeof the_buffer;
    main_stack.Parameters.DeviceIoControl.OutputBufferLength = __VERIFIER_nondet_uint() % sizeof the_buffer;
    if (__VERIFIER_nondet_int())
      REQUEST(IRP_MJ_DEVICE_CONTROL, 0, );
    else
      REQUEST(IRP_MJ_INTERNAL_DEVICE_CONTROL, 0, );
    break;
  case 6: REQUEST(IRP_MJ_FLUSH_BUFFERS, 0, ); break;
  case 7: REQUEST(IRP_MJ_SHUTDOWN, 0, ); break;
  case 8:
    switch (__VERIFIER_nondet_uint()) {
      MINOR(0x01) MINOR(0x02) MINOR(0x03) MINOR(0x04) MINOR(0x05) MINOR(0x06) MINOR(0x07) MINOR(0x08) MINOR(0x09) MINOR(0x0b)
    default: minor = 0x00;
    }
    REQUEST(IRP_MJ_SYSTEM_CONTROL, minor, );
    break;
  case 9:
    if (__VERIFIER_nondet_int()) {
      main_stack.Parameters.Power.Type = DevicePowerState;
      main_stack.Parameters.Power.State.DeviceState = any_device_state();
    } else {
      main_stack.Parameters.Power.Type = SystemPowerState;
      main_stack.Parameters.Power.State.SystemState = any_system_state();
    }
    switch (__VERIFIER_nondet_uint()) {
      MINOR(IRP_MN_WAIT_WAKE) MINOR(IRP_MN_POWER_SEQUENCE) MINOR(IRP_MN_QUERY_POWER)
    default: minor = IRP_MN_SET_POWER;
    }
    REQUEST(IRP_MJ_POWER, minor, );
    break;
  default:
    // Everything but the start and the removal, which have their times.
    switch (__VERIFIER_nondet_uint()) {
      MINOR(0x01) MINOR(0x03) MINOR(0x04) MINOR(0x05) MINOR(0x06) MINOR(0x07) MINOR(0x08) MINOR(0x09) MINOR(0x0a) MINOR(0x0b) MINOR(0x0c)
      MINOR(0x0d) MINOR(0x0e) MINOR(0x0f) MINOR(0x10) MINOR(0x11) MINOR(0x12) MINOR(0x13) MINOR(0x14) MINOR(0x15) MINOR(0x16)
    default: minor = IRP_MN_SURPRISE_REMOVAL;
    }
    main_stack.Parameters.QueryDeviceRelations.Type = __VERIFIER_nondet_uint() % 5;
    main_stack.Parameters.QueryId.IdType = __VERIFIER_nondet_uint() % 4;
    REQUEST(IRP_MJ_PNP, minor, );
  }
}

// What is deferred runs at DISPATCH_LEVEL, work items at PASSIVE_LEVEL.
static void run_device_dpc(void)
{
  KIRQL old;
  PDEVICE_OBJECT device = yogi_device_dpc;
  if (!device)
    return;
  yogi_device_dpc = NULL;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  device->YogiDpcRoutine(&device->Dpc, device, device->YogiDpcRequest, device->YogiDpcContext);
  KeLowerIrql(old);
}

static void run_dpc(void)
{
  KIRQL old;
  PKDPC dpc = yogi_dpc;
  if (!dpc)
    return;
  yogi_dpc = NULL;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  dpc->DeferredRoutine(dpc, dpc->DeferredContext, dpc->SystemArgument1, dpc->SystemArgument2);
  KeLowerIrql(old);
}

static void run_timer(void)
{
  KIRQL old;
  PKDPC dpc;
  if (!yogi_timer)
    return;
  dpc = yogi_timer->Dpc;
  yogi_timer = NULL;
  if (!dpc)
    return;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  dpc->DeferredRoutine(dpc, dpc->DeferredContext, NULL, NULL);
  KeLowerIrql(old);
}

static void run_work(void)
{
  PIO_WORKITEM work = yogi_work;
  if (!work)
    return;
  yogi_work = NULL;
  work->Routine(work->Device, work->Context);
}

void yogi_run_queued(void)
{
  yogi_complete_below();
  run_device_dpc();
  run_dpc();
  run_timer();
  run_work();
}

// An interrupt comes at the device's level.
static void events(void)
{
  KIRQL old;
  if (yogi_interrupt && __VERIFIER_nondet_int()) {
    KeRaiseIrql(yogi_interrupt->Irql, &old);
    yogi_interrupt->ServiceRoutine(yogi_interrupt, yogi_interrupt->ServiceContext);
    KeLowerIrql(old);
  }
  if (__VERIFIER_nondet_int())
    run_device_dpc();
  if (__VERIFIER_nondet_int())
    run_dpc();
  if (__VERIFIER_nondet_int())
    run_timer();
  if (__VERIFIER_nondet_int())
    run_work();
  yogi_complete_below();
  if (main_irp.CancelRoutine && __VERIFIER_nondet_int())
    IoCancelIrp(&main_irp);
}

#ifdef YOGI_CHILDREN

static IRP relations_irp, child_start_irp, child_remove_irp;
static IO_STACK_LOCATION relations_above, relations_stack, relations_below, child_start_above, child_start_stack, child_start_below, child_remove_above,
  child_remove_stack, child_remove_below;

// The bus is asked for the devices on it. The child, if it tells of the one that the driver made.
static PDEVICE_OBJECT ask_for_children(PDEVICE_OBJECT bus)
{
  PDEVICE_RELATIONS relations;
  PREPARE(relations_irp, relations_stack, relations_above, relations_below, bus, IRP_MJ_PNP, IRP_MN_QUERY_DEVICE_RELATIONS);
  relations_stack.Parameters.QueryDeviceRelations.Type = BusRelations;
  yogi_dispatch(bus, &relations_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
  relations = (PDEVICE_RELATIONS)relations_irp.IoStatus.Information;
  if (!NT_SUCCESS(relations_irp.IoStatus.Status) || !relations || !relations->Count || relations->Objects[0] != yogi_child)
    return NULL;
  return yogi_child;
}

static void start_child(PDEVICE_OBJECT child)
{
  PREPARE(child_start_irp, child_start_stack, child_start_above, child_start_below, child, IRP_MJ_PNP, IRP_MN_START_DEVICE);
  yogi_dispatch(child, &child_start_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
}

static void remove_child(PDEVICE_OBJECT child)
{
  PREPARE(child_remove_irp, child_remove_stack, child_remove_above, child_remove_below, child, IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE);
  yogi_dispatch(child, &child_remove_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
}

#endif

int main(void)
{
  PDEVICE_OBJECT device, child = NULL; // the child that the system knows of
  BOOLEAN removed = FALSE;
  the_driver.DriverExtension = &the_extension;
  if (!NT_SUCCESS(DriverEntry(&the_driver, &the_registry_path)))
    return 1;
  if (the_extension.AddDevice && !NT_SUCCESS(the_extension.AddDevice(&the_driver, &the_bus_device)))
    return 1;
  device = the_driver.DeviceObject;
  if (!device)
    return 0;
  if (yogi_child)
    yogi_unsupported("a driver has two devices before AddDevice has returned");
  if (the_driver.MajorFunction[IRP_MJ_PNP] && __VERIFIER_nondet_int()) {
    PREPARE(start_irp, start_stack, start_above, start_below, device, IRP_MJ_PNP, IRP_MN_START_DEVICE);
    yogi_dispatch(device, &start_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
    yogi_complete_below();
  }
#ifdef YOGI_CHILDREN
  if (the_driver.MajorFunction[IRP_MJ_PNP] && __VERIFIER_nondet_int())
    child = ask_for_children(device);
  if (child && __VERIFIER_nondet_int())
    start_child(child);
#endif
  if (__VERIFIER_nondet_int()) {
    if (child && __VERIFIER_nondet_int())
      arbitrary_request(child);
    else
      arbitrary_request(device);
    events();
  }
#ifdef YOGI_CHILDREN
  if (child && __VERIFIER_nondet_int()) {
    if (yogi_child)
      remove_child(child);
    child = NULL;
  }
  if (child) { // its bus stays
    yogi_run_queued();
    return 0;
  }
#endif
  if (the_driver.MajorFunction[IRP_MJ_PNP] && __VERIFIER_nondet_int()) {
    PREPARE(remove_irp, remove_stack, remove_above, remove_below, device, IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE);
    yogi_dispatch(device, &remove_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
    removed = TRUE;
  }
  yogi_run_queued();
  if (removed && the_driver.DriverUnload)
    the_driver.DriverUnload(&the_driver);
  return 0;
}
