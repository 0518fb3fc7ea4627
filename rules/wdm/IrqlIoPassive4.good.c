#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoCreateSymbolicLink(PVOID link, PVOID name);
static long long link, name;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int busy;
  KeAcquireSpinLock(&lock, &old);
  busy = waiting++;
  KeReleaseSpinLock(&lock, old);
  if (!busy)
    return IoCreateSymbolicLink(&link, &name);
  return STATUS_SUCCESS;
}
