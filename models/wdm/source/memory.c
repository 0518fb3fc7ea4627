// Models of the pool, of memory descriptor lists, and of accesses to the memory of a user's process.
#include "model.h"

static PVOID allocate(SIZE_T size)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  return __builtin_malloc(size);
}

static PVOID allocate_zeros(SIZE_T size)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  return __builtin_calloc(1, size);
}

PVOID ExAllocatePoolWithTag(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate(size); }

PVOID ExAllocatePool(POOL_TYPE type, SIZE_T size) { return allocate(size); }

PVOID ExAllocatePool2(POOL_FLAGS flags, SIZE_T size, ULONG tag)
{
  return flags & POOL_FLAG_UNINITIALIZED ? allocate(size) : allocate_zeros(size);
}

PVOID ExAllocatePoolZero(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate_zeros(size); }

PVOID ExAllocatePoolUninitialized(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate(size); }

PVOID ExAllocatePoolQuotaZero(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate_zeros(size); }

PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE type, SIZE_T size, ULONG tag) { return allocate(size); }

// Where it fails it raises an exception, unless it is told not to.
PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE type, SIZE_T size, ULONG tag)
{
  PVOID block = allocate(size);
  if (!block && !(type & POOL_QUOTA_FAIL_INSTEAD_OF_RAISE))
    yogi_unsupported("an exception of ExAllocatePoolWithQuotaTag");
  return block;
}

void ExFreePoolWithTag(PVOID block, ULONG tag) { }

void ExFreePool(PVOID block) { }

void ExInitializeDriverRuntime(ULONG flags) { }

// How many __try blocks the call is in that a function which raises an exception would have to find: where it is not called in the block
// itself, which has asked whether it raises one (yogi_raises), an exception is not modelled.
static int tries;

void yogi_try(int change) { tries += change; }

int yogi_raises(void) { return __VERIFIER_nondet_bool(); }

static void may_raise(void)
{
  if (tries > 0 && __VERIFIER_nondet_int())
    yogi_unsupported("an exception that leaves a function");
}

NTSTATUS yogi_exception_code(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: return STATUS_ACCESS_VIOLATION;
  case 1: return STATUS_DATATYPE_MISALIGNMENT;
  case 2: return STATUS_WORKING_SET_QUOTA;
  default: return STATUS_INSUFFICIENT_RESOURCES;
  }
}

void ProbeForRead(const void *address, SIZE_T length, ULONG alignment) { may_raise(); }

void ProbeForWrite(PVOID address, SIZE_T length, ULONG alignment) { may_raise(); }

void MmProbeAndLockPages(PMDL mdl, KPROCESSOR_MODE mode, LOCK_OPERATION operation) { may_raise(); }

void MmUnlockPages(PMDL mdl) { }

// A list describes memory from where it starts, as if it were the start of a page.
PMDL IoAllocateMdl(PVOID address, ULONG length, BOOLEAN secondary, BOOLEAN charge, PIRP irp)
{
  PMDL mdl = allocate_zeros(sizeof *mdl);
  if (!mdl)
    return NULL;
  mdl->StartVa = address;
  mdl->ByteCount = length;
  if (irp && !secondary)
    irp->MdlAddress = mdl;
  else if (irp)
    yogi_unsupported("a secondary memory descriptor list");
  return mdl;
}

void IoFreeMdl(PMDL mdl) { }

void MmBuildMdlForNonPagedPool(PMDL mdl)
{
  mdl->MappedSystemVa = mdl->StartVa;
  mdl->MdlFlags |= MDL_SOURCE_IS_NONPAGED_POOL;
}

PVOID MmMapLockedPagesSpecifyCache(PMDL mdl, KPROCESSOR_MODE mode, MEMORY_CACHING_TYPE cache, PVOID base, ULONG check, MM_PAGE_PRIORITY priority)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  if (mode == UserMode)
    return mdl->StartVa;
  mdl->MappedSystemVa = mdl->StartVa;
  mdl->MdlFlags |= MDL_MAPPED_TO_SYSTEM_VA;
  return mdl->MappedSystemVa;
}

void MmUnmapLockedPages(PVOID address, PMDL mdl) { mdl->MdlFlags &= ~MDL_MAPPED_TO_SYSTEM_VA; }

// Fewer pages may come than were asked for.
static PMDL allocate_pages(SIZE_T size)
{
  PMDL mdl = allocate_zeros(sizeof *mdl);
  if (!mdl)
    return NULL;
  mdl->StartVa = __builtin_calloc(1, size);
  mdl->ByteCount = __VERIFIER_nondet_int() ? (ULONG)size : __VERIFIER_nondet_uint();
  if (mdl->ByteCount > size)
    mdl->ByteCount = (ULONG)size;
  return mdl;
}

PMDL MmAllocatePagesForMdl(PHYSICAL_ADDRESS low, PHYSICAL_ADDRESS high, PHYSICAL_ADDRESS skip, SIZE_T size) { return allocate_pages(size); }

PMDL MmAllocatePagesForMdlEx(PHYSICAL_ADDRESS low, PHYSICAL_ADDRESS high, PHYSICAL_ADDRESS skip, SIZE_T size, MEMORY_CACHING_TYPE cache, ULONG flags)
{
  return allocate_pages(size);
}

void MmFreePagesFromMdl(PMDL mdl) { }

PVOID MmMapIoSpace(PHYSICAL_ADDRESS address, SIZE_T size, MEMORY_CACHING_TYPE cache) { return allocate(size); }

void MmUnmapIoSpace(PVOID address, SIZE_T size) { }
