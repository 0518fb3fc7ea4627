#include "driver.h"
static IO_REMOVE_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoAcquireRemoveLock(&lock, irp);
  if (status != STATUS_SUCCESS)
    return STATUS_UNSUCCESSFUL;
  status = irp->Stack->MajorFunction == 3 ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
  IoCompleteRequest(irp, 0);
  IoReleaseRemoveLock(&lock, irp);
  return status;
}
