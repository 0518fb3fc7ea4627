#include "driver.h"
static KSPIN_LOCK lock;
BOOLEAN ExAcquireResourceExclusiveLite(PVOID resource, BOOLEAN wait);
static long long resource;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    ExAcquireResourceExclusiveLite(&resource, 1);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
