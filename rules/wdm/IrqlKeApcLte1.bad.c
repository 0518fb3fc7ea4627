#include "driver.h"
static KSPIN_LOCK lock;
void KeAcquireGuardedMutex(PVOID mutex);
static long long mutex, interval;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    KeAcquireGuardedMutex(&mutex);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
