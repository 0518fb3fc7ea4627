#include "driver.h"
static KSPIN_LOCK lock;
PVOID MmAllocateNonCachedMemory(SIZE_T size);
static PVOID pages;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    pages = MmAllocateNonCachedMemory(4096);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
