#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ZwClose(PVOID handle);
static PVOID handle;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    ZwClose(handle);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
