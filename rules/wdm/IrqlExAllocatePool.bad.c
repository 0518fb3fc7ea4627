#include "driver.h"
static KSPIN_LOCK lock;
static PVOID table;

static PVOID memory(SIZE_T size) { return ExAllocatePoolWithTag(PagedPool, size, 1); }

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (!table)
    table = memory(64);
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
