// The Windows driver model's interface is that of the driver development kit's headers, Debian's mingw-w64-common. This file stands before
// its wdm.h and adds what that one lacks or has in a form that the models cannot stand behind:
// - levels, spin locks, requests and locks that the kit has as macros, assembly or inline functions are functions here, so that a rule has
//   an event and a model has a name, whatever a driver calls;
// - fields are not volatile: one processor runs at a time, what changes a field is in the models, and a register of a device is none of them.
#ifndef YOGI_WDM_H
#define YOGI_WDM_H

#include <yogi_sal.h>

#define volatile
#define KeGetCurrentIrql yogi_kit_KeGetCurrentIrql
#define KeLowerIrql yogi_kit_KeLowerIrql
#define KfRaiseIrql yogi_kit_KfRaiseIrql
#define KeRaiseIrqlToDpcLevel yogi_kit_KeRaiseIrqlToDpcLevel
#define KeRaiseIrqlToSynchLevel yogi_kit_KeRaiseIrqlToSynchLevel
#define KeInitializeSpinLock yogi_kit_KeInitializeSpinLock
#define KeGetCurrentProcessorNumber yogi_kit_KeGetCurrentProcessorNumber
#define KeMemoryBarrier yogi_kit_KeMemoryBarrier
// The third versions of these structures end in more fields.
#define DmaPort \
  DmaPort; \
  ULONG DmaAddressWidth; \
  ULONG DmaControllerInstance; \
  ULONG DmaRequestLine; \
  PHYSICAL_ADDRESS DeviceAddress
#define BuildMdlFromScatterGatherList \
  BuildMdlFromScatterGatherList; \
  PVOID GetDmaAdapterInfo; \
  PVOID GetDmaTransferInfo; \
  NTSTATUS (*InitializeDmaTransferContext)(PDMA_ADAPTER, PVOID); \
  PVOID AllocateCommonBufferEx; \
  NTSTATUS (*AllocateAdapterChannelEx)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID, ULONG, ULONG, PDRIVER_CONTROL, PVOID, PVOID *); \
  PVOID ConfigureAdapterChannel; \
  BOOLEAN (*CancelAdapterChannel)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID); \
  NTSTATUS (*MapTransferEx)(PDMA_ADAPTER, PMDL, PVOID, ULONGLONG, ULONG, PULONG, BOOLEAN, PSCATTER_GATHER_LIST, ULONG, \
    void (*)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID, DMA_COMPLETION_STATUS), PVOID); \
  PVOID GetScatterGatherListEx; \
  PVOID BuildScatterGatherListEx; \
  NTSTATUS (*FlushAdapterBuffersEx)(PDMA_ADAPTER, PMDL, PVOID, ULONGLONG, ULONG, BOOLEAN); \
  VOID (*FreeAdapterObject)(PDMA_ADAPTER, IO_ALLOCATION_ACTION); \
  PVOID CancelMappedTransfer; \
  PVOID AllocateDomainCommonBuffer; \
  PVOID FlushDmaBuffer; \
  PVOID JoinDmaDomain; \
  PVOID LeaveDmaDomain; \
  PVOID GetDmaDomain; \
  PVOID AllocateCommonBufferWithBounds

#include_next <wdm.h>

#undef volatile
#undef KeGetCurrentIrql
#undef KeLowerIrql
#undef KfRaiseIrql
#undef KeRaiseIrql
#undef KeRaiseIrqlToDpcLevel
#undef KeRaiseIrqlToSynchLevel
#undef KeInitializeSpinLock
#undef KeGetCurrentProcessorNumber
#undef KeMemoryBarrier
#undef DmaPort
#undef BuildMdlFromScatterGatherList

// Levels and spin locks.
KIRQL KeGetCurrentIrql(VOID);
VOID KeRaiseIrql(KIRQL NewIrql, PKIRQL OldIrql);
KIRQL KfRaiseIrql(KIRQL NewIrql);
KIRQL KeRaiseIrqlToDpcLevel(VOID);
KIRQL KeRaiseIrqlToSynchLevel(VOID);
VOID KeLowerIrql(KIRQL NewIrql);
VOID KeInitializeSpinLock(PKSPIN_LOCK SpinLock);
#undef KeAcquireSpinLock
VOID KeAcquireSpinLock(PKSPIN_LOCK SpinLock, PKIRQL OldIrql);
typedef LONG EX_SPIN_LOCK, *PEX_SPIN_LOCK;
KIRQL ExAcquireSpinLockExclusive(PEX_SPIN_LOCK SpinLock);
KIRQL ExAcquireSpinLockShared(PEX_SPIN_LOCK SpinLock);
VOID ExReleaseSpinLockExclusive(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql);
VOID ExReleaseSpinLockShared(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql);
ULONG KeGetCurrentProcessorNumber(VOID);
VOID KeMemoryBarrier(VOID);
#undef KeQuerySystemTime
VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime);
#undef KeQueryTickCount
VOID KeQueryTickCount(PLARGE_INTEGER CurrentCount);

// Requests and remove locks.
#undef IoCallDriver
NTSTATUS IoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
#define IofCallDriver IoCallDriver
#undef IoCompleteRequest
VOID IoCompleteRequest(PIRP Irp, CCHAR PriorityBoost);
#define IofCompleteRequest IoCompleteRequest
#undef IoSetCancelRoutine
PDRIVER_CANCEL IoSetCancelRoutine(PIRP Irp, PDRIVER_CANCEL CancelRoutine);
#undef IoInitializeRemoveLock
VOID IoInitializeRemoveLock(PIO_REMOVE_LOCK Lock, ULONG AllocateTag, ULONG MaxLockedMinutes, ULONG HighWatermark);
#undef IoAcquireRemoveLock
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef IoReleaseRemoveLock
VOID IoReleaseRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef IoReleaseRemoveLockAndWait
VOID IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef ObReferenceObject
LONG_PTR ObReferenceObject(PVOID Object);
#undef ObDereferenceObject
LONG_PTR ObDereferenceObject(PVOID Object);

// Memory of the pool.
#undef ExFreePool
VOID ExFreePool(PVOID P);
#ifndef POOL_NX_OPTIN_AUTO
#define DrvRtPoolNxOptIn 0x00000001
#endif
VOID ExInitializeDriverRuntime(ULONG RuntimeFlags);
typedef ULONGLONG POOL_FLAGS;
#define POOL_FLAG_USE_QUOTA 0x0000000000000001ULL
#define POOL_FLAG_UNINITIALIZED 0x0000000000000002ULL
#define POOL_FLAG_RAISE_ON_FAILURE 0x0000000000000020ULL
#define POOL_FLAG_NON_PAGED 0x0000000000000040ULL
#define POOL_FLAG_NON_PAGED_EXECUTE 0x0000000000000080ULL
#define POOL_FLAG_PAGED 0x0000000000000100ULL
PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
#define MdlMappingNoExecute 0x40000000
#define MdlMappingNoWrite 0x80000000

// The debugger.
#undef DbgRaiseAssertionFailure
VOID DbgRaiseAssertionFailure(VOID);

// Other constants.
#define RTL_QUERY_REGISTRY_TYPECHECK 0x00000100
#define RTL_QUERY_REGISTRY_TYPECHECK_SHIFT 24
#define DMA_TRANSFER_CONTEXT_SIZE_V1 128
#define DEVICE_DESCRIPTION_VERSION3 0x0003

// Structured exceptions: the kit's excpt.h has these words in Microsoft's compilers.
#include <excpt.h>
#undef GetExceptionCode
#define GetExceptionCode yogi_exception_code
NTSTATUS yogi_exception_code(void);
#define try __try
#define except __except
#define finally __finally
#define leave __leave

// How the models take part in exceptions; see the type checker's try.go.
int yogi_raises(void);
void yogi_try(int change);

DRIVER_INITIALIZE DriverEntry;

#endif
