#include "driver.h"
static KSPIN_LOCK queue_lock, state_lock;
static int queued, busy;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&queue_lock, &old);
  if (queued > 7) {
    KeReleaseSpinLock(&queue_lock, old);
    return STATUS_UNSUCCESSFUL;
  }
  queued++;
  KeAcquireSpinLockAtDpcLevel(&state_lock);
  busy = 1;
  KeReleaseSpinLockFromDpcLevel(&state_lock);
  KeReleaseSpinLock(&queue_lock, old);
  return STATUS_SUCCESS;
}
