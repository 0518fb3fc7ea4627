#include "driver.h"
static KSPIN_LOCK lock;
PVOID IoGetDmaAdapter(PDEVICE_OBJECT device, PVOID description, ULONG *registers);
static ULONG registers;
static PVOID adapter;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (!adapter)
    adapter = IoGetDmaAdapter(device, 0, &registers);
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
