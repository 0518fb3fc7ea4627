#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ObGetObjectSecurity(PVOID object, PVOID *descriptor, BOOLEAN *allocated);
static PVOID descriptor;
static BOOLEAN allocated;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return ObGetObjectSecurity(device, &descriptor, &allocated);
  return STATUS_SUCCESS;
}
