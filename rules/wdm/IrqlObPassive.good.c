#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ObReferenceObjectByHandle(PVOID handle, ULONG access, PVOID type, char mode, PVOID *object, PVOID information);
static PVOID object;
static int uses;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  NTSTATUS status = ObReferenceObjectByHandle(0, 0, 0, 1, &object, 0);
  KeAcquireSpinLock(&lock, &old);
  uses++;
  KeReleaseSpinLock(&lock, old);
  return status;
}
