#include "driver.h"
static KSPIN_LOCK lock;
PVOID IoGetDmaAdapter(PDEVICE_OBJECT device, PVOID description, ULONG *registers);
static ULONG registers;
static PVOID adapter;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  PVOID got = IoGetDmaAdapter(device, 0, &registers);
  KeAcquireSpinLock(&lock, &old);
  adapter = got;
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
