#include "driver.h"
static KSPIN_LOCK lock;
static PVOID table;


NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  table = ExAllocatePoolWithTag(PagedPool, 64, 1);
  if (!table)
    return STATUS_UNSUCCESSFUL;
  KeAcquireSpinLock(&lock, &old);
  if (irp->Stack->MinorFunction == 6) {
    ExFreePoolWithTag(table, 1);
    table = 0;
  }
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
