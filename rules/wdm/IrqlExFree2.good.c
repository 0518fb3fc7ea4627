#include "driver.h"
static KSPIN_LOCK lock;
static PVOID table;
PVOID ExAllocatePoolWithTagPriority(POOL_TYPE, SIZE_T, ULONG, int);

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PVOID old_table, new_table = ExAllocatePoolWithTagPriority(PagedPool, 64, 1, 16);
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  old_table = table;
  table = new_table;
  KeReleaseSpinLock(&lock, old);
  if (old_table)
    ExFreePoolWithTag(old_table, 1);
  return STATUS_SUCCESS;
}
