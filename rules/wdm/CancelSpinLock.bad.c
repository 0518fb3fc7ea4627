#include "driver.h"
static PIRP pending;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  IoAcquireCancelSpinLock(&old);
  if (!irp->Cancel)
    pending = irp;
  IoReleaseCancelSpinLock(old);
  if (irp->Stack->MinorFunction == 1)
    IoReleaseCancelSpinLock(old); /* once more */
  return STATUS_PENDING;
}
