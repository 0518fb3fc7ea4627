#include "driver.h"
static KSPIN_LOCK lock;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    IoDeleteDevice(device);
  return STATUS_SUCCESS;
}
