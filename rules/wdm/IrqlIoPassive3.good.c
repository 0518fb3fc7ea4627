#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT device, PVOID guid, PVOID reference, PVOID link);
static PVOID name;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return IoRegisterDeviceInterface(device, 0, 0, &name);
  return STATUS_SUCCESS;
}
