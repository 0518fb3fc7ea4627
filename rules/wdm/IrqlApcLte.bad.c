#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS ObGetObjectSecurity(PVOID object, PVOID *descriptor, BOOLEAN *allocated);
static PVOID descriptor;
static BOOLEAN allocated;
static int waiting;

static void begin(void)
{
  if (!waiting++)
    ObGetObjectSecurity(&lock, &descriptor, &allocated);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  begin();
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
