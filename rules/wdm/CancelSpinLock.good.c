#include "driver.h"
static PIRP pending;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  IoAcquireCancelSpinLock(&old);
  if (irp->Cancel) {
    IoReleaseCancelSpinLock(old);
    return STATUS_UNSUCCESSFUL;
  }
  pending = irp;
  IoReleaseCancelSpinLock(old);
  return STATUS_PENDING;
}
