#include "driver.h"
static KSPIN_LOCK lock;
PVOID MmAllocateNonCachedMemory(SIZE_T size);
static PVOID pages;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    pages = MmAllocateNonCachedMemory(4096);
  return STATUS_SUCCESS;
}
