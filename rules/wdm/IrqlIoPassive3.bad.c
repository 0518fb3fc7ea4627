#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT device, PVOID guid, PVOID reference, PVOID link);
static PVOID name;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    IoRegisterDeviceInterface(&lower_device, 0, 0, &name);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
