#include "driver.h"
static KSPIN_LOCK lock;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (irp->Stack->MinorFunction == 1)
    count++;
  else
    IoCompleteRequest(irp, 0);
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
