#include "driver.h"
static PIRP pending;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  IoAcquireCancelSpinLock(&old);
  if (!irp->Cancel)
    pending = irp;
  IoReleaseCancelSpinLock(old);
  return pending == irp ? STATUS_PENDING : STATUS_UNSUCCESSFUL;
}
