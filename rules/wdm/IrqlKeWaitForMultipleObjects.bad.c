#include "driver.h"
static KSPIN_LOCK lock;
static PVOID objects[2];
static long long none;
NTSTATUS KeWaitForMultipleObjects(ULONG, PVOID *, int, int, int, BOOLEAN, PLARGE_INTEGER, PVOID);

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PLARGE_INTEGER limit = irp->Stack->MinorFunction == 3 ? 0 : &none;
  KIRQL old;
  NTSTATUS status;
  KeAcquireSpinLock(&lock, &old);
  status = KeWaitForMultipleObjects(2, objects, 0, 0, 0, 0, limit, 0);
  KeReleaseSpinLock(&lock, old);
  return status;
}
