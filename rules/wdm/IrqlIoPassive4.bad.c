#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS IoCreateSymbolicLink(PVOID link, PVOID name);
static long long link, name;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    IoCreateSymbolicLink(&link, &name);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
