#include "driver.h"
static KSPIN_LOCK lock;
static int count;

static void add(void)
{
  KeAcquireSpinLockAtDpcLevel(&lock);
  count++;
  KeReleaseSpinLockFromDpcLevel(&lock);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DISPATCH_LEVEL);
  add();
  KeLowerIrql(old);
  if (irp->Stack->MinorFunction == 4)
    add(); /* at the caller's level */
  return STATUS_SUCCESS;
}
