#include "driver.h"
static KSPIN_LOCK lock;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DISPATCH_LEVEL);
  KeAcquireSpinLockAtDpcLevel(&lock);
  count++;
  KeReleaseSpinLockFromDpcLevel(&lock);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
