#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoConnectInterrupt(PVOID *interrupt, PVOID routine, PVOID context);
static PVOID interrupt;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return IoConnectInterrupt(&interrupt, 0, device);
  return STATUS_SUCCESS;
}
