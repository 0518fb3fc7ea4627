#include "driver.h"
static KSPIN_LOCK lock;
static int count;

static void add(void)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  count++;
  KeReleaseSpinLock(&lock, old);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (irp->Stack->MinorFunction == 1)
    add(); /* which takes the lock itself */
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
