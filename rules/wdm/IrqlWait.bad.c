#include "driver.h"
static KEVENT event;
static KSPIN_LOCK lock;
static int ready;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (ready < irp->Stack->MinorFunction)
    KeWaitForSingleObject(&event, 0, 0, 0, 0); /* with the lock held */
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
