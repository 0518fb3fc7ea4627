#include "driver.h"
static KSPIN_LOCK lock;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KLOCK_QUEUE_HANDLE handle;
  KeAcquireInStackQueuedSpinLock(&lock, &handle);
  if (++count < 3)
    return STATUS_SUCCESS;
  KeReleaseInStackQueuedSpinLock(&handle);
  return STATUS_UNSUCCESSFUL;
}
