#include "driver.h"
static KEVENT event;
static KSPIN_LOCK lock;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  KeSetEvent(&event, 0, 0);
  KeReleaseSpinLock(&lock, old);
  KeSetEvent(&event, 0, 1);
  KeWaitForSingleObject(&event, 0, 0, 0, 0);
  return STATUS_SUCCESS;
}
