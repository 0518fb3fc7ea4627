#include "driver.h"
static KSPIN_LOCK queue_lock;
static int queued;

static void remove_one(void)
{
  KIRQL old;
  KeAcquireSpinLock(&queue_lock, &old); /* the caller holds it */
  queued--;
  KeReleaseSpinLock(&queue_lock, old);
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&queue_lock, &old);
  queued++;
  if (irp->Stack->MajorFunction == 3)
    remove_one();
  KeReleaseSpinLock(&queue_lock, old);
  return STATUS_SUCCESS;
}
