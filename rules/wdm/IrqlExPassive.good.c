#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ExUuidCreate(PVOID identifier);
static long long identifier[2];
static int made;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = ExUuidCreate(identifier);
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  made = NT_SUCCESS(status);
  KeReleaseSpinLock(&lock, old);
  return status;
}
