#include "driver.h"
static IO_REMOVE_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoAcquireRemoveLock(&lock, irp);
  if (NT_SUCCESS(status))
    status = IoCallDriver(&lower_device, irp);
  IoReleaseRemoveLock(&lock, irp); /* also when it was not acquired */
  return status;
}
