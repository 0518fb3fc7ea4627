#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoSetDeviceInterfaceState(PVOID name, BOOLEAN enable);
static int enabled;

static NTSTATUS enable(BOOLEAN on) { return IoSetDeviceInterfaceState(0, on); }

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  NTSTATUS status = STATUS_SUCCESS;
  KeAcquireSpinLock(&lock, &old);
  enabled++;
  if (irp->Stack->MinorFunction > 3)
    status = enable(1);
  KeReleaseSpinLock(&lock, old);
  return status;
}
