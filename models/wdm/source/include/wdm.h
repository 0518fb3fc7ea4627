// The part of the Windows driver model's interface that the models and rules know, in our own words after the public
// documentation. Types have the sizes that they have on Windows whatever the data model. Differences from the
// system's header that a driver can see: the variants of Parameters do not overlap, and macros such as
// IoGetCurrentIrpStackLocation are functions.
#ifndef YOGI_WDM_H
#define YOGI_WDM_H

typedef void VOID, *PVOID;
typedef char CHAR, *PCHAR, CCHAR;
typedef unsigned char UCHAR, *PUCHAR, BOOLEAN, *PBOOLEAN, KIRQL, *PKIRQL;
typedef short SHORT;
typedef unsigned short USHORT, *PUSHORT, WCHAR, *PWSTR;
typedef const WCHAR *PCWSTR;
typedef int LONG, *PLONG, NTSTATUS, INT;
typedef unsigned int ULONG, *PULONG, UINT, DEVICE_TYPE, ACCESS_MASK, KAFFINITY;
typedef long long LONGLONG;
typedef unsigned long long ULONGLONG;
typedef unsigned long long ULONG_PTR, *PULONG_PTR, SIZE_T, KSPIN_LOCK, *PKSPIN_LOCK;
typedef long long LONG_PTR;
typedef void *HANDLE, **PHANDLE;
typedef signed char KPRIORITY, KPROCESSOR_MODE;
typedef struct { long long QuadPart; } LARGE_INTEGER, *PLARGE_INTEGER, PHYSICAL_ADDRESS;
typedef struct _UNICODE_STRING { USHORT Length, MaximumLength; PWSTR Buffer; } UNICODE_STRING, *PUNICODE_STRING;
typedef const UNICODE_STRING *PCUNICODE_STRING;
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; } LIST_ENTRY, *PLIST_ENTRY;
typedef struct _GUID { ULONG Data1; USHORT Data2, Data3; UCHAR Data4[8]; } GUID, *LPGUID;

#define IN
#define OUT
#define OPTIONAL
#define NTAPI
#define FORCEINLINE static __inline
#define UNREFERENCED_PARAMETER(x) ((void)(x))
#define TRUE 1
#define FALSE 0
#ifndef NULL
#define NULL ((void *)0)
#endif
#define NT_SUCCESS(s) ((NTSTATUS)(s) >= 0)
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_TIMEOUT ((NTSTATUS)0x102)
#define STATUS_PENDING ((NTSTATUS)0x103)
#define STATUS_UNSUCCESSFUL ((NTSTATUS)0xC0000001)
#define STATUS_NOT_IMPLEMENTED ((NTSTATUS)0xC0000002)
#define STATUS_INVALID_PARAMETER ((NTSTATUS)0xC000000D)
#define STATUS_NO_SUCH_DEVICE ((NTSTATUS)0xC000000E)
#define STATUS_INVALID_DEVICE_REQUEST ((NTSTATUS)0xC0000010)
#define STATUS_MORE_PROCESSING_REQUIRED ((NTSTATUS)0xC0000016)
#define STATUS_ACCESS_DENIED ((NTSTATUS)0xC0000022)
#define STATUS_BUFFER_TOO_SMALL ((NTSTATUS)0xC0000023)
#define STATUS_DELETE_PENDING ((NTSTATUS)0xC0000056)
#define STATUS_INSUFFICIENT_RESOURCES ((NTSTATUS)0xC000009A)
#define STATUS_DEVICE_NOT_READY ((NTSTATUS)0xC00000A3)
#define STATUS_NOT_SUPPORTED ((NTSTATUS)0xC00000BB)
#define STATUS_CANCELLED ((NTSTATUS)0xC0000120)
#define STATUS_DEVICE_BUSY ((NTSTATUS)0x80000011)

#define PASSIVE_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2
#define HIGH_LEVEL 15

#define IRP_MJ_CREATE 0x00
#define IRP_MJ_CLOSE 0x02
#define IRP_MJ_READ 0x03
#define IRP_MJ_WRITE 0x04
#define IRP_MJ_FLUSH_BUFFERS 0x09
#define IRP_MJ_DEVICE_CONTROL 0x0e
#define IRP_MJ_INTERNAL_DEVICE_CONTROL 0x0f
#define IRP_MJ_SHUTDOWN 0x10
#define IRP_MJ_CLEANUP 0x12
#define IRP_MJ_POWER 0x16
#define IRP_MJ_SYSTEM_CONTROL 0x17
#define IRP_MJ_PNP 0x1b
#define IRP_MJ_MAXIMUM_FUNCTION 0x1b

#define IRP_MN_START_DEVICE 0x00
#define IRP_MN_QUERY_REMOVE_DEVICE 0x01
#define IRP_MN_REMOVE_DEVICE 0x02
#define IRP_MN_CANCEL_REMOVE_DEVICE 0x03
#define IRP_MN_STOP_DEVICE 0x04
#define IRP_MN_QUERY_STOP_DEVICE 0x05
#define IRP_MN_CANCEL_STOP_DEVICE 0x06
#define IRP_MN_QUERY_DEVICE_RELATIONS 0x07
#define IRP_MN_QUERY_CAPABILITIES 0x09
#define IRP_MN_QUERY_DEVICE_TEXT 0x0c
#define IRP_MN_EJECT 0x11
#define IRP_MN_QUERY_ID 0x13
#define IRP_MN_SURPRISE_REMOVAL 0x17
#define IRP_MN_WAIT_WAKE 0x00
#define IRP_MN_POWER_SEQUENCE 0x01
#define IRP_MN_SET_POWER 0x02
#define IRP_MN_QUERY_POWER 0x03

#define SL_PENDING_RETURNED 0x01
#define SL_INVOKE_ON_CANCEL 0x20
#define SL_INVOKE_ON_SUCCESS 0x40
#define SL_INVOKE_ON_ERROR 0x80
#define DO_BUFFERED_IO 0x04
#define DO_DIRECT_IO 0x10
#define DO_DEVICE_INITIALIZING 0x80
#define DO_POWER_PAGABLE 0x2000
#define IO_NO_INCREMENT 0
#define FILE_DEVICE_UNKNOWN 0x22
#define FILE_DEVICE_SECURE_OPEN 0x100
#define METHOD_BUFFERED 0
#define METHOD_IN_DIRECT 1
#define METHOD_OUT_DIRECT 2
#define METHOD_NEITHER 3
#define FILE_ANY_ACCESS 0
#define CTL_CODE(type, function, method, access) (((type) << 16) | ((access) << 14) | ((function) << 2) | (method))

typedef enum _POOL_TYPE { NonPagedPool = 0, PagedPool = 1 } POOL_TYPE;
typedef enum _MM_PAGE_PRIORITY { LowPagePriority = 0, NormalPagePriority = 16, HighPagePriority = 32 } MM_PAGE_PRIORITY;
typedef enum _EVENT_TYPE { NotificationEvent, SynchronizationEvent } EVENT_TYPE;
typedef enum _KWAIT_REASON { Executive = 0, UserRequest = 6 } KWAIT_REASON;
typedef enum _MODE { KernelMode, UserMode } MODE;
typedef enum _KINTERRUPT_MODE { LevelSensitive, Latched } KINTERRUPT_MODE;
typedef enum _DEVICE_POWER_STATE { PowerDeviceUnspecified, PowerDeviceD0, PowerDeviceD1, PowerDeviceD2, PowerDeviceD3 } DEVICE_POWER_STATE;
typedef enum _SYSTEM_POWER_STATE {
  PowerSystemUnspecified, PowerSystemWorking, PowerSystemSleeping1, PowerSystemSleeping2, PowerSystemSleeping3, PowerSystemHibernate, PowerSystemShutdown
} SYSTEM_POWER_STATE;
typedef union _POWER_STATE { SYSTEM_POWER_STATE SystemState; DEVICE_POWER_STATE DeviceState; } POWER_STATE;
typedef enum _POWER_STATE_TYPE { SystemPowerState, DevicePowerState } POWER_STATE_TYPE;

typedef struct _KEVENT { int Reserved; EVENT_TYPE Type; } KEVENT, *PKEVENT;
typedef struct _KSEMAPHORE { LONG Count; } KSEMAPHORE, *PKSEMAPHORE;
typedef struct _KMUTEX { int Held; } KMUTEX, *PKMUTEX;
typedef struct _FAST_MUTEX { int Held; KIRQL Old; } FAST_MUTEX, *PFAST_MUTEX;
typedef struct _IO_REMOVE_LOCK { LONG Count; BOOLEAN Removed; } IO_REMOVE_LOCK, *PIO_REMOVE_LOCK;
typedef struct _KLOCK_QUEUE_HANDLE { PKSPIN_LOCK Lock; KIRQL OldIrql; } KLOCK_QUEUE_HANDLE, *PKLOCK_QUEUE_HANDLE;
typedef struct _KDEVICE_QUEUE { BOOLEAN Busy; } KDEVICE_QUEUE, *PKDEVICE_QUEUE;
typedef struct _KDEVICE_QUEUE_ENTRY { ULONG SortKey; BOOLEAN Inserted; } KDEVICE_QUEUE_ENTRY, *PKDEVICE_QUEUE_ENTRY;
typedef struct _MDL { PVOID Address; ULONG ByteCount; } MDL, *PMDL;
typedef struct _FILE_OBJECT { PVOID FsContext, FsContext2; } FILE_OBJECT, *PFILE_OBJECT;
typedef struct _IO_STATUS_BLOCK { NTSTATUS Status; ULONG_PTR Information; } IO_STATUS_BLOCK, *PIO_STATUS_BLOCK;

struct _DEVICE_OBJECT;
struct _DRIVER_OBJECT;
struct _IRP;
struct _KDPC;
struct _KINTERRUPT;

typedef NTSTATUS DRIVER_INITIALIZE(struct _DRIVER_OBJECT *, PUNICODE_STRING);
typedef NTSTATUS DRIVER_ADD_DEVICE(struct _DRIVER_OBJECT *, struct _DEVICE_OBJECT *);
typedef NTSTATUS DRIVER_DISPATCH(struct _DEVICE_OBJECT *, struct _IRP *);
typedef void DRIVER_UNLOAD(struct _DRIVER_OBJECT *);
typedef void DRIVER_STARTIO(struct _DEVICE_OBJECT *, struct _IRP *);
typedef void DRIVER_CANCEL(struct _DEVICE_OBJECT *, struct _IRP *);
typedef NTSTATUS IO_COMPLETION_ROUTINE(struct _DEVICE_OBJECT *, struct _IRP *, PVOID);
typedef void KDEFERRED_ROUTINE(struct _KDPC *, PVOID, PVOID, PVOID);
typedef void IO_DPC_ROUTINE(struct _KDPC *, struct _DEVICE_OBJECT *, struct _IRP *, PVOID);
typedef BOOLEAN KSERVICE_ROUTINE(struct _KINTERRUPT *, PVOID);
typedef BOOLEAN KSYNCHRONIZE_ROUTINE(PVOID);
typedef void IO_WORKITEM_ROUTINE(struct _DEVICE_OBJECT *, PVOID);
typedef void IO_TIMER_ROUTINE(struct _DEVICE_OBJECT *, PVOID);
typedef DRIVER_DISPATCH *PDRIVER_DISPATCH;
typedef DRIVER_CANCEL *PDRIVER_CANCEL;
typedef DRIVER_ADD_DEVICE *PDRIVER_ADD_DEVICE;
typedef DRIVER_UNLOAD *PDRIVER_UNLOAD;
typedef DRIVER_STARTIO *PDRIVER_STARTIO;
typedef IO_COMPLETION_ROUTINE *PIO_COMPLETION_ROUTINE;
typedef KDEFERRED_ROUTINE *PKDEFERRED_ROUTINE;
typedef IO_DPC_ROUTINE *PIO_DPC_ROUTINE;
typedef KSERVICE_ROUTINE *PKSERVICE_ROUTINE;
typedef KSYNCHRONIZE_ROUTINE *PKSYNCHRONIZE_ROUTINE;
typedef IO_WORKITEM_ROUTINE *PIO_WORKITEM_ROUTINE;
typedef IO_TIMER_ROUTINE *PIO_TIMER_ROUTINE;

typedef struct _KDPC { PKDEFERRED_ROUTINE DeferredRoutine; PVOID DeferredContext, SystemArgument1, SystemArgument2; } KDPC, *PKDPC;
typedef struct _KTIMER { PKDPC Dpc; } KTIMER, *PKTIMER;
typedef struct _KINTERRUPT { PKSERVICE_ROUTINE ServiceRoutine; PVOID ServiceContext; KIRQL Irql; } KINTERRUPT, *PKINTERRUPT;
typedef struct _IO_WORKITEM { struct _DEVICE_OBJECT *Device; PIO_WORKITEM_ROUTINE Routine; PVOID Context; } IO_WORKITEM, *PIO_WORKITEM;
typedef enum _WORK_QUEUE_TYPE { CriticalWorkQueue, DelayedWorkQueue } WORK_QUEUE_TYPE;

typedef enum _DEVICE_RELATION_TYPE { BusRelations, EjectionRelations, PowerRelations, RemovalRelations, TargetDeviceRelation } DEVICE_RELATION_TYPE;
typedef enum _BUS_QUERY_ID_TYPE { BusQueryDeviceID, BusQueryHardwareIDs, BusQueryCompatibleIDs, BusQueryInstanceID } BUS_QUERY_ID_TYPE;
typedef struct _DEVICE_RELATIONS { ULONG Count; struct _DEVICE_OBJECT *Objects[1]; } DEVICE_RELATIONS, *PDEVICE_RELATIONS;

typedef struct _IO_STACK_LOCATION {
  UCHAR MajorFunction, MinorFunction, Flags, Control;
  struct {
    struct { ULONG Length, Key; LARGE_INTEGER ByteOffset; } Read, Write;
    struct { ULONG OutputBufferLength, InputBufferLength, IoControlCode; PVOID Type3InputBuffer; } DeviceIoControl;
    struct { POWER_STATE_TYPE Type; POWER_STATE State; } Power;
    struct { DEVICE_RELATION_TYPE Type; } QueryDeviceRelations;
    struct { BUS_QUERY_ID_TYPE IdType; } QueryId;
    struct { PVOID AllocatedResources, AllocatedResourcesTranslated; } StartDevice;
  } Parameters;
  struct _DEVICE_OBJECT *DeviceObject;
  PFILE_OBJECT FileObject;
  PIO_COMPLETION_ROUTINE CompletionRoutine;
  PVOID Context;
  struct _IO_STACK_LOCATION *YogiBelow, *YogiAbove; // the neighbours, where the system's stack is an array
} IO_STACK_LOCATION, *PIO_STACK_LOCATION;

typedef struct _IRP {
  IO_STATUS_BLOCK IoStatus;
  CHAR StackCount, CurrentLocation;
  BOOLEAN PendingReturned, Cancel;
  KIRQL CancelIrql;
  KPROCESSOR_MODE RequestorMode;
  PDRIVER_CANCEL CancelRoutine;
  PMDL MdlAddress;
  PVOID UserBuffer;
  struct { PVOID SystemBuffer; } AssociatedIrp;
  struct {
    struct { PVOID DriverContext[4]; KDEVICE_QUEUE_ENTRY DeviceQueueEntry; LIST_ENTRY ListEntry; struct _IO_STACK_LOCATION *CurrentStackLocation; } Overlay;
  } Tail;
} IRP, *PIRP;

typedef struct _DEVICE_OBJECT {
  struct _DRIVER_OBJECT *DriverObject;
  struct _DEVICE_OBJECT *NextDevice, *AttachedDevice;
  PIRP CurrentIrp;
  ULONG Flags, Characteristics, AlignmentRequirement;
  PVOID DeviceExtension;
  DEVICE_TYPE DeviceType;
  CHAR StackSize;
  KDEVICE_QUEUE DeviceQueue;
  KDPC Dpc;
  PIO_DPC_ROUTINE YogiDpcRoutine; // what IoInitializeDpcRequest and IoRequestDpc keep in Dpc by casts
  PIRP YogiDpcRequest;
  PVOID YogiDpcContext;
} DEVICE_OBJECT, *PDEVICE_OBJECT;

typedef struct _DRIVER_EXTENSION { PDRIVER_ADD_DEVICE AddDevice; } DRIVER_EXTENSION, *PDRIVER_EXTENSION;

typedef struct _DRIVER_OBJECT {
  PDEVICE_OBJECT DeviceObject;
  PDRIVER_EXTENSION DriverExtension;
  PDRIVER_STARTIO DriverStartIo;
  PDRIVER_UNLOAD DriverUnload;
  PDRIVER_DISPATCH MajorFunction[IRP_MJ_MAXIMUM_FUNCTION + 1];
} DRIVER_OBJECT, *PDRIVER_OBJECT;

// Interrupt request level and spin locks.
KIRQL KeGetCurrentIrql(void);
void KeRaiseIrql(KIRQL NewIrql, PKIRQL OldIrql);
void KeLowerIrql(KIRQL NewIrql);
void KeInitializeSpinLock(PKSPIN_LOCK SpinLock);
void KeAcquireSpinLock(PKSPIN_LOCK SpinLock, PKIRQL OldIrql);
void KeReleaseSpinLock(PKSPIN_LOCK SpinLock, KIRQL NewIrql);
void KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock);
void KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK SpinLock);
void KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle);
void KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE LockHandle);
void IoAcquireCancelSpinLock(PKIRQL Irql);
void IoReleaseCancelSpinLock(KIRQL Irql);
PDRIVER_CANCEL IoSetCancelRoutine(PIRP Irp, PDRIVER_CANCEL CancelRoutine);
BOOLEAN IoCancelIrp(PIRP Irp);

// Waiting.
void KeInitializeEvent(PKEVENT Event, EVENT_TYPE Type, BOOLEAN State);
LONG KeSetEvent(PKEVENT Event, LONG Increment, BOOLEAN Wait);
LONG KeResetEvent(PKEVENT Event);
void KeClearEvent(PKEVENT Event);
LONG KeReadStateEvent(PKEVENT Event);
NTSTATUS KeWaitForSingleObject(PVOID Object, KWAIT_REASON Reason, KPROCESSOR_MODE Mode, BOOLEAN Alertable, PLARGE_INTEGER Timeout);
NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE Mode, BOOLEAN Alertable, PLARGE_INTEGER Interval);
void KeInitializeMutex(PKMUTEX Mutex, ULONG Level);
LONG KeReleaseMutex(PKMUTEX Mutex, BOOLEAN Wait);
void KeInitializeSemaphore(PKSEMAPHORE Semaphore, LONG Count, LONG Limit);
LONG KeReleaseSemaphore(PKSEMAPHORE Semaphore, int Increment, LONG Adjustment, BOOLEAN Wait);
void ExInitializeFastMutex(PFAST_MUTEX Mutex);
void ExAcquireFastMutex(PFAST_MUTEX Mutex);
void ExReleaseFastMutex(PFAST_MUTEX Mutex);
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);

// Deferred work, timers, interrupts.
void KeInitializeDpc(PKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine, PVOID DeferredContext);
BOOLEAN KeInsertQueueDpc(PKDPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2);
BOOLEAN KeRemoveQueueDpc(PKDPC Dpc);
void IoInitializeDpcRequest(PDEVICE_OBJECT DeviceObject, PIO_DPC_ROUTINE DpcRoutine);
void IoRequestDpc(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context);
void KeInitializeTimer(PKTIMER Timer);
BOOLEAN KeSetTimer(PKTIMER Timer, LARGE_INTEGER DueTime, PKDPC Dpc);
BOOLEAN KeCancelTimer(PKTIMER Timer);
PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT DeviceObject);
void IoFreeWorkItem(PIO_WORKITEM IoWorkItem);
void IoQueueWorkItem(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE WorkerRoutine, WORK_QUEUE_TYPE QueueType, PVOID Context);
NTSTATUS IoConnectInterrupt(PKINTERRUPT *InterruptObject, PKSERVICE_ROUTINE ServiceRoutine, PVOID ServiceContext, PKSPIN_LOCK SpinLock,
  ULONG Vector, KIRQL Irql, KIRQL SynchronizeIrql, KINTERRUPT_MODE InterruptMode, BOOLEAN ShareVector, KAFFINITY ProcessorEnableMask, BOOLEAN FloatingSave);
void IoDisconnectInterrupt(PKINTERRUPT InterruptObject);
BOOLEAN KeSynchronizeExecution(PKINTERRUPT Interrupt, PKSYNCHRONIZE_ROUTINE SynchronizeRoutine, PVOID SynchronizeContext);

// Requests.
PIO_STACK_LOCATION IoGetCurrentIrpStackLocation(PIRP Irp);
PIO_STACK_LOCATION IoGetNextIrpStackLocation(PIRP Irp);
void IoSkipCurrentIrpStackLocation(PIRP Irp);
void IoCopyCurrentIrpStackLocationToNext(PIRP Irp);
void IoMarkIrpPending(PIRP Irp);
void IoSetCompletionRoutine(PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID Context, BOOLEAN InvokeOnSuccess, BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel);
NTSTATUS IoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
void IoCompleteRequest(PIRP Irp, CCHAR PriorityBoost);
PIRP IoAllocateIrp(CCHAR StackSize, BOOLEAN ChargeQuota);
void IoFreeIrp(PIRP Irp);
void IoStartPacket(PDEVICE_OBJECT DeviceObject, PIRP Irp, PULONG Key, PDRIVER_CANCEL CancelFunction);
void IoStartNextPacket(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable);
BOOLEAN KeRemoveEntryDeviceQueue(PKDEVICE_QUEUE DeviceQueue, PKDEVICE_QUEUE_ENTRY DeviceQueueEntry);
NTSTATUS PoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
void PoStartNextPowerIrp(PIRP Irp);
POWER_STATE PoSetPowerState(PDEVICE_OBJECT DeviceObject, POWER_STATE_TYPE Type, POWER_STATE State);
void IoInitializeRemoveLock(PIO_REMOVE_LOCK Lock, ULONG AllocateTag, ULONG MaxLockedMinutes, ULONG HighWatermark);
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
void IoReleaseRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
void IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);

// Devices.
NTSTATUS IoCreateDevice(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType,
  ULONG DeviceCharacteristics, BOOLEAN Exclusive, PDEVICE_OBJECT *DeviceObject);
void IoDeleteDevice(PDEVICE_OBJECT DeviceObject);
PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT SourceDevice, PDEVICE_OBJECT TargetDevice);
void IoDetachDevice(PDEVICE_OBJECT TargetDevice);
NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING SymbolicLinkName, PUNICODE_STRING DeviceName);
NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING SymbolicLinkName);
NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT PhysicalDeviceObject, const GUID *InterfaceClassGuid, PUNICODE_STRING ReferenceString, PUNICODE_STRING SymbolicLinkName);
NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING SymbolicLinkName, BOOLEAN Enable);
void IoInvalidateDeviceRelations(PDEVICE_OBJECT DeviceObject, DEVICE_RELATION_TYPE Type);
void IoInvalidateDeviceState(PDEVICE_OBJECT PhysicalDeviceObject);
LONG_PTR ObReferenceObject(PVOID Object);
LONG_PTR ObDereferenceObject(PVOID Object);

// Memory and strings.
PVOID ExAllocatePoolWithTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePool(POOL_TYPE PoolType, SIZE_T NumberOfBytes);
void ExFreePoolWithTag(PVOID P, ULONG Tag);
void ExFreePool(PVOID P);
PVOID MmGetSystemAddressForMdlSafe(PMDL Mdl, ULONG Priority);
PVOID MmMapIoSpace(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, int CacheType);
void MmUnmapIoSpace(PVOID BaseAddress, SIZE_T NumberOfBytes);
void RtlInitUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString);
void RtlFreeUnicodeString(PUNICODE_STRING UnicodeString);
void *memset(void *, int, __SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
#define RtlZeroMemory(to, size) memset((to), 0, (size))
#define RtlCopyMemory(to, from, size) memcpy((to), (from), (size))

// Interlocked operations, lists, ports.
LONG InterlockedIncrement(LONG *Addend);
LONG InterlockedDecrement(LONG *Addend);
LONG InterlockedExchange(LONG *Target, LONG Value);
LONG InterlockedCompareExchange(LONG *Destination, LONG Exchange, LONG Comparand);
void InitializeListHead(PLIST_ENTRY ListHead);
BOOLEAN IsListEmpty(const LIST_ENTRY *ListHead);
void InsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY Entry);
PLIST_ENTRY RemoveHeadList(PLIST_ENTRY ListHead);
BOOLEAN RemoveEntryList(PLIST_ENTRY Entry);
UCHAR READ_PORT_UCHAR(PUCHAR Port);
void WRITE_PORT_UCHAR(PUCHAR Port, UCHAR Value);
ULONG READ_REGISTER_ULONG(PULONG Register);
void WRITE_REGISTER_ULONG(PULONG Register, ULONG Value);
ULONG DbgPrint(const char *Format, ...);
void KeStallExecutionProcessor(ULONG MicroSeconds);
void KeQuerySystemTime(PLARGE_INTEGER CurrentTime);
LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER PerformanceFrequency);
#define CONTAINING_RECORD(address, type, field) ((type *)((char *)(address) - __builtin_offsetof(type, field)))
#define KdPrint(arguments)
#define PAGED_CODE()
#define ASSERT(condition)

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath);

#endif
