#include "driver.h"
KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK);
static KSPIN_LOCK outer, inner;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KeAcquireSpinLockRaiseToDpc(&outer);
  if (irp->Stack->MinorFunction == 1) {
    old = KeAcquireSpinLockRaiseToDpc(&inner); /* over what the first one kept */
    count++;
    KeReleaseSpinLock(&inner, old);
  }
  KeReleaseSpinLock(&outer, old);
  return STATUS_SUCCESS;
}
