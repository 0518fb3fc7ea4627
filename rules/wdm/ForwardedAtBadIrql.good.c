#include "driver.h"
static KSPIN_LOCK lock;
static int sent;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  sent++;
  KeReleaseSpinLock(&lock, old);
  return IoCallDriver(&lower_device, irp);
}
