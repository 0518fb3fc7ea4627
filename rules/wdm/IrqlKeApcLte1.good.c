#include "driver.h"
static KSPIN_LOCK lock;
void KeAcquireGuardedMutex(PVOID mutex);
static long long mutex, interval;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return KeDelayExecutionThread(0, 0, &interval);
  return STATUS_SUCCESS;
}
