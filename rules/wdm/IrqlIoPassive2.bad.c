#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoConnectInterrupt(PVOID *interrupt, PVOID routine, PVOID context);
static PVOID interrupt;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    IoConnectInterrupt(&interrupt, 0, 0);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
