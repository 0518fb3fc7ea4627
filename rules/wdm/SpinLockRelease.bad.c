#include "driver.h"
static KSPIN_LOCK lock;
static int state;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (irp->Stack->MajorFunction == 14)
    return STATUS_UNSUCCESSFUL; /* with the lock */
  state = irp->Stack->MajorFunction;
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
