#include "driver.h"
static KSPIN_LOCK lock;
static PIRP waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP previous;
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  previous = waiting;
  waiting = irp;
  KeReleaseSpinLock(&lock, old);
  if (previous)
    IoCompleteRequest(previous, 0);
  return STATUS_PENDING;
}
