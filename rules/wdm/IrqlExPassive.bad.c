#include "driver.h"
static KSPIN_LOCK lock;
void ExRaiseStatus(NTSTATUS status);
static int length;

static void check(int minor)
{
  if (minor > length)
    ExRaiseStatus(STATUS_UNSUCCESSFUL); /* and the lock? */
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  check(irp->Stack->MinorFunction);
  length++;
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
