// What the example programs of the WDM rules need of a driver's interface, and as much of its behaviour.
typedef long NTSTATUS;
typedef unsigned char KIRQL, *PKIRQL, BOOLEAN, UCHAR;
typedef unsigned long ULONG;
typedef unsigned long long KSPIN_LOCK, *PKSPIN_LOCK, SIZE_T, ULONG_PTR;
typedef void *PVOID;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 0x103
#define STATUS_UNSUCCESSFUL (-1)
#define STATUS_NOT_SUPPORTED (-2)
#define NT_SUCCESS(s) ((s) >= 0)
#define PASSIVE_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2
#define SL_PENDING_RETURNED 1

typedef struct { NTSTATUS Status; ULONG_PTR Information; } IO_STATUS_BLOCK;
typedef struct { UCHAR MajorFunction, MinorFunction, Flags, Control; } IO_STACK_LOCATION, *PIO_STACK_LOCATION;
typedef struct {
  IO_STATUS_BLOCK IoStatus;
  BOOLEAN PendingReturned, Cancel;
  KIRQL CancelIrql;
  struct { struct { PIO_STACK_LOCATION CurrentStackLocation; } Overlay; } Tail;
} IRP, *PIRP;
#define Stack Tail.Overlay.CurrentStackLocation /* the examples' IoGetCurrentIrpStackLocation */
typedef struct { PVOID DeviceExtension; ULONG Flags; } DEVICE_OBJECT, *PDEVICE_OBJECT;
typedef struct { int Signalled; } KEVENT, *PKEVENT;
typedef struct { int Count; } IO_REMOVE_LOCK, *PIO_REMOVE_LOCK;
typedef struct { void *Lock; KIRQL Old; } KLOCK_QUEUE_HANDLE, *PKLOCK_QUEUE_HANDLE;
typedef long long *PLARGE_INTEGER;
typedef enum { NonPagedPool = 0, PagedPool = 1 } POOL_TYPE;

void KeAcquireSpinLock(PKSPIN_LOCK, PKIRQL);
void KeReleaseSpinLock(PKSPIN_LOCK, KIRQL);
void KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK);
void KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK);
void KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK, PKLOCK_QUEUE_HANDLE);
void KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE);
void IoAcquireCancelSpinLock(PKIRQL);
void IoReleaseCancelSpinLock(KIRQL);
KIRQL KfRaiseIrql(KIRQL);
void KeLowerIrql(KIRQL);
void IoCompleteRequest(PIRP, char);
NTSTATUS IoCallDriver(PDEVICE_OBJECT, PIRP);
NTSTATUS PoCallDriver(PDEVICE_OBJECT, PIRP);
void PoStartNextPowerIrp(PIRP);
long KeSetEvent(PKEVENT, long, BOOLEAN);
NTSTATUS KeWaitForSingleObject(PVOID, int, int, BOOLEAN, PLARGE_INTEGER);
NTSTATUS KeDelayExecutionThread(int, BOOLEAN, PLARGE_INTEGER);
PVOID ExAllocatePoolWithTag(POOL_TYPE, SIZE_T, ULONG);
void ExFreePoolWithTag(PVOID, ULONG);
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK, PVOID);
void IoReleaseRemoveLock(PIO_REMOVE_LOCK, PVOID);
void IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK, PVOID);
PIRP IoAllocateIrp(char, BOOLEAN);
void IoFreeIrp(PIRP);
NTSTATUS IoCreateDevice(PVOID, ULONG, PVOID, ULONG, ULONG, BOOLEAN, PDEVICE_OBJECT *);
void IoDeleteDevice(PDEVICE_OBJECT);
PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT, PDEVICE_OBJECT);
void IoDetachDevice(PDEVICE_OBJECT);
int nondet_int(void);

static void IoMarkIrpPending(PIRP irp) { irp->Stack->Control |= SL_PENDING_RETURNED; }

/* A harness: one request for a driver's dispatch routine. */
NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp);
#define DISPATCH Dispatch
static IO_STACK_LOCATION the_stack;
static IRP the_irp;
static DEVICE_OBJECT the_device, lower_device;

int main(void)
{
  the_irp.Stack = &the_stack;
  the_stack.MajorFunction = nondet_int();
  the_stack.MinorFunction = nondet_int();
  Dispatch(&the_device, &the_irp);
  return 0;
}
