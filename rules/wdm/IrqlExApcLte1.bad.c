#include "driver.h"
static KSPIN_LOCK lock;
void ExAcquireFastMutex(PVOID mutex);
void ExReleaseFastMutex(PVOID mutex);
static long long mutex;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    ExAcquireFastMutex(&mutex);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
