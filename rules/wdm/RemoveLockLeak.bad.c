#include "driver.h"
static IO_REMOVE_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoAcquireRemoveLock(&lock, irp);
  if (status != STATUS_SUCCESS)
    return STATUS_UNSUCCESSFUL;
  if (irp->Stack->MajorFunction != 3)
    return STATUS_NOT_SUPPORTED; /* the lock is kept */
  IoReleaseRemoveLock(&lock, irp);
  return STATUS_SUCCESS;
}
