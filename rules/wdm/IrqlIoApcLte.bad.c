#include "driver.h"
static KSPIN_LOCK lock;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    IoDeleteDevice(&lower_device);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
