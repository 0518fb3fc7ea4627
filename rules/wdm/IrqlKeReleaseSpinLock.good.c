#include "driver.h"
KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK);
static KSPIN_LOCK outer, inner;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KeAcquireSpinLockRaiseToDpc(&outer);
  KeAcquireSpinLockAtDpcLevel(&inner);
  count++;
  KeReleaseSpinLockFromDpcLevel(&inner);
  KeReleaseSpinLock(&outer, old);
  return STATUS_SUCCESS;
}
