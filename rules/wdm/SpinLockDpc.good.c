#include "driver.h"
static KSPIN_LOCK lock;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  if (count == 9) {
    KeReleaseSpinLock(&lock, old);
    return STATUS_UNSUCCESSFUL;
  }
  count++;
  KeReleaseSpinLock(&lock, old);
  return STATUS_SUCCESS;
}
