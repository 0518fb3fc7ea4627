#include "driver.h"
static KEVENT event;
static KSPIN_LOCK lock;

static void signal(BOOLEAN wait) { KeSetEvent(&event, 0, wait); }

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  signal(irp->Stack->MinorFunction > 9);
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
