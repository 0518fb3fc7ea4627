#include "driver.h"
static KSPIN_LOCK lock;
void KeEnterCriticalRegion(void);
static int waiting;

static void begin(void)
{
  if (!waiting++)
    KeEnterCriticalRegion();
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
