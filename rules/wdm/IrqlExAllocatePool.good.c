#include "driver.h"
static KSPIN_LOCK lock;
static PVOID table;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  PVOID names = ExAllocatePoolWithTag(PagedPool, 64, 1);
  KeAcquireSpinLock(&lock, &old);
  if (!table)
    table = ExAllocatePoolWithTag(NonPagedPool, 64, 1);
  KeReleaseSpinLock(&lock, old);
  return names ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
