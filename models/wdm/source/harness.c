// The system around a WDM driver: it loads the driver, adds a device and starts it, perhaps opens a file, gives it one
// request of any kind, lets what the driver asked for happen (an interrupt, a DPC, a timer, a work item, the driver
// below completes, a cancellation), removes the device and unloads the driver, as it does one that has no device. With
// YOGI_CHILDREN it asks the driver of a bus for the devices on it too, starts and removes the child that it hears of,
// and the request may be for the child. Each of these may be left out; what is queued then runs before the driver is
// unloaded or the run ends, so that what a driver left to it is done. Some of it comes where the driver waits, too: see
// the models.
#include "model.h"

static DRIVER_OBJECT the_driver;
static DRIVER_EXTENSION the_extension;
static DEVICE_OBJECT the_bus_device;
static FILE_OBJECT the_file;
static UNICODE_STRING the_registry_path;
static unsigned char *the_buffer; // of BUFFER bytes, which may be any
#define BUFFER 64
static MDL the_mdl;
static DEVICE_CAPABILITIES the_capabilities;
// What pointers in requests lead to. A run in which a driver looks behind a null pointer is none, and nothing that comes
// behind in it is looked at; so where the system hands a pointer, there is one.
static GUID the_guid;
static IO_RESOURCE_REQUIREMENTS_LIST the_requirements;
static CM_RESOURCE_LIST the_resources, the_translated;
static IO_SECURITY_CONTEXT the_security;
static WCHAR the_name[4], the_path[4];
static IRP start_irp, open_irp, main_irp, remove_irp;
// The stack of a request, as the system has it: below the driver's location that of the driver below, above it one for a driver that skips its own.
#define BELOW 0
#define OWN 1
#define ABOVE 2
static IO_STACK_LOCATION start_stack[3], open_stack[3], main_stack[3], remove_stack[3];

// yogi_dispatch is the I/O manager's call of the driver's dispatch routine: rules act at its exit.
NTSTATUS yogi_dispatch(PDEVICE_OBJECT device, PIRP irp, PDRIVER_DISPATCH routine) { return routine(device, irp); }

// A request at its start. The objects are named and not pointed at: where nothing is chosen nothing has to be proved.
#define PREPARE(irp, stack, device, major, minor) do { \
  irp.StackCount = irp.CurrentLocation = YOGI_STACK; \
  irp.Tail.Overlay.CurrentStackLocation = &stack[OWN]; \
  irp.IoStatus.Status = STATUS_NOT_SUPPORTED; \
  stack[OWN].MajorFunction = (major); \
  stack[OWN].MinorFunction = (minor); \
  stack[OWN].DeviceObject = (device); \
  stack[OWN].FileObject = &the_file; \
  stack[ABOVE].DeviceObject = (device); \
} while (0)

// An interface, or a block of data.
static GUID *any_guid(void)
{
  the_guid.Data1 = __VERIFIER_nondet_uint();
  the_guid.Data2 = (USHORT)__VERIFIER_nondet_uint();
  the_guid.Data3 = (USHORT)__VERIFIER_nondet_uint();
  for (int i = 0; i < 8; i++)
    the_guid.Data4[i] = (UCHAR)__VERIFIER_nondet_uint();
  return &the_guid;
}

// The resources that a device is started with: none, or one of any kind.
static void any_resource(PCM_RESOURCE_LIST list)
{
  PCM_PARTIAL_RESOURCE_DESCRIPTOR resource = list->List[0].PartialResourceList.PartialDescriptors;
  list->Count = 1;
  list->List[0].PartialResourceList.Count = 1;
  resource->Type = (UCHAR)__VERIFIER_nondet_uint();
  resource->ShareDisposition = (UCHAR)__VERIFIER_nondet_uint();
  resource->Flags = (USHORT)__VERIFIER_nondet_uint();
  resource->u.Port.Start.QuadPart = (LONGLONG)__VERIFIER_nondet_ulong();
  resource->u.Port.Length = __VERIFIER_nondet_uint();
}

#define RESOURCES(stack) do { \
  if (__VERIFIER_nondet_int()) { \
    any_resource(&the_resources); \
    any_resource(&the_translated); \
    stack[OWN].Parameters.StartDevice.AllocatedResources = &the_resources; \
    stack[OWN].Parameters.StartDevice.AllocatedResourcesTranslated = &the_translated; \
  } \
} while (0)

// The request is of one kind: where each is tried apart nothing has to be known about the others.
#define REQUEST(major, minor, parameters) do { \
  if (!the_driver.MajorFunction[major]) \
    return; \
  PREPARE(main_irp, main_stack, device, major, minor); \
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

// The file is opened, so that the driver can keep in it what it needs for requests.
static BOOLEAN opened(PDEVICE_OBJECT device)
{
  PREPARE(open_irp, open_stack, device, IRP_MJ_CREATE, 0);
  open_stack[OWN].Parameters.Create.SecurityContext = &the_security;
  open_irp.RequestorMode = UserMode;
  yogi_dispatch(device, &open_irp, the_driver.MajorFunction[IRP_MJ_CREATE]);
  yogi_complete_below();
  return NT_SUCCESS(open_irp.IoStatus.Status) && open_irp.IoStatus.Status != STATUS_PENDING;
}

// A place in a file; the negative ones that stand for its end and for the present place come too.
static LONGLONG any_offset(void) { return (LONGLONG)__VERIFIER_nondet_ulong(); }

static POWER_ACTION any_action(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: return PowerActionReserved;
  case 1: return PowerActionSleep;
  case 2: return PowerActionHibernate;
  case 3: return PowerActionShutdown;
  case 4: return PowerActionShutdownReset;
  case 5: return PowerActionShutdownOff;
  case 6: return PowerActionWarmEject;
  default: return PowerActionNone;
  }
}

// What drivers of devices seldom handle, and drivers of files do.
static void request_of_files(PDEVICE_OBJECT device)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: REQUEST(IRP_MJ_QUERY_EA, 0, ); break;
  case 1: REQUEST(IRP_MJ_SET_EA, 0, ); break;
  case 2: REQUEST(IRP_MJ_QUERY_VOLUME_INFORMATION, 0, ); break;
  case 3: REQUEST(IRP_MJ_SET_VOLUME_INFORMATION, 0, ); break;
  case 4: REQUEST(IRP_MJ_DIRECTORY_CONTROL, 0, ); break;
  case 5: REQUEST(IRP_MJ_FILE_SYSTEM_CONTROL, 0, ); break;
  case 6: REQUEST(IRP_MJ_LOCK_CONTROL, 0, ); break;
  case 7: REQUEST(IRP_MJ_CREATE_NAMED_PIPE, 0, ); break;
  case 8: REQUEST(IRP_MJ_CREATE_MAILSLOT, 0, ); break;
  case 9: REQUEST(IRP_MJ_QUERY_SECURITY, 0, ); break;
  case 10: REQUEST(IRP_MJ_SET_SECURITY, 0, ); break;
  case 11: REQUEST(IRP_MJ_DEVICE_CHANGE, 0, ); break;
  case 12: REQUEST(IRP_MJ_QUERY_QUOTA, 0, ); break;
  default: REQUEST(IRP_MJ_SET_QUOTA, 0, ); break;
  }
}

// The parameters of requests of plug and play that drivers seldom handle.
static void parameters_of(UCHAR minor)
{
  switch (minor) {
  case IRP_MN_QUERY_INTERFACE:
    main_stack[OWN].Parameters.QueryInterface.InterfaceType = any_guid();
    main_stack[OWN].Parameters.QueryInterface.Size = (USHORT)__VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.QueryInterface.Version = (USHORT)__VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.QueryInterface.Interface = (PINTERFACE)the_buffer;
    break;
  case IRP_MN_FILTER_RESOURCE_REQUIREMENTS:
    the_requirements.AlternativeLists = 1;
    if (__VERIFIER_nondet_int())
      main_stack[OWN].Parameters.FilterResourceRequirements.IoResourceRequirementList = &the_requirements;
    break;
  case IRP_MN_READ_CONFIG:
  case IRP_MN_WRITE_CONFIG:
    main_stack[OWN].Parameters.ReadWriteConfig.WhichSpace = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.ReadWriteConfig.Buffer = the_buffer;
    main_stack[OWN].Parameters.ReadWriteConfig.Offset = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.ReadWriteConfig.Length = __VERIFIER_nondet_uint() % BUFFER;
    break;
  case IRP_MN_SET_LOCK:
    main_stack[OWN].Parameters.SetLock.Lock = __VERIFIER_nondet_int() != 0;
    break;
  case IRP_MN_QUERY_DEVICE_TEXT:
    main_stack[OWN].Parameters.QueryDeviceText.DeviceTextType = __VERIFIER_nondet_uint() % 2;
    main_stack[OWN].Parameters.QueryDeviceText.LocaleId = __VERIFIER_nondet_uint();
    break;
  case IRP_MN_DEVICE_USAGE_NOTIFICATION:
    main_stack[OWN].Parameters.UsageNotification.InPath = __VERIFIER_nondet_int() != 0;
    main_stack[OWN].Parameters.UsageNotification.Type = __VERIFIER_nondet_uint() % 4;
    break;
  }
}

static void arbitrary_request(PDEVICE_OBJECT device)
{
  UCHAR minor;
  BOOLEAN open = !the_driver.MajorFunction[IRP_MJ_CREATE]; // who else's file it is the driver does not see
  if (!open && __VERIFIER_nondet_int()) {
    if (!opened(device))
      return;
    open = TRUE;
  }
  main_irp.AssociatedIrp.SystemBuffer = the_buffer;
  main_irp.UserBuffer = the_buffer;
  main_irp.MdlAddress = &the_mdl;
  main_irp.RequestorMode = __VERIFIER_nondet_int() ? UserMode : KernelMode;
  main_irp.Cancel = __VERIFIER_nondet_int() != 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    main_stack[OWN].Parameters.Create.SecurityContext = &the_security;
    main_stack[OWN].Parameters.Create.Options = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.Create.FileAttributes = (USHORT)__VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.Create.ShareAccess = (USHORT)__VERIFIER_nondet_uint();
    REQUEST(IRP_MJ_CREATE, 0, );
    break;
  case 1:
    if (open) // none that was not opened is closed
      REQUEST(IRP_MJ_CLOSE, 0, );
    break;
  case 2:
    if (open)
      REQUEST(IRP_MJ_CLEANUP, 0, );
    break;
  case 3:
    main_stack[OWN].Parameters.Read.Length = __VERIFIER_nondet_uint() % BUFFER;
    main_stack[OWN].Parameters.Read.Key = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.Read.ByteOffset.QuadPart = any_offset();
    REQUEST(IRP_MJ_READ, 0, );
    break;
  case 4:
    main_stack[OWN].Parameters.Write.Length = __VERIFIER_nondet_uint() % BUFFER;
    main_stack[OWN].Parameters.Write.Key = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.Write.ByteOffset.QuadPart = any_offset();
    REQUEST(IRP_MJ_WRITE, 0, );
    break;
  case 5:
    main_stack[OWN].Parameters.DeviceIoControl.Type3InputBuffer = the_buffer;
    main_stack[OWN].Parameters.DeviceIoControl.IoControlCode = __VERIFIER_nondet_uint();
    main_stack[OWN].Parameters.DeviceIoControl.InputBufferLength = __VERIFIER_nondet_uint() % BUFFER;
    main_stack[OWN].Parameters.DeviceIoControl.OutputBufferLength = __VERIFIER_nondet_uint() % BUFFER;
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
    main_stack[OWN].Parameters.WMI.ProviderId = __VERIFIER_nondet_int() ? (ULONG_PTR)device : 0;
    main_stack[OWN].Parameters.WMI.DataPath = any_guid();
    main_stack[OWN].Parameters.WMI.BufferSize = __VERIFIER_nondet_uint() % BUFFER;
    main_stack[OWN].Parameters.WMI.Buffer = the_buffer;
    REQUEST(IRP_MJ_SYSTEM_CONTROL, minor, );
    break;
  case 9:
    main_stack[OWN].Parameters.Power.ShutdownType = any_action();
    if (__VERIFIER_nondet_int()) {
      main_stack[OWN].Parameters.Power.Type = DevicePowerState;
      main_stack[OWN].Parameters.Power.State.DeviceState = any_device_state();
    } else {
      main_stack[OWN].Parameters.Power.Type = SystemPowerState;
      main_stack[OWN].Parameters.Power.State.SystemState = any_system_state();
    }
    switch (__VERIFIER_nondet_uint()) {
      MINOR(IRP_MN_WAIT_WAKE) MINOR(IRP_MN_POWER_SEQUENCE) MINOR(IRP_MN_QUERY_POWER)
    default: minor = IRP_MN_SET_POWER;
    }
    REQUEST(IRP_MJ_POWER, minor, );
    break;
  case 10:
    main_stack[OWN].Parameters.QueryFile.Length = __VERIFIER_nondet_uint() % BUFFER;
    main_stack[OWN].Parameters.QueryFile.FileInformationClass = __VERIFIER_nondet_uint();
    if (__VERIFIER_nondet_int())
      REQUEST(IRP_MJ_QUERY_INFORMATION, 0, );
    else
      REQUEST(IRP_MJ_SET_INFORMATION, 0, );
    break;
  case 11: request_of_files(device); break;
  default:
    // Everything but the start and the removal, which have their times.
    switch (__VERIFIER_nondet_uint()) {
      MINOR(0x01) MINOR(0x03) MINOR(0x04) MINOR(0x05) MINOR(0x06) MINOR(0x07) MINOR(0x08) MINOR(0x09) MINOR(0x0a) MINOR(0x0b) MINOR(0x0c)
      MINOR(0x0d) MINOR(0x0e) MINOR(0x0f) MINOR(0x10) MINOR(0x11) MINOR(0x12) MINOR(0x13) MINOR(0x14) MINOR(0x15) MINOR(0x16)
      MINOR(0x18) MINOR(0x19)
    default: minor = IRP_MN_SURPRISE_REMOVAL;
    }
    if (minor == IRP_MN_QUERY_DEVICE_RELATIONS)
      main_stack[OWN].Parameters.QueryDeviceRelations.Type = __VERIFIER_nondet_uint() % 5;
    else if (minor == IRP_MN_QUERY_CAPABILITIES)
      main_stack[OWN].Parameters.DeviceCapabilities.Capabilities = &the_capabilities;
    else if (minor == IRP_MN_QUERY_ID)
      main_stack[OWN].Parameters.QueryId.IdType = __VERIFIER_nondet_uint() % 4;
    else
      parameters_of(minor);
    REQUEST(IRP_MJ_PNP, minor, );
  }
}

// What is deferred runs at DISPATCH_LEVEL, work items at PASSIVE_LEVEL.
static void run_dpc(PKDPC dpc)
{
  KIRQL old;
  if (!dpc)
    return;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  dpc->DeferredRoutine(dpc, dpc->DeferredContext, dpc->SystemArgument1, dpc->SystemArgument2);
  KeLowerIrql(old);
}

static void run_first_dpc(void)
{
  PKDPC dpc = yogi_dpc;
  yogi_dpc = NULL;
  run_dpc(dpc);
}

static void run_second_dpc(void)
{
  PKDPC dpc = yogi_second_dpc;
  yogi_second_dpc = NULL;
  run_dpc(dpc);
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
  if (work->RoutineEx)
    work->RoutineEx(work->Device, work->Context, work);
  else
    work->Routine(work->Device, work->Context);
}

// A power request that the driver asked for comes to it as any other, and when it is done the driver is told. Where the driver keeps
// it pending, what it does with it later is not followed.
static IRP power_irp;
static IO_STACK_LOCATION power_stack[3];
static BOOLEAN power_asked;
static PDEVICE_OBJECT power_device;
static UCHAR power_minor;
static POWER_STATE power_state;
static PREQUEST_POWER_COMPLETE power_done;
static PVOID power_context;

NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PREQUEST_POWER_COMPLETE done, PVOID context, PIRP *irp)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  if (power_asked)
    yogi_unsupported("a driver asks for a power request while it has asked for one");
  power_asked = TRUE;
  power_device = device;
  power_minor = minor;
  power_state = state;
  power_done = done;
  power_context = context;
  if (irp)
    *irp = &power_irp;
  return STATUS_PENDING;
}

static void run_power(void)
{
  NTSTATUS status;
  if (!power_asked)
    return;
  power_asked = FALSE;
  if (!the_driver.MajorFunction[IRP_MJ_POWER]) { // the system refuses it
    power_irp.IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;
    if (power_done)
      power_done(power_device, power_minor, power_state, power_context, &power_irp.IoStatus);
    return;
  }
  PREPARE(power_irp, power_stack, power_device, IRP_MJ_POWER, power_minor);
  power_stack[OWN].Parameters.Power.Type = DevicePowerState;
  power_stack[OWN].Parameters.Power.State = power_state;
  status = yogi_dispatch(power_device, &power_irp, the_driver.MajorFunction[IRP_MJ_POWER]);
  if (yogi_below == &power_irp)
    yogi_complete_below();
  else if (status == STATUS_PENDING)
    return;
  if (power_done)
    power_done(power_device, power_minor, power_state, power_context, &power_irp.IoStatus);
}

void yogi_run_queued(void)
{
  yogi_complete_below();
  run_first_dpc();
  run_second_dpc();
  run_timer();
  run_work();
  yogi_run_item();
  run_power();
  yogi_run_transfer();
  yogi_run_thread();
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
    run_first_dpc();
  if (__VERIFIER_nondet_int())
    run_second_dpc();
  if (__VERIFIER_nondet_int())
    run_timer();
  if (__VERIFIER_nondet_int())
    run_work();
  if (__VERIFIER_nondet_int())
    yogi_run_item();
  if (__VERIFIER_nondet_int())
    yogi_run_device_timer();
  if (__VERIFIER_nondet_int())
    run_power();
  yogi_run_transfer();
  yogi_may_run_thread();
  yogi_complete_below();
  if (main_irp.CancelRoutine && __VERIFIER_nondet_int())
    IoCancelIrp(&main_irp);
}

#ifdef YOGI_CHILDREN

static IRP relations_irp, child_start_irp, child_remove_irp;
static IO_STACK_LOCATION relations_stack[3], child_start_stack[3], child_remove_stack[3];

// The bus is asked for the devices on it. The child, if it tells of the one that the driver made.
static PDEVICE_OBJECT ask_for_children(PDEVICE_OBJECT bus)
{
  PDEVICE_RELATIONS relations;
  PREPARE(relations_irp, relations_stack, bus, IRP_MJ_PNP, IRP_MN_QUERY_DEVICE_RELATIONS);
  relations_stack[OWN].Parameters.QueryDeviceRelations.Type = BusRelations;
  yogi_dispatch(bus, &relations_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
  relations = (PDEVICE_RELATIONS)relations_irp.IoStatus.Information;
  if (!NT_SUCCESS(relations_irp.IoStatus.Status) || !relations || !relations->Count || relations->Objects[0] != yogi_child)
    return NULL;
  return yogi_child;
}

static void start_child(PDEVICE_OBJECT child)
{
  PREPARE(child_start_irp, child_start_stack, child, IRP_MJ_PNP, IRP_MN_START_DEVICE);
  RESOURCES(child_start_stack);
  yogi_dispatch(child, &child_start_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
}

static void remove_child(PDEVICE_OBJECT child)
{
  PREPARE(child_remove_irp, child_remove_stack, child, IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE);
  yogi_dispatch(child, &child_remove_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
  yogi_complete_below();
}

#endif

// What is queued runs before the driver goes.
static int unload(void)
{
  yogi_run_queued();
  if (the_driver.DriverUnload)
    the_driver.DriverUnload(&the_driver);
  return 0;
}

int main(void)
{
  PDEVICE_OBJECT device, child = NULL; // the child that the system knows of
  BOOLEAN removed = FALSE;
  the_driver.DriverExtension = &the_extension;
  the_buffer = __builtin_malloc(BUFFER);
  the_mdl.StartVa = the_buffer;
  the_mdl.ByteCount = BUFFER;
  the_registry_path.Buffer = the_path;
  the_registry_path.Length = the_registry_path.MaximumLength = sizeof the_path;
  the_file.FileName.Buffer = the_name;
  the_file.FileName.MaximumLength = sizeof the_name;
  the_file.FileName.Length = __VERIFIER_nondet_int() ? sizeof the_name : 0;
  if (!NT_SUCCESS(DriverEntry(&the_driver, &the_registry_path)))
    return 1;
  if (the_driver.FastIoDispatch)
    yogi_unsupported("a driver with routines for fast input and output");
  if (the_extension.AddDevice && !NT_SUCCESS(the_extension.AddDevice(&the_driver, &the_bus_device)))
    return unload(); // a driver without devices is not kept
  device = the_driver.DeviceObject;
  if (!device)
    return unload();
  if (yogi_child)
    yogi_unsupported("a driver has two devices before AddDevice has returned");
  if (the_driver.MajorFunction[IRP_MJ_PNP] && __VERIFIER_nondet_int()) {
    PREPARE(start_irp, start_stack, device, IRP_MJ_PNP, IRP_MN_START_DEVICE);
    RESOURCES(start_stack);
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
    PREPARE(remove_irp, remove_stack, device, IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE);
    yogi_dispatch(device, &remove_irp, the_driver.MajorFunction[IRP_MJ_PNP]);
    removed = TRUE;
  }
  // One without plug and play is unloaded when it is stopped, with its devices.
  if (removed || !the_extension.AddDevice)
    return unload();
  yogi_run_queued();
  return 0;
}
