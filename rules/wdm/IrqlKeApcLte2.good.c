#include "driver.h"
static KSPIN_LOCK lock;
void KeEnterCriticalRegion(void);
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    KeEnterCriticalRegion();
  return STATUS_SUCCESS;
}
