#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ZwClose(PVOID handle);
static PVOID handle;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return ZwClose(handle);
  return STATUS_SUCCESS;
}
