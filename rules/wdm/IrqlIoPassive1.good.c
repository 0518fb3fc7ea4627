#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoSetDeviceInterfaceState(PVOID name, BOOLEAN enable);
static DEVICE_OBJECT *made;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  count++;
  KeReleaseSpinLock(&lock, old);
  if (irp->Stack->MinorFunction == 1)
    return IoCreateDevice(0, 8, 0, 0, 0, 0, &made);
  return IoSetDeviceInterfaceState(0, count > 1);
}
