#include "driver.h"
static KSPIN_LOCK lock;
BOOLEAN ExAcquireResourceExclusiveLite(PVOID resource, BOOLEAN wait);
static long long resource;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    ExAcquireResourceExclusiveLite(&resource, 1);
  return STATUS_SUCCESS;
}
