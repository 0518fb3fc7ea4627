#include "driver.h"
static KSPIN_LOCK lock;
static int count;

static void add(void)
{
  KIRQL old = KfRaiseIrql(APC_LEVEL); /* the caller may hold the lock */
  count++;
  KeLowerIrql(old);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  add();
  KeAcquireSpinLock(&lock, &old);
  if (irp->Stack->MinorFunction == 2)
    add();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
