#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS RtlDeleteRegistryValue(ULONG relative, PVOID path, PVOID name);
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return RtlDeleteRegistryValue(0, 0, 0);
  return STATUS_SUCCESS;
}
