#include "driver.h"
static KSPIN_LOCK lock;
static int state;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  NTSTATUS status = STATUS_SUCCESS;
  KeAcquireSpinLock(&lock, &old);
  if (state != 0)
    status = STATUS_UNSUCCESSFUL;
  else
    state = irp->Stack->MajorFunction;
  KeReleaseSpinLock(&lock, old);
  return status;
}
