#include "driver.h"
static KSPIN_LOCK lock;
PVOID ExAllocateFromPagedLookasideList(PVOID list);
static long long list;
static PVOID entry;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    entry = ExAllocateFromPagedLookasideList(&list);
  return STATUS_SUCCESS;
}
