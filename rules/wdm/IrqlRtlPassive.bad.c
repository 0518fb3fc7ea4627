#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS RtlDeleteRegistryValue(ULONG relative, PVOID path, PVOID name);
static int waiting;

static void begin(void)
{
  if (!waiting++)
    RtlDeleteRegistryValue(0, 0, 0);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
