// SAFE
// A small driver in the style of the Windows driver model, with the part of the operating system that it
// uses and a harness that sends it any sequence of requests. The rules that the model checks:
//
//   - a spin lock is taken only when free and given back only when held;
//   - a request is completed at most once, and never while the spin lock is held;
//   - a dispatch routine returns at the interrupt level at which it was called;
//   - a request is completed when its routine returns, unless it was marked pending.
//
// lock_bug.c is the same driver with one of its paths wrong.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

// ---- The operating system ----------------------------------------------------------------------------

typedef int NTSTATUS;
typedef unsigned char KIRQL;

enum {
    STATUS_SUCCESS = 0,
    STATUS_PENDING = 0x103,
    STATUS_INVALID_PARAMETER = -1073741811,
    STATUS_INVALID_DEVICE_REQUEST = -1073741808,
    STATUS_DEVICE_NOT_READY = -1073741661,
    STATUS_BUFFER_TOO_SMALL = -1073741789
};

enum { PASSIVE_LEVEL = 0, DISPATCH_LEVEL = 2 };

enum {
    IRP_MJ_CREATE,
    IRP_MJ_CLOSE,
    IRP_MJ_READ,
    IRP_MJ_DEVICE_CONTROL,
    IRP_MJ_PNP,
    IRP_MJ_COUNT
};

enum { IRP_MN_START_DEVICE, IRP_MN_STOP_DEVICE, IRP_MN_REMOVE_DEVICE };

enum { IOCTL_PUSH_SAMPLE = 1, IOCTL_CLEAR_SAMPLES = 2, IOCTL_GET_COUNT = 3 };

typedef struct _KSPIN_LOCK {
    int Held;
} KSPIN_LOCK;

typedef struct _IO_STACK_LOCATION {
    int MajorFunction;
    int MinorFunction;
    int Code;
    int Length;
    int Argument;
} IO_STACK_LOCATION;

typedef struct _IRP {
    NTSTATUS Status;
    int Information;
    int Pending;
    int Completed;
    IO_STACK_LOCATION Stack;
} IRP;

struct _DEVICE_OBJECT;
typedef NTSTATUS (*DRIVER_DISPATCH)(struct _DEVICE_OBJECT *device, IRP *irp);

typedef struct _DRIVER_OBJECT {
    DRIVER_DISPATCH MajorFunction[IRP_MJ_COUNT];
    void (*DpcForIsr)(struct _DEVICE_OBJECT *device);
} DRIVER_OBJECT;

typedef struct _DEVICE_OBJECT {
    DRIVER_OBJECT *DriverObject;
    void *DeviceExtension;
} DEVICE_OBJECT;

static KIRQL current_level;
static int locks_held;

static void KeInitializeSpinLock(KSPIN_LOCK *lock)
{
    lock->Held = 0;
}

static void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old_level)
{
    if (lock->Held)
        reach_error();
    lock->Held = 1;
    locks_held = locks_held + 1;
    *old_level = current_level;
    current_level = DISPATCH_LEVEL;
}

static void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL level)
{
    if (!lock->Held)
        reach_error();
    lock->Held = 0;
    locks_held = locks_held - 1;
    current_level = level;
}

static void IoMarkIrpPending(IRP *irp)
{
    irp->Pending = 1;
}

static void IoCompleteRequest(IRP *irp)
{
    if (irp->Completed)
        reach_error();
    if (locks_held != 0)
        reach_error();
    irp->Completed = 1;
}

// ---- The driver: a sampling device with a small buffer ------------------------------------------------

enum { SAMPLES = 4 };

enum device_state { DEVICE_STOPPED, DEVICE_STARTED, DEVICE_REMOVED };

typedef struct _DEVICE_EXTENSION {
    enum device_state State;
    int OpenHandles;
    KSPIN_LOCK Lock;      // guards the three fields below
    IRP *WaitingRead;     // a read that waits for a sample, or null
    unsigned Count;
    int Samples[SAMPLES];
} DEVICE_EXTENSION;

static NTSTATUS CompleteRequest(IRP *irp, NTSTATUS status, int information)
{
    irp->Status = status;
    irp->Information = information;
    IoCompleteRequest(irp);
    return status;
}

static NTSTATUS SampleCreate(DEVICE_OBJECT *device, IRP *irp)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;

    if (extension->State == DEVICE_REMOVED)
        return CompleteRequest(irp, STATUS_DEVICE_NOT_READY, 0);
    extension->OpenHandles++;
    return CompleteRequest(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS SampleClose(DEVICE_OBJECT *device, IRP *irp)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;

    if (extension->OpenHandles > 0)
        extension->OpenHandles--;
    return CompleteRequest(irp, STATUS_SUCCESS, 0);
}

// Takes the newest sample, or waits for one.
static NTSTATUS SampleRead(DEVICE_OBJECT *device, IRP *irp)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;
    IO_STACK_LOCATION *stack = &irp->Stack;
    NTSTATUS status;
    KIRQL level;

    if (extension->State != DEVICE_STARTED)
        return CompleteRequest(irp, STATUS_DEVICE_NOT_READY, 0);
    KeAcquireSpinLock(&extension->Lock, &level);
    if (extension->Count == 0) {
        IoMarkIrpPending(irp);
        extension->WaitingRead = irp;
        KeReleaseSpinLock(&extension->Lock, level);
        return STATUS_PENDING;
    }
    if (stack->Length < (int)sizeof extension->Samples[0]) {
        status = STATUS_BUFFER_TOO_SMALL;
    } else {
        extension->Count--;
        status = STATUS_SUCCESS;
    }
    KeReleaseSpinLock(&extension->Lock, level);
    return CompleteRequest(irp, status, status == STATUS_SUCCESS ? (int)sizeof extension->Samples[0] : 0);
}

static NTSTATUS PushSample(DEVICE_EXTENSION *extension, int sample)
{
    if (extension->Count >= SAMPLES)
        return STATUS_DEVICE_NOT_READY;
    extension->Samples[extension->Count] = sample;
    extension->Count++;
    return STATUS_SUCCESS;
}

static NTSTATUS SampleDeviceControl(DEVICE_OBJECT *device, IRP *irp)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;
    IO_STACK_LOCATION *stack = &irp->Stack;
    NTSTATUS status = STATUS_SUCCESS;
    int information = 0;
    KIRQL level;

    if (extension->OpenHandles == 0)
        return CompleteRequest(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
    KeAcquireSpinLock(&extension->Lock, &level);
    switch (stack->Code) {
    case IOCTL_PUSH_SAMPLE:
        if (stack->Argument < 0) {
            KeReleaseSpinLock(&extension->Lock, level);
            return CompleteRequest(irp, STATUS_INVALID_PARAMETER, 0);
        }
        status = PushSample(extension, stack->Argument);
        break;
    case IOCTL_CLEAR_SAMPLES:
        extension->Count = 0;
        break;
    case IOCTL_GET_COUNT:
        information = (int)extension->Count;
        break;
    default:
        status = STATUS_INVALID_DEVICE_REQUEST;
        break;
    }
    KeReleaseSpinLock(&extension->Lock, level);
    return CompleteRequest(irp, status, information);
}

static NTSTATUS SamplePnp(DEVICE_OBJECT *device, IRP *irp)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;

    if (extension->State == DEVICE_REMOVED)
        return CompleteRequest(irp, STATUS_DEVICE_NOT_READY, 0);
    switch (irp->Stack.MinorFunction) {
    case IRP_MN_START_DEVICE:
        extension->State = DEVICE_STARTED;
        break;
    case IRP_MN_STOP_DEVICE:
        extension->State = DEVICE_STOPPED;
        break;
    case IRP_MN_REMOVE_DEVICE:
        extension->State = DEVICE_REMOVED;
        break;
    default:
        return CompleteRequest(irp, STATUS_INVALID_DEVICE_REQUEST, 0);
    }
    return CompleteRequest(irp, STATUS_SUCCESS, 0);
}

// Runs after the device's interrupt: ends the read that waits.
static void SampleDpcForIsr(DEVICE_OBJECT *device)
{
    DEVICE_EXTENSION *extension = device->DeviceExtension;
    IRP *irp;
    KIRQL level;

    KeAcquireSpinLock(&extension->Lock, &level);
    irp = extension->WaitingRead;
    extension->WaitingRead = 0;
    KeReleaseSpinLock(&extension->Lock, level);
    if (irp)
        CompleteRequest(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS DriverEntry(DRIVER_OBJECT *driver)
{
    driver->MajorFunction[IRP_MJ_CREATE] = SampleCreate;
    driver->MajorFunction[IRP_MJ_CLOSE] = SampleClose;
    driver->MajorFunction[IRP_MJ_READ] = SampleRead;
    driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = SampleDeviceControl;
    driver->MajorFunction[IRP_MJ_PNP] = SamplePnp;
    driver->DpcForIsr = SampleDpcForIsr;
    return STATUS_SUCCESS;
}

static void AddDevice(DRIVER_OBJECT *driver, DEVICE_OBJECT *device, DEVICE_EXTENSION *extension)
{
    device->DriverObject = driver;
    device->DeviceExtension = extension;
    extension->State = DEVICE_STOPPED;
    extension->OpenHandles = 0;
    extension->WaitingRead = 0;
    extension->Count = 0;
    KeInitializeSpinLock(&extension->Lock);
}

// ---- The harness: any sequence of requests -------------------------------------------------------------

static void BuildRequest(IRP *irp)
{
    irp->Status = STATUS_SUCCESS;
    irp->Information = 0;
    irp->Pending = 0;
    irp->Completed = 0;
    irp->Stack.MajorFunction = __VERIFIER_nondet_int();
    irp->Stack.MinorFunction = __VERIFIER_nondet_int();
    irp->Stack.Code = __VERIFIER_nondet_int();
    irp->Stack.Length = __VERIFIER_nondet_int();
    irp->Stack.Argument = __VERIFIER_nondet_int();
    if (irp->Stack.MajorFunction < 0 || irp->Stack.MajorFunction >= IRP_MJ_COUNT)
        abort();
}

static void SendRequest(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status = device->DriverObject->MajorFunction[irp->Stack.MajorFunction](device, irp);

    if (current_level != PASSIVE_LEVEL)
        reach_error();
    if (status == STATUS_PENDING) {
        if (!irp->Pending)
            reach_error();
        device->DriverObject->DpcForIsr(device);
    }
    if (!irp->Completed)
        reach_error();
}

int main(void)
{
    static DRIVER_OBJECT driver;
    static DEVICE_OBJECT device;
    static DEVICE_EXTENSION extension;
    static IRP irp;

    current_level = PASSIVE_LEVEL;
    locks_held = 0;
    if (DriverEntry(&driver) != STATUS_SUCCESS)
        return 1;
    AddDevice(&driver, &device, &extension);
    while (__VERIFIER_nondet_int()) {
        BuildRequest(&irp);
        SendRequest(&device, &irp);
    }
    return 0;
}
