#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ObReferenceObjectByHandle(PVOID handle, ULONG access, PVOID type, char mode, PVOID *object, PVOID information);
static PVOID object;
static int uses;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  NTSTATUS status = STATUS_SUCCESS;
  KeAcquireSpinLock(&lock, &old);
  if (uses++ == 0)
    status = ObReferenceObjectByHandle(0, 0, 0, 1, &object, 0);
  KeReleaseSpinLock(&lock, old);
  return status;
}
