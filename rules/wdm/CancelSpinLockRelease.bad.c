#include "driver.h"
static PIRP pending;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  IoAcquireCancelSpinLock(&old);
  if (irp->Stack->MinorFunction > 3)
    return STATUS_UNSUCCESSFUL; /* and the lock? */
  pending = irp;
  IoReleaseCancelSpinLock(old);
  return STATUS_PENDING;
}
