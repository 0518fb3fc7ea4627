#include "driver.h"
static KEVENT event;
static KSPIN_LOCK lock;
static int ready;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int wait;
  KeAcquireSpinLock(&lock, &old);
  wait = !ready;
  KeReleaseSpinLock(&lock, old);
  if (wait)
    KeWaitForSingleObject(&event, 0, 0, 0, 0);
  return STATUS_SUCCESS;
}
