#include "driver.h"
static KSPIN_LOCK lock;
void ExAcquireFastMutex(PVOID mutex);
void ExReleaseFastMutex(PVOID mutex);
static long long mutex;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    ExAcquireFastMutex(&mutex);
  return STATUS_SUCCESS;
}
