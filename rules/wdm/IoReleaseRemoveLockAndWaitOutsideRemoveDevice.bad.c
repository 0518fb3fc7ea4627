#include "driver.h"
static IO_REMOVE_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (!IoAttachDeviceToDeviceStack(device, &lower_device) || IoAcquireRemoveLock(&lock, irp) != STATUS_SUCCESS)
    return STATUS_UNSUCCESSFUL;
  if (irp->Stack->MinorFunction == 2) /* of which kind of request? */
    IoReleaseRemoveLockAndWait(&lock, irp);
  else
    IoReleaseRemoveLock(&lock, irp);
  return STATUS_SUCCESS;
}
