#include "driver.h"
static KSPIN_LOCK lock;
PVOID ExAllocateFromPagedLookasideList(PVOID list);
static long long list;
static PVOID entry;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    entry = ExAllocateFromPagedLookasideList(&list);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
