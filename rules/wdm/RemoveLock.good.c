#include "driver.h"
static IO_REMOVE_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoAcquireRemoveLock(&lock, irp);
  if (!NT_SUCCESS(status) || status > 0) {
    IoCompleteRequest(irp, 0);
    return status;
  }
  status = IoCallDriver(&lower_device, irp);
  if (irp->Stack->MinorFunction == 2)
    IoReleaseRemoveLockAndWait(&lock, irp);
  else
    IoReleaseRemoveLock(&lock, irp);
  return status;
}
