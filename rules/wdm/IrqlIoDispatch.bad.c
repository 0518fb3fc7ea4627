#include "driver.h"
#define DEVICE_LEVEL 5
PDEVICE_OBJECT IoGetDeviceToVerify(PVOID thread);
static PDEVICE_OBJECT verified;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  if (irp->Stack->MinorFunction != 3 && !waiting++)
    verified = IoGetDeviceToVerify(0);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
