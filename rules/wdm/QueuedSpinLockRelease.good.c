#include "driver.h"
static KSPIN_LOCK lock;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KLOCK_QUEUE_HANDLE handle;
  int i;
  for (i = 0; i < 3; i++) {
    KeAcquireInStackQueuedSpinLock(&lock, &handle);
    count++;
    KeReleaseInStackQueuedSpinLock(&handle);
  }
  return STATUS_SUCCESS;
}
